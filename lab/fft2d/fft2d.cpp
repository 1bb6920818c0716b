// The three algorithms take turns in every round, all on the same arrays; processes that do not take part in
// a row sleep. Each is verified before and after the rounds.
#include "fft2d.hpp"

#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <memory>

#include "bench/arrays.hpp"
#include "bench/rounds.hpp"
#include "bench/shuffle.hpp"
#include "bench/test_data.hpp"
#include "bench/weft_implementation.hpp"
#include "commands.hpp"
#include "emulation.hpp"
#include "first_processes.hpp"
#include "lists.hpp"
#include "program/json_file.hpp"
#include "program/text.hpp"

namespace weft::lab {

namespace {

int whole_number(const std::string& text) {
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc{} && end == text.data() + text.size() ? value : 0;
}

std::vector<Fft2dSize> parse_sizes(const std::string& text) {
  std::vector<Fft2dSize> sizes;
  for (const std::string& part : split(text, ',')) {
    const std::vector<std::string> numbers = split(part, ':');
    const bool are_two = numbers.size() == 2;
    sizes.push_back({are_two ? whole_number(numbers[0]) : 0, are_two ? whole_number(numbers[1]) : 0});
    if (sizes.back().length < 1 || sizes.back().n_fft < 1) sizes.clear();
    if (sizes.empty()) break;
  }
  if (sizes.empty())
    throw Error(
        ErrorCode::invalid_argument,
        fmt::format("--sizes: \"{}\" is not a list of lengths and numbers of transforms; write it like "
                    "1600:6,800:24",
                    text));
  return sizes;
}

// The exchange named in a step: pipelined:persistent:1 is persistent in strips.
std::string exchange_in(const std::string& step) {
  const std::vector<std::string> parts = split(step, ':');
  return parts.front() == "pipelined" ? parts.at(1) : parts.front();
}

// The first exchange of an algorithm that there is here; empty: none.
std::string exchange_of(const Fft2dAlgorithm& algorithm) {
  const std::vector<std::string>& names = exchange_names();
  for (const std::string& step : algorithm.exchanges)
    if (std::find(names.begin(), names.end(), exchange_in(step)) != names.end()) return step;
  return "";
}

// User and system time; a slow processor that is emulated (WEFT_SECONDS_PER_FLOP) would compute while this
// one sleeps.
double cpu_seconds() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  const auto seconds = [](const timeval& t) {
    return static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_usec);
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime) + slept_seconds();
}

// n_fft transforms of fresh points.
void take_fft2d_turn(const Session& session, const Problem& problem, int n_fft, WeftImplementation& weft,
                     Fft2dCell& cell) {
  fill_points(problem, weft.points(), weft.arrays().points);
  MPI_Barrier(session.comm);
  weft.reset_timers();
  const double start = MPI_Wtime(), cpu = cpu_seconds();
  for (int i = 0; i < n_fft; ++i) i % 2 == 0 ? weft.forward() : weft.backward();
  const double elapsed = MPI_Wtime() - start, used = cpu_seconds() - cpu;
  double computing = 0, communicating = 0;
  for (const StageTimer& timer : weft.plan().timers())
    (timer.kind == "sweep" ? computing : communicating) += timer.seconds;
  cell.elapsed.push_back(maximum(session, elapsed));
  cell.cpu.push_back(maximum(session, used));
  cell.computing.push_back(maximum(session, computing));
  cell.communicating.push_back(maximum(session, communicating));
}

// The plans of a row, null where there is none, with the reason in the cell.
std::vector<std::unique_ptr<WeftImplementation>> make_plans(const Session& session,
                                                            const Fft2dRequest& request,
                                                            const Problem& problem, Fft2dRow& row) {
  std::vector<std::unique_ptr<WeftImplementation>> plans;
  for (const Fft2dAlgorithm& algorithm : fft2d_algorithms()) {
    Fft2dCell& cell = row.cells.emplace_back();
    plans.emplace_back();
    Fft2dRequest way = request;
    way.exchange = exchange_of(algorithm);
    if (way.exchange.empty()) {
      cell.reason = fmt::format("this weft has no exchange {}", exchange_in(algorithm.exchanges.back()));
      continue;
    }
    try {
      plans.back() = std::make_unique<WeftImplementation>(session, problem, options_of(way));
      cell.choice = to_text(plans.back()->plan().choice());
    } catch (const Error& error) {
      if (error.code() != ErrorCode::not_applicable) throw;
      cell.reason = error.what();
    }
    if (session.size == 1) break;  // nothing is exchanged
  }
  return plans;
}

