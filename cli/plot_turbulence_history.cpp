// weft plot of how turbulence in a box went in time, beside a published decay of the Taylor-Green vortex.
//
// Everything is in the units of the simulation. The dissipation is that of the velocity that is resolved,
// 2 viscosity enstrophy; published is -d(energy)/dt of a flow that is resolved well, which is the same.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "curves.hpp"
#include "plot_kinds.hpp"
#include "text.hpp"
#include "weft/error.hpp"

namespace weft::cli {

extern const char* const taylor_green_1600_text;  // apps/turbulence/data/taylor_green_1600.csv

namespace {

using Line = std::vector<double>;

const std::vector<std::string> flow_names{
    "time",      "energy",          "dissipation", "skewness", "taylor_reynolds",
    "k_max_eta", "integral_length", "forced_power"};
const std::vector<std::string> scalar_names{"variance", "dissipation", "flux_x", "flux_y", "flux_z"};

// --- published data ----------------------------------------------------------------------------------------

struct PublishedDecay {
  const char* name;          // as with --data
  const char* label;         // of figures
  double viscosity, energy;  // that of a flow, and its first, that is compared with these data unasked
  Peak dissipation;          // of the complete data; the table has fewer times
  const char* const* table;  // CSV with the columns time, energy, dissipation
};

constexpr std::array published_decays{PublishedDecay{"taylor-green-1600",
                                                     "HiOCFD workshop, spectral, 512^3",
                                                     1.0 / 1600,
                                                     0.125,
                                                     {0.0128575, 8.97},
                                                     &taylor_green_1600_text}};
constexpr double near_start = 1e-6;  // of the energy, and in parts of the viscosity

// --- the file ----------------------------------------------------------------------------------------------

struct History {
  Columns columns;  // "time", "energy", ..., "scalar_0_variance", ...: all of one length
  std::map<std::string, std::string> units;  // of the columns; empty: the file tells none
  Index n_scalars = 0;
  std::optional<double> viscosity;
  Extents shape;  // points along x, y, z; empty: the file does not tell
};

std::string scalar_name(Index i, const std::string& name) { return fmt::format("scalar_{}_{}", i, name); }

History read_history(const NumbersFile& file) {
  History history;
  std::vector<std::string> names = flow_names, paths;
  for (; file.has(fmt::format("/scalar_{}_", history.n_scalars)); ++history.n_scalars)
    for (const std::string& name : scalar_names) names.push_back(scalar_name(history.n_scalars, name));
  for (const std::string& name : names) paths.push_back("/" + name);
  file.check_present(paths);
  const Index n = file.length("/time");
  for (const std::string& name : names) {
    history.columns[name] = file.values("/" + name, {n});
    history.units[name] = file.units("/" + name);
  }
  file.check_ascending("/time", history.columns.at("time"));
  history.viscosity = file.number("viscosity");
  for (const char* name : {"nx", "ny", "nz"})
    if (const std::optional<double> points = file.number(name); points && *points >= 1 && *points < 1e9)
      history.shape.push_back(static_cast<Index>(*points));
  if (history.shape.size() != 3) history.shape.clear();
  return history;
}

// Null: none.
const PublishedDecay* published_decay(const std::string& name, const History& history) {
  const auto begins_so = [&](const PublishedDecay& p) {
    return history.viscosity && std::abs(*history.viscosity - p.viscosity) <= near_start * p.viscosity &&
           std::abs(history.columns.at("energy").front() - p.energy) <= near_start;
  };
  for (const PublishedDecay& p : published_decays)
    if (name.empty() ? begins_so(p) : name == p.name) return &p;
  return nullptr;
}

// --- numbers -----------------------------------------------------------------------------------------------

Json peak_in_time(const Peak& peak) { return {{"value", peak.value}, {"time", peak.place}}; }

// Of the dissipation, in parts of the published one, at the times that both have.
Columns deviation_from(const Columns& data, const Columns& flow) {
  Columns deviation{{"time", {}}, {"value", {}}};
  const Line &times = data.at("time"), &time = flow.at("time");
  for (std::size_t i = 0; i < time.size(); ++i) {
    if (time[i] < times.front() || time[i] > times.back()) continue;
    const double there = interpolated(times, data.at("dissipation"), time[i]);
    deviation["time"].push_back(time[i]);
    deviation["value"].push_back(flow.at("dissipation")[i] / there - 1);
  }
  return deviation;
}

// Null where there is nothing to compare.
Json largest(const Columns& deviation) {
  const Line& values = deviation.at("value");
  if (values.empty()) return {};
  const auto furthest = std::max_element(values.begin(), values.end(),
                                         [](double a, double b) { return std::abs(a) < std::abs(b); });
  return {{"value", *furthest},
          {"time", deviation.at("time")[static_cast<std::size_t>(furthest - values.begin())]}};
}

double mean_of_last_half(const Line& time, const Line& values) {
  const double middle = (time.front() + time.back()) / 2;
  double sum = 0;
  int n = 0;
  for (std::size_t i = 0; i < time.size(); ++i)
    if (time[i] >= middle) {
      sum += values[i];
      ++n;
    }
  return sum / n;
}

Json history_result(const std::string& path, const History& history, const PublishedDecay* published,
                    const Columns& deviation) {
  const auto column = [&](const std::string& name) -> const Line& { return history.columns.at(name); };
  const Line& time = column("time");
  const Peak peak = peak_of(time, column("dissipation"));
  const auto coarsest = std::min_element(column("k_max_eta").begin(), column("k_max_eta").end());
  Json result{{"file", path}, {"n_rows", time.size()}};
  result["shape"] = history.shape.empty() ? Json() : Json(history.shape);
  result["viscosity"] = history.viscosity ? Json(*history.viscosity) : Json();
  result["time_start"] = time.front();
  result["time_end"] = time.back();
  result["energy_start"] = column("energy").front();
  result["energy_end"] = column("energy").back();
  result["dissipation_peak"] = peak_in_time(peak);
  result["k_max_eta_smallest"] = {
      {"value", *coarsest}, {"time", time[static_cast<std::size_t>(coarsest - column("k_max_eta").begin())]}};
  result["taylor_reynolds_end"] = column("taylor_reynolds").back();
  result["skewness_mean"] = mean_of_last_half(time, column("skewness"));
  result["scalars"] = Json::array();
  for (Index i = 0; i < history.n_scalars; ++i) {
    Json last;
    for (const std::string& name : scalar_names) last[name + "_end"] = column(scalar_name(i, name)).back();
    result["scalars"].push_back(last);
  }
  result["data"] = published == nullptr ? Json() : Json(published->name);
  if (published == nullptr) return result;
  result["published_peak"] = peak_in_time(published->dissipation);
  result["peak_deviation"] = peak.value / published->dissipation.value - 1;
  result["dissipation_deviation"] = largest(deviation);
  return result;
}

void print_history(const Session& session, const Json& r, const PublishedDecay* published) {
  const auto number = [&](const char* name) { return r[name].get<double>(); };
  const auto part = [&](const char* name, const char* of) { return r[name][of].get<double>(); };
  const auto row = [&](const std::string& name, const std::string& text) {
    say(session, "  {:12} {}", name, text);
  };
  say(session, "{}: turbulence in a box", r["file"].get<std::string>());
  if (!r["shape"].is_null()) row("grid", fmt::format("{} points", to_text(r["shape"].get<Extents>())));
  row("time", fmt::format("{:.6g} to {:.6g}, {} {}", number("time_start"), number("time_end"),
                          r["n_rows"].get<Index>(), r["n_rows"] == 1 ? "row" : "rows"));
  row("energy", fmt::format("{:.6g} at first, {:.6g} at last", number("energy_start"), number("energy_end")));
  row("dissipation", fmt::format("at most {:.6g}, at time {:.4g}", part("dissipation_peak", "value"),
                                 part("dissipation_peak", "time")));
  row("resolution", fmt::format("k_max eta is at least {:.3f} (time {:.4g})",
                                part("k_max_eta_smallest", "value"), part("k_max_eta_smallest", "time")));
  row("Reynolds", fmt::format("of the Taylor scale {:.2f} at last", number("taylor_reynolds_end")));
  row("skewness", fmt::format("{:.3f}, mean of the last half of the time", number("skewness_mean")));
  for (std::size_t i = 0; i < r["scalars"].size(); ++i) {
    const Json& last = r["scalars"][i];
    row(fmt::format("scalar {}", i),
        fmt::format("variance {:.6g}, dissipation {:.6g}, flux {:.4g}, {:.4g}, {:.4g} at last",
                    last["variance_end"].get<double>(), last["dissipation_end"].get<double>(),
                    last["flux_x_end"].get<double>(), last["flux_y_end"].get<double>(),
                    last["flux_z_end"].get<double>()));
  }
  if (published == nullptr) return;
  row("difference",
      r["dissipation_deviation"].is_null()
          ? fmt::format("none: no time is one of {}", published->label)
          : fmt::format("dissipation from {}: at most {:.3g} % (time {:.4g})", published->label,
                        100 * part("dissipation_deviation", "value"), part("dissipation_deviation", "time")));
  row("peak",
      fmt::format("{:+.3g} % from the published {:.6g} at time {:.4g}", 100 * number("peak_deviation"),
                  published->dissipation.value, published->dissipation.place));
}

// What draw_turbulence.py takes.
Json history_facts(const Json& result, const History& history, const PublishedDecay* published,
                   const Columns& data, const Columns& deviation, const std::string& what) {
  const auto is_wanted = [&](const char* panels) { return what == "all" || what == panels; };
  Json facts = result;
  facts["kind"] = "turbulence history";
  facts["columns"] = history.columns;
  facts["units"] = history.units;
  facts["n_scalars"] = history.n_scalars;
  facts["panels"] = Json::array();
  if (is_wanted("energy")) facts["panels"].push_back("energy");
  if (is_wanted("scales")) facts["panels"].push_back("scales");
  if (is_wanted("scalars") && history.n_scalars > 0) facts["panels"].push_back("scalars");
  facts["data"] = published == nullptr ? Json() : Json(data);
  facts["deviation"] = published == nullptr ? Json() : Json(deviation);
  facts["label"] = published == nullptr ? "" : published->label;
  return facts;
}

Plotted plot_history(const Session& session, const NumbersFile& file, const PlotRequest& r) {
  const History history = read_history(file);
  if (r.what == "scalars" && history.n_scalars == 0)
    fail(fmt::format("--what: {} has no scalars; let weft run carry some, or give --what energy", r.file));
  const PublishedDecay* published = published_decay(r.data, history);
  const Columns data = published == nullptr ? Columns() : columns_of(*published->table);
  const Columns deviation = published == nullptr ? Columns() : deviation_from(data, history.columns);
  const Json result = history_result(r.file, history, published, deviation);
  print_history(session, result, published);
  return {result, history_facts(result, history, published, data, deviation, r.what)};
}

}  // namespace

const PlotKind turbulence_history_kind{"turbulence history",
                                       "the history of turbulence in a box",
                                       ".history.h5",
                                       {"energy", "scales", "scalars"},
                                       names_of_data(published_decays),
                                       plot_history};

}  // namespace weft::cli
