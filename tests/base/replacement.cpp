// Files that take the place of others: what keeps the old one, and what is left of killed writers.
#include "base/replacement.hpp"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>

#include "any_wisdom.hpp"
#include "base/file_lock.hpp"
#include "expect_error.hpp"
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

// A writer that was killed between its two last steps leaves the old file aside, where the new one may have
// its name or not.
TEST(KeptPredecessor, IsNamedByTheNextWriterWhereTheLastOneWasKilled) {
  const Folder folder;
  const std::string path = folder / "state", aside = path + ".previous.part";
  replace(path, "one", Old::kept);
  fs::create_hard_link(path, aside);
  Replacement(path).end_commit();
  EXPECT_EQ(names_in(folder), std::set<std::string>{"state"});
  put_contents(aside, "zero");
  Replacement(path).end_commit();
  EXPECT_EQ(names_in(folder), (std::set<std::string>{"state", "state.previous"}));
  EXPECT_EQ(contents_of(path + ".previous"), "zero");
  EXPECT_EQ(contents_of(path), "one");
}

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
                                        "state.weft.12-0123456g.part",
                                        "state.weft.12-01234567.part.lock",
                                        "state.weft.12-01234567.part-7-x.lock",
                                        "state.weft-7-8.lock"};
  for (const std::string& name : others) put_contents(folder / name, "x");
  for (const char* name :
       {"state.weft.12-01234567.part", "state.weft.4194304-deadbeef.part",
        "state.weft.12-01234567.part.locktest.0", "state.weft.13-01234567.part.locktest.0",
        "state.weft.12-01234567.part-225443841-1888.lock", "state.weft.14-01234567.part-1-2.lock"})
    put_contents(folder / name, "x");
  const std::string semaphore = "/dev/shm/sem.OMPIO_state.weft.4194304-deadbeef.part";
  put_contents(semaphore, "x");
  Replacement replacement(path);
  replacement.create(3, "new");
  EXPECT_TRUE(fs::exists(replacement.unfinished()));
  replacement.commit();
  EXPECT_EQ(names_in(folder), others);
  EXPECT_FALSE(fs::exists(semaphore));
}

TEST(Leftovers, AreNoFilesOfWritersThatAreAlive) {
  const Folder folder;
  const std::string path = folder / "state";
  Replacement alive(path);
  alive.create(0, "");
  EXPECT_THROW(in_fresh_process([&]() -> std::string {
                 Replacement killed(path);
                 killed.create(0, "");
                 kill(getpid(), SIGKILL);
                 return "";
               }),
               std::runtime_error);
  EXPECT_EQ(names_in(folder).size(), 2U);
  replace(path, "of a third", Old::removed);
  EXPECT_EQ(names_in(folder).size(), 2U);
  EXPECT_TRUE(fs::exists(alive.unfinished()));
  alive.append("of the first, ");
  alive.append("in parts");
  alive.commit();
  EXPECT_EQ(contents_of(path), "of the first, in parts");
  EXPECT_EQ(names_in(folder), std::set<std::string>{"state"});
}

TEST(Replacement, RefusesWhatIsNoFileInWords) {
  const Folder folder;
  ASSERT_EQ(mkfifo((folder / "pipe").c_str(), 0666), 0);
  fs::create_symlink("pipe", folder / "link");
  for (const char* name : {"pipe", "link"})
    EXPECT_EQ(error_complaint(ErrorCode::resource, {"cannot write", name, "not a regular file"},
                              [&] { replace(folder / name, "x", Old::removed); }),
              "");
  EXPECT_EQ(error_complaint(ErrorCode::resource, {"does not exist; make it, or say another"},
                            [&] { Replacement(folder / "none/file", "say another"); }),
            "");
  EXPECT_EQ(names_in(folder), (std::set<std::string>{"pipe", "link"}));
}

// A lock file is empty and no link: anything else of that name is the user's.
TEST(FileLock, LeavesFilesOfTheUserAlone) {
  const Folder folder;
  const std::string path = folder / "state", lock = path + ".lock";
  const auto try_it = [&] { const FileLock second(path, 0.1); };
  put_contents(lock, "mine");
  EXPECT_EQ(error_complaint(ErrorCode::resource, {lock, "has contents", "move it away"}, try_it), "");
  EXPECT_EQ(contents_of(lock), "mine");
  fs::remove(lock);
  put_contents(folder / "other", "");
  fs::create_symlink("other", lock);
  EXPECT_EQ(error_complaint(ErrorCode::resource, {lock, "is a symbolic link", "move it away"}, try_it), "");
  fs::remove(lock);
  ASSERT_EQ(mkfifo(lock.c_str(), 0666), 0);
  EXPECT_EQ(error_complaint(ErrorCode::resource, {lock, "not a regular file", "move it away"}, try_it), "");
  EXPECT_EQ(names_in(folder), (std::set<std::string>{"state.lock", "other"}));
}

TEST(FileLock, IsForOneAndIsGoneWithItsHolderHoweverHeEnds) {
  const Folder folder;
  const std::string path = folder / "state";
  {
    const FileLock lock(path);
    EXPECT_TRUE(lock.holds());
    EXPECT_TRUE(fs::exists(path + ".lock"));
    const auto try_it = [&] { const FileLock second(path, 0.1); };
    EXPECT_EQ(error_complaint(ErrorCode::resource, {"another program is writing it", path + ".lock"}, try_it),
              "");
    EXPECT_EQ(
        in_fresh_process([&] { return error_complaint(ErrorCode::resource, {"another program"}, try_it); }),
        "");
  }
  EXPECT_EQ(names_in(folder), std::set<std::string>{});
  EXPECT_THROW(in_fresh_process([&]() -> std::string {
                 const FileLock lock(path);
                 kill(getpid(), SIGKILL);
                 return "";
               }),
               std::runtime_error);
  EXPECT_EQ(names_in(folder), std::set<std::string>{"state.lock"});
  const FileLock after(path, 0.1);
  EXPECT_TRUE(after.holds());
}

// Each of several processes increments a number a hundred times: none gets lost.
TEST(FileLock, LetsOneAtATimeIn) {
  const Folder folder;
  const std::string path = folder / "number";
  put_contents(path, "0");
  std::vector<Child> children;
  for (int i = 0; i < 3; ++i)
    children.push_back(start_process([&] {
      for (int k = 0; k < 40; ++k) {
        const FileLock lock(path, 60);
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