// One row, by all processes of `session`.
Fft2dRow run_row(const Session& session, const Fft2dRequest& request, const Fft2dSize& size) {
  const Problem problem = c2c({size.length, size.length});
  Fft2dRow row{session.size, {}};
  const auto plans = make_plans(session, request, problem, row);
  std::vector<Memory> memory;
  const Arrays arrays = make_arrays(session, largest_array(plans), 1, memory);
  const Truth truth = sum_modes(session, problem);
  const auto for_each_plan = [&](auto f) {
    for (std::size_t i = 0; i < plans.size(); ++i)
      if (plans[i]) f(*plans[i], row.cells[i]);
  };
  const auto verify_one = [&](WeftImplementation& weft, Fft2dCell& cell) {
    cell.error = worse_of(cell.error, verify(session, problem, truth, weft).worst());
    cell.limit = error_limit(problem);
  };
  for_each_plan([&](WeftImplementation& weft, Fft2dCell&) { weft.bind(arrays); });
  for_each_plan(verify_one);
  for (int round = 0; round < request.n_rounds; ++round)
    for (const std::size_t i : order_in_round(plans.size(), round))
      if (plans[i]) take_fft2d_turn(session, problem, size.n_fft, *plans[i], row.cells[i]);
  for_each_plan(verify_one);
  return row;
}

Fft2dResult run_fft2d_size(const Session& session, const Fft2dRequest& request,
                           const std::vector<int>& counts, const Fft2dSize& size) {
  Fft2dResult result{size, {}};
  for (const int n : counts) {
    show_progress(session, fmt::format("fft2d: {0}x{0} on {1}", size.length, n));
    run_on_first(session, n,
                 [&](const Session& part) { result.rows.push_back(run_row(part, request, size)); });
  }
  show_progress(session, "");
  return result;
}

// What is wrong in the results, which process 0 has whole; the same on all processes.
std::string fft2d_complaint(const Session& session, const std::vector<Fft2dResult>& results) {
  std::vector<std::string> wrong;
  for (const Fft2dResult& result : results)
    for (const Fft2dRow& row : result.rows)
      for (const Fft2dCell& cell : row.cells)
        if (!cell.is_right())
          wrong.push_back(fmt::format("{0}x{0}, {1} (relative error {2:.1e}, limit {3:.1e})",
                                      result.size.length, cell.choice, cell.error, cell.limit));
  return broadcast(session, join(wrong));
}

}  // namespace

const std::vector<Fft2dAlgorithm>& fft2d_algorithms() {
  static const std::vector<Fft2dAlgorithm> table = {{"fftw", {"alltoall", "alltoallv"}},
                                                    {unoverlapped_algorithm, {"p2p"}},
                                                    {"fft2d-p", {"pipelined:persistent:1"}},
                                                    {"fft2d-s", {"pipelined:p2p:16"}}};
  return table;
}

// Seconds that overlapping saves of those that it could: of the shorter one of computing and communicating.
std::optional<double> hidden_share(const Fft2dRow& row, std::size_t cell) {
  std::optional<std::size_t> apart;
  for (std::size_t i = 0; i < row.cells.size(); ++i)
    if (fft2d_algorithms()[i].name == unoverlapped_algorithm && row.cells[i].reason.empty()) apart = i;
  const bool overlaps = fft2d_algorithms()[cell].exchanges.front().starts_with("pipelined:");
  if (row.n_processes == 1 || !apart || !overlaps || !row.cells[cell].reason.empty()) return std::nullopt;
  const Fft2dCell& all = row.cells[*apart];
  const double most = std::min(median_of(all.computing), median_of(all.communicating));
  return (median_of(all.elapsed) - median_of(row.cells[cell].elapsed)) / most;
}

namespace {

int run_fft2d(const Session& session, const Fft2dRequest& request) {
  const std::vector<Fft2dSize> sizes = parse_sizes(request.sizes);
  const std::vector<int> counts = process_counts(request.processes, session.size);
  JsonFile json(session, request.json);
  std::vector<Fft2dResult> results;
  for (const Fft2dSize& size : sizes) {
    results.push_back(run_fft2d_size(session, request, counts, size));
    print_fft2d(session, results.back());
  }
  say(session,
      "Seconds of nfft transforms, forward and backward in turn, on the slowest process, and in brackets of "
      "processor time{}; medians of {} rounds. Hidden: of the shorter one of computing and communicating of "
      "{}, the share that an algorithm saves by overlapping them.",
      fft2d_is_paced() ? " with the seconds that WEFT_SECONDS_PER_FLOP makes it sleep" : "", request.n_rounds,
      unoverlapped_algorithm);
  json.write(fft2d_json(session, results, request.n_rounds));
  const std::string wrong = fft2d_complaint(session, results);
  return wrong.empty() ? 0 : report_failure(session, "the result is wrong: " + wrong, 1);
}

}  // namespace

Run configure_fft2d(const Arguments& arguments) {
  auto request = std::make_shared<Fft2dRequest>();
  arguments.add("--sizes", request->sizes, "arrays of L x L, transformed NFFT times")
      .type_name("L:NFFT,...")
      .show_default();
  add_processes(arguments, *request);
  add_rounds(arguments, *request);
  add_common_options(arguments, *request);
  return [request](const Session& session) { return run_fft2d(session, *request); };
}

}  // namespace weft::lab
