// Questions to a MachineModel.
#include "model/lookups.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "model/curve.hpp"
#include "model/typical.hpp"

namespace weft {
namespace {

double log2_of(Index n) { return std::log2(static_cast<double>(std::max<Index>(n, 2))); }
double positive(Index n) { return static_cast<double>(std::max<Index>(n, 1)); }

enum class LengthClass { power_of_2, smooth, odd_smooth_real, other };

LengthClass class_of(Kind kind, Index n) {
  if (n < 1) n = 1;
  const bool is_odd = n % 2 == 1;
  if ((n & (n - 1)) == 0) return LengthClass::power_of_2;
  for (Index factor : {2, 3, 5, 7, 11, 13})
    while (n % factor == 0) n /= factor;
  if (n > 1) return LengthClass::other;
  return is_odd && kind != Kind::c2c ? LengthClass::odd_smooth_real : LengthClass::smooth;
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

Curve message_curve(const MachineModel& model, bool same_node) {
  Curve points;
  for (const MessageTime& message : model.messages)
    if (message.same_node == same_node) points.push_back({positive(message.bytes), message.seconds});
  return without_descents(sorted(points));
}

// Beyond the last point in proportion to x.
double proportional_beyond(const Curve& curve, double x) {
  const CurvePoint& last = curve.back();
  return x > last.x ? last.y * x / last.x : value_at(curve, x);
}

}  // namespace

std::string name_of(Kind kind) {
  switch (kind) {
    case Kind::c2c:
      return "c2c";
    case Kind::r2c:
      return "r2c";
    default:
      return "c2r";
  }
}

std::optional<double> line_seconds(const MachineModel& model, const std::string& backend, Kind kind,
                                   Precision precision, Index n) {
  if (!is_fourier(kind)) {
    // Not measured. The native backend does two real lines as one complex one; FFTW takes about as long for
    // each.
    const auto complex = line_seconds(model, backend, Kind::c2c, precision, n);
    return complex && backend == "native" ? *complex / 2 : complex;
  }
  const std::string transform = name_of(kind), measured = measured_backend(model, backend);
  std::map<LengthClass, Curve> curves;  // of the time per n log2 n
  for (const LineTime& line : model.lines)
    if (line.backend == measured && line.transform == transform && line.precision == precision)
      curves[class_of(kind, line.n)].push_back(
          {positive(line.n), line.seconds / (positive(line.n) * log2_of(line.n))});
  if (curves.empty()) return std::nullopt;
  const double length = positive(n), work = length * log2_of(n);
  if (const auto same = curves.find(class_of(kind, n)); same != curves.end())
    return work * value_at(sorted(same->second), length);
  double slowest = 0;
  for (const auto& [other, curve] : curves) slowest = std::max(slowest, value_at(sorted(curve), length));
  return work * slowest;
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

double message_seconds(const MachineModel& model, Index bytes, bool same_node) {
  const Curve measured = message_curve(model, same_node);
  if (!measured.empty()) return proportional_beyond(measured, positive(bytes));
  const double typical = proportional_beyond(message_curve(typical_model(), same_node), positive(bytes));
  return same_node ? typical : std::max(typical, message_seconds(model, bytes, true));
}

double exchange_seconds(const MachineModel& model, int n_processes, Index bytes_per_pair) {
  const double n_peers = positive(n_processes - 1);
  int nearest = 0;
  for (const ExchangeTime& exchange : model.exchanges)
    if (exchange.n_processes > 1 &&
        (nearest == 0 || std::abs(exchange.n_processes - n_processes) < std::abs(nearest - n_processes)))
      nearest = exchange.n_processes;
  if (nearest == 0) return n_peers * message_seconds(model, bytes_per_pair, true);
  Curve points;
  for (const ExchangeTime& exchange : model.exchanges)
    if (exchange.n_processes == nearest)
      points.push_back({positive(exchange.bytes_per_pair), exchange.seconds});
  const Curve curve = without_descents(sorted(points));
  return proportional_beyond(curve, positive(bytes_per_pair)) * n_peers / positive(nearest - 1);
}

double barrier_seconds(const MachineModel& model, int n_processes) {
  const Curve curve = meeting_curve(model.barriers, typical_model().barriers);
  const double n = positive(n_processes), most = std::max(curve.back().x, 2.0);
  return value_at(curve, n) * (n > most ? std::log2(n) / std::log2(most) : 1);
}

double flag_seconds(const MachineModel& model, int n_processes) {
  return proportional_beyond(meeting_curve(model.flags, typical_model().flags), positive(n_processes));
}

}  // namespace weft
