#include "channel_statistics.hpp"

#include <fmt/format.h>

namespace weft::cli {

namespace {

const std::vector<std::string> wall_names{"y",          "y_plus",      "u_plus",        "u_rms_plus",
                                          "v_rms_plus", "w_rms_plus",  "minus_uv_plus", "viscous_plus",
                                          "total_plus", "storage_plus"};
const std::vector<std::string> spectra_names{"y",    "y_plus", "kx",   "kz",   "uu_x",
                                             "vv_x", "ww_x",   "uu_z", "vv_z", "ww_z"};
const std::vector<std::string> any_facts{"time_start", "time_end", "bulk_velocity"};
const std::vector<std::string> positive_facts{"n_samples", "u_tau", "re_tau",   "nx",
                                              "ny",        "nz",    "length_x", "length_z"};
constexpr Index fewest_points = 4;  // from the wall to the middle: as many as a cubic needs

std::vector<std::string> paths(const std::string& group, const std::vector<std::string>& names) {
  std::vector<std::string> paths;
  for (const std::string& name : names) paths.push_back(group + name);
  return paths;
}

Columns read_wall(const NumbersFile& file, Index n_y) {
  if (n_y < fewest_points) file.refuse(fmt::format("has {} points from the wall to the middle", n_y));
  Columns columns;
  for (const std::string& name : wall_names) columns[name] = file.values("/wall/" + name, {n_y});
  for (const char* name : {"y", "y_plus"})
    file.check_ascending(std::string("/wall/") + name, columns.at(name));
  return columns;
}

Columns read_spectra(const NumbersFile& file) {
  const Index n_planes = file.length("/spectra/y_plus"), n_kx = file.length("/spectra/kx"),
              n_kz = file.length("/spectra/kz");
  Columns columns;
  for (const std::string& name : spectra_names) {
    const Extents shape = name == "kx"           ? Extents{n_kx}
                          : name == "kz"         ? Extents{n_kz}
                          : name.ends_with("_x") ? Extents{n_planes, n_kx}
                          : name.ends_with("_z") ? Extents{n_planes, n_kz}
                                                 : Extents{n_planes};
    columns[name] = file.values("/spectra/" + name, shape);
  }
  for (const char* name : {"kx", "kz"})
    file.check_ascending(std::string("/spectra/") + name, columns.at(name));
  return columns;
}

}  // namespace

ChannelStatistics read_channel_statistics(const NumbersFile& file) {
  const bool has_spectra = file.has("/spectra/");
  file.check_present(paths("/wall/", wall_names));
  if (has_spectra) file.check_present(paths("/spectra/", spectra_names));
  ChannelStatistics statistics{file.facts(any_facts, positive_facts), {}, {}};
  statistics.wall = read_wall(file, (static_cast<Index>(statistics.facts.at("ny")) + 1) / 2);
  if (has_spectra) statistics.spectra = read_spectra(file);
  return statistics;
}

}  // namespace weft::cli
