// Questions to a MachineModel about messages.
#include "model/messages.hpp"

#include <algorithm>
#include <map>

#include "model/curve.hpp"
#include "model/typical.hpp"

namespace weft::inline model {

namespace {

// --- by formula ---

const MessageLaw* law_of(const MachineModel& model, bool same_node) {
  for (const MessageLaw& law : model.laws)
    if (law.same_node == same_node) return &law;
  return nullptr;
}

double law_seconds(const MessageLaw& law, double bytes, const Way& way) {
  const double link = law.link_bytes_per_second > 0 ? law.link_bytes_per_second : law.bytes_per_second;
  const double own = std::max(way.n_own, 1.0) * bytes / law.bytes_per_second;
  const double node = way.same_node ? 0 : std::max(way.n_link, 1.0) * bytes / link;
  const bool asks = law.eager_bytes > 0 && bytes > static_cast<double>(law.eager_bytes);
  const double seconds = law.start + (asks ? law.rendezvous : 0) + std::max(own, node);
  return seconds * (way.both_ways ? std::max(law.duplex, 1.0) : 1);
}

// --- measured ---

// With no y above one at a larger x: a measurement is disturbed only one way.
Curve without_bumps(Curve curve) {
  for (std::size_t i = curve.size(); i-- > 1;) curve[i - 1].y = std::min(curve[i - 1].y, curve[i].y);
  return curve;
}

// Over the bytes; empty if nothing was measured there.
Curve message_curve(const MachineModel& model, bool same_node, bool both_ways) {
  Curve points;
  for (const MessageTime& message : model.messages)
    if (message.same_node == same_node)
      points.push_back({positive(message.bytes),
                        both_ways ? std::max(message.both_ways, message.seconds) : message.seconds});
  return without_bumps(sorted(points));
}

double measured_seconds(const Curve& curve, double bytes, const Way& way) {
  const double one = proportional_beyond(curve, bytes), empty = curve.front().y;
  const double n = std::max({way.n_own, way.same_node ? 1.0 : way.n_link, 1.0});
  return one + (n - 1) * (one - empty);
}

// Of the messages themselves, without what each takes the processor.
double travel_seconds(const MachineModel& model, double bytes, const Way& way) {
  if (const MessageLaw* law = law_of(model, way.same_node)) return law_seconds(*law, bytes, way);
  const Curve measured = message_curve(model, way.same_node, way.both_ways);
  if (!measured.empty()) return measured_seconds(measured, bytes, way);
  const Curve typical = message_curve(typical_model(), way.same_node, way.both_ways);
  const double seconds = measured_seconds(typical, bytes, way);
  if (way.same_node) return seconds;
  return std::max(seconds, travel_seconds(model, bytes, {true, way.both_ways, way.n_own}));
}

// --- exchanges ---

// The processes of a measured exchange fill node after node.
bool is_within_node(const MachineModel& model, const ExchangeTime& exchange) {
  return exchange.n_processes <= model.processes_per_node || model.n_processes <= model.processes_per_node;
}

// Of some `times` of the model by number of processes, over the bytes of a parcel.
std::map<int, Curve> curves_of(const std::vector<ExchangeTime>& times, const MachineModel& model,
                               bool within_node) {
  std::map<int, Curve> curves;
  for (const ExchangeTime& exchange : times)
    if (exchange.n_processes > 1 && is_within_node(model, exchange) == within_node)
      curves[exchange.n_processes].push_back({positive(exchange.bytes_per_pair), exchange.seconds});
  for (auto& [n, curve] : curves) curve = without_bumps(sorted(curve));
  return curves;
}

// By the messages alone.
double computed_seconds(const MachineModel& model, const Peers& peers, Index bytes) {
  double seconds = 0;
  if (peers.n_local > 0) seconds += exchange_seconds(model, peers.n_local + 1, bytes);
  if (peers.n_remote > 0)
    seconds += message_seconds(model, bytes,
                               {false, true, static_cast<double>(peers.n_remote),
                                std::max(peers.n_link, static_cast<double>(peers.n_remote))});
  return seconds;
}

Peers whole_group(int n_processes, int per_node) {
  return {per_node - 1, n_processes - per_node, static_cast<double>(per_node) * (n_processes - per_node),
          true};
}

// Measured `curves` over computed(n_processes, bytes); 0 where there is no curve.
template <class Computed>
double measured_over_computed(const std::map<int, Curve>& curves, int n_processes, Index bytes,
                              const Computed& computed) {
  Curve over_processes;
  for (const auto& [n, curve] : curves) {
    Curve ratios;
    for (const CurvePoint& point : curve) ratios.push_back({point.x, point.y / computed(n, point.x)});
    over_processes.push_back({positive(n), value_at(ratios, positive(bytes))});
  }
  return over_processes.empty() ? 0 : value_at(over_processes, positive(n_processes));
}

// A group with as many processes on each node as were measured.
bool is_as_measured(const MachineModel& model, const Peers& peers) {
  return peers.is_whole && peers.n_remote > 0 && peers.n_local + 1 == model.processes_per_node &&
         law_of(model, false) == nullptr;
}

}  // namespace

double message_seconds(const MachineModel& model, Index bytes, const Way& way) {
  double seconds = travel_seconds(model, positive(bytes), way);
  if (way.n_own > 1) {
    const double start = travel_seconds(model, 1, {way.same_node});
    seconds += (way.n_own - 1) * std::min(start, travel_seconds(model, 1, {true}));
  }
  return seconds;
}

double message_seconds(const MachineModel& model, Index bytes, bool same_node) {
  return message_seconds(model, bytes, Way{same_node});
}

double exchange_seconds(const MachineModel& model, int n_processes, Index bytes_per_pair) {
  const double n_peers = positive(n_processes - 1);
  Curve over_peers;
  for (const auto& [n, curve] : curves_of(model.exchanges, model, true))
    over_peers.push_back({positive(n - 1), proportional_beyond(curve, positive(bytes_per_pair))});
  if (over_peers.empty() || law_of(model, true) != nullptr)
    return n_peers * message_seconds(model, bytes_per_pair, true);
  over_peers = without_descents(over_peers);
  const CurvePoint& fewest = over_peers.front();
  return n_peers < fewest.x ? fewest.y * n_peers / fewest.x : proportional_beyond(over_peers, n_peers);
}

double congestion(const MachineModel& model, const Peers& peers, Index bytes) {
  if (!is_as_measured(model, peers)) return 1;
  const double ratio = measured_over_computed(
      curves_of(model.exchanges, model, false), peers.n_local + 1 + peers.n_remote, bytes,
      [&](int n, double parcel) {
        return computed_seconds(model, whole_group(n, model.processes_per_node), static_cast<Index>(parcel));
      });
  return ratio > 0 ? ratio : 1;
}

double congestion_of_rounds(const MachineModel& model, const Peers& peers, Index bytes,
                            const std::function<double(int n_processes, double bytes)>& computed) {
  if (!is_as_measured(model, peers)) return 0;
  return measured_over_computed(curves_of(model.rounds, model, false), peers.n_local + 1 + peers.n_remote,
                                bytes, computed);
}

double exchange_seconds(const MachineModel& model, const Peers& peers, Index bytes) {
  return computed_seconds(model, peers, bytes) * congestion(model, peers, bytes);
}

}  // namespace weft::inline model
