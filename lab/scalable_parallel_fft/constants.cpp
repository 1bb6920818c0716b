// The constants of the formulas: what a message, a copy and a sequential transform take.
#include <fftw3.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <functional>
#include <limits>
#include <optional>

#include "bench/arrays.hpp"
#include "bench/rounds.hpp"
#include "bench/shuffle.hpp"
#include "bench/test_data.hpp"
#include "bench/weft_implementation.hpp"
#include "emulation.hpp"
#include "first_processes.hpp"
#include "scalable_fft.hpp"

namespace weft::lab {

namespace {

constexpr double seconds_of_a_size = 0.1;
constexpr int least_repeats = 5, most_repeats = 20000;
constexpr Index large = 16;  // messages of at least a 16th of the largest are large

// Processes that share a node; as in plans, WEFT_PROCESSES_PER_NODE divides it (plans refuse what is no
// number).
MPI_Comm node_of(const Session& session) {
  MPI_Comm whole = MPI_COMM_NULL, part = MPI_COMM_NULL;
  MPI_Comm_split_type(session.comm, MPI_COMM_TYPE_SHARED, session.rank, MPI_INFO_NULL, &whole);
  const char* text = std::getenv("WEFT_PROCESSES_PER_NODE");
  const int n = text == nullptr ? 0 : std::atoi(text);
  int rank = 0;
  MPI_Comm_rank(whole, &rank);
  MPI_Comm_split(whole, n > 0 ? rank / n : 0, rank, &part);
  MPI_Comm_free(&whole);
  return part;
}

// The lowest process that is on another node than process 0; none: 0.
int first_elsewhere(const Session& session) {
  MPI_Comm node = node_of(session);
  int leader = session.rank;
  MPI_Bcast(&leader, 1, MPI_INT, 0, node);
  MPI_Comm_free(&node);
  int first = leader == 0 ? session.size : session.rank;
  MPI_Allreduce(MPI_IN_PLACE, &first, 1, MPI_INT, MPI_MIN, session.comm);
  return first == session.size ? 0 : first;
}

// Seconds of one call, mean over as many as fit in the time. Both processes of `pair` call.
double mean_seconds(MPI_Comm pair, const std::function<void()>& call) {
  call();
  double start = MPI_Wtime();
  call();
  const double n = seconds_of_a_size / std::max(1e-9, MPI_Wtime() - start);
  int n_calls = static_cast<int>(std::clamp<double>(n, least_repeats, most_repeats));
  MPI_Bcast(&n_calls, 1, MPI_INT, 0, pair);
  MPI_Barrier(pair);
  start = MPI_Wtime();
  for (int i = 0; i < n_calls; ++i) call();
  return (MPI_Wtime() - start) / n_calls;
}

LinkTime measure_message(MPI_Comm pair, Index bytes) {
  int rank = 0;
  MPI_Comm_rank(pair, &rank);
  const int other = 1 - rank, n = static_cast<int>(bytes);
  std::vector<char> out(static_cast<std::size_t>(bytes), 1), in(static_cast<std::size_t>(bytes));
  const auto send = [&] { MPI_Send(out.data(), n, MPI_BYTE, other, 0, pair); };
  const auto receive = [&] { MPI_Recv(in.data(), n, MPI_BYTE, other, 0, pair, MPI_STATUS_IGNORE); };
  LinkTime time{bytes, 0, 0};
  time.one_way = mean_seconds(pair,
                              [&] {
                                if (rank == 0) send();
                                receive();
                                if (rank == 1) send();
                              }) /
                 2;
  time.both_ways = mean_seconds(pair, [&] {
    MPI_Sendrecv(out.data(), n, MPI_BYTE, other, 0, in.data(), n, MPI_BYTE, other, 0, pair,
                 MPI_STATUS_IGNORE);
  });
  return time;
}

// Least squares over the large messages.
LinkLine line_through(const std::vector<LinkTime>& times, double LinkTime::*seconds) {
  double n = 0, x = 0, y = 0, xx = 0, xy = 0;
  for (const LinkTime& time : times) {
    if (time.bytes * large < times.back().bytes) continue;
    const double words = static_cast<double>(time.bytes) / 4;
    n += 1;
    x += words;
    y += time.*seconds;
    xx += words * words;
    xy += words * time.*seconds;
  }
  const double slope = (n * xy - x * y) / (n * xx - x * x);
  return {slope, (y - slope * x) / n};
}

// The functions of one precision under names without it.
template <class T>
struct SequentialFftw;
#define WEFT_SEQUENTIAL_FFTW(T, PREFIX)                    \
  template <>                                              \
  struct SequentialFftw<T> {                               \
    using Plan = PREFIX##plan;                             \
    using Complex = PREFIX##complex;                       \
    static constexpr auto& make = PREFIX##plan_dft_r2c_3d; \
    static constexpr auto& execute = PREFIX##execute;      \
    static constexpr auto& destroy = PREFIX##destroy_plan; \
  };
WEFT_SEQUENTIAL_FFTW(double, fftw_)
WEFT_SEQUENTIAL_FFTW(float, fftwf_)
#undef WEFT_SEQUENTIAL_FFTW

template <class T>
Sequential measure_both(const Session& alone, const Options& options, const Problem& problem, int n_rounds) {
  using F = SequentialFftw<T>;
  const Unpaced as_it_is;
  WeftImplementation weft(alone, problem, options);
  std::vector<Memory> memory;
  weft.bind(make_arrays(alone, weft.array_bytes(), 1, memory));
  const Arrays& arrays = weft.arrays();
  const int n = static_cast<int>(problem.shape.front());
  const auto fftw = F::make(n, n, n, static_cast<T*>(arrays.points.front()),
                            static_cast<typename F::Complex*>(arrays.modes.front()), FFTW_MEASURE);
  if (fftw == nullptr)
    throw Error(ErrorCode::resource, fmt::format("FFTW has no plan for {0} x {0} x {0} points", n));
  fill_points(problem, weft.points(), arrays.points);  // neither transform changes its input
  const std::array<std::function<void()>, 2> calls = {[&] { F::execute(fftw); }, [&] { weft.forward(); }};
  std::array<std::vector<double>, 2> seconds;
  for (const auto& call : calls) call();
  for (int round = 0; round < n_rounds; ++round)
    for (const std::size_t i : order_in_round(calls.size(), round)) {
      const double start = MPI_Wtime();
      calls[i]();
      seconds[i].push_back(MPI_Wtime() - start);
    }
  F::destroy(fftw);
  return {seconds[0], seconds[1]};
}

}  // namespace

Link measure_link(const Session& session, Index most_bytes) {
  Link link;
  if (session.size == 1) return link;
  const int elsewhere = first_elsewhere(session);
  link.between_nodes = elsewhere > 0;
  link.partner = std::max(1, elsewhere);
  const bool takes_part = session.rank == 0 || session.rank == link.partner;
  MPI_Comm pair = MPI_COMM_NULL;
  MPI_Comm_split(session.comm, takes_part ? 0 : MPI_UNDEFINED, session.rank, &pair);
  if (takes_part) {
    for (Index bytes = 4; bytes <= most_bytes; bytes *= 2) link.times.push_back(measure_message(pair, bytes));
    link.one_way = line_through(link.times, &LinkTime::one_way);
    link.both_ways = line_through(link.times, &LinkTime::both_ways);
    MPI_Comm_free(&pair);
  }
  wait_asleep(session.comm, std::numeric_limits<double>::infinity());
  return link;
}

double measure_copying(const Session& session, int bytes) {
  double seconds = 0;
  run_on_first(session, 1, [&](const Session& alone) {
    seconds = 2 * bytes / measure_rates(alone.comm).alone.memory;  // each is read and written
  });
  return seconds;
}

Sequential measure_sequential(const Session& alone, const Options& options, Index n, Precision precision,
                              int n_rounds) {
  Problem problem = r2c({n, n, n});
  problem.precision = precision;
  return precision == Precision::single_ ? measure_both<float>(alone, options, problem, n_rounds)
                                         : measure_both<double>(alone, options, problem, n_rounds);
}

}  // namespace weft::lab
