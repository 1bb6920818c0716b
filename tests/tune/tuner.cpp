// The tuner as programs meet it: the same choice on all processes, kept and found again, and what happens
// where wisdom is stale, foreign, damaged or cannot be kept, and where a process is slow.

#include <gtest/gtest.h>
#include <pthread.h>
#include <sched.h>
#include <unistd.h>

#include <atomic>
#include <sstream>
#include <thread>

#include "agreed_error.hpp"
#include "any_wisdom.hpp"
#include "base/checksum.hpp"
#include "comm/agree.hpp"
#include "gather.hpp"
#include "kernels/kernel.hpp"
#include "usable.hpp"
#include "weft/tuning.hpp"

namespace weft::test {
namespace {

const Problem problem = r2c({16, 12, 10});
// There is one choice for it, where options say backend, stores and that lines of tiles stay.
const Problem one_axis = [] {
  Problem p = r2c({16, 12});
  p.axes = {1};
  return p;
}();

int rank_here() {
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  return rank;
}

int n_here() {
  int n = 1;
  MPI_Comm_size(MPI_COMM_WORLD, &n);
  return n;
}

// A home of weft for one test, the same on all processes, which process 0 makes and removes.
class Home {
 public:
  Home() {
    if (rank_here() == 0) folder_ = std::make_unique<Folder>();
    path_ = broadcast(MPI_COMM_WORLD, folder_ ? folder_->path() : "", 0);
    setenv("WEFT_HOME", path_.c_str(), 1);
  }
  ~Home() {
    MPI_Barrier(MPI_COMM_WORLD);
    setenv("WEFT_HOME", "/dev/null/none", 1);
  }
  std::string wisdom() const { return path_ + "/wisdom.toml"; }
  // Changes the file on process 0.
  template <class Change>
  void change(Change&& change) const {
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank_here() == 0) put_contents(wisdom(), change(contents_of(wisdom())));
    MPI_Barrier(MPI_COMM_WORLD);
  }

