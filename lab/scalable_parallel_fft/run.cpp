// One size on one number of processes: the exchanges take turns, all on the same arrays, in an order that
// changes from round to round. A turn is one forward transform, which leaves its input as it is. Each plan is
// verified before and after the rounds.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>

#include "bench/arrays.hpp"
#include "bench/rounds.hpp"
#include "bench/shuffle.hpp"
#include "bench/test_data.hpp"
#include "bench/weft_implementation.hpp"
#include "scalable_fft.hpp"

namespace weft::lab {

namespace {

using PlanPointer = std::unique_ptr<WeftImplementation>;

// Of the process with most, in one call.
void count_messages(const Session& session, const Counts& counts, ScalableCell& cell) {
  for (const ExchangeCounts& exchange : counts.exchanges) {
    cell.bytes_sent += exchange.bytes_sent;
    cell.messages += exchange.messages;
  }
  cell.bytes_sent = static_cast<Index>(maximum(session, static_cast<double>(cell.bytes_sent)));
  cell.messages = static_cast<Index>(maximum(session, static_cast<double>(cell.messages)));
}

// The plan of a cell; null with the reason in the cell, if all exchanges are asked for and it is not one.
PlanPointer make_plan(const Session& session, const ScalableRequest& request, const ScalablePlan& asked,
                      const Problem& problem, ScalableCell& cell) {
  PlanPointer plan;
  try {
    plan = std::make_unique<WeftImplementation>(session, problem,
                                                scalable_options(request, cell.exchange, session.size));
  } catch (const Error& error) {
    if (!asked.takes_all || error.code() != ErrorCode::not_applicable) throw;
    cell.reason = error.what();
    return nullptr;
  }
  cell.choice = to_text(plan->plan().choice());
  cell.has_barrier = session.size > 1 && !cell.exchange.starts_with("pipelined:");
  count_messages(session, plan->plan().description().forward, cell);
  if (asked.takes_all && session.size > 1 && cell.messages == 0) {
    cell.reason = "it sends no messages here, because all processes are on one node";
    return nullptr;
  }
  return plan;
}

void take_scalable_turn(const Session& session, const Problem& problem, WeftImplementation& weft,
                        ScalableCell& cell) {
  fill_points(problem, weft.points(), weft.arrays().points);
  weft.reset_timers();
  MPI_Barrier(session.comm);
  const double start = MPI_Wtime();
  weft.forward();
  const double total = MPI_Wtime() - start;
  double computing = 0, communicating = 0, barrier = 0;
  for (const StageTimer& timer : weft.plan().timers())
    (timer.kind == "sweep" ? computing : timer.kind == "barrier" ? barrier : communicating) += timer.seconds;
  cell.total.push_back(maximum(session, total));
  cell.computing.push_back(maximum(session, computing));
  cell.communicating.push_back(maximum(session, communicating));
  cell.barrier.push_back(maximum(session, barrier));
}

}  // namespace

// With strips, communicating is not apart from computing, so no barrier stands between them.
Options scalable_options(const ScalableRequest& request, const std::string& exchange, int n_processes) {
  ScalableRequest way = request;
  way.exchange = exchange;
  Options options = options_of(way);
  set_once(options, "grid", std::to_string(n_processes), "scalable-parallel-fft");
  if (!exchange.starts_with("pipelined:")) set_once(options, "barriers", "yes", "scalable-parallel-fft");
  return options;
}

ScalableRow run_scalable_row(const Session& session, const ScalableRequest& request,
                             const ScalablePlan& asked, Index n) {
  Problem problem = r2c({n, n, n});
  problem.precision = request.precision == "single" ? Precision::single_ : Precision::double_;
  ScalableRow row{session.size, {}};
  std::vector<PlanPointer> plans;
  const std::vector<std::string> nothing_moves{""};
  for (const std::string& exchange : session.size == 1 ? nothing_moves : asked.exchanges) {
    row.cells.emplace_back().exchange = exchange;
    plans.push_back(make_plan(session, request, asked, problem, row.cells.back()));
  }
  std::vector<Memory> memory;
  const Arrays arrays = make_arrays(session, largest_array(plans), 1, memory);
  const Truth truth = sum_modes(session, problem);
  const auto verify_all = [&] {
    for (std::size_t i = 0; i < plans.size(); ++i) {
      if (!plans[i]) continue;
      ScalableCell& cell = row.cells[i];
      cell.error = worse_of(cell.error, verify(session, problem, truth, *plans[i]).worst());
      cell.limit = error_limit(problem);
    }
  };
  for (const PlanPointer& plan : plans)
    if (plan) plan->bind(arrays);
  verify_all();
  for (int round = 0; round < request.n_rounds; ++round)
    for (const std::size_t i : order_in_round(plans.size(), round))
      if (plans[i]) take_scalable_turn(session, problem, *plans[i], row.cells[i]);
  verify_all();
  return row;
}

}  // namespace weft::lab
