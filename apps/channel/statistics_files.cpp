// Statistics as files: HDF5 with all, and CSV with the profiles from wall to middle, for tables and plots.
#include <array>
#include <cmath>
#include <numbers>

#include "channel/statistics.hpp"
#include "common/lists.hpp"
#include "common/tables.hpp"
#include "weft/text_file.hpp"
#include "weft/weft.hpp"
#include "weft/words.hpp"

namespace weft::channel {
namespace {

using apps::Column;

// Profiles from the wall (y = 0) to the middle (y = 1), the mean of both halves, in units of the wall.
std::vector<Column> from_the_wall(const Profiles& p, double viscosity) {
  const std::size_t n = p.y.size(), half = (n + 1) / 2;
  const double u = 1 / p.u_tau, uu = u * u;
  // f(lower, upper) of the values of a line at both points of equal distance.
  const auto folded = [&](const Line& line, const auto& f) {
    Line result;
    for (std::size_t j = 0; j < half; ++j) result.push_back(f(line[n - 1 - j], line[j]));
    return result;
  };
  const auto even = [](double factor) {
    return [factor](double lower, double upper) { return factor * (lower + upper) / 2; };
  };
  const auto odd = [](double factor) {
    return [factor](double lower, double upper) { return factor * (lower - upper) / 2; };
  };
  const auto rms = [&](double lower, double upper) {
    return std::sqrt(std::max(uu * (lower + upper) / 2, 0.0));
  };
  Line y, y_plus;
  for (std::size_t j = 0; j < half; ++j) {
    y.push_back(1 - p.y[j]);
    y_plus.push_back((1 - p.y[j]) * p.u_tau / viscosity);
  }
  const Line minus_uv = folded(p.uv, odd(-uu)), viscous = folded(p.viscous, odd(uu));
  Line total;
  for (std::size_t j = 0; j < half; ++j) total.push_back(minus_uv[j] + viscous[j]);
  return {{"y", y, "h"},
          {"y_plus", y_plus, "1"},
          {"u_plus", folded(p.u, even(u)), "1"},
          {"u_rms_plus", folded(p.uu, rms), "1"},
          {"v_rms_plus", folded(p.vv, rms), "1"},
          {"w_rms_plus", folded(p.ww, rms), "1"},
          {"minus_uv_plus", minus_uv, "1"},
          {"viscous_plus", viscous, "1"},
          {"total_plus", total, "1"},
          {"storage_plus", folded(p.storage, odd(uu)), "1"}};
}

Line wavenumbers(std::size_t n, double length) {
  Line k;
  for (std::size_t i = 0; i < n; ++i) k.push_back(2 * std::numbers::pi / length * static_cast<double>(i));
  return k;
}

// Of `n` numbers from `skip` on, of one component at all distances.
Line rows_of(const Spectra& spectra, const std::vector<double>& sums, std::size_t component, std::size_t skip,
             std::size_t n, double share) {
  Line rows;
  for (std::size_t d = 0; d < spectra.distances().size(); ++d)
    for (std::size_t i = 0; i < n; ++i) rows.push_back(share * sums[spectra.begin(d, component) + skip + i]);
  return rows;
}

}  // namespace

void Statistics::write_files(const std::string& prefix, Index step, MPI_Comm comm) const {
  const Settings& settings = flow_.settings();
  const Profiles p = profiles();
  const std::vector<Column> wall = from_the_wall(p, settings.viscosity);
  Hdf5Writer writer(prefix + ".statistics.h5", comm);
  const auto write = [&](const std::string& name, const Line& values, const std::string& units) {
    apps::write_list(writer, name, {static_cast<Index>(values.size())}, values, {{"units", units}}, comm);
  };
  const std::array<Column, 9> profiles_of_y = {{{"y", p.y, "h"},
                                                {"u", p.u, "U"},
                                                {"w", p.w, "U"},
                                                {"uu", p.uu, "U^2"},
                                                {"vv", p.vv, "U^2"},
                                                {"ww", p.ww, "U^2"},
                                                {"uv", p.uv, "U^2"},
                                                {"viscous_stress", p.viscous, "U^2"},
                                                {"storage", p.storage, "U^2"}}};
  for (const Column& column : profiles_of_y) write("profiles/" + column.name, column.values, column.units);
  for (const Column& column : wall) write("wall/" + column.name, column.values, column.units);
  if (spectra_.size() > 0) {
    const std::vector<double>& sums = spectra_.sums();
    const double share = 1 / static_cast<double>(n_samples_);
    const auto n = static_cast<Index>(spectra_.distances().size());
    Line y_plus;
    for (const double distance : spectra_.distances())
      y_plus.push_back(distance * p.u_tau / settings.viscosity);
    write("spectra/y", spectra_.distances(), "h");
    write("spectra/y_plus", y_plus, "1");
    write("spectra/kx", wavenumbers(spectra_.n_kx(), settings.length_x), "1/h");
    write("spectra/kz", wavenumbers(spectra_.n_kz(), settings.length_z), "1/h");
    const std::array names = {"uu", "vv", "ww"};
    for (std::size_t i = 0; i < names.size(); ++i) {
      const std::string name = std::string("spectra/") + names[i];
      // Shape (n, wavenumbers), also of one distance.
      const auto spectrum = [&](const std::string& along, std::size_t skip, std::size_t n_k) {
        apps::write_list(writer, name + along, {n, static_cast<Index>(n_k)},
                         rows_of(spectra_, sums, i, skip, n_k, share), {{"units", "U^2 h"}}, comm);
      };
      spectrum("_x", 0, spectra_.n_kx());
      spectrum("_z", spectra_.n_kx(), spectra_.n_kz());
    }
  }
  const double re_tau = p.u_tau / settings.viscosity;
  Attributes attributes = facts(settings);
  attributes.merge(
      Attributes{{"program", "channel statistics"},
                 {"units", "h: half the distance of the walls; U: the unit of velocity of the settings"},
                 {"time_start", time_start_},
                 {"time_end", time_end_},
                 {"n_samples", n_samples_},
                 {"step", step},
                 {"u_tau", p.u_tau},
                 {"re_tau", re_tau},
                 {"bulk_velocity", bulk(to_coefficients(p.u))},
                 {"pressure_gradient", gradient_ / static_cast<double>(n_samples_)}});
  for (const auto& [name, value] : attributes) writer.set_attribute("/", name, value);
  writer.commit();
  agree_on(comm, [&] {
    if (flow_.plan().rank() != 0) return;
    replace_text(
        prefix + ".statistics.csv",
        apps::csv_of(wall,
                     {"turbulent channel flow: means of both halves, in units of the wall (y: of half the "
                      "distance of the walls)",
                      "Re_tau " + exact_number(re_tau) + ", u_tau " + exact_number(p.u_tau) + ", " +
                          std::to_string(n_samples_) + " samples from time " + exact_number(time_start_) +
                          " to " + exact_number(time_end_)}));
  });
}

}  // namespace weft::channel