 private:
  std::unique_ptr<Folder> folder_;
  std::string path_;
};

bool is_same_on_all(const std::string& text) { return broadcast(MPI_COMM_WORLD, text, 0) == text; }

std::string remarks_of(const Tuning& tuning) {
  std::string all;
  for (const std::string& remark : tuning.remarks) all += remark + "\n";
  return all;
}

bool says(const Tuning& tuning, const std::string& words) {
  return remarks_of(tuning).find(words) != std::string::npos;
}

// Tuning with one choice, where it matters only that there is some: it needs no second look, so that it is
// kept on a busy machine as well. With the same bits everywhere there is no choice of lines.
Tuning tuned(const Options& options = {}, const Problem& asked = one_axis, MPI_Comm comm = MPI_COMM_WORLD) {
  Options few = options;
  if (!options.is_set("backend")) few.set("backend", "native");
  if (!options.is_set("stores")) few.set("stores", "cached");
  if (!options.is_set("backend")) few.set("reproducible", "yes");
  if (!options.is_set("tune_seconds")) few.set("tune_seconds", "1");
  if (!options.is_set("exchange") && !options.is_set("choice")) few.set("exchange", "alltoallv");
  return tune(asked, comm, few);
}

// On a busy machine a second may be over before anything is measured.
Tuning tuned_in_time(const std::string& level) {
  Tuning tuning;
  for (int seconds = 1; seconds <= 64; seconds *= 4) {
    tuning = tune(problem, MPI_COMM_WORLD,
                  {{"tune", level},
                   {"wisdom", "ignore"},
                   {"backend", "native"},
                   {"stores", "cached"},
                   {"tune_seconds", std::to_string(seconds)}});
    if (level == "estimate" || tuning.from == "measurement") break;
  }
  return tuning;
}

TEST(Tuner, DecidesTheSameOnAllProcesses) {
  const Home home;
  for (const char* level : {"estimate", "measure", "exhaustive"}) {
    const Tuning tuning = tuned_in_time(level);
    EXPECT_TRUE(is_same_on_all(to_text(tuning.choice))) << level;
    EXPECT_TRUE(is_same_on_all(std::to_string(tuning.ranking.size())));
    EXPECT_EQ(tuning.from, std::string(level) == "estimate" ? "estimate" : "measurement");
    ASSERT_FALSE(tuning.ranking.empty());
    EXPECT_EQ(tuning.ranking.front().choice, tuning.choice);
    EXPECT_TRUE(is_same_on_all(std::to_string(tuning.pair_seconds.value_or(0))));
  }
  if (rank_here() == 0) {
    EXPECT_EQ(contents_of(home.wisdom()), "");
  }
}

TEST(Tuner, KeepsWhatItMeasuredAndFindsItAgain) {
  const Home home;
  const Tuning first = tuned();
  const Tuning second = tuned();
  EXPECT_EQ(first.from, "measurement");
  EXPECT_EQ(second.from, "wisdom") << remarks_of(second);
  EXPECT_EQ(second.choice, first.choice);
  EXPECT_TRUE(second.ranking.empty());
  EXPECT_NEAR(*second.pair_seconds, *first.pair_seconds, 1e-3 * *first.pair_seconds);
  EXPECT_EQ(tuned({{"tune", "estimate"}}).from, "wisdom");
  // Other problems, options and numbers of processes are other plans.
  EXPECT_EQ(tuned({{"in_place", "yes"}}).from, "measurement");
  EXPECT_EQ(tuned({}, c2c({16, 12})).from, "measurement");
  if (n_here() > 1) {
    EXPECT_EQ(tuned({}, one_axis, MPI_COMM_SELF).from, "measurement");
  }
}

TEST(Tuner, RenewsWhatItKnows) {
  const Home home;
  const Tuning first = tuned();
  EXPECT_TRUE(first.kept);
  EXPECT_FALSE(tuned({{"wisdom", "ignore"}}).kept);
  home.change([&](const std::string&) { return "# nothing\n"; });
  const Tuning second = tuned({{"wisdom", "renew"}});
  EXPECT_EQ(second.from, "measurement");
  const Tuning third = tuned({{"wisdom", "renew"}});
  EXPECT_EQ(third.from, "measurement");
  EXPECT_TRUE(third.kept);
  const Tuning known = tuned();
  EXPECT_TRUE(known.kept);
  EXPECT_EQ(known.from, "wisdom");
  EXPECT_EQ(known.pair_seconds, third.pair_seconds) << "the last one counts";
  // What was found by measuring everything stays.
  EXPECT_TRUE(tuned({{"tune", "exhaustive"}}).kept);
  const Tuning less = tuned({{"wisdom", "renew"}});
  EXPECT_FALSE(less.kept);
  EXPECT_TRUE(says(less, "found by measuring everything")) << remarks_of(less);
}

TEST(Tuner, MakesPlansWithWhatItFound) {
  const Home home;
  const Options options = {{"tune", "measure"},
                           {"exchange", "alltoallv"},
                           {"backend", "native"},
                           {"stores", "cached"},
                           {"reproducible", "yes"}};
  Plan plan(one_axis, MPI_COMM_WORLD, options);
  Plan again(one_axis, MPI_COMM_WORLD, options);
  EXPECT_EQ(plan.choice(), again.choice());
  EXPECT_NE(plan.explain().find("tuned, by measurement"), std::string::npos) << plan.explain();
  EXPECT_NE(again.explain().find("tuned, by wisdom"), std::string::npos) << again.explain();
  const GlobalField points = hashed_field(one_axis.shape, 3, true, one_axis.precision);
  Plan usual(one_axis, MPI_COMM_WORLD);
  const GlobalField expected = forward(usual, MPI_COMM_WORLD, points);
  const GlobalField found = forward(plan, MPI_COMM_WORLD, points);
  EXPECT_LT(relative_difference(found, expected), 1e-12);
}

const Backend& fftw() { return *find_backend("fftw").row; }

// The lines of FFTW's wisdom, without those that differ from export to export.
std::set<std::string> lines_of(const std::string& text) {
  std::set<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);)
    if (line.starts_with("  (")) lines.insert(line);
  return lines;
}

// There is one choice: tiles of any number of lines have the four of the array.
TEST(Tuner, PlansOfFftwAreTheSameToTheLastBit) {
  if (!is_usable("fftw")) GTEST_SKIP() << why_missing("fftw");
  const Home home;
  fftw().forget_wisdom();
  const Options options = {{"tune", "exhaustive"}, {"backend", "fftw:measure"}, {"stores", "cached"}};
  Problem longer = c2c({4, 360});
  longer.axes = {1};
  const GlobalField points = hashed_field(longer.shape, 3, false, longer.precision);
  Plan measured(longer, MPI_COMM_WORLD, options);
  const GlobalField first = forward(measured, MPI_COMM_WORLD, points);
  const std::set<std::string> known = lines_of(fftw().export_wisdom());
  fftw().forget_wisdom();
  Plan found(longer, MPI_COMM_WORLD, options);
  EXPECT_NE(found.explain().find("tuned, by wisdom"), std::string::npos) << found.explain();
  EXPECT_EQ(forward(found, MPI_COMM_WORLD, points).values, first.values);
  // It was made from the file, not measured once more, on this process or another one.
  EXPECT_EQ(lines_of(fftw().export_wisdom()), known);
  EXPECT_FALSE(known.empty());
}

