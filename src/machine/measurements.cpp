// What is left of a list of measurements: their seconds on an idle machine, times how much slower this one
// was so far.
#include "machine/measurements.hpp"

#include <chrono>
#include <cmath>

#include "weft/words.hpp"

namespace weft::inline machine {

namespace {

constexpr double steadying = 2;  // seconds as expected, as if they had been before: the first parts are short

double seconds_of(const std::vector<Measurement>& list) {
  double sum = 0;
  for (const Measurement& measurement : list) sum += measurement.seconds;
  return sum;
}

}  // namespace

void run(const std::vector<Measurement>& list, const std::function<void(const std::string&)>& progress) {
  using Clock = std::chrono::steady_clock;
  const Clock::time_point start = Clock::now();
  const double all = seconds_of(list);
  double done = 0;
  for (std::size_t i = 0; i < list.size(); ++i) {
    const double spent = std::chrono::duration<double>(Clock::now() - start).count();
    const double left = (all - done) * (spent + steadying) / (done + steadying);
    if (progress)
      progress("part " + std::to_string(i + 1) + " of " + std::to_string(list.size()) + ", " +
               short_duration(std::ceil(left)) + " left: " + list[i].what);
    list[i].run();
    done += list[i].seconds;
  }
}

}  // namespace weft::inline machine
