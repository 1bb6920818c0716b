// Points are filled again before every turn, outside the time: every turn starts with the arrays in the same
// state. Libraries that do not divide by N overflow in a batch of many pairs all the same. That does not
// change their times: vector instructions take as long for infinities as for numbers, and batches below and
// above the overflow (FFTW, 8^3 in double: 113 pairs) differ by less than 2 %.
#include "bench/rounds.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

#include "bench/shuffle.hpp"
#include "bench/test_data.hpp"

namespace weft::cli {

namespace {

constexpr double long_call = 100e-6;    // seconds: reading a clock beside it costs nothing
constexpr double least_batch = 200e-6;  // seconds of pairs that are timed together, of the fastest
constexpr int least_pairs = 3;
constexpr int most_pairs = 1000000;
constexpr double short_turn = 5e-3;  // seconds: one interruption makes such a turn look long
constexpr int short_turns = 5;

struct Turn {
  double forward = 0;
  double backward = 0;
  double pair = 0;
};

void run_pairs(Implementation& implementation, int n_pairs) {
  for (int i = 0; i < n_pairs; ++i) {
    implementation.forward();
    implementation.backward();
  }
}

// The same, with the clock read after each call.
Turn time_calls(Implementation& implementation, int n_pairs) {
  Turn turn;
  const double start = MPI_Wtime();
  double now = start;
  for (int i = 0; i < n_pairs; ++i) {
    implementation.forward();
    const double between = MPI_Wtime();
    implementation.backward();
    turn.forward += between - now;
    now = MPI_Wtime();
    turn.backward += now - between;
  }
  turn.pair = now - start;
  return turn;
}

Turn take_turn(const Session& session, const Problem& problem, Implementation& implementation,
               const Batch& batch) {
  const auto begin = [&] {
    fill_points(problem, implementation.points(), implementation.arrays().points);
    MPI_Barrier(session.comm);
  };
  begin();
  Turn turn;
  double pair = 0;
  if (batch.is_unbroken) {
    const double start = MPI_Wtime();
    run_pairs(implementation, batch.n_pairs);
    pair = MPI_Wtime() - start;
    begin();
  }
  turn = time_calls(implementation, batch.n_pairs);
  if (batch.is_unbroken) turn.pair = pair;
  MPI_Allreduce(MPI_IN_PLACE, &turn, 3, MPI_DOUBLE, MPI_MAX, session.comm);
  return {turn.forward / batch.n_pairs, turn.backward / batch.n_pairs, turn.pair / batch.n_pairs};
}

// Seconds of the pair of the fastest one in a turn each, in several turns where they are short: equal on all
// processes.
double fastest_pair(const Session& session, const Problem& problem, std::vector<Contestant>& contestants,
                    const Batch& batch) {
  double least = std::numeric_limits<double>::infinity();
  for (int turn = 0; turn < short_turns && (turn == 0 || least * batch.n_pairs < short_turn); ++turn)
    for (Contestant& c : contestants)
      least = std::min(least, take_turn(session, problem, *c.implementation, batch).pair);
  return least;
}

// Warms up, and finds how many pairs to time. A first turn is slow, and says too few: so until it is true.
Batch find_batch(const Session& session, const Problem& problem, std::vector<Contestant>& contestants,
                 int n_pairs) {
  Batch batch{n_pairs > 0 ? n_pairs : least_pairs, n_pairs == 0, false};
  for (;;) {
    const double pair = fastest_pair(session, problem, contestants, batch);
    const bool was_unbroken = batch.is_unbroken;
    batch.is_unbroken = pair < 2 * long_call;
    if (batch.is_chosen && batch.n_pairs * pair < least_batch && batch.n_pairs < most_pairs)
      batch.n_pairs = static_cast<int>(
          std::min<double>(most_pairs, std::max(2.0 * batch.n_pairs, std::ceil(1.1 * least_batch / pair))));
    else if (batch.is_unbroken == was_unbroken || !batch.is_unbroken)
      return batch;
  }
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

Batch run_rounds(const Session& session, const Problem& problem, std::vector<Contestant>& contestants,
                 std::vector<TimedProgram>& programs, int n_rounds, int n_pairs) {
  show_progress(session, "warm-up");
  const Batch batch = find_batch(session, problem, contestants, n_pairs);
  LoopProgress progress(session, "round", n_rounds);
  for (int round = 0; round < n_rounds; ++round) {
    progress.begin_next();
    for (const std::size_t i : order_in_round(contestants.size(), round)) {
      const Turn turn = take_turn(session, problem, *contestants[i].implementation, batch);
      Times& times = contestants[i].times;
      times.forward.push_back(turn.forward);
      times.backward.push_back(turn.backward);
      times.pair.push_back(turn.pair);
    }
    for (TimedProgram& p : programs) p.pair.push_back(run_program(session, p.program));
  }
  show_progress(session, "");
  return batch;
}

}  // namespace weft::cli
