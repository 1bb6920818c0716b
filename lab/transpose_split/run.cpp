// One size: from the modes of known points to points and back, many times. Before, the modes are compared
// with direct sums; after all pairs they are compared again, and the points with those of the beginning.
// Rounding adds up from pair to pair, so the limit grows with their number.
#include <fmt/format.h>

#include <algorithm>
#include <complex>

#include "bench/arrays.hpp"
#include "bench/rounds.hpp"
#include "bench/test_data.hpp"
#include "bench/weft_implementation.hpp"
#include "first_processes.hpp"
#include "transpose_split.hpp"

namespace weft::lab {

namespace {

constexpr int least_calls_alone = 20;
constexpr int calls_per_call_alone = 10;  // on one process a tenth of the calls is enough

Problem split_problem(const SplitRequest& request, const SplitCase& which, Index ny) {
  const bool chebyshev = request.chebyshev;
  Problem problem = r2c({ny + (chebyshev ? 1 : 0), which.nz, which.nx});
  if (chebyshev) problem.kinds = {AxisKind::chebyshev, AxisKind::fourier, AxisKind::fourier};
  problem.n_fields = request.n_fields;
  return problem;
}

Options split_options(const SplitRequest& request, const std::string& grid) {
  auto ways = static_cast<const TransformRequest&>(request);
  ways.grid = grid;
  if (ways.exchange.empty()) {
    const std::vector<std::string>& names = exchange_names();
    const bool has_alltoall = std::find(names.begin(), names.end(), "alltoall") != names.end();
    ways.exchange = has_alltoall ? "alltoall" : "alltoallv";
  }
  Options options = options_of(ways);
  set_once(options, "barriers", "yes", "transpose-split");
  return options;
}

Spread spread_of(const Session& session, double value) {
  Spread spread{value, value, value};
  MPI_Allreduce(MPI_IN_PLACE, &spread.mean, 1, MPI_DOUBLE, MPI_SUM, session.comm);
  MPI_Allreduce(MPI_IN_PLACE, &spread.min, 1, MPI_DOUBLE, MPI_MIN, session.comm);
  MPI_Allreduce(MPI_IN_PLACE, &spread.max, 1, MPI_DOUBLE, MPI_MAX, session.comm);
  spread.mean /= session.size;
  return spread;
}

// Which exchange a stage is: forward does zx first, backward yz; where there is one it has no number.
bool is_zx(const SplitCase& which, const StageTimer& timer) {
  if (!which.has_yz || !which.has_zx) return which.has_zx;
  return timer.stage == (timer.direction == "forward" ? "exchange 1" : "exchange 2");
}

SplitSeconds seconds_of(const SplitCase& which, const std::vector<StageTimer>& timers, double total) {
  SplitSeconds s{.total = total};
  for (const StageTimer& timer : timers) {
    if (timer.kind == "sweep")
      s.computing += timer.seconds;
    else if (timer.kind == "barrier")
      s.barrier += timer.seconds;
    else
      (is_zx(which, timer) ? s.zx : s.yz) += timer.seconds;
  }
  return s;
}

// Over the processes.
void add_up(const Session& session, const SplitSeconds& s, SplitResult& result) {
  result.total = spread_of(session, s.total);
  result.computing = spread_of(session, s.computing);
  result.barrier = spread_of(session, s.barrier);
  result.zx = spread_of(session, s.zx);
  result.yz = spread_of(session, s.yz);
  result.ratio = spread_of(session, s.computing / s.total);
  result.barrier_share = spread_of(session, s.barrier / s.total);
  result.zx_share = spread_of(session, s.zx / s.total);
  result.yz_share = spread_of(session, s.yz / s.total);
  result.other_share = spread_of(session, 1 - (s.computing + s.barrier + s.zx + s.yz) / s.total);
  const double megabytes = 16e-6 * 2 * result.n_pairs * result.n_data;
  if (result.which.has_zx)
    result.rate = {megabytes / result.zx.mean, megabytes / result.zx.max, megabytes / result.zx.min};
}

// A plan with its arrays, on the processes of a session.
struct Bench {
  Bench(const Session& session, const Problem& problem, const Options& options)
      : implementation(session, problem, options) {
    implementation.bind(make_arrays(session, implementation.array_bytes(), problem.n_fields, memory));
  }
  std::vector<Memory> memory;
  WeftImplementation implementation;