TEST(Tuner, LeavesFftwAsItWas) {
  if (!is_usable("fftw")) GTEST_SKIP() << why_missing("fftw");
  const Home home;
  fftw().forget_wisdom();
  tuned({{"backend", "fftw:measure"}, {"wisdom", "ignore"}});
  EXPECT_TRUE(lines_of(fftw().export_wisdom()).empty());
}

// The entry of the file with another value of a key, as another machine or version would have written it.
std::string rewritten(const std::string& text, const std::string& key, const std::string& value) {
  const std::size_t at = text.find(key + " = "), end = text.find('\n', at);
  const std::string changed = text.substr(0, at) + key + " = \"" + value + "\"" + text.substr(end);
  // The checksum is over the lines of the entry before it.
  const std::size_t from = changed.find("[[plan]]"), check = changed.find("check = ");
  return changed.substr(0, check) + "check = \"" + checksum(changed.substr(from, check - from)) + "\"\n";
}

TEST(Tuner, IgnoresWisdomOfOthersAndSaysSo) {
  const struct {
    const char *key, *value, *words;
  } rows[] = {{"weft", "0.0.1", "0.0.1"},
              {"mpi", "Some MPI v1", "Some MPI v1"},
              {"computer", "Abacus, 1 processors", "Abacus"},
              {"fft_versions", "fftw-2.1.5", "fftw-2.1.5"}};
  const Home home;
  tuned();
  const std::string whole = broadcast(MPI_COMM_WORLD, contents_of(home.wisdom()), 0);
  for (const auto& row : rows) {
    home.change([&](const std::string&) { return rewritten(whole, row.key, row.value); });
    const Tuning tuning = tuned();
    EXPECT_EQ(tuning.from, "measurement") << row.key;
    EXPECT_TRUE(says(tuning, row.words)) << row.key << ": " << remarks_of(tuning);
    EXPECT_TRUE(is_same_on_all(remarks_of(tuning)));
    // What belongs to others stays in the file.
    if (rank_here() == 0 && std::string(row.key) != "fft_versions") {
      EXPECT_NE(contents_of(home.wisdom()).find(row.value), std::string::npos);
    }
  }
}

TEST(Tuner, IgnoresDamagedWisdomAndSaysSo) {
  const Home home;
  tuned();
  home.change([](const std::string& text) { return text.substr(0, text.size() * 3 / 4); });
  const Tuning cut = tuned();
  EXPECT_EQ(cut.from, "measurement");
  EXPECT_TRUE(says(cut, "wisdom.toml")) << remarks_of(cut);
  EXPECT_EQ(tuned().from, "wisdom");
  home.change([](const std::string&) { return std::string("\0\1\2 no wisdom at all", 20); });
  EXPECT_EQ(tuned().from, "measurement");
}

TEST(Tuner, IgnoresAChoiceThatCannotBeMadeHere) {
  const Home home;
  tuned();
  const std::string whole = broadcast(MPI_COMM_WORLD, contents_of(home.wisdom()), 0);
  for (const std::string choice : {"7x3 native window-pull", "nonsense", "1 native lines=no"}) {
    home.change([&](const std::string&) { return rewritten(whole, "choice", choice); });
    const Tuning tuning = tuned();
    EXPECT_EQ(tuning.from, "measurement");
    EXPECT_TRUE(says(tuning, choice)) << remarks_of(tuning);
  }
}

TEST(Tuner, GoesOnWhereNothingCanBeKept) {
  setenv("WEFT_HOME", "/dev/null/none", 1);
  const Tuning tuning = tuned();
  EXPECT_EQ(tuning.from, "measurement");
  EXPECT_TRUE(says(tuning, "not kept")) << remarks_of(tuning);
  EXPECT_TRUE(says(tuning, "/dev/null/none")) << remarks_of(tuning);
}

TEST(Tuner, MeasuresNothingWithoutABudget) {
  const Home home;
  for (const char* level : {"measure", "exhaustive"}) {
    const Tuning tuning = tuned({{"tune", level}, {"tune_seconds", "0"}});
    EXPECT_EQ(tuning.from, "estimate");
    EXPECT_TRUE(says(tuning, "tune_seconds=0")) << remarks_of(tuning);
    for (const Candidate& candidate : tuning.ranking) EXPECT_FALSE(candidate.measured_seconds);
  }
  if (rank_here() == 0) {
    EXPECT_EQ(contents_of(home.wisdom()), "");
  }
}

