// Checkpoints that are damaged, and disks that are full: no wrong value comes out, and what was whole stays.
//
// Damage is done to the file byte by byte: whatever it hits, the one before it is used.
#include <gtest/gtest.h>
#include <mpi.h>
#include <rapidcheck.h>
#include <sys/resource.h>

#include <array>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "agree.hpp"
#include "agreed_error.hpp"
#include "base/checksum.hpp"
#include "checkpoint_steps.hpp"
#include "job_folder.hpp"
#include "oracle.hpp"
#include "weft/checkpoint.hpp"
#include "weft/weft.hpp"

namespace weft::test {
namespace {

namespace fs = std::filesystem;

void change_file(const std::string& path, const std::function<void(std::string&)>& change) {
  MPI_Barrier(world);
  if (rank_in(world) == 0) {
    std::ifstream in(path, std::ios::binary);
    std::string text{std::istreambuf_iterator<char>(in), {}};
    change(text);
    fs::remove(path);
    std::ofstream(path, std::ios::binary) << text;
  }
  MPI_Barrier(world);
}

TEST(Damage, AnywhereIsFoundAndThePreviousIsUsed) {
  const JobFolder folder;
  const std::string path = folder / "state";
  write_step(path, 1);
  write_step(path, 2);
  const auto bytes = static_cast<Index>(fs::file_size(path));
  // Some bytes in the fast tier, drawn; all in the full one.
  const int n_flips = full_tier() && size_of(world) == 1 ? static_cast<int>(bytes) : 40;
  rc::Random random(test_seed());
  int n_unnoticed = 0;
  for (int i = 0; i < n_flips; ++i) {
    const Index at =
        n_flips == bytes ? i : static_cast<Index>(random.next() % static_cast<std::uint64_t>(bytes));
    const auto mask = static_cast<char>(1U << random.next() % 8);
    const auto flip = [&](std::string& text) { text[static_cast<std::size_t>(at)] ^= mask; };
    change_file(path, flip);
    const Checkpoint checkpoint(path, world);
    std::string complaint = complaint_of_step(checkpoint, {1, 2});
    n_unnoticed += checkpoint.note().empty() ? 1 : 0;
    if (checkpoint.path() == path) complaint = "the damaged file was taken";
    if (!expect_no_complaint(world, complaint.empty() ? "" : complaint + ", byte " + std::to_string(at)))
      return;
    change_file(path, flip);
  }
  EXPECT_EQ(n_unnoticed, 0);
  const Checkpoint checkpoint(path, world);
  EXPECT_EQ(checkpoint.path(), path) << checkpoint.note();
  // Cut, and longer than it was.
  for (const Index length : {Index{0}, Index{1}, Index{30}, bytes / 2, bytes - 31, bytes - 1, bytes + 1}) {
    change_file(path, [&](std::string& text) { text.resize(static_cast<std::size_t>(length), 'x'); });
    expect_no_complaint(world, complaint_of_step(Checkpoint(path, world), {1}));
  }
}

TEST(Damage, OfBothIsAnErrorThatNamesThem) {
  const JobFolder folder;
  const std::string path = folder / "state";
  expect_error_on_all(world, ErrorCode::resource, {"no such file", "there is no", ".previous"},
                      [&] { const Checkpoint none(path, world); });
  write_step(path, 1);
  change_file(path, [](std::string& text) { text[text.find("weft checkpoint")] = 'W'; });
  expect_error_on_all(world, ErrorCode::invalid_argument, {"list of contents", "there is no"},
                      [&] { const Checkpoint none(path, world); });
  // A damaged file is replaced, and does not become the previous one.
  write_step(path, 2);
  EXPECT_EQ(folder.n_files(), 1);
  write_step(path, 3);
  change_file(path, [](std::string& text) { text.resize(100); });
  change_file(path + ".previous", [](std::string& text) { text += "x"; });
  expect_error_on_all(world, ErrorCode::invalid_argument,
                      {"no checkpoint can be read", "no seal", "restore one"},
                      [&] { const Checkpoint none(path, world); });
}

// Opened by its headers alone, damage of the data is found by read(), on the processes that meet it and on
// the others.
TEST(Damage, OfDataIsFoundByRead) {
  const JobFolder folder;
  const std::string path = folder / "state";
  write_step(path, 1);
  write_step(path, 2);
  const double first = value_at(0, 0, 2);
  change_file(path, [&](std::string& text) {
    const std::size_t at = text.find(std::string(reinterpret_cast<const char*>(&first), sizeof first));
    ASSERT_NE(at, std::string::npos);
    text[at + 8 * 17] ^= 1;  // element 17
  });
  const Checkpoint checkpoint(path, world, CheckpointCheck::headers);
  EXPECT_EQ(checkpoint.note(), "");
  const Distribution u(world, rows({5, 6}, world), {true, true});
  std::vector<double> memory(static_cast<std::size_t>(u.memory_elements()));
  expect_error_on_all(world, ErrorCode::invalid_argument, {"'u'", "damaged", ".previous"},
                      [&] { checkpoint.read("u", u, memory.data()); });
  expect_error_on_all(world, ErrorCode::invalid_argument, {"'u' is damaged"}, [&] { checkpoint.verify(); });
  const Distribution v(world, rows({4, 3}, world), {false, false});
  expect_no_complaint(world, complaint_of(checkpoint, "v", v, 3));
}

// The seal of the file with another text, and checksums that fit: what no accident does.
void forge(const std::string& path, const std::string& what, const std::string& by) {
  change_file(path, [&](std::string& file) {
    const std::size_t begin = file.rfind("weft checkpoint 1\n"), check = file.rfind("\ncheck ") + 1;
    std::string text = file.substr(begin, check - begin);
    const std::size_t at = text.find(what);
    ASSERT_NE(at, std::string::npos) << what;
    const std::size_t end = by.empty() ? text.find('\n', at) + 1 : at + what.size();
    text.replace(at, end - at, by);
    text += "check " + checksum(text) + "\n";
    char last[64];
    std::snprintf(last, sizeof last, "seal of %016zu bytes\n", text.size() + 31);
    file = file.substr(0, begin) + text + last;
  });
}

// An empty text removes the line that begins so.
TEST(Damage, MadeOnPurposeIsAnErrorInWords) {
  const int p = size_of(world);
  for (const auto& [what, by, word] :
       std::vector<std::array<std::string, 3>>{{"\nfield u", "\n\nfield u", "a line is empty"},
                                               {"weft checkpoint 1\n", "\n", "another version"},
                                               {" 5x6 ", " 5x-6 ", "5x-6"},
                                               {" 5x6 ", " 4611686018427387904x6 ", "4611686018427387904x6"},
                                               {"\nfield u", "\nfield", "a field has"},
                                               {"plan choice", "", "no 'choice'"},
                                               {"plan processes", "", "no 'processes'"},
                                               {"plan shape", "", "no 'shape'"},
                                               {"0:", "9:", "the blocks"},
                                               {"0:", ":", "the blocks"}}) {
    const JobFolder folder;
    const std::string path = folder / "state";
    {
      Problem problem = c2c({5, 6});
      std::vector<Index> blocks(static_cast<std::size_t>(p), 0);
      blocks.back() = 5;
      problem.points = Layout{{5, 6}, {{p}}, {0}, {{blocks}, {}}};
      const Plan plan(problem, world);
      const Distribution u(world, rows({5, 6}, world), {true, true});
      const std::vector<double> memory(static_cast<std::size_t>(u.memory_elements()), 1);
      CheckpointWriter writer(path, world);
      writer.add("u", u, memory.data());
      writer.add_plan(plan);
      writer.commit();
    }
    SCOPED_TRACE(what + " -> " + by);
    forge(path, what, by);
    expect_error_on_all(world, ErrorCode::invalid_argument, {word}, [&] {
      Checkpoint checkpoint(path, world);
      checkpoint.choice();
      checkpoint.problem();
      checkpoint.plan_options();
    });
  }
}

// A writer that finds no more room: when it begins, at a field, at the values.
TEST(FullDisk, LeavesWhatWasThere) {
  const JobFolder folder;
  const std::string path = folder / "state";
  write_step(path, 1);
  write_step(path, 2);
  rlimit before = {};
  getrlimit(RLIMIT_FSIZE, &before);
  for (const rlim_t most : {rlim_t{100}, rlim_t{1} << 20, rlim_t{1500000}, rlim_t{4000000}}) {
    rlimit limit = before;
    limit.rlim_cur = most;
    MPI_Barrier(world);
    setrlimit(RLIMIT_FSIZE, &limit);
    const bool is_well = expect_error_on_all(world, ErrorCode::resource, {"files may have at most"}, [&] {
      const Distribution u(world, rows({300, 400}, world), {true, true});
      CheckpointWriter writer(path, world);
      add(writer, "u", u, 3);
      writer.set("text", std::string(3000000, 'x'));
      writer.commit();
    });
    setrlimit(RLIMIT_FSIZE, &before);
    MPI_Barrier(world);
    expect_no_complaint(world, complaint_of_step(Checkpoint(path, world), {2}));
    expect_no_complaint(world, complaint_of_step(Checkpoint(path + ".previous", world), {1}));
    EXPECT_EQ(folder.n_files(), 2);
    MPI_Barrier(world);
    if (!is_well) return;
  }
  write_step(path, 3);
  expect_no_complaint(world, complaint_of_step(Checkpoint(path, world), {3}));
}

}  // namespace
}  // namespace weft::test
