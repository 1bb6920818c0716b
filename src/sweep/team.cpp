// The threads of a process that share the work of its sweeps.
//
// A round begins when its number changes and ends when the last share has been counted off; both are
// waited for in the same way, on one integer each (a futex). A round costs about a microsecond while threads
// look.
//
// Where the launcher gave the process exactly one processor for each thread, the workers stay on those that
// the caller leaves: the system might put two on one while other work is about. The caller is the user's
// thread and is left alone.
#include "sweep/team.hpp"

#include <hwy/cache_control.h>

#include <chrono>
#include <string>
#include <system_error>

#include "base/processors.hpp"
#include "weft/error.hpp"

namespace weft::inline sweep {

namespace {

constexpr std::chrono::microseconds looking{50};  // a few times what it takes to fall asleep and wake

// Waits until `number` is another one than `old`, and returns it.
unsigned wait_for_change(const std::atomic<unsigned>& number, unsigned old, bool looks_again) {
  constexpr int n_looks = 32;  // between two looks at the clock
  if (looks_again)
    for (const auto end = std::chrono::steady_clock::now() + looking; std::chrono::steady_clock::now() < end;)
      for (int i = 0; i < n_looks; ++i) {
        const unsigned now = number.load(std::memory_order_acquire);
        if (now != old) return now;
        hwy::Pause();
      }
  number.wait(old, std::memory_order_acquire);
  return number.load(std::memory_order_acquire);
}

}  // namespace

Team::Team(int n_threads, int n_processors)
    : shares_(static_cast<std::size_t>(n_threads)), looks_again_(n_threads <= n_processors) {
  std::vector<int> places;
  if (looks_again_ && n_threads > 1) places = other_processors_allowed();
  const bool stay = static_cast<int>(places.size()) == n_threads - 1;
  try {
    for (int thread = 1; thread < n_threads; ++thread) {
      const int place = stay ? places[static_cast<std::size_t>(thread) - 1] : -1;
      workers_.emplace_back([this, thread, place] {
        if (place >= 0) stay_on_processor(place);
        wait_for_rounds(thread);
      });
    }
  } catch (const std::system_error& error) {
    const std::size_t n_made = workers_.size() + 1;
    stop();
    fail(ErrorCode::resource, "the system makes no more than " + std::to_string(n_made) + " of " +
                                  std::to_string(n_threads) + " threads for this process (" + error.what() +
                                  "); use fewer with the option threads, or raise the limit on "
                                  "processes of the user (ulimit -u)");
  }
}

Team::~Team() { stop(); }

void Team::stop() {
  call_ = nullptr;
  round_.fetch_add(1);
  round_.notify_all();
  for (std::thread& worker : workers_) worker.join();
  workers_.clear();
}

bool Team::take(int share, unsigned round) noexcept {
  unsigned before = round - 1;
  return shares_[static_cast<std::size_t>(share)].taken.compare_exchange_strong(before, round);
}

void Team::run_on_all(Call call, const void* work) noexcept {
  call_ = call;
  work_ = work;
  n_left_.store(static_cast<unsigned>(workers_.size()), std::memory_order_relaxed);
  const unsigned round = round_.fetch_add(1) + 1;
  round_.notify_all();
  call(work, 0);
  for (int share = 1; share < size(); ++share)
    if (take(share, round)) {
      call(work, share);
      n_left_.fetch_sub(1);
    }
  for (unsigned n = n_left_.load(std::memory_order_acquire); n != 0;)
    n = wait_for_change(n_left_, n, looks_again_);
}

void Team::wait_for_rounds(int thread) noexcept {
  for (unsigned round = 0;;) {
    round = wait_for_change(round_, round, looks_again_);
    if (!take(thread, round)) continue;  // the caller has
    if (call_ == nullptr) return;
    call_(work_, thread);
    if (n_left_.fetch_sub(1) == 1) n_left_.notify_one();
  }
}

}  // namespace weft::inline sweep