TEST(Tuner, GoesOnWithoutMklThatDoesNotLoad) {
  const Home home;
  setenv("WEFT_MKL", "/etc/hostname", 1);
  const Tuning tuning = tuned({{"wisdom", "ignore"}, {"backend", "auto"}});
  unsetenv("WEFT_MKL");
  EXPECT_EQ(tuning.from, "measurement");
  for (const Candidate& candidate : tuning.ranking)
    EXPECT_EQ(candidate.choice.backend.find("mkl"), std::string::npos);
  EXPECT_TRUE(says(tuning, "backend mkl is missing")) << remarks_of(tuning);
}

TEST(Tuner, HasNothingToDoForAChoice) {
  expect_error_on_all(MPI_COMM_WORLD, ErrorCode::invalid_argument, {"choice", "tune"}, [&] {
    tune(problem, MPI_COMM_WORLD,
         {{"choice", std::to_string(n_here()) + " native" + (n_here() > 1 ? " alltoallv" : "")}});
  });
  Plan plan(problem, MPI_COMM_WORLD,
            {{"choice", std::to_string(n_here()) + " native" + (n_here() > 1 ? " alltoallv" : "")},
             {"tune", "measure"}});
  EXPECT_EQ(plan.choice().backend, "native");
}

TEST(Tuner, TunesEveryKindOfPlan) {
  const Home home;
  const int p = n_here();
  Problem fields = problem, like_input = problem, some_axes = c2c({9, 8, 7, 6});
  fields.n_fields = 2;
  like_input.output = Output::input;
  some_axes.axes = {1, 3};
  const Layout rows{{12, 10}, {{p}}, {0}, {}}, columns{{12, 10}, {{p}}, {1}, {}};
  const struct {
    Problem problem;
    Options options;
  } kinds[] = {{fields, {{"in_place", "yes"}}},
               {like_input, {{"arrays", "shared"}}},
               {some_axes, {{"backend", "native"}}},
               {redistribution(rows, columns, true, Precision::double_), {}},
               {problem, {{"in_place", "yes"}, {"memory", "low"}}},
               {problem, {{"overwrite_input", "yes"}, {"threads", "auto"}}}};
  std::size_t turn = 0;  // in the fast tier exchanges go round, and stores are not asked for
  for (const auto& kind : kinds) {
    Options options = kind.options;
    if (!full_tier())
      options.set("exchange", exchange_names()[turn++ % exchange_names().size()]).set("stores", "cached");
    options.set("tune", "measure").set("wisdom", "ignore").set("tune_seconds", "1");
    Plan plan(kind.problem, MPI_COMM_WORLD, options);
    EXPECT_NE(plan.explain().find("tuned, by measurement"), std::string::npos) << plan.explain();
    EXPECT_TRUE(is_same_on_all(to_text(plan.choice())));
  }
  Plan alone(c2c({60}), MPI_COMM_SELF, {{"tune", "measure"}, {"wisdom", "ignore"}});
  EXPECT_NE(alone.explain().find("tuned, by measurement"), std::string::npos) << alone.explain();
}

// Threads that take the processor of this one away, most of the time.
class Burden {
 public:
  explicit Burden(int n_threads) {
    const int cpu = sched_getcpu();
    sched_getaffinity(0, sizeof before_, &before_);
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(cpu, &one);
    sched_setaffinity(0, sizeof one, &one);
    for (int i = 0; i < n_threads; ++i)
      threads_.emplace_back([this] {
        while (!over_) {
        }
      });
  }
  ~Burden() {
    over_ = true;
    for (std::thread& thread : threads_) thread.join();
    sched_setaffinity(0, sizeof before_, &before_);
  }

 private:
  cpu_set_t before_;
  std::atomic<bool> over_ = false;
  std::vector<std::thread> threads_;
};

TEST(Tuner, EndsAndAgreesWhereAProcessIsTenTimesSlower) {
  const Home home;
  std::unique_ptr<Burden> burden;
  if (rank_here() == n_here() - 1) burden = std::make_unique<Burden>(9);
  const Tuning tuning = tuned({{"tune_seconds", "1"}, {"exchange", "auto"}}, problem);
  EXPECT_TRUE(is_same_on_all(to_text(tuning.choice)));
  EXPECT_TRUE(is_same_on_all(remarks_of(tuning)));
  burden.reset();
  EXPECT_EQ(tuning.from, "measurement");
  Plan plan(problem, MPI_COMM_WORLD, {{"choice", to_text(tuning.choice)}});
}

}  // namespace
}  // namespace weft::test
