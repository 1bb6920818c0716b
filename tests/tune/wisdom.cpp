// The file of wisdom as a text: what is written is found again, and nothing that is damaged, forged, stale or
// foreign is ever taken for a plan.
//
// Damage is tried everywhere: a cut at every byte, every bit turned. The oracle is that a plan is found as it
// was written or not at all, that there is a complaint if it is not, and that the other plan is still there.

#include "tune/wisdom.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cstdlib>

#include "any_layout.hpp"
#include "any_wisdom.hpp"
#include "base/checksum.hpp"
#include "expect_error.hpp"
#include "tune/wisdom_text.hpp"
#include "weft/tuning.hpp"

namespace weft::test {
namespace {

// The only complaint; "" if there are none or several.
std::string only_complaint(const Found& found) {
  return found.complaints.size() == 1 ? found.complaints.front() : "";
}

void expect_words(const std::string& text, const std::vector<std::string>& fragments) {
  for (const std::string& fragment : fragments)
    EXPECT_NE(text.find(fragment), std::string::npos) << "no \"" << fragment << "\" in: " << text;
}

TEST(Checksum, IsFnv1a) {
  EXPECT_EQ(checksum(""), "cbf29ce484222325");
  EXPECT_EQ(checksum("a"), "af63dc4c8601ec8c");
  EXPECT_EQ(checksum("foobar"), "85944171f73967e8");
}

TEST(Wisdom, IsFoundAgain) {
  const Folder folder;
  const std::string path = folder / "wisdom.toml";
  EXPECT_FALSE(look_up(path, plan_of(1).key).entry);
  for (const WisdomEntry& entry : {plan_of(1), plan_with_fftw(2), plan_of(3)}) remember(path, entry);
  for (const WisdomEntry& entry : {plan_of(1), plan_with_fftw(2), plan_of(3)}) {
    const Found found = look_up(path, entry.key);
    EXPECT_EQ(found.entry, entry);
    EXPECT_TRUE(found.complaints.empty()) << found.complaints.front();
  }
  EXPECT_FALSE(look_up(path, plan_of(4).key).entry);
  EXPECT_TRUE(look_up(path, plan_of(4).key).complaints.empty()) << "another problem is not worth a word";
}

std::string any_text(int most, bool may_be_empty) {
  static const std::vector<std::string> letters = {
      "a",  "Z",        "0",  " ",  "\"",     "\\",           "\n",
      "\t", "#",        "\r", "\b", "\x7f",   "\x01",         "é",
      "∞",  "[[plan]]", "=",  "'",  "\"\"\"", "\n[[plan]]\n", "\ncheck = \"0\"\n"};
  std::string text = may_be_empty ? "" : "x";
  for (int n = between(0, most); n > 0; --n) text += one_of(letters);
  return text;
}

RC_GTEST_PROP(Wisdom, KeepsAnyText, ()) {
  WisdomEntry entry;
  for (std::string* text : {&entry.key.computer, &entry.key.nodes, &entry.key.mpi, &entry.key.weft,
                            &entry.key.problem, &entry.choice})
    *text = any_text(8, false);
  entry.date = any_text(4, true);
  entry.fft_versions = any_text(4, true);
  entry.fftw = any_text(30, true);
  entry.effort = one_of<std::string>({"measure", "exhaustive"});
  entry.seconds = between(1, 1000000) * one_of<double>({1e-300, 1e-9, 1.0 / 3, 1, 1e300});
  entry.n_measured = between(1, 1 << 30);
  const std::string file = std::string(wisdom_head) + "\n" + to_text(plan_of(0)) + "\n" + to_text(entry);
  const std::vector<WisdomPiece> pieces = pieces_of(file);
  RC_ASSERT(pieces.size() == 3u);
  RC_ASSERT(read_plan(pieces[1].text).entry == plan_of(0));
  RC_ASSERT(read_plan(pieces[2].text).entry == entry);
}

TEST(Wisdom, PrefersExhaustivePlansAndLaterOnes) {
  const Folder folder;
  const std::string path = folder / "wisdom.toml";
  WisdomEntry second = plan_of(1), exhaustive = plan_of(1, "exhaustive"), better = exhaustive;
  second.seconds = 2;
  better.seconds = 1e-5;
  const auto expect = [&](const WisdomEntry& entry) {
    EXPECT_EQ(look_up(path, entry.key).entry, entry);
    EXPECT_EQ(pieces_of(contents_of(path)).size(), 2u) << "one plan of a key: " << contents_of(path);
  };
  EXPECT_TRUE(remember(path, plan_of(1)));
  EXPECT_TRUE(remember(path, second));
  expect(second);
  EXPECT_TRUE(remember(path, exhaustive));
  expect(exhaustive);
  EXPECT_FALSE(remember(path, second));
  expect(exhaustive);
  remember(path, better);
  expect(better);
  WisdomEntry of_new_library = plan_of(1);
  of_new_library.fft_versions = "fftw-3.3.11";
  remember(path, of_new_library);
  expect(of_new_library);
  // Files that were put one behind the other by hand.
  put_contents(path, to_text(exhaustive) + to_text(second) + to_text(better) + to_text(plan_of(1)));
  EXPECT_EQ(look_up(path, better.key).entry, better);
  remember(path, exhaustive);
  expect(exhaustive);
}

// Two plans, and where their text ends.
struct SmallFile {
  Folder folder;
  std::string path = folder / "wisdom.toml";
  WisdomEntry first = plan_with_fftw(1), second = plan_of(2);
  std::string text = wisdom_head + ("\n" + to_text(first)) + "\n" + to_text(second);
};

TEST(Wisdom, CutAnywhereIsNotTrusted) {
  SmallFile file;
  const std::size_t head = std::string(wisdom_head).size() + 1;
  const std::size_t end_of_first = head + to_text(file.first).size();
  for (std::size_t cut = 0; cut <= file.text.size(); ++cut) {
    SCOPED_TRACE(cut);
    put_contents(file.path, file.text.substr(0, cut));
    const Found first = look_up(file.path, file.first.key), second = look_up(file.path, file.second.key);
    const bool has_first = cut + 1 >= end_of_first, has_second = cut + 1 >= file.text.size();
    EXPECT_EQ(first.entry, has_first ? std::optional(file.first) : std::nullopt);
    EXPECT_EQ(second.entry, has_second ? std::optional(file.second) : std::nullopt);
    const bool is_clean = cut <= head || (has_first && cut <= end_of_first + 1) || has_second;
    EXPECT_EQ(second.complaints.empty(), is_clean);
    EXPECT_EQ(first.complaints, second.complaints);
    if (cut % 53 != 0) continue;
    remember(file.path, plan_of(3));
    EXPECT_EQ(look_up(file.path, plan_of(3).key).entry, plan_of(3));
    EXPECT_EQ(look_up(file.path, file.first.key).entry, first.entry);
    EXPECT_EQ(look_up(file.path, file.first.key).complaints, first.complaints);
    EXPECT_TRUE(cut == 0 || contents_of(file.path).starts_with(file.text.substr(0, cut)))
        << "what was there is not there any more";
  }
}

TEST(Wisdom, WithAnyBitTurnedIsNotTrusted) {
  SmallFile file;
  int n_lost = 0;
  for (std::size_t at = 0; at < file.text.size(); ++at)
    for (int bit = 0; bit < 8; ++bit) {
      SCOPED_TRACE(std::to_string(at) + " bit " + std::to_string(bit));
      std::string text = file.text;
      text[at] = static_cast<char>(text[at] ^ (1 << bit));
      put_contents(file.path, text);
      const Found first = look_up(file.path, file.first.key), second = look_up(file.path, file.second.key);
      EXPECT_EQ(first.entry.value_or(file.first), file.first);
      EXPECT_EQ(second.entry.value_or(file.second), file.second);
      EXPECT_TRUE(first.entry || second.entry) << "one byte costs one plan";
      EXPECT_TRUE(first.entry || !first.complaints.empty());
      EXPECT_TRUE(second.entry || !second.complaints.empty());
      n_lost += !first.entry || !second.entry;
    }
  EXPECT_GT(n_lost, 8 * static_cast<int>(to_text(file.first).size() + to_text(file.second).size()) - 100);
}

TEST(Wisdom, ComplaintsNameFileLinesAndRemedy) {
  SmallFile file;
  const auto complaint_of = [&](const std::string& text) {
    put_contents(file.path, text);
    return only_complaint(look_up(file.path, file.second.key));
  };
  std::string changed = file.text;
  changed.replace(changed.find("measure"), 7, "MEASURE");
  expect_words(complaint_of(changed),
               {file.path + ", line 4: this plan is damaged", "cut or changed", "delete lines 4 to 23"});
  expect_words(complaint_of(file.text + "seconds = 3\n"),
               {file.path + ", line 39:", "belongs to no plan", "delete line 39"});
  expect_words(complaint_of(std::string("\0\x01\xff", 3) + file.text), {", line 1:", "belongs to no plan"});
  EXPECT_EQ(complaint_of(file.text + "# a remark\n\n"), "");
  EXPECT_EQ(look_up(file.path, file.second.key).entry, file.second);
  std::string many;
  for (int i = 0; i < 100; ++i) many += "[[plan]]\n";
  put_contents(file.path, many);
  const Found found = look_up(file.path, file.first.key);
  EXPECT_EQ(found.complaints.size(), 5u);
  expect_words(found.complaints.back(), {"96 more"});
}

TEST(Wisdom, WrittenByHandAroundPlansStays) {
  SmallFile file;
  const std::string remark = "# measured on a quiet day\n\n# and so was this\n";
  put_contents(file.path, "# mine\n" + to_text(file.first) + remark + to_text(file.second));
  WisdomEntry newer = file.first;
  newer.seconds = 0.125;
  remember(file.path, newer);
  EXPECT_EQ(contents_of(file.path), "# mine\n" + to_text(newer) + remark + to_text(file.second));
  EXPECT_TRUE(look_up(file.path, newer.key).complaints.empty());
}

TEST(Wisdom, ForgedPlansAreRefused) {
  SmallFile file;
  struct Forgery {
    std::string old, changed, words;
  };
  const std::vector<Forgery> cases = {
      {"seconds = 0.003", "seconds = \"0.003\"", "seconds"},
      {"seconds = 0.003", "seconds = nan", "seconds"},
      {"seconds = 0.003", "seconds = inf", "seconds"},
      {"seconds = 0.003", "seconds = -1.0", "seconds"},
      {"seconds = 0.003\n", "", "seconds"},
      {"n_measured = 14", "n_measured = 0", "n_measured"},
      {"n_measured = 14", "n_measured = 14.5", "n_measured"},
      {"effort = \"measure\"", "effort = \"estimate\"", "measure, exhaustive"},
      {"choice = \"2x1 native window-pull\"\n", "", "choice"},
      {"choice = \"2x1 native window-pull\"", "choice = \"\"", "choice is empty"},
      {"choice = \"2x1 native window-pull\"", "choice = [1, 2]", "choice"},
      {"mpi = ", "weft = ", "cannot redefine"},
      {"problem = \"", "problem = ", "Error"},
  };
  for (const Forgery& wrong : cases) {
    SCOPED_TRACE(wrong.changed);
    std::string plan = to_text(file.second);
    plan.resize(plan.find("check = "));
    ASSERT_NE(plan.find(wrong.old), std::string::npos);
    plan.replace(plan.find(wrong.old), wrong.old.size(), wrong.changed);
    put_contents(file.path, plan + "check = \"" + checksum(plan) + "\"\n");
    const Found found = look_up(file.path, file.second.key);
    EXPECT_FALSE(found.entry);
    expect_words(only_complaint(found), {wrong.words, "damaged", ", line 1:"});
  }
}

TEST(Wisdom, GarbageNeverThrows) {
  SmallFile file;
  static const std::vector<std::string> parts = {"[[plan]]\n",
                                                 "format = 1\n",
                                                 "format = 99999999999999\n",
                                                 "check = \"\n",
                                                 std::string(1, '\0'),
                                                 "\xff\xfe",
                                                 "\n",
                                                 "check = \"cbf29ce484222325\"\n",
                                                 "[[[[[[[[",
                                                 "\r\n",
                                                 "fftw = \"\"\"\n",
                                                 "\"\"\"\n"};
  EXPECT_TRUE(rc::check([&] {
    std::string text;
    for (int n = between(0, 12); n > 0; --n) text += one_of(parts);
    put_contents(file.path, text);
    RC_ASSERT(!look_up(file.path, file.first.key).entry);
  }));
}

TEST(Wisdom, OfOtherFormatsIsToldAndKept) {
  SmallFile file;
  const std::string future = "[[plan]]\nformat = 2\nanything = [\n  1\n]\n";
  put_contents(file.path, wisdom_head + future);
  const Found found = look_up(file.path, file.first.key);
  EXPECT_FALSE(found.entry);
  expect_words(only_complaint(found), {", line 3:", "format 2", "reads format 1", "tune again"});
  remember(file.path, file.first);
  expect_words(contents_of(file.path), {wisdom_head + future});
  EXPECT_EQ(look_up(file.path, file.first.key).entry, file.first);
  EXPECT_TRUE(look_up(file.path, file.first.key).complaints.empty()) << "two versions may share a file";
}

TEST(Wisdom, OfTheSameProblemElsewhereIsARemark) {
  SmallFile file;
  put_contents(file.path, file.text);
  const auto remark_for = [&](auto change) {
    WisdomKey key = file.second.key;
    change(key);
    const Found found = look_up(file.path, key);
    EXPECT_FALSE(found.entry);
    EXPECT_LE(found.complaints.size(), 1u);
    return only_complaint(found);
  };
  expect_words(remark_for([](WisdomKey& key) { key.weft = "0.6.0"; }),
               {file.path + ", line 25:", "weft 0.5.0 (this is 0.6.0); it is ignored, tune again"});
  expect_words(remark_for([](WisdomKey& key) { key.computer = "EPYC"; }),
               {"the computer Xeon 8480", "(this is EPYC)", "ignored"});
  expect_words(remark_for([](WisdomKey& key) { key.mpi = "MPICH", key.weft = "0.6.0"; }),
               {"weft 0.5.0 (this is 0.6.0) and the MPI library Open MPI v4.1.4 (this is MPICH)"});
  EXPECT_EQ(remark_for([](WisdomKey& key) { key.problem = "shape=5", key.weft = "0.6.0"; }), "");
  EXPECT_EQ(remark_for([](WisdomKey& key) { key.nodes = "4 processes on 2 nodes", key.weft = "0.6.0"; }), "");
  WisdomEntry nearer = file.second;
  nearer.key.mpi = "MPICH";
  for (const std::string& text : {file.text + to_text(nearer), to_text(nearer) + file.text}) {
    put_contents(file.path, text);
    expect_words(remark_for([](WisdomKey& key) { key.mpi = "MPICH", key.weft = "0.6.0"; }),
                 {"is for weft 0.5.0 (this is 0.6.0); it"});
  }
}

TEST(Wisdom, ThatWouldBeRefusedIsNotWritten) {
  const Folder folder;
  const std::string path = folder / "wisdom.toml";
  const auto complaint_for = [&](const std::string& words, auto change) {
    WisdomEntry entry = plan_of(1);
    change(entry);
    return error_complaint(ErrorCode::invalid_argument, {"cannot be kept as wisdom", words},
                           [&] { remember(path, entry); });
  };
  EXPECT_EQ(complaint_for("effort is 'estimate'", [](auto& entry) { entry.effort = "estimate"; }), "");
  EXPECT_EQ(complaint_for("seconds", [](auto& entry) { entry.seconds = 0; }), "");
  EXPECT_EQ(complaint_for("seconds", [](auto& entry) { entry.seconds = 1.0 / 0.0; }), "");
  EXPECT_EQ(complaint_for("n_measured", [](auto& entry) { entry.n_measured = -1; }), "");
  EXPECT_EQ(complaint_for("problem is empty", [](auto& entry) { entry.key.problem = ""; }), "");
  EXPECT_EQ(complaint_for("utf-8", [](auto& entry) { entry.key.computer = "\xff\xfe"; }), "");
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

TEST(Wisdom, LiesInThePersonalFolder) {
  for (const char* variable : {"WEFT_HOME", "XDG_DATA_HOME", "HOME"}) unsetenv(variable);
  EXPECT_EQ(wisdom_path(), "");
  EXPECT_FALSE(look_up("", plan_of(1).key).entry);
  EXPECT_EQ(error_complaint(ErrorCode::resource, {"not kept", "WEFT_HOME"}, [] { remember("", plan_of(1)); }),
            "");
  setenv("HOME", "/home/u", 1);
  EXPECT_EQ(wisdom_path(), "/home/u/.local/share/weft/wisdom.toml");
  setenv("WEFT_HOME", "/data/weft", 1);
  EXPECT_EQ(wisdom_path(), "/data/weft/wisdom.toml");
}

}  // namespace
}  // namespace weft::test
