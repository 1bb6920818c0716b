// weft plot: statistics of a turbulent channel flow, as numbers and as a figure beside published data.
//
// Every process computes all of it, process 0 tells it and draws. Everything is in units of the wall (u_tau
// and viscosity / u_tau) but y, the distance from the wall in h, half the distance of the walls.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

#include "channel_statistics.hpp"
#include "command.hpp"
#include "json_file.hpp"
#include "machine.hpp"
#include "picture.hpp"
#include "text.hpp"
#include "weft/error.hpp"

namespace weft::cli {

extern const char* const mkm180_text;  // apps/channel/data/mkm180.csv

namespace {

using Json = nlohmann::ordered_json;

// As typed; empty: not given.
struct PlotRequest {
  std::string file, plot, data, what = "all", json;
};

[[noreturn]] void fail(const std::string& message) { throw Error(ErrorCode::invalid_argument, message); }

// --- published data ----------------------------------------------------------------------------------------

struct Published {
  const char* name;   // as with --data
  const char* label;  // of figures
  double re_tau;
  const char* const* table;  // CSV with the columns of the group "wall", but for the stresses
};

constexpr std::array all_published{Published{"mkm180", "Moser, Kim & Mansour (1999)", 178.12, &mkm180_text}};
constexpr double near = 0.1;                        // data within this part of Re_tau are shown unasked
constexpr double from_y_plus = 5, to_y_plus = 150;  // where the flow is compared with them

std::vector<std::string> names_of_data() {
  std::vector<std::string> names{"none"};
  names.reserve(all_published.size() + 1);
  for (const Published& p : all_published) names.emplace_back(p.name);
  return names;
}

// Null: none.
const Published* published_for(const std::string& name, double re_tau) {
  for (const Published& p : all_published)
    if (name.empty() ? std::abs(re_tau - p.re_tau) <= near * p.re_tau : name == p.name) return &p;
  return nullptr;
}

Columns table_of(const Published& published) {
  Columns table;
  std::vector<std::string> names;
  for (const std::string& line : parts_of(*published.table, '\n')) {
    if (line.empty() || line.starts_with('#')) continue;
    const std::vector<std::string> words = parts_of(line, ',');
    for (std::size_t i = 0; !names.empty() && i < words.size(); ++i) {
      double value = 0;
      std::from_chars(words[i].data(), words[i].data() + words[i].size(), value);
      table[names.at(i)].push_back(value);
    }
    if (names.empty()) names = words;
  }
  return table;
}

// --- numbers -----------------------------------------------------------------------------------------------

// The largest value, of the parabola through the three points around it.
Json peak_of(const std::vector<double>& x, const std::vector<double>& f) {
  const auto i = static_cast<std::size_t>(std::max_element(f.begin(), f.end()) - f.begin());
  if (i == 0 || i + 1 == f.size()) return {{"value", f[i]}, {"y_plus", x[i]}};
  const double left = (f[i] - f[i - 1]) / (x[i] - x[i - 1]), right = (f[i + 1] - f[i]) / (x[i + 1] - x[i]);
  const double curvature = (right - left) / (x[i + 1] - x[i - 1]);
  if (!(curvature < 0)) return {{"value", f[i]}, {"y_plus", x[i]}};
  const double place = (x[i - 1] + x[i]) / 2 - left / (2 * curvature);
  return {{"value", f[i - 1] + (place - x[i - 1]) * (left + curvature * (place - x[i]))}, {"y_plus", place}};
}

// By the cubic through the four points around x; xs ascending.
double interpolated(const std::vector<double>& xs, const std::vector<double>& fs, double x) {
  const auto after = std::upper_bound(xs.begin(), xs.end(), x) - xs.begin();
  const auto n = static_cast<std::ptrdiff_t>(xs.size());
  const auto first = static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(after - 2, 0, n - 4));
  double sum = 0;
  for (std::size_t i = first; i < first + 4; ++i) {
    double weight = 1;
    for (std::size_t j = first; j < first + 4; ++j)
      if (j != i) weight *= (x - xs[j]) / (xs[i] - xs[j]);
    sum += weight * fs[i];
  }
  return sum;
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

Json result_of(const std::string& path, const ChannelStatistics& statistics, const Published* published) {
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
  for (const auto& [name, words] : fluctuations)
    result["peaks"][name] = peak_of(wall.at("y_plus"), wall.at(name));
  result["stress_deviation"] = stress_deviation(wall);
  result["data"] = published == nullptr ? Json() : Json(published->name);
  if (published == nullptr) return result;
  const Columns data = table_of(*published);
  result["differences"]["u_plus"] = difference(wall, data, "u_plus");
  for (const auto& [name, words] : fluctuations) result["differences"][name] = difference(wall, data, name);
  return result;
}

void print(const Session& session, const Json& r, const Published* published) {
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
                        from_y_plus, to_y_plus, listed(differences)));
}

// What draw_channel.py takes.
Json facts_of(const Json& result, const ChannelStatistics& statistics, const Published* published,
              const std::string& what) {
  Json facts = result;
  facts["kind"] = "channel";
  facts["profiles"] = what == "spectra" ? Json() : Json(statistics.wall);
  facts["spectra"] = what == "profiles" || statistics.spectra.empty() ? Json() : Json(statistics.spectra);
  facts["data"] = published == nullptr ? Json() : Json(table_of(*published));
  facts["label"] = published == nullptr ? "" : published->label;
  return facts;
}

int run_plot(const Session& session, const PlotRequest& r) {
  const std::string what = known_word("--what", r.what, {"profiles", "spectra", "all"});
  const std::string data = r.data.empty() ? "" : known_word("--data", r.data, names_of_data());
  JsonFile json(session, r.json);
  Picture picture(session, r.plot);
  const ChannelStatistics statistics = read_channel_statistics(session, r.file);
  if (what == "spectra" && statistics.spectra.empty())
    fail(fmt::format(
        "--what: {} has no spectra; let weft run write some (output.spectra_at in its settings), or "
        "give --what profiles",
        r.file));
  const Published* published = published_for(data, statistics.facts.at("re_tau"));
  const Json result = result_of(r.file, statistics, published);
  print(session, result, published);
  json.write({{"command", session.command},
              {"machine", machine_json(session)},
              {"versions", versions_json()},
              {"results", Json::array({result})}});
  picture.draw(facts_of(result, statistics, published, what));
  return 0;
}

}  // namespace

Run configure_plot(CLI::App& app) {
  auto request = std::make_shared<PlotRequest>();
  PlotRequest& r = *request;
  app.add_option("FILE", r.file, "NAME.statistics.h5 of a turbulent channel flow, as weft run writes it")
      ->required();
  app.add_option("--plot", r.plot, "draw it (.png, .pdf, .svg); Python: WEFT_PYTHON, else that of the build")
      ->type_name("FILE");
  app.add_option("--what", r.what, "is drawn: profiles, spectra or all, as far as the file has it")
      ->type_name("WORD")
      ->capture_default_str();
  app.add_option("--data", r.data,
                 "published data to draw and compare with: mkm180 or none; default: mkm180 if Re_tau is "
                 "within 10 % of "
                 "178")
      ->type_name("NAME");
  app.add_option("--json", r.json, "write the numbers as JSON")->type_name("FILE");
  return [request](const Session& session) { return run_plot(session, *request); };
}

}  // namespace weft::cli
