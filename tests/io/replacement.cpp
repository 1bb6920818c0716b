// Files that take the place of others: what keeps the old one, and what is left of killed writers.
#include "io/replacement.hpp"

#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>

#include "any_wisdom.hpp"
#include "expect_error.hpp"
#include "io/write_lock.hpp"
#include "processes.hpp"

namespace weft::test {
namespace {

namespace fs = std::filesystem;
using Old = Replacement::Old;

void replace(const std::string& path, const std::string& text, Old old) {
  Replacement replacement(path);
  replacement.create(static_cast<Index>(text.size()), text);
  replacement.commit(old);
}

std::set<std::string> names_in(const Folder& folder) {
  std::set<std::string> names;
  for (const auto& entry : fs::directory_iterator(folder.path())) names.insert(entry.path().filename());
  return names;
}

TEST(KeptPredecessor, IsTheLastOneAndNothingElseIsLeft) {
  const Folder folder;
  const std::string path = folder / "state";
  replace(path, "one", Old::kept);
  EXPECT_EQ(names_in(folder), (std::set<std::string>{"state"}));
  for (const auto& [before, now] : {std::pair("one", "two"), {"two", "three"}, {"three", "four"}}) {
    replace(path, now, Old::kept);
    EXPECT_EQ(contents_of(path), now);
    EXPECT_EQ(contents_of(path + ".previous"), before);
    EXPECT_EQ(names_in(folder), (std::set<std::string>{"state", "state.previous"}));
  }
  replace(path, "five", Old::removed);
  EXPECT_EQ(contents_of(path), "five");
  EXPECT_EQ(contents_of(path + ".previous"), "three");
}

// A writer that was killed between its two last steps leaves PATH.previous a second name of PATH, or a name
// of its own beside them.
TEST(KeptPredecessor, MayBeTheSameFileAlready) {
  const Folder folder;
  const std::string path = folder / "state";
  replace(path, "one", Old::kept);
  fs::create_hard_link(path, path + ".previous");
  replace(path, "two", Old::kept);
  EXPECT_EQ(contents_of(path), "two");
  EXPECT_EQ(contents_of(path + ".previous"), "one");
  EXPECT_EQ(names_in(folder), (std::set<std::string>{"state", "state.previous"}));
}

TEST(KeptPredecessor, OfAFileBehindALinkIsBesideThatFile) {
  const Folder folder;
  fs::create_directory(folder / "there");
  replace(folder / "there/state", "one", Old::kept);
  fs::create_symlink(folder / "there/state", folder / "here");
  replace(folder / "here", "two", Old::kept);
  EXPECT_TRUE(fs::is_symlink(folder / "here"));
  EXPECT_EQ(contents_of(folder / "there/state"), "two");
  EXPECT_EQ(contents_of(folder / "there/state.previous"), "one");
}

TEST(Leftovers, AreRemovedAndNothingThatOnlyLooksLikeThem) {
  const Folder folder;
  const std::string path = folder / "state.weft";
  const std::set<std::string> others = {"state.weft",
                                        "state.weft.part",
                                        "state.weft.12-0123456.part",
                                        "state.weft.x-01234567.part",
                                        "other.weft.12-01234567.part",
                                        "state.weft.12-01234567",
                                        "state.weft.previous",
                                        "state.weft.12-0123456g.part"};
  for (const std::string& name : others) put_contents(folder / name, "x");
  for (const char* name : {"state.weft.12-01234567.part", "state.weft.4194304-deadbeef.part"})
    put_contents(folder / name, "x");
  Replacement replacement(path);
  replacement.create(3, "new");
  replacement.remove_leftovers();
  EXPECT_TRUE(fs::exists(replacement.unfinished()));
  replacement.commit();
  EXPECT_EQ(names_in(folder), others);
}

TEST(WriteLock, IsForOneAndIsGoneWithItsHolderHoweverHeEnds) {
  const Folder folder;
  const std::string path = folder / "state";
  {
    const WriteLock lock(path);
    EXPECT_TRUE(lock.holds());
    EXPECT_TRUE(fs::exists(path + ".lock"));
    const auto try_it = [&] { const WriteLock second(path, 0.1); };
    EXPECT_EQ(error_complaint(ErrorCode::resource, {"another program is writing it", path + ".lock"}, try_it),
              "");
    EXPECT_EQ(
        in_fresh_process([&] { return error_complaint(ErrorCode::resource, {"another program"}, try_it); }),
        "");
  }
  EXPECT_EQ(names_in(folder), std::set<std::string>{});
  EXPECT_THROW(in_fresh_process([&]() -> std::string {
                 const WriteLock lock(path);
                 kill(getpid(), SIGKILL);
                 return "";
               }),
               std::runtime_error);
  EXPECT_EQ(names_in(folder), std::set<std::string>{"state.lock"});
  const WriteLock after(path, 0.1);
  EXPECT_TRUE(after.holds());
}

// Each of several processes increments a number a hundred times: none gets lost.
TEST(WriteLock, LetsOneAtATimeIn) {
  const Folder folder;
  const std::string path = folder / "number";
  put_contents(path, "0");
  std::vector<Child> children;
  for (int i = 0; i < 3; ++i)
    children.push_back(start_process([&] {
      for (int k = 0; k < 40; ++k) {
        const WriteLock lock(path, 60);
        const int number = std::stoi(contents_of(path)) + 1;
        std::ofstream(path) << number;
      }
      return std::string();
    }));
  for (const Child& child : children) end_of(child);
  EXPECT_EQ(contents_of(path), "120");
}

}  // namespace
}  // namespace weft::test
