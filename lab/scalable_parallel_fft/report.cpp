// Tables: the messages of two processes (figure 2 of the paper), then for each size the measured seconds
// beside the formulas (figures 3, 4 and 6 to 8); and all of it with every round as JSON.
#include <fmt/format.h>

#include "bench/rounds.hpp"
#include "program/json.hpp"
#include "program/machine.hpp"
#include "scalable_fft.hpp"
#include "transform/plan_json.hpp"
#include "weft/weft.hpp"

namespace weft::lab {

namespace {

constexpr const char* second_name = "by FFTW";

// T(1) / (P T(P)), T(1) by the parallel algorithm; times sequential_ratio() it is that by one call of FFTW.
double cell_efficiency(const ScalableResult& result, const ScalableRow& row, const ScalableCell& cell) {
  return result.alone() / (row.n_processes * median_of(cell.total));
}

double megaflops(const ScalableResult& result, const ScalableCell& cell) {
  return 1e-6 * result.operations() / median_of(cell.total);
}

void print_cell(const Session& session, const ScalableResult& result, const ScalableRow& row,
                const ScalableCell& cell, const ScalableModel& model) {
  const double e = cell_efficiency(result, row, cell);
  say(session,
      "{:>4} {:<20} {:>10.4g} {:>10.4g} {:>10.4g} {:>10.4g} {:>10.4g} {:>10.4g} {:>10.4g} {:>10} {:>6.3f} "
      "{:>7.3f} {:>9.1f}",
      row.n_processes, cell.exchange.empty() ? "-" : cell.exchange, median_of(cell.total),
      median_of(cell.computing), model.computing, model.copying, median_of(cell.communicating),
      model.communicating, model.communicating / 2,
      cell.has_barrier ? fmt::format("{:.4g}", median_of(cell.barrier)) : "-", e,
      e * result.sequential_ratio(), megaflops(result, cell));
}

Json scalable_cell_json(const ScalableRequest& request, const ScalableResult& result, const ScalableRow& row,
                        const ScalableCell& cell, const ScalableModel& model) {
  const double e = cell_efficiency(result, row, cell);
  return {{"shape", Json::array({result.n, result.n, result.n})},
          {"transform", "r2c"},
          {"precision", request.precision},
          {"processes", row.n_processes},
          {"exchange", cell.exchange.empty() ? Json(nullptr) : Json(cell.exchange)},
          {"choice", cell.choice},
          {"seconds", rounds_json(cell.total)},
          {"computing", rounds_json(cell.computing)},
          {"communicating", rounds_json(cell.communicating)},
          {"barrier", cell.has_barrier ? rounds_json(cell.barrier) : Json(nullptr)},
          {"bytes_sent", cell.bytes_sent},
          {"messages", cell.messages},
          {"equation_4_computing", model.computing},
          {"equation_4_copying", model.copying},
          {"equation_5", model.communicating},
          {"full_duplex", model.communicating / 2},
          {"efficiency", e},
          {"efficiency_by_sequential", e * result.sequential_ratio()},
          {"megaflops", megaflops(result, cell)},
          {"error", cell.error},
          {"error_limit", cell.limit}};
}

Json link_json(const Link& link) {
  if (link.times.empty()) return nullptr;
  Json messages = Json::array();
  for (const LinkTime& time : link.times)
    messages.push_back({{"bytes", time.bytes}, {"one_way", time.one_way}, {"both_ways", time.both_ways}});
  const auto line = [](const LinkLine& l) {
    return Json{{"seconds_per_word", l.per_word}, {"intercept", l.intercept}};
  };
  return {{"processes", Json::array({0, link.partner})},
          {"between_nodes", link.between_nodes},
          {"messages", messages},
          {"one_way", line(link.one_way)},
          {"both_ways", line(link.both_ways)}};
}

Json constants_json(const std::vector<ScalableResult>& results, const Link& link, double per_copy) {
  Json sizes = Json::array();
  for (const ScalableResult& result : results)
    sizes.push_back({{"n", result.n},
                     {"t_c", result.per_operation()},
                     {"sequential", rounds_json(result.sequential.fftw)},
                     {"plan_of_one_process", rounds_json(result.sequential.weft)},
                     {"sequential_ratio", result.sequential_ratio()}});
  const bool has_link = !link.times.empty();
  return {{"t_w", has_link ? Json(link.one_way.per_word) : Json(nullptr)},
          {"t_s", has_link ? Json(link.startup()) : Json(nullptr)},
          {"t_a", per_copy},
          {"link", link_json(link)},
          {"sizes", sizes}};
}

}  // namespace

void print_link(const Session& session, const Link& link, double per_copy, int word_bytes) {
  if (!link.times.empty()) {
    say(session, "messages of processes 0 and {}, {}: seconds", link.partner,
        link.between_nodes ? "on two nodes" : "on one node");
    say(session, "{:>9} {:>12} {:>12}", "bytes", "one way", "both ways");
    for (const LinkTime& time : link.times)
      say(session, "{:>9} {:>12.4g} {:>12.4g}", time.bytes, time.one_way, time.both_ways);
    say(session, "t_w = {:.4g} s for a word of 4 bytes one way ({:.4g} Mbit/s), {:.4g} s both ways",
        link.one_way.per_word, 32e-6 / link.one_way.per_word, link.both_ways.per_word);
    say(session, "t_s = {:.4g} s, the smallest message (the line meets 0 bytes at {:.4g} s)", link.startup(),
        link.one_way.intercept);
  }
  say(session, "t_a = {:.4g} s for copying a word of {} bytes\n", per_copy, word_bytes);
}

void print_scalable(const Session& session, const ScalableResult& result, const Link& link, double per_copy) {
  if (!session.is_root()) return;
  say(session, "N = {}, t_c = {:.4g} s; one call of FFTW takes {:.3f} of the time of weft on one process",
      result.n, result.per_operation(), result.sequential_ratio());
  say(session, "{:>4} {:<20} {:>10} {:>10} {:>10} {:>10} {:>10} {:>10} {:>10} {:>10} {:>6} {:>7} {:>9}", "P",
      "exchange", "seconds", "computing", "eq. 4", "copies", "communic.", "eq. 5", "duplex", "barrier", "E",
      second_name, "Mflop/s");
  for (const ScalableRow& row : result.rows)
    for (const ScalableCell& cell : row.cells)
      if (cell.reason.empty())
        print_cell(session, result, row, cell, scalable_model(result, row.n_processes, link, per_copy));
  for (const ScalableRow& row : result.rows)
    for (const ScalableCell& cell : row.cells)
      if (!cell.reason.empty())
        say(session, "{} on {} is left out: {}", cell.exchange, row.n_processes, cell.reason);
  say(session, "");
}

Json scalable_json(const Session& session, const ScalableRequest& request,
                   const std::vector<ScalableResult>& results, const Link& link, double per_copy) {
  Json list = Json::array(), left_out = Json::array();
  for (const ScalableResult& result : results)
    for (const ScalableRow& row : result.rows)
      for (const ScalableCell& cell : row.cells)
        if (cell.reason.empty())
          list.push_back(scalable_cell_json(request, result, row, cell,
                                            scalable_model(result, row.n_processes, link, per_copy)));
        else
          left_out.push_back({{"name", cell.exchange},
                              {"processes", row.n_processes},
                              {"n", result.n},
                              {"reason", cell.reason}});
  return report_json(session, {{"protocol",
                                {{"paper", scalable_fft_name},
                                 {"rounds", request.n_rounds},
                                 {"constants", constants_json(results, link, per_copy)}}},
                               {"results", list},
                               {"left_out", left_out}});
}

}  // namespace weft::lab
