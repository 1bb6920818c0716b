// What the figures of the paper show, as tables: one for each case with the performance ratio (figure 4), the
// share of the barriers (5) and the data rate (6), and one with the communication of both cases (7).
#include <fmt/format.h>

#include <map>

#include "program/json.hpp"
#include "program/machine.hpp"
#include "transpose_split.hpp"

namespace weft::lab {

namespace {

std::string or_dash(bool is_known, const std::string& text) { return is_known ? text : "-"; }

std::string exchanges_of(const SplitCase& which) {
  if (which.has_zx && which.has_yz) return "two exchanges, yz and zx";
  if (which.has_zx) return "one exchange, zx";
  return which.has_yz ? "one exchange, yz" : "no exchange on one process";
}

void print_row(const Session& session, const SplitResult& r) {
  const std::optional<double> measured = r.measured_ratio(session.size);
  say(session, "{:>6} {:>9.0f} {:>10.4g} {:>7.3f} {:>10} {:>8.2f}% {:>10}", r.ny, r.n_data, r.total.mean,
      r.ratio.mean, or_dash(measured.has_value(), fmt::format("{:.3f}", measured.value_or(0))),
      100 * r.barrier_share.mean, or_dash(r.which.has_zx, fmt::format("{:.1f}", r.rate.mean)));
}

void print_case(const Session& session, const SplitReport& report, const std::string& name) {
  bool is_first = true;
  for (const SplitResult& r : report.results) {
    if (r.which.name != name) continue;
    if (is_first) {
      say(session, "\ncase {}: {}, {} (N_x = {}, N_z = {}, choice {})", name, r.which.meaning,
          exchanges_of(r.which), r.which.nx, r.which.nz, r.choice);
      say(session, "{:>6} {:>9} {:>10} {:>7} {:>10} {:>9} {:>10}", "N_y", "N_data", "seconds", "F",
          "F measured", "barrier", "zx MB/s");
    }
    is_first = false;
    print_row(session, r);
  }
}

// Seconds of the cases side by side, by N_data.
void print_communication(const Session& session, const SplitReport& report) {
  std::map<double, std::array<const SplitResult*, 2>> rows;
  for (const SplitResult& r : report.results) rows[r.n_data][r.which.name == "a" ? 0 : 1] = &r;
  say(session, "\nseconds of communication, without the barriers");
  say(session, "{:>9} {:>10} {:>10} {:>10} {:>10}", "N_data", "a: zx", "a: yz", "a: both", "b: zx");
  for (const auto& [n_data, row] : rows) {
    const auto& [a, b] = row;
    const bool has_a = a != nullptr, has_b = b != nullptr;
    const bool zx = has_a && a->which.has_zx, yz = has_a && a->which.has_yz;
    const auto column = [](bool is_there, double seconds) {
      return or_dash(is_there, fmt::format("{:.4g}", seconds));
    };
    say(session, "{:>9.0f} {:>10} {:>10} {:>10} {:>10}", n_data, column(zx, zx ? a->zx.mean : 0),
        column(yz, yz ? a->yz.mean : 0), column(zx && yz, zx && yz ? a->zx.mean + a->yz.mean : 0),
        column(has_b, has_b ? b->zx.mean : 0));
  }
}

void print_notes(const Session& session, const SplitReport& report) {
  say(session,
      "\nF: computing / total, as the paper estimates T(1) / (P T(P)); measured: T(1) by process 0 alone.\n"
      "Means over the processes; zx MB/s: 16e-6 N_3d N_data / T.");
  for (const SplitResult& r : report.results)
    if (!r.why_not_alone.empty())
      say(session, "case {}, N_y = {}: T(1) is left out: {}", r.which.name, r.ny, r.why_not_alone);
  const SplitResult& a = report.results.front();
  if (session.size > 1 && !(a.which.has_zx && a.which.has_yz))
    say(session, "Case a has one exchange on a grid of {}; use 4, 6, 8, ... processes to see both.",
        a.which.grid);
}

Json spread_json(const Spread& s) { return {{"mean", s.mean}, {"min", s.min}, {"max", s.max}}; }

Json result_json(const Session& session, const SplitReport& report, const SplitResult& r) {
  const std::optional<double> measured = r.measured_ratio(session.size);
  return {
      {"case", r.which.name},
      {"shape", r.shape},
      {"kinds", r.kinds},
      {"transform", "r2c"},
      {"precision", "double"},
      {"fields", report.n_fields},
      {"grid", r.which.grid},
      {"choice", r.choice},
      {"n_data", r.n_data},
      {"pairs", r.n_pairs},
      {"transforms", 2 * r.n_pairs},
      {"seconds", spread_json(r.total)},
      {"computing", spread_json(r.computing)},
      {"barrier", spread_json(r.barrier)},
      {"zx", r.which.has_zx ? spread_json(r.zx) : Json(nullptr)},
      {"yz", r.which.has_yz ? spread_json(r.yz) : Json(nullptr)},
      {"shares",
       {{"computing", spread_json(r.ratio)},
        {"barrier", spread_json(r.barrier_share)},
        {"zx", spread_json(r.zx_share)},
        {"yz", spread_json(r.yz_share)},
        {"other", spread_json(r.other_share)}}},
      {"performance_ratio", r.ratio.mean},
      {"performance_ratio_measured", measured ? Json(*measured) : Json(nullptr)},
      {"pair_seconds_of_one_process", r.alone ? Json(*r.alone) : Json(nullptr)},
      {"data_rate", r.which.has_zx ? spread_json(r.rate) : Json(nullptr)},
      {"error", {{"first", r.first_error}, {"last", r.last_error}}},
      {"error_limit", {{"first", r.first_limit}, {"last", r.last_limit}}},
  };
}

}  // namespace

void print_split(const Session& session, const SplitReport& report) {
  const SplitResult& first = report.results.front();
  say(session,
      "transpose-split: {} transforms from spectral to physical space and back ({} in all), {} at a time, on "
      "{} process{}{}",
      first.n_pairs, 2 * first.n_pairs, report.n_fields, session.size, session.size == 1 ? "" : "es",
      first.shape[0] == first.ny ? "" : ", y by Chebyshev at N_y + 1 points");
  print_case(session, report, "a");
  print_case(session, report, "b");
  if (session.size > 1) print_communication(session, report);
  print_notes(session, report);
}

Json split_json(const Session& session, const SplitReport& report) {
  Json results = Json::array(), left_out = Json::array();
  for (const SplitResult& r : report.results) {
    results.push_back(result_json(session, report, r));
    if (!r.alone)
      left_out.push_back({{"name", fmt::format("T(1) of case {}, N_y = {}", r.which.name, r.ny)},
                          {"reason", r.why_not_alone}});
  }
  return report_json(session,
                     {{"protocol", {{"paper", "transpose-split"}, {"pairs", report.results.front().n_pairs}}},
                      {"results", results},
                      {"left_out", left_out}});
}

}  // namespace weft::lab
