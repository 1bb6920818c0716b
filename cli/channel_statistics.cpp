// The file is small: every process reads all of it, so all of them find the same problem.
#include "channel_statistics.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "text.hpp"
#include "weft/error.hpp"
#include "weft/hdf5_file.hpp"

namespace weft::cli {

namespace {

const std::vector<std::string> wall_names{"y",          "y_plus",      "u_plus",        "u_rms_plus",
                                          "v_rms_plus", "w_rms_plus",  "minus_uv_plus", "viscous_plus",
                                          "total_plus", "storage_plus"};
const std::vector<std::string> spectra_names{"y",    "y_plus", "kx",   "kz",   "uu_x",
                                             "vv_x", "ww_x",   "uu_z", "vv_z", "ww_z"};
const std::vector<std::string> fact_names{
    "time_start", "time_end", "bulk_velocity", "n_samples", "u_tau", "re_tau", "nx",
    "ny",         "nz",       "length_x",      "length_z"};
constexpr int n_any_facts = 3;      // the first ones may have any value, the others are above 0
constexpr double most_fact = 1e15;  // of those above 0
constexpr Index fewest_points = 4;  // from the wall to the middle: as many as a cubic needs

class StatisticsFile {
 public:
  StatisticsFile(const Session& session, const std::string& path)
      : path_(path), reader_(path, session.comm), known_(reader_.datasets()) {}
  ChannelStatistics read() const;

 private:
  [[noreturn]] void refuse(const std::string& why) const;
  void check_present(const std::string& group, const std::vector<std::string>& names) const;
  std::map<std::string, double> facts() const;
  std::vector<double> values_of(const std::string& dataset, const Extents& shape) const;
  void check_ascending(const std::string& dataset, const std::vector<double>& values) const;
  Columns wall(Index n_y) const;
  Columns spectra() const;

  std::string path_;
  Hdf5Reader reader_;
  std::vector<std::string> known_;  // datasets of numbers
};

void StatisticsFile::refuse(const std::string& why) const {
  throw Error(
      ErrorCode::invalid_argument,
      fmt::format("{} {}; give statistics of a channel flow as weft run writes them: NAME.statistics.h5",
                  path_, why));
}

void StatisticsFile::check_present(const std::string& group, const std::vector<std::string>& names) const {
  std::vector<std::string> missing;
  for (const std::string& name : names)
    if (std::find(known_.begin(), known_.end(), group + name) == known_.end())
      missing.push_back(group + name);
  if (!missing.empty()) refuse(fmt::format("has no dataset of numbers {}", listed(missing)));
}

std::map<std::string, double> StatisticsFile::facts() const {
  const Attributes attributes = reader_.attributes("/");
  const auto program = attributes.find("program");
  if (program == attributes.end() || program->second != AttributeValue(std::string("channel statistics")))
    refuse("is of another program (its attribute program is not \"channel statistics\")");
  std::map<std::string, double> facts;
  for (const std::string& name : fact_names) {
    const auto found = attributes.find(name);
    const bool is_there = found != attributes.end();
    if (const auto* number = is_there ? std::get_if<double>(&found->second) : nullptr)
      facts[name] = *number;
    else if (const auto* whole = is_there ? std::get_if<std::int64_t>(&found->second) : nullptr)
      facts[name] = static_cast<double>(*whole);
    if (!facts.contains(name) || !std::isfinite(facts[name]))
      refuse(fmt::format("has no number {} among its attributes", name));
  }
  for (std::size_t i = n_any_facts; i < fact_names.size(); ++i)
    if (const double value = facts[fact_names[i]]; value <= 0 || value > most_fact)
      refuse(fmt::format("has the attribute {} = {:g}, which is no {}", fact_names[i], value,
                         value <= 0 ? "value above 0" : "size of a flow"));
  return facts;
}

std::vector<double> StatisticsFile::values_of(const std::string& dataset, const Extents& shape) const {
  const DatasetInfo& info = reader_.info(dataset);
  if (info.shape != shape)
    refuse(fmt::format("has {} values in {}, not {}", to_text(info.shape), dataset, to_text(shape)));
  if (!info.element.is_real) refuse(fmt::format("has complex numbers in {}", dataset));
  Box whole;
  Axes order;
  Index n = 1;
  for (const Index length : shape) {
    order.push_back(static_cast<int>(whole.ranges.size()));
    whole.ranges.push_back(Range{0, length});
    n *= length;
  }
  std::vector<double> values(static_cast<std::size_t>(n));
  reader_.read_region(dataset, whole, dense_storage(shape, order), element_type<double>(), values.data(),
                      {.convert = true});
  for (const double value : values)
    if (!std::isfinite(value)) refuse(fmt::format("has values in {} that are not numbers", dataset));
  return values;
}

void StatisticsFile::check_ascending(const std::string& dataset, const std::vector<double>& values) const {
  for (std::size_t i = 1; i < values.size(); ++i)
    if (!(values[i] > values[i - 1])) refuse(fmt::format("has values in {} that do not ascend", dataset));
}

Columns StatisticsFile::wall(Index n_y) const {
  if (n_y < fewest_points) refuse(fmt::format("has {} points from the wall to the middle", n_y));
  Columns columns;
  for (const std::string& name : wall_names) columns[name] = values_of("/wall/" + name, {n_y});
  for (const char* name : {"y", "y_plus"}) check_ascending(std::string("/wall/") + name, columns.at(name));
  return columns;
}

Columns StatisticsFile::spectra() const {
  const auto length = [&](const std::string& name) {
    const Extents& shape = reader_.info("/spectra/" + name).shape;
    if (shape.size() != 1 || shape[0] < 1)
      refuse(fmt::format("has {} values in /spectra/{}, not a list", to_text(shape), name));
    return shape[0];
  };
  const Index n_planes = length("y_plus"), n_kx = length("kx"), n_kz = length("kz");
  Columns columns;
  for (const std::string& name : spectra_names) {
    const Extents shape = name == "kx"           ? Extents{n_kx}
                          : name == "kz"         ? Extents{n_kz}
                          : name.ends_with("_x") ? Extents{n_planes, n_kx}
                          : name.ends_with("_z") ? Extents{n_planes, n_kz}
                                                 : Extents{n_planes};
    columns[name] = values_of("/spectra/" + name, shape);
  }
  for (const char* name : {"kx", "kz"}) check_ascending(std::string("/spectra/") + name, columns.at(name));
  return columns;
}

ChannelStatistics StatisticsFile::read() const {
  const bool has_spectra = std::any_of(known_.begin(), known_.end(),
                                       [](const std::string& name) { return name.starts_with("/spectra/"); });
  check_present("/wall/", wall_names);
  if (has_spectra) check_present("/spectra/", spectra_names);
  ChannelStatistics statistics{facts(), {}, {}};
  statistics.wall = wall((static_cast<Index>(statistics.facts.at("ny")) + 1) / 2);
  if (has_spectra) statistics.spectra = spectra();
  return statistics;
}

}  // namespace

ChannelStatistics read_channel_statistics(const Session& session, const std::string& path) {
  return StatisticsFile(session, path).read();
}

}  // namespace weft::cli
