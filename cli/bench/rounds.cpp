// Points are filled again before every turn, outside the time: libraries that do not divide by N would
// overflow otherwise, and every turn starts with the arrays in the same state.
#include "bench/rounds.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "bench/shuffle.hpp"
#include "bench/test_data.hpp"

namespace weft::cli {

namespace {

struct Turn {
  double forward = 0;
  double backward = 0;
  double pair = 0;
};

Turn take_turn(const Session& session, const Problem& problem, Implementation& implementation, int inner) {
  fill_points(problem, implementation.points(), implementation.arrays().points);
  Turn turn;
  MPI_Barrier(session.comm);
  const double start = MPI_Wtime();
  double now = start;
  for (int i = 0; i < inner; ++i) {
    implementation.forward();
    const double between = MPI_Wtime();
    implementation.backward();
    turn.forward += between - now;
    now = MPI_Wtime();
    turn.backward += now - between;
  }
  turn.pair = now - start;
  MPI_Allreduce(MPI_IN_PLACE, &turn, 3, MPI_DOUBLE, MPI_MAX, session.comm);
  return {turn.forward / inner, turn.backward / inner, turn.pair / inner};
}

}  // namespace

double worse_of(double a, double b) { return std::isnan(a) || a >= b ? a : b; }

double Verified::worst() const { return std::isnan(modes) ? modes : std::max(round_trip, modes); }

Verified worse_of(const Verified& a, const Verified& b) {
  return std::isnan(a.worst()) || a.worst() >= b.worst() ? a : b;
}

double minimum_of(const std::vector<double>& values) {
  return *std::min_element(values.begin(), values.end());
}

double median_of(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const std::size_t half = values.size() / 2;
  return values.size() % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
}

namespace {

std::vector<double> ratios_of(const std::vector<double>& theirs, const std::vector<double>& ours) {
  std::vector<double> ratios(ours.size());
  std::transform(theirs.begin(), theirs.end(), ours.begin(), ratios.begin(), std::divides<>());
  return ratios;
}

}  // namespace

double median_ratio(const std::vector<double>& theirs, const std::vector<double>& ours) {
  return median_of(ratios_of(theirs, ours));
}

// The number of rounds below the median is binomial: n / 2 with a standard deviation of sqrt(n) / 2.
Interval ratio_interval(const std::vector<double>& theirs, const std::vector<double>& ours) {
  std::vector<double> ratios = ratios_of(theirs, ours);
  std::sort(ratios.begin(), ratios.end());
  const double n = static_cast<double>(ratios.size());
  const double low = std::max(0.0, std::floor((n - 1.96 * std::sqrt(n)) / 2));
  const auto index = static_cast<std::size_t>(std::min(low, std::floor((n - 1) / 2)));
  return {ratios[index], ratios[ratios.size() - 1 - index]};
}

Verified verify(const Session& session, const Problem& problem, const Truth& truth,
                Implementation& implementation) {
  const Arrays& arrays = implementation.arrays();
  Verified error;
  fill_points(problem, implementation.points(), arrays.points);
  implementation.forward();
  error.modes = modes_error(session, problem, truth, implementation.modes(), arrays.modes);
  implementation.backward();
  if (!problem.kept.empty()) {  // the points have lost what the modes do not keep, and lose no more
    implementation.forward();
    error.round_trip = modes_error(session, problem, truth, implementation.modes(), arrays.modes);
    return error;
  }
  const double scale = 1 / implementation.pair_scale();
  error.round_trip = points_error(session, problem, implementation.points(), arrays.points, scale);
  return error;
}

void run_rounds(const Session& session, const Problem& problem, std::vector<Contestant>& contestants,
                std::vector<TimedProgram>& programs, int n_rounds, int inner) {
  show_progress(session, "weft bench: warm-up");
  for (Contestant& c : contestants) take_turn(session, problem, *c.implementation, inner);
  for (int round = 0; round < n_rounds; ++round) {
    show_progress(session, fmt::format("weft bench: round {} of {}", round + 1, n_rounds));
    for (const std::size_t i : order_in_round(contestants.size(), round)) {
      const Turn turn = take_turn(session, problem, *contestants[i].implementation, inner);
      Times& times = contestants[i].times;
      times.forward.push_back(turn.forward);
      times.backward.push_back(turn.backward);
      times.pair.push_back(turn.pair);
    }
    for (TimedProgram& p : programs) p.pair.push_back(run_program(session, p.program));
  }
  show_progress(session, "");
}

}  // namespace weft::cli
