// Several writers of one file of wisdom, and writers that cannot: every plan is kept that was not refused,
// the file is whole at any time, and nobody waits for ever.

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include <chrono>
#include <csignal>
#include <thread>

#include "any_wisdom.hpp"
#include "expect_error.hpp"
#include "processes.hpp"
#include "tune/wisdom.hpp"
#include "tune/wisdom_text.hpp"

namespace weft::test {
namespace {

constexpr double patience = 60;  // seconds; the disk of a busy machine is slow

std::size_t n_plans_in(const std::string& path) { return pieces_of(contents_of(path)).size() - 1; }

// No leftovers: the file and its lock.
std::size_t n_files_in(const Folder& folder) {
  return static_cast<std::size_t>(std::distance(std::filesystem::directory_iterator(folder.path()), {}));
}

TEST(WisdomWriters, EightProcessesLoseNothing) {
  const Folder folder;
  const std::string path = folder / "wisdom.toml";
  constexpr int n_processes = 8, n_each = 20;
  std::vector<Child> children;
  for (int process = 0; process < n_processes; ++process)
    children.push_back(start_process([&] {
      for (int i = 0; i < n_each; ++i) {
        const WisdomEntry entry = plan_of(n_each * process + i);
        remember(path, entry, patience);
        const Found found = look_up(path, entry.key);
        if (found.entry != entry || !found.complaints.empty()) return std::string("not found");
      }
      return std::string();
    }));
  for (const Child& child : children) EXPECT_EQ(end_of(child), "");
  for (int i = 0; i < n_processes * n_each; ++i)
    EXPECT_EQ(look_up(path, plan_of(i).key).entry, plan_of(i)) << i;
  EXPECT_EQ(n_plans_in(path), static_cast<std::size_t>(n_processes * n_each));
  EXPECT_EQ(n_files_in(folder), 2u);
}

TEST(WisdomWriters, ThreadsLoseNothing) {
  const Folder folder;
  const std::string path = folder / "wisdom.toml";
  std::vector<std::thread> threads;
  for (int thread = 0; thread < 4; ++thread)
    threads.emplace_back([&path, thread] {
      for (int i = 0; i < 10; ++i) remember(path, plan_of(10 * thread + i), patience);
    });
  for (std::thread& thread : threads) thread.join();
  for (int i = 0; i < 40; ++i) EXPECT_TRUE(look_up(path, plan_of(i).key).entry) << i;
}

TEST(WisdomWriters, OfTheSameKeyLeaveOneWholePlan) {
  const Folder folder;
  const std::string path = folder / "wisdom.toml";
  std::vector<Child> children;
  for (int process = 0; process < 4; ++process)
    children.push_back(start_process([&] {
      for (int i = 0; i < 10; ++i) {
        WisdomEntry entry = plan_of(1);
        entry.seconds = 1 + process;
        entry.choice = std::string(static_cast<std::size_t>(1 + process), 'x');
        remember(path, entry, patience);
      }
      return std::string();
    }));
  for (const Child& child : children) EXPECT_EQ(end_of(child), "");
  const Found found = look_up(path, plan_of(1).key);
  ASSERT_TRUE(found.entry);
  EXPECT_EQ(found.entry->seconds, static_cast<double>(found.entry->choice.size()));
  EXPECT_TRUE(found.complaints.empty());
  EXPECT_EQ(n_plans_in(path), 1u);
}

// A process that has locked the file of `path`.
Child start_holder(const std::string& path) {
  int ready[2];
  EXPECT_EQ(pipe(ready), 0);
  const Child holder = start_process([&] {
    const int file = open((path + ".lock").c_str(), O_RDWR | O_CREAT, 0666);
    struct flock lock = {};
    lock.l_type = F_WRLCK;
    lock.l_whence = SEEK_SET;
    if (fcntl(file, F_SETLK, &lock) != 0 || write(ready[1], "x", 1) != 1) _exit(3);
    for (;;) pause();
    return std::string();
  });
  char locked = 0;
  EXPECT_EQ(read(ready[0], &locked, 1), 1);
  close(ready[0]);
  close(ready[1]);
  return holder;
}

void kill_holder(const Child& holder) {
  kill(holder.id, SIGKILL);
  waitpid(holder.id, nullptr, 0);
  close(holder.read);
}

TEST(WisdomWriters, WaitNoLongerThanTheLimitForALock) {
  const Folder folder;
  const std::string path = folder / "wisdom.toml";
  remember(path, plan_of(1));
  const std::string before = contents_of(path);
  const Child holder = start_holder(path);
  const auto start = std::chrono::steady_clock::now();
  EXPECT_EQ(
      error_complaint(ErrorCode::resource,
                      {"not kept", path + ".lock", "process " + std::to_string(holder.id), "0.2", "end it"},
                      [&] { remember(path, plan_of(2), 0.2); }),
      "");
  EXPECT_GE(std::chrono::steady_clock::now() - start, std::chrono::milliseconds(200));
  EXPECT_EQ(contents_of(path), before);
  EXPECT_TRUE(look_up(path, plan_of(1).key).entry) << "readers need no lock";
  kill_holder(holder);
  remember(path, plan_of(2), 0.2);
  EXPECT_TRUE(look_up(path, plan_of(2).key).entry) << "a killed process leaves no lock";
}

TEST(WisdomWriters, WaitUntilTheLockIsGiven) {
  const Folder folder;
  const std::string path = folder / "wisdom.toml";
  const Child holder = start_holder(path);
  std::thread later([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    kill_holder(holder);
  });
  remember(path, plan_of(1), patience);
  later.join();
  EXPECT_TRUE(look_up(path, plan_of(1).key).entry);
}

TEST(WisdomWriters, LeaveTheOldFileWhereTheDiskIsFull) {
  const Folder folder;
  const std::string path = folder / "wisdom.toml";
  remember(path, plan_of(1));
  const std::string before = contents_of(path);
  const std::string said = in_fresh_process([&] {
    std::signal(SIGXFSZ, SIG_IGN);
    const rlimit limit = {before.size() + 100, before.size() + 100};
    setrlimit(RLIMIT_FSIZE, &limit);
    return error_complaint(ErrorCode::resource, {"cannot write", path, "raise the limit"},
                           [&] { remember(path, plan_of(2)); });
  });
  EXPECT_EQ(said, "");
  EXPECT_EQ(contents_of(path), before);
  EXPECT_EQ(n_files_in(folder), 2u) << "nothing is left beside it";
}

TEST(WisdomWriters, LeaveTheOldFileInAFolderThatCannotBeWritten) {
  const Folder folder;
  const std::string inner = folder / "inner", path = inner + "/wisdom.toml";
  remember(path, plan_of(1));
  const std::string before = contents_of(path);
  chmod(folder.path().c_str(), 0755);
  chmod((path + ".lock").c_str(), 0666);  // so that it is the folder that cannot be written
  chmod(inner.c_str(), 0555);
  const std::string said = in_fresh_process([&] {
    if (geteuid() == 0 && (setgid(65534) != 0 || setuid(65534) != 0)) return std::string("still root");
    return error_complaint(ErrorCode::resource, {"cannot write", inner, "WEFT_HOME"},
                           [&] { remember(path, plan_of(2)); });
  });
  chmod(inner.c_str(), 0755);
  EXPECT_EQ(said, "");
  EXPECT_EQ(contents_of(path), before);
}

TEST(WisdomWriters, SayWhatIsInTheWay) {
  const Folder folder;
  put_contents(folder / "file", "text");
  EXPECT_EQ(error_complaint(ErrorCode::resource, {"not kept", "file/wisdom.toml.lock", "WEFT_HOME"},
                            [&] { remember(folder / "file/wisdom.toml", plan_of(1)); }),
            "");
  EXPECT_FALSE(look_up(folder / "file/wisdom.toml", plan_of(1).key).entry);
  ASSERT_EQ(mkfifo((folder / "pipe").c_str(), 0666), 0);
  std::filesystem::create_directory(folder / "folder");
  for (const std::string& path : {folder / "pipe", folder / "folder"}) {
    EXPECT_EQ(error_complaint(ErrorCode::resource, {path + " is not a file", "remove it"},
                              [&] { remember(path, plan_of(1)); }),
              "");
    const Found found = look_up(path, plan_of(1).key);
    EXPECT_FALSE(found.entry);
    EXPECT_EQ(found.complaints.size(), 1u);
  }
}

TEST(WisdomWriters, MakeMissingFoldersAndFollowLinks) {
  const Folder folder;
  const std::string path = folder / "a/b/wisdom.toml", link = folder / "link.toml";
  remember(path, plan_of(1));
  std::filesystem::create_symlink(path, link);
  remember(link, plan_of(2));
  EXPECT_TRUE(std::filesystem::is_symlink(link));
  EXPECT_TRUE(look_up(path, plan_of(1).key).entry);
  EXPECT_TRUE(look_up(path, plan_of(2).key).entry);
}

}  // namespace
}  // namespace weft::test
