// How far two processors are from each other: nanoseconds in which a cache line goes there and back.
//
// On a virtual machine this may change from one second to the next, because its processors are moved: 50 ns
// are two threads of one core, 100 two cores that share a cache, 450 two cores that do not. What processes
// exchange through memory then takes several times as long. bench/model.py looks at it, so that what is
// predicted and what is measured belong to the same machine.
//
//   build/bench/core_distance [PROCESSOR PROCESSOR]     # default: the first two that may be used
#include <pthread.h>
#include <sched.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <thread>
#include <vector>

namespace {

constexpr int n_batches = 15, n_turns = 2000;

alignas(128) std::atomic<int> line = 0;

void stay_on(int processor) {
  cpu_set_t set;
  CPU_ZERO(&set);
  CPU_SET(processor, &set);
  if (pthread_setaffinity_np(pthread_self(), sizeof set, &set) != 0) {
    std::fprintf(stderr, "core_distance: error: processor %d cannot be used; see nproc and taskset -p $$\n",
                 processor);
    std::exit(2);
  }
}

std::vector<int> usable_processors() {
  cpu_set_t set;
  CPU_ZERO(&set);
  sched_getaffinity(0, sizeof set, &set);
  std::vector<int> processors;
  for (int i = 0; i < CPU_SETSIZE; ++i)
    if (CPU_ISSET(i, &set)) processors.push_back(i);
  return processors;
}

void wait_for(int value) {
  while (line.load(std::memory_order_acquire) != value) {
  }
}

// The median of batches, so that what else runs does not count.
double nanoseconds_of_turn(int here, int there) {
  constexpr int n = n_batches * n_turns;
  std::thread other([there] {
    stay_on(there);
    for (int i = 0; i < n; ++i) {
      wait_for(2 * i + 1);
      line.store(2 * i + 2, std::memory_order_release);
    }
  });
  stay_on(here);
  std::vector<double> batches;
  for (int batch = 0, i = 0; batch < n_batches; ++batch) {
    const auto start = std::chrono::steady_clock::now();
    for (int turn = 0; turn < n_turns; ++turn, ++i) {
      line.store(2 * i + 1, std::memory_order_release);
      wait_for(2 * i + 2);
    }
    const std::chrono::duration<double, std::nano> passed = std::chrono::steady_clock::now() - start;
    batches.push_back(passed.count() / n_turns);
  }
  other.join();
  std::nth_element(batches.begin(), batches.begin() + n_batches / 2, batches.end());
  return batches[n_batches / 2];
}

}  // namespace

int main(int argc, char** argv) {
  std::vector<int> processors = usable_processors();
  if (argc == 3) processors = {std::atoi(argv[1]), std::atoi(argv[2])};
  if (processors.size() < 2) {
    std::fprintf(stderr, "core_distance: error: there is one processor only; two are needed\n");
    return 2;
  }
  std::printf("%.0f\n", nanoseconds_of_turn(processors[0], processors[1]));
}
