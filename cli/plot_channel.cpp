// weft plot of a turbulent channel flow: its statistics, beside published data.
//
// Everything is in units of the wall (u_tau and viscosity / u_tau) but y, the distance from the wall in h,
// half the distance of the walls.
#include <fmt/format.h>

#include <array>
#include <cmath>
#include <optional>

#include "channel_statistics.hpp"
#include "curves.hpp"
#include "plot_kinds.hpp"
#include "text.hpp"
#include "weft/error.hpp"

namespace weft::cli {

extern const char* const mkm180_text;  // apps/channel/data/mkm180.csv

namespace {

// --- published data ----------------------------------------------------------------------------------------

struct PublishedChannel {
  const char* name;   // as with --data
  const char* label;  // of figures
  double re_tau;
  const char* const* table;  // CSV with the columns of the group "wall", but for the stresses
};

constexpr std::array published_channels{
    PublishedChannel{"mkm180", "Moser, Kim & Mansour (1999)", 178.12, &mkm180_text}};
constexpr double near_re_tau = 0.1;                 // data within this part of Re_tau are shown unasked
constexpr double least_duration = 2;                // h/u_tau: before, means are of a moment
constexpr double from_y_plus = 5, to_y_plus = 150;  // where the flow is compared with them

// Null: none.
const PublishedChannel* published_channel(const std::string& name, double re_tau) {
  for (const PublishedChannel& p : published_channels)
    if (name.empty() ? std::abs(re_tau - p.re_tau) <= near_re_tau * p.re_tau : name == p.name) return &p;
  return nullptr;
}

Columns table_of(const PublishedChannel& published) { return columns_of(*published.table); }

// --- numbers -----------------------------------------------------------------------------------------------

Json peak(const Columns& wall, const char* name) {
  const Peak peak = peak_of(wall.at("y_plus"), wall.at(name));
  return {{"value", peak.value}, {"y_plus", peak.place}};
}

// Root of the integral of (f - data)^2 over that of data^2 along from_y_plus < y+ < to_y_plus, by the
// trapezoidal rule between the points of the flow; null where it has fewer than two.
Json difference(const Columns& flow, const Columns& data, const std::string& name) {
  const std::vector<double>&y_plus = flow.at("y_plus"), &f = flow.at(name);
  double of_difference = 0, of_data = 0;
  std::optional<std::array<double, 3>> before;  // y+, and the squares there
  for (std::size_t i = 0; i < f.size(); ++i) {
    if (y_plus[i] <= from_y_plus || y_plus[i] >= to_y_plus) continue;
    const double there = interpolated(data.at("y_plus"), data.at(name), y_plus[i]);
    const std::array<double, 3> here{y_plus[i], std::pow(f[i] - there, 2), there * there};
    if (before) {
      of_difference += (here[0] - (*before)[0]) * (here[1] + (*before)[1]) / 2;
      of_data += (here[0] - (*before)[0]) * (here[2] + (*before)[2]) / 2;
    }
    before = here;
  }
  return of_data > 0 ? Json(std::sqrt(of_difference / of_data)) : Json();
}

// Where total stress less storage is furthest from what momentum demands.
Json stress_deviation(const Columns& wall) {
  double largest = -1, place = 0;
  for (std::size_t i = 0; i < wall.at("y").size(); ++i) {
    const double here =
        std::abs(wall.at("total_plus")[i] - wall.at("storage_plus")[i] - (1 - wall.at("y")[i]));
    if (here > largest) {
      largest = here;
      place = wall.at("y_plus")[i];
    }
  }
  return {{"value", largest}, {"y_plus", place}};
}

// Columns of the group "wall" with a name in words.
constexpr std::array fluctuations{std::array{"u_rms_plus", "u rms"}, std::array{"v_rms_plus", "v rms"},
                                  std::array{"w_rms_plus", "w rms"}, std::array{"minus_uv_plus", "-uv"}};

Json channel_result(const std::string& path, const ChannelStatistics& statistics,
                    const PublishedChannel* published) {
  const auto fact = [&](const char* name) { return statistics.facts.at(name); };
  const auto whole = [&](const char* name) { return static_cast<Index>(fact(name)); };
  const Columns& wall = statistics.wall;
  const double u_tau = fact("u_tau"), re_tau = fact("re_tau"), length_x = fact("length_x"),
               length_z = fact("length_z");
  Json result{{"file", path}, {"re_tau", re_tau}, {"u_tau", u_tau}};
  result["bulk_velocity_plus"] = fact("bulk_velocity") / u_tau;
  result["centre_velocity_plus"] = wall.at("u_plus").back();
  result["shape"] = {whole("nx"), whole("ny"), whole("nz")};
  result["lengths"] = {length_x, 2.0, length_z};
  result["spacing_plus"] = {{"x", re_tau * length_x / fact("nx")}, {"z", re_tau * length_z / fact("nz")}};
  result["n_samples"] = whole("n_samples");
  result["time_start"] = fact("time_start");
  result["time_end"] = fact("time_end");
  result["duration"] = (fact("time_end") - fact("time_start")) * u_tau;
  for (const auto& [name, words] : fluctuations) result["peaks"][name] = peak(wall, name);
  result["stress_deviation"] = stress_deviation(wall);
  result["data"] = published == nullptr ? Json() : Json(published->name);
  if (published == nullptr) return result;
  const Columns data = table_of(*published);
  result["differences"]["u_plus"] = difference(wall, data, "u_plus");
  for (const auto& [name, words] : fluctuations) result["differences"][name] = difference(wall, data, name);
  return result;
}

void print_channel(const Session& session, const Json& r, const PublishedChannel* published) {
  const auto number = [&](const char* name) { return r[name].get<double>(); };
  const auto row = [&](const std::string& name, const std::string& text) {
    say(session, "  {:10} {}", name, text);
  };
  say(session, "{}: turbulent channel flow, in units of the wall", r["file"].get<std::string>());
  row("Re_tau", fmt::format("{:.2f}, u_tau {:.6g}", number("re_tau"), number("u_tau")));
  row("velocity", fmt::format("bulk {:.3f}, centre {:.3f}", number("bulk_velocity_plus"),
                              number("centre_velocity_plus")));
  row("grid", fmt::format("{} points in {:.4g} x 2 x {:.4g} h, spacings {:.3g} along x, {:.3g} along z",
                          to_text(r["shape"].get<Extents>()), r["lengths"][0].get<double>(),
                          r["lengths"][2].get<double>(), r["spacing_plus"]["x"].get<double>(),
                          r["spacing_plus"]["z"].get<double>()));
  row("samples", fmt::format("{} from time {:.6g} to {:.6g}: {:.3g} h/u_tau", r["n_samples"].get<Index>(),
                             number("time_start"), number("time_end"), number("duration")));
  for (const auto& [name, words] : fluctuations)
    row(words, fmt::format("at most {:.4f}, at y+ {:.1f}", r["peaks"][name]["value"].get<double>(),
                           r["peaks"][name]["y_plus"].get<double>()));
  row("stress", fmt::format("total less storage is within {:.4f} of 1 - y/h (furthest at y+ {:.1f})",
                            r["stress_deviation"]["value"].get<double>(),
                            r["stress_deviation"]["y_plus"].get<double>()));
  if (published == nullptr) return;
  if (number("duration") < least_duration)
    row("note",
        fmt::format(
            "means over {:.2g} h/u_tau are those of a moment; below {:g} h/u_tau differences say little",
            number("duration"), least_duration));
  std::vector<std::string> differences;
  const auto tell = [&](const char* name, const char* words) {
    const Json& value = r["differences"][name];
    if (!value.is_null()) differences.push_back(fmt::format("{} {:.2f} %", words, 100 * value.get<double>()));
  };
  tell("u_plus", "U");
  for (const auto& [name, words] : fluctuations) tell(name, words);
  row("difference",
      differences.empty()
          ? fmt::format("none: there are not two points in {:g} < y+ < {:g}", from_y_plus, to_y_plus)
          : fmt::format("from {} at Re_tau {:g}, {:g} < y+ < {:g}: {}", published->label, published->re_tau,
                        from_y_plus, to_y_plus, join(differences)));
}

// What draw_channel.py takes.
Json channel_facts(const Json& result, const ChannelStatistics& statistics, const PublishedChannel* published,
                   const std::string& what) {
  Json facts = result;
  facts["kind"] = "channel";
  facts["profiles"] = what == "spectra" ? Json() : Json(statistics.wall);
  facts["spectra"] = what == "profiles" || statistics.spectra.empty() ? Json() : Json(statistics.spectra);
  facts["data"] = published == nullptr ? Json() : Json(table_of(*published));
  facts["label"] = published == nullptr ? "" : published->label;
  return facts;
}

Plotted plot_channel(const Session& session, const NumbersFile& file, const PlotRequest& r) {
  const ChannelStatistics statistics = read_channel_statistics(file);
  if (r.what == "spectra" && statistics.spectra.empty())
    fail(
        fmt::format("--what: {} has no spectra; let weft run write some (output.spectra_at in its "
                    "settings), or give --what profiles",
                    r.file));
  const PublishedChannel* published = published_channel(r.data, statistics.facts.at("re_tau"));
  const Json result = channel_result(r.file, statistics, published);
  print_channel(session, result, published);
  return {result, channel_facts(result, statistics, published, r.what)};
}

}  // namespace

const PlotKind channel_statistics_kind{
    "channel statistics",    "statistics of a channel flow",    ".statistics.h5",
    {"profiles", "spectra"}, names_of_data(published_channels), plot_channel};

}  // namespace weft::cli
