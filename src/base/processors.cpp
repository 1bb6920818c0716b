// How many processors there are, and which of them a thread runs on, as Linux says it.
#include "base/processors.hpp"

#include <sched.h>
#include <unistd.h>

#include <optional>

namespace weft::inline base {

namespace {

std::optional<cpu_set_t> allowed() {
  cpu_set_t set;
  CPU_ZERO(&set);
  if (sched_getaffinity(0, sizeof set, &set) != 0) return std::nullopt;
  return set;
}

}  // namespace

int n_processors_allowed() {
  const std::optional<cpu_set_t> set = allowed();
  return set ? CPU_COUNT(&*set) : n_processors_online();
}

int n_processors_online() { return static_cast<int>(sysconf(_SC_NPROCESSORS_ONLN)); }

ProcessorSet processors_allowed() {
  constexpr int n_bits = 64;
  ProcessorSet bits{};
  const std::optional<cpu_set_t> set = allowed();
  for (int number = 0; set && number < CPU_SETSIZE; ++number)
    if (CPU_ISSET(number, &*set)) bits[number / n_bits] |= std::uint64_t{1} << (number % n_bits);
  return bits;
}

std::vector<int> other_processors_allowed() {
  std::vector<int> numbers;
  const std::optional<cpu_set_t> set = allowed();
  for (int number = 0; set && number < CPU_SETSIZE; ++number)
    if (CPU_ISSET(number, &*set) && number != sched_getcpu()) numbers.push_back(number);
  return numbers;
}

void stay_on_processor(int number) {
  cpu_set_t set;
  CPU_ZERO(&set);
  CPU_SET(number, &set);
  sched_setaffinity(0, sizeof set, &set);
}

}  // namespace weft::inline base
