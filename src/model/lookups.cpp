// Questions to a MachineModel.
#include "model/lookups.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>

#include "model/curve.hpp"
#include "model/typical.hpp"

namespace weft::inline model {

namespace {

double log2_of(Index n) { return std::log2(static_cast<double>(std::max<Index>(n, 2))); }
enum class LengthClass { power_of_2, smooth, odd_smooth_real, other };

// The length whose factors count.
Index length_of(Kind kind, Index n) {
  return std::max<Index>(std::clamp<Index>(n, 1, Index{1} << 62) + row_of(kind).intervals, 1);
}

LengthClass class_of(Kind kind, Index n) {
  const bool is_odd = n % 2 == 1;
  if ((n & (n - 1)) == 0) return LengthClass::power_of_2;
  for (Index factor : {2, 3, 5, 7, 11, 13})
    while (n % factor == 0) n /= factor;
  if (n > 1) return LengthClass::other;
  return is_odd && row_of(kind).halves_lines ? LengthClass::odd_smooth_real : LengthClass::smooth;
}

// The first kind whose lines are measured under this name.
Kind measured_kind(const std::string& transform) {
  return std::find_if(kind_rows.begin(), kind_rows.end(),
                      [&](const KindRow& row) { return row.measured_as == transform; })
      ->kind;
}

// The measured backend that `asked` means: itself, or its first effort. Empty: none.
std::string measured_backend(const MachineModel& model, const std::string& asked) {
  for (const LineTime& line : model.lines)
    if (line.backend == asked || line.backend.starts_with(asked + ":")) return line.backend;
  return "";
}

// The measured times over the number of processes, continued by typical ones where one process was alone.
Curve meeting_curve(const std::vector<MeetingTime>& times, const std::vector<MeetingTime>& typical) {
  Curve points;
  int most = 0;
  for (const MeetingTime& time : times) {
    points.push_back({positive(time.n_processes), time.seconds});
    most = std::max(most, time.n_processes);
  }
  if (most < 2)
    for (const MeetingTime& time : typical)
      if (time.n_processes > most) points.push_back({positive(time.n_processes), time.seconds});
  return without_descents(sorted(points));
}

// Of a machine that is described by the time of an operation. Nothing for cosine and sine transforms.
std::optional<double> seconds_of_operations(const MachineModel& model, Kind kind, Index n) {
  if (model.operation_seconds == 0 || !is_fourier(kind)) return std::nullopt;
  const Index length = length_of(kind, n);
  const double operations = 5 * positive(length) * log2_of(length);
  return (kind == Kind::c2c ? operations : operations / 2) * model.operation_seconds;
}

// From the lines of this very kind, else from the time of an operation.
std::optional<double> measured_seconds(const MachineModel& model, const std::string& backend, Kind kind,
                                       Precision precision, Index n) {
  const std::string transform = row_of(kind).measured_as, measured = measured_backend(model, backend);
  const Kind same_length = measured_kind(transform);  // of which the measured lines have their points
  std::map<LengthClass, Curve> curves;                // of the time per n log2 n
  for (const LineTime& line : model.lines)
    if (line.backend == measured && line.transform == transform && line.precision == precision) {
      const Index length = length_of(same_length, line.n);
      curves[class_of(kind, length)].push_back(
          {positive(length), line.seconds / (positive(length) * log2_of(length))});
    }
  if (curves.empty()) return seconds_of_operations(model, kind, n);
  const Index effective = length_of(kind, n);
  const double length = positive(effective), work = length * log2_of(effective);
  if (const auto same = curves.find(class_of(kind, effective)); same != curves.end())
    return work * value_at(sorted(same->second), length);
  double slowest = 0;
  for (const auto& [other, curve] : curves) slowest = std::max(slowest, value_at(sorted(curve), length));
  return work * slowest;
}

}  // namespace

std::vector<Kind> measured_kinds_of_lines() {
  std::vector<Kind> kinds;
  for (const KindRow& row : kind_rows)
    if (measured_kind(row.measured_as) == row.kind) kinds.push_back(row.kind);
  return kinds;
}

bool is_measured_transform(const std::string& name) {
  return std::any_of(kind_rows.begin(), kind_rows.end(),
                     [&](const KindRow& row) { return row.measured_as == name; });
}

std::optional<double> line_seconds(const MachineModel& model, const std::string& backend, Kind kind,
                                   Precision precision, Index n) {
  if (const auto seconds = measured_seconds(model, backend, kind, precision, n)) return seconds;
  if (is_fourier(kind)) return std::nullopt;
  const auto complex = measured_seconds(model, backend, Kind::c2c, precision, n);
  const auto typical = measured_seconds(typical_model(), backend, kind, precision, n);
  const auto typical_complex = measured_seconds(typical_model(), backend, Kind::c2c, precision, n);
  if (!complex || !typical || !typical_complex) return complex;
  return *complex * *typical / *typical_complex;
}

double copy_rate(const MachineModel& model, int n_processes, Index working_set) {
  const std::vector<CopyTime>& copies = model.copies.empty() ? typical_model().copies : model.copies;
  std::map<int, Curve> curves;  // by number of processes, over the working set
  for (const CopyTime& copy : copies)
    curves[copy.n_processes].push_back({positive(copy.working_set), copy.bytes_per_second});
  Curve over_processes;
  for (auto& [n, curve] : curves) {
    curve = sorted(curve);
    over_processes.push_back({positive(n), value_at(curve, positive(working_set))});
  }
  const auto& [most, last] = *curves.rbegin();
  if (n_processes > most) {
    Curve shared = last;
    shared.back().y *= positive(most) / positive(n_processes);
    return value_at(shared, positive(working_set));
  }
  return value_at(over_processes, positive(n_processes));
}

double sweep_ratio(const MachineModel& model, const SweepTime& asked) {
  const auto library = [](const std::string& backend) { return backend.substr(0, backend.find(':')); };
  // What a row must have in common with what is asked, less and less of it.
  const std::vector<std::function<bool(const SweepTime&)>> alike = {
      [&](const SweepTime& s) { return s.shape == asked.shape && s.transform == asked.transform; },
      [&](const SweepTime& s) { return s.shape == asked.shape && s.transform == "c2c"; },
      [&](const SweepTime& s) { return !asked.shape.empty() && s.transform == "c2c"; }};
  for (const auto& is_alike : alike) {
    std::map<int, Curve> curves;  // by number of processes, over the footprint
    for (const SweepTime& s : model.sweeps)
      if (library(s.backend) == library(asked.backend) && s.precision == asked.precision && is_alike(s))
        curves[s.n_processes].push_back({positive(s.footprint), s.ratio});
    if (curves.empty()) continue;
    Curve over_processes;
    for (const auto& [n, curve] : curves)
      over_processes.push_back({positive(n), value_at(averaged(curve), positive(asked.footprint))});
    return value_at(over_processes, positive(asked.n_processes));
  }
  return 1;
}

double barrier_seconds(const MachineModel& model, int n_processes) {
  const Curve curve = meeting_curve(model.barriers, typical_model().barriers);
  const double n = positive(n_processes), most = std::max(curve.back().x, 2.0);
  const double seconds = value_at(curve, n) * (n > most ? std::log2(n) / std::log2(most) : 1);
  const bool is_described = model.barriers.empty() && !model.laws.empty();
  if (!is_described || n_processes < 2) return seconds;
  return std::max(
      seconds, std::ceil(std::log2(n)) * message_seconds(model, 1, n_processes <= model.processes_per_node));
}

double peer_seconds(const std::vector<PeerTime>& times, Index bytes) {
  Curve points;
  for (const PeerTime& time : times) points.push_back({positive(time.bytes), time.seconds});
  if (points.empty() || bytes == 0) return 0;
  const Curve curve = without_descents(sorted(points));
  const double x = positive(bytes);
  return x < curve.front().x ? curve.front().y * x / curve.front().x : proportional_beyond(curve, x);
}

double flag_seconds(const MachineModel& model, int n_processes) {
  return proportional_beyond(meeting_curve(model.flags, typical_model().flags), positive(n_processes));
}

}  // namespace weft::inline model