  // Seconds of this process for `n_calls` from modes to points and back.
  double run(const Session& session, int n_calls) {
    implementation.reset_timers();
    MPI_Barrier(session.comm);
    const double start = MPI_Wtime();
    for (int i = 0; i < n_calls; ++i) {
      implementation.backward();
      implementation.forward();
    }
    return MPI_Wtime() - start;
  }
};

// Fills the points and transforms them: the modes that the loop begins with.
double begin_case(const Session& session, const Problem& problem, const Truth& truth, Implementation& weft) {
  const Verified before = verify(session, problem, truth, weft);
  fill_points(problem, weft.points(), weft.arrays().points);
  weft.forward();
  return before.worst();
}

// Error of what the loop left.
Verified error_after(const Session& session, const Problem& problem, const Truth& truth,
                     Implementation& weft) {
  Verified error;
  error.modes = modes_error(session, problem, truth, weft.modes(), weft.arrays().modes);
  weft.backward();
  error.round_trip = points_error(session, problem, weft.points(), weft.arrays().points, 1);
  return error;
}

// Points, modes and a stage of all fields on one process.
void check_memory_alone(const Problem& problem) {
  double bytes = 3 * sizeof(std::complex<double>) * problem.n_fields;
  for (const Index n : modes_shape(problem)) bytes *= static_cast<double>(n);
  const auto available = static_cast<double>(available_memory_bytes());
  if (bytes > available)
    throw Error(ErrorCode::resource, fmt::format("one process would need {:.3g} GB, and {:.3g} GB are free",
                                                 1e-9 * bytes, 1e-9 * available));
}

// Measures T(1) on process 0.
void run_alone(const Session& session, const SplitRequest& request, const Problem& problem, int n_calls,
               SplitResult& result) {
  double seconds = 0;
  const int n_calls_alone = std::min(n_calls, std::max(least_calls_alone, n_calls / calls_per_call_alone));
  try {
    run_on_first(session, 1, [&](const Session& alone) {
      check_memory_alone(problem);
      Bench bench(alone, problem, split_options(request, "1x1"));
      fill_points(problem, bench.implementation.points(), bench.implementation.arrays().points);
      bench.implementation.forward();
      bench.run(alone, 1);
      seconds = bench.run(alone, n_calls_alone) / n_calls_alone / problem.n_fields;
    });
  } catch (const Error& error) {
    if (error.code() != ErrorCode::resource) throw;
    result.why_not_alone = error.what();
    return;
  }
  result.alone = maximum(session, seconds);
}

}  // namespace

SplitResult run_split(const Session& session, const SplitRequest& request, const SplitCase& which, Index ny) {
  const Problem problem = split_problem(request, which, ny);
  const int n_calls = (request.n_pairs + problem.n_fields - 1) / problem.n_fields;
  SplitResult result;
  result.which = which;
  result.ny = ny;
  result.shape = problem.shape;
  result.kinds = get(problem, "kinds");
  result.n_data = split_data(which, ny, session.size);
  result.n_pairs = n_calls * problem.n_fields;
  const Truth truth = sum_modes(session, problem);
  {
    Bench bench(session, problem, split_options(request, which.grid));
    WeftImplementation& weft = bench.implementation;
    result.choice = to_text(weft.plan().choice());
    result.first_error = begin_case(session, problem, truth, weft);
    const double total = bench.run(session, n_calls);
    result.first_limit = error_limit(problem);
    result.last_limit = error_limit(problem) * (1 + n_calls);
    const SplitSeconds s = seconds_of(which, weft.plan().timers(), total);
    result.last_error = error_after(session, problem, truth, weft).worst();
    add_up(session, s, result);
  }
  run_alone(session, request, problem, n_calls, result);
  return result;
}

}  // namespace weft::lab
