// The threads of a process that share the work of its sweeps.
//
// The caller is thread 0. The others are made once and wait between runs: at first they look again and again,
// because the next sweep begins a few microseconds after the last one, then they sleep. Where threads have no
// processor of their own they sleep at once, as somebody else needs the one that they would wait on.
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

  // Calls f(thread) once on each thread, 0 to size() - 1, and returns when all calls have. `f` must not
  // throw. Allocates nothing. Always from the same thread; not from inside `f`.
  template <class F>
  void run(const F& f) {
    if (workers_.empty()) return f(0);
    run_on_all([](const void* work, int thread) { (*static_cast<const F*>(work))(thread); }, &f);
  }

 private:
  using Call = void (*)(const void* work, int thread);
  void run_on_all(Call call, const void* work) noexcept;
  void wait_for_rounds(int thread) noexcept;
  void stop();

  std::vector<std::thread> workers_;
  bool looks_again_ = false;  // before a thread sleeps
  Call call_ = nullptr;       // of this round; null: the end
  const void* work_ = nullptr;
  alignas(64) std::atomic<int> round_ = 0;
  alignas(64) std::atomic<int> n_working_ = 0;  // workers that have not finished this round
};

}  // namespace weft::inline sweep
