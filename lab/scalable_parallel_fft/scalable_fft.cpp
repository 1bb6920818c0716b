// What is measured, and in which order: the constants of the machine, then size by size a row for each number
// of processes.
#include "scalable_fft.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>

#include "bench/rounds.hpp"
#include "commands.hpp"
#include "first_processes.hpp"
#include "lists.hpp"
#include "program/json_file.hpp"
#include "program/text.hpp"
#include "weft/weft.hpp"

namespace weft::lab {

namespace {

// At least two lengths of messages, so that there is a line through their times.
constexpr int least_bytes = 8;

ScalableResult run_scalable_size(const Session& session, const ScalableRequest& request,
                                 const ScalablePlan& plan, Index n) {
  const Precision precision = request.precision == "single" ? Precision::single_ : Precision::double_;
  ScalableResult result;
  result.n = n;
  result.word_bytes = precision == Precision::single_ ? 4 : 8;
  show_progress(session, fmt::format("{}: {}^3 by one call of FFTW", scalable_fft_name, n));
  run_on_first(session, 1, [&](const Session& alone) {
    ScalableRequest way = request;
    way.exchange.clear();
    result.sequential = measure_sequential(alone, options_of(way), n, precision, request.n_rounds);
  });
  for (const int count : plan.n_processes) {
    show_progress(session, fmt::format("{}: {}^3 on {}", scalable_fft_name, n, count));
    run_on_first(session, count, [&](const Session& part) {
      result.rows.push_back(run_scalable_row(part, request, plan, n));
    });
  }
  show_progress(session, "");
  return result;
}

// What is wrong in the results, which process 0 has whole; the same on all processes.
std::string scalable_complaint(const Session& session, const std::vector<ScalableResult>& results) {
  std::vector<std::string> wrong;
  for (const ScalableResult& result : results)
    for (const ScalableRow& row : result.rows)
      for (const ScalableCell& cell : row.cells)
        if (!cell.is_right())
          wrong.push_back(fmt::format("{}^3, {} (relative error {:.1e}, limit {:.1e})", result.n, cell.choice,
                                      cell.error, cell.limit));
  return broadcast(session, join(wrong));
}

}  // namespace

ScalablePlan scalable_plan_of(const ScalableRequest& request, int n_processes) {
  known_word("--precision", request.precision, {"double", "single"});
  known_word("--precision", request.precision, {"double", "single"});
  if (request.most_bytes < least_bytes)
    fail(fmt::format("--most-bytes {} is one message; give {} or more", request.most_bytes, least_bytes));
  ScalablePlan plan;
  for (const int n : numbers_of("--sizes", request.sizes, 2, "64,128")) plan.lengths.push_back(n);
  plan.n_processes = process_counts(request.processes, n_processes);
  plan.takes_all = request.exchange == "all";
  plan.exchanges = plan.takes_all             ? exchange_names()
                   : request.exchange.empty() ? std::vector<std::string>{"pairwise"}
                                              : split(request.exchange, ',');
  for (const std::string& exchange : plan.exchanges)
    scalable_options(request, exchange, 1);  // wrong names and settings are told before anything runs
  return plan;
}

double ScalableResult::operations() const {
  const auto length = static_cast<double>(n);
  return 2.5 * length * length * length * std::log2(length * length * length);
}

double ScalableResult::alone() const { return median_of(rows.front().cells.front().total); }

double ScalableResult::sequential_ratio() const { return median_ratio(sequential.fftw, sequential.weft); }

double ScalableResult::per_operation() const { return alone() / operations(); }

ScalableModel scalable_model(const ScalableResult& result, int n_processes, const Link& link,
                             double per_copy) {
  const auto n = static_cast<double>(result.n), p = static_cast<double>(n_processes);
  const double plane_words = (n + 2) * n * n, per_word = link.one_way.per_word * result.word_bytes / 4;
  return {result.operations() / p * result.per_operation(),
          (2 / p + (p - 1) / (p * p)) * plane_words * per_copy,
          2 * (p - 1) * plane_words / (p * p) * per_word + 2 * (p - 1) * link.startup()};
}

namespace {

int run_scalable_fft(const Session& session, const ScalableRequest& request) {
  const ScalablePlan plan = scalable_plan_of(request, session.size);
  JsonFile json(session, request.json);
  show_progress(session, fmt::format("{}: messages of two processes", scalable_fft_name));
  const Link link = measure_link(session, request.most_bytes);
  const int word_bytes = request.precision == "single" ? 4 : 8;
  const double per_copy = measure_copying(session, word_bytes);
  show_progress(session, "");
  print_link(session, link, per_copy, word_bytes);
  std::vector<ScalableResult> results;
  for (const Index n : plan.lengths) {
    results.push_back(run_scalable_size(session, request, plan, n));
    print_scalable(session, results.back(), link, per_copy);
  }
  say(session, "Seconds of one forward transform, of the process with most; medians of {} rounds.",
      request.n_rounds);
  json.write(session.is_root() ? scalable_json(session, request, results, link, per_copy) : Json());
  const std::string wrong = scalable_complaint(session, results);
  return wrong.empty() ? 0 : report_failure(session, "the result is wrong: " + wrong, 1);
}

}  // namespace

Run configure_scalable_fft(const Arguments& arguments) {
  auto request = std::make_shared<ScalableRequest>();
  ScalableRequest& r = *request;
  arguments.add("--sizes", r.sizes, "arrays of N x N x N").type_name("N,...").show_default();
  arguments.add("--precision", r.precision, "").type_name("double|single").show_default();
  arguments.add("--most-bytes", r.most_bytes, "of a message, between the two processes of fig. 2")
      .type_name("BYTES")
      .show_default();
  add_processes(arguments, r);
  add_exchange(arguments, r,
               "exchanges with commas between them, or all that send messages;\ndefault: pairwise");
  add_rounds(arguments, r);
  add_common_options(arguments, r);
  return [request](const Session& session) { return run_scalable_fft(session, *request); };
}

}  // namespace weft::lab
