// The threads of a process that share the work of its sweeps.
//
// The caller is thread 0. The others are made once and wait between runs: at first they look again and again,
// because the next sweep begins a few microseconds after the last one, then they sleep. Where threads have no
// processor of their own they sleep at once, as somebody else needs the one that they would wait on.
//
// The caller takes the shares of workers that have not begun when its own is done: to wake may take longer
// than a small sweep, above all in a virtual machine.
#pragma once

#include <atomic>
#include <thread>
#include <vector>

namespace weft::inline sweep {

inline constexpr int most_threads = 1024;  // of a process

class Team {
 public:
  // `n_threads` with the caller, that have `n_processors` to themselves. Error(resource) if the system makes
  // no more threads.
  explicit Team(int n_threads, int n_processors = 1);
  ~Team();
  Team(const Team&) = delete;
  Team& operator=(const Team&) = delete;

  int size() const { return static_cast<int>(workers_.size()) + 1; }

  // Calls f(share) for the shares 0 to size() - 1, once each, and returns when all calls have. Shares must
  // not wait for each other: a thread may have several. `f` must not throw. Allocates nothing. Always from
  // the same thread; not from inside `f`.
  template <class F>
  void run(const F& f) {
    if (workers_.empty()) return f(0);
    run_on_all([](const void* work, int share) { (*static_cast<const F*>(work))(share); }, &f);
  }

 private:
  using Call = void (*)(const void* work, int share);
  void run_on_all(Call call, const void* work) noexcept;
  void wait_for_rounds(int thread) noexcept;
  // True once a round and share.
  bool take(int share, unsigned round) noexcept;
  void stop();

  struct alignas(64) Share {
    std::atomic<unsigned> taken = 0;  // the last round in which it was
  };

  std::vector<Share> shares_;  // one for each thread; the caller's is its own
  std::vector<std::thread> workers_;
  bool looks_again_ = false;  // before a thread sleeps
  Call call_ = nullptr;       // of this round; null: the end
  const void* work_ = nullptr;
  alignas(64) std::atomic<unsigned> round_ = 0;
  alignas(64) std::atomic<unsigned> n_left_ = 0;  // shares of workers that are not done in this round
};

}  // namespace weft::inline sweep
