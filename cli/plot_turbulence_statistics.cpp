// weft plot of the spectra of turbulence in a box.
//
// Spectra are densities: the sum of a spectrum times the width of a shell is the quantity of the whole box.
// Kolmogorov's units are those of the mean dissipation and the viscosity. Everything else is in the units of
// the simulation.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "plot_kinds.hpp"
#include "text.hpp"
#include "weft/error.hpp"

namespace weft::cli {

namespace {

using Line = std::vector<double>;

constexpr std::size_t first_shell_of_slope = 4;  // where the exponent is taken: from there to k_max / 4
constexpr double part_of_slope = 0.25;
constexpr int fewest_shells = 4;  // of a slope
constexpr Index most_lines = 6;   // of samples in a figure

// --- the file ----------------------------------------------------------------------------------------------

struct BoxSpectra {
  Facts facts;                               // numbers among the attributes of the file
  Columns spectra;                           // those of the group of that name
  std::map<std::string, std::string> units;  // of the spectra; empty: the file tells none
  Index n_scalars = 0;
  Columns samples;  // "time" [n], "energy" [n, n_shells] in C order
};

BoxSpectra read_box_spectra(const NumbersFile& file) {
  BoxSpectra read;
  read.facts = file.facts({"time_start", "time_end"},
                          {"n_samples", "viscosity", "nx", "ny", "nz", "k_max", "shell_width"});
  const double n_scalars = file.number("n_scalars").value_or(-1);
  if (!(n_scalars >= 0 && n_scalars < 1e6))
    file.refuse("has no number n_scalars of 0 or more among its attributes");
  read.n_scalars = static_cast<Index>(n_scalars);
  std::vector<std::string> names{"k", "energy", "dissipation", "transfer"};
  for (Index i = 0; i < read.n_scalars; ++i)
    for (const char* name : {"scalar_{}", "scalar_{}_transfer"})
      names.push_back(fmt::format(fmt::runtime(name), i));
  std::vector<std::string> paths;
  for (const std::string& name : names) paths.push_back("/spectra/" + name);
  for (const char* name : {"/samples/time", "/samples/energy"}) paths.emplace_back(name);
  file.check_present(paths);
  const Index n_shells = file.length("/spectra/k"), n_samples = file.length("/samples/time");
  for (const std::string& name : names) {
    read.spectra[name] = file.values("/spectra/" + name, {n_shells});
    read.units[name] = file.units("/spectra/" + name);
  }
  file.check_ascending("/spectra/k", read.spectra.at("k"));
  read.samples["time"] = file.values("/samples/time", {n_samples});
  read.samples["energy"] = file.values("/samples/energy", {n_samples, n_shells});
  file.check_ascending("/samples/time", read.samples.at("time"));
  return read;
}

// --- numbers -----------------------------------------------------------------------------------------------

double sum_of(const Line& values) { return std::accumulate(values.begin(), values.end(), 0.0); }

// What leaves the shells up to each.
Line flux_of(const Line& transfer, double width) {
  Line flux(transfer.size());
  double gained = 0;
  for (std::size_t i = 0; i < transfer.size(); ++i) {
    gained += transfer[i] * width;
    flux[i] = -gained;
  }
  return flux;
}

// Of the straight line of least squares through the logarithms; null if there are too few shells with energy.
Json slope_of(const Line& k, const Line& energy, double k_max) {
  Line x, y, within;
  for (std::size_t i = first_shell_of_slope; i < k.size() && k[i] <= part_of_slope * k_max; ++i)
    if (k[i] > 0 && energy[i] > 0) {
      within.push_back(k[i]);
      x.push_back(std::log(k[i]));
      y.push_back(std::log(energy[i]));
    }
  if (x.size() < fewest_shells) return {};
  const auto n = static_cast<double>(x.size());
  const double x_mean = sum_of(x) / n, y_mean = sum_of(y) / n;
  double xx = 0, xy = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    xx += (x[i] - x_mean) * (x[i] - x_mean);
    xy += (x[i] - x_mean) * (y[i] - y_mean);
  }
  return {{"value", xy / xx}, {"k_from", within.front()}, {"k_to", within.back()}};
}

Json spectra_result(const NumbersFile& file, const BoxSpectra& read) {
  const auto fact = [&](const char* name) { return read.facts.at(name); };
  const auto whole = [&](const char* name) { return static_cast<Index>(fact(name)); };
  const auto spectrum = [&](const char* name) -> const Line& { return read.spectra.at(name); };
  const double width = fact("shell_width"), viscosity = fact("viscosity"), k_max = fact("k_max");
  const double dissipation = sum_of(spectrum("dissipation")) * width;
  if (!(dissipation > 0))
    file.refuse(fmt::format("has spectra whose dissipation is {:g}, not of a flow that moves", dissipation));
  const double kolmogorov_length = std::pow(viscosity * viscosity * viscosity / dissipation, 0.25);
  const Line& transfer = spectrum("transfer");
  double sizes = 0;
  for (const double t : transfer) sizes += std::abs(t);
  const Line flux = flux_of(transfer, width);
  const auto most = std::max_element(flux.begin(), flux.end());
  Json result{{"file", file.path()}};
  result["shape"] = {whole("nx"), whole("ny"), whole("nz")};
  result["viscosity"] = viscosity;
  result["n_samples"] = whole("n_samples");
  result["time_start"] = fact("time_start");
  result["time_end"] = fact("time_end");
  result["k_max"] = k_max;
  result["shell_width"] = width;
  result["energy"] = sum_of(spectrum("energy")) * width;
  result["dissipation"] = dissipation;
  result["kolmogorov_length"] = kolmogorov_length;
  result["k_max_eta"] = k_max * kolmogorov_length;
  result["transfer_balance"] = sizes > 0 ? Json(sum_of(transfer) / sizes) : Json();
  result["slope"] = slope_of(spectrum("k"), spectrum("energy"), k_max);
  result["flux_largest"] = {{"over_dissipation", *most / dissipation},
                            {"k", spectrum("k")[static_cast<std::size_t>(most - flux.begin())]}};
  result["scalars"] = Json::array();
  for (Index i = 0; i < read.n_scalars; ++i)
    result["scalars"].push_back(
        {{"variance", 2 * sum_of(read.spectra.at(fmt::format("scalar_{}", i))) * width}});
  return result;
}

void print_spectra(const Session& session, const Json& r) {
  const auto number = [&](const char* name) { return r[name].get<double>(); };
  const auto row = [&](const std::string& name, const std::string& text) {
    say(session, "  {:12} {}", name, text);
  };
  say(session, "{}: spectra of turbulence in a box", r["file"].get<std::string>());
  row("grid", fmt::format("{} points, k_max {:.4g}, shells of width {:.4g}",
                          to_text(r["shape"].get<Extents>()), number("k_max"), number("shell_width")));
  row("samples", fmt::format("{} from time {:.6g} to {:.6g}", r["n_samples"].get<Index>(),
                             number("time_start"), number("time_end")));
  row("energy", fmt::format("{:.6g}", number("energy")));
  row("dissipation", fmt::format("{:.6g}", number("dissipation")));
  row("Kolmogorov",
      fmt::format("length {:.4g}, k_max eta {:.3f}", number("kolmogorov_length"), number("k_max_eta")));
  row("exponent",
      r["slope"].is_null()
          ? fmt::format("none: fewer than {} shells with energy from shell 4 to k_max/4", fewest_shells)
          : fmt::format("of the energy {:.3f}, least squares over {:.4g} <= k <= {:.4g}",
                        r["slope"]["value"].get<double>(), r["slope"]["k_from"].get<double>(),
                        r["slope"]["k_to"].get<double>()));
  row("transfer", r["transfer_balance"].is_null()
                      ? std::string("none")
                      : fmt::format("its sum is {:.2g} of the sum of its sizes", number("transfer_balance")));
  row("flux",
      fmt::format("at most {:.3f} of the dissipation, at k = {:.4g}",
                  r["flux_largest"]["over_dissipation"].get<double>(), r["flux_largest"]["k"].get<double>()));
  for (std::size_t i = 0; i < r["scalars"].size(); ++i)
    row(fmt::format("scalar {}", i),
        fmt::format("variance {:.6g}", r["scalars"][i]["variance"].get<double>()));
}

// Time and spectrum of up to `most_lines` samples, the first and the last among them; none of a single one.
Json some_samples(const BoxSpectra& read) {
  const Line &time = read.samples.at("time"), &energy = read.samples.at("energy");
  const auto n = static_cast<Index>(time.size()), n_shells = static_cast<Index>(energy.size()) / n;
  Json samples = Json::array();
  if (n < 2) return samples;
  const Index n_lines = std::min(n, most_lines);
  for (Index line = 0; line < n_lines; ++line) {
    const Index i = line * (n - 1) / (n_lines - 1);
    const auto begin = energy.begin() + i * n_shells;
    samples.push_back(
        {{"time", time[static_cast<std::size_t>(i)]}, {"energy", Line(begin, begin + n_shells)}});
  }
  return samples;
}

// What draw_turbulence.py takes.
Json spectra_facts(const Json& result, const BoxSpectra& read, const std::string& what) {
  const auto is_wanted = [&](const char* panels) { return what == "all" || what == panels; };
  Json facts = result;
  facts["kind"] = "turbulence statistics";
  facts["spectra"] = read.spectra;
  facts["spectra"]["flux"] = flux_of(read.spectra.at("transfer"), read.facts.at("shell_width"));
  facts["units"] = read.units;
  facts["n_scalars"] = read.n_scalars;
  facts["samples"] = some_samples(read);
  facts["panels"] = Json::array();
  if (is_wanted("energy")) facts["panels"].push_back("energy");
  if (is_wanted("transfer")) facts["panels"].push_back("transfer");
  if (is_wanted("scalars") && read.n_scalars > 0) facts["panels"].push_back("scalars");
  return facts;
}

Plotted plot_spectra(const Session& session, const NumbersFile& file, const PlotRequest& r) {
  const BoxSpectra read = read_box_spectra(file);
  if (r.what == "scalars" && read.n_scalars == 0)
    fail(fmt::format("--what: {} has no scalars; let weft run carry some, or give --what energy", r.file));
  const Json result = spectra_result(file, read);
  print_spectra(session, result);
  return {result, spectra_facts(result, read, r.what)};
}

}  // namespace

const PlotKind turbulence_statistics_kind{"turbulence statistics",
                                          "statistics of turbulence in a box",
                                          ".statistics.h5",
                                          {"energy", "transfer", "scalars"},
                                          {},
                                          plot_spectra};

}  // namespace weft::cli
