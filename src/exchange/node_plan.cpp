// How a move goes from node to node: pure.
#include "exchange/node_plan.hpp"

#include <algorithm>
#include <map>

#include "geometry/storage.hpp"

namespace weft::inline exchange {

namespace {

int position_in(const std::vector<int>& ranks, int rank) {
  return static_cast<int>(std::lower_bound(ranks.begin(), ranks.end(), rank) - ranks.begin());
}

// Of intersect(a, b), without making it: there may be a million of them.
Index common_points(const Box& a, const Box& b) {
  Index n = 1;
  for (std::size_t axis = 0; axis < a.ranges.size(); ++axis)
    n *= std::max<Index>(0, std::min(a.ranges[axis].end, b.ranges[axis].end) -
                                std::max(a.ranges[axis].begin, b.ranges[axis].begin));
  return n;
}

// Without doubles, ascending.
std::vector<int> as_set(std::vector<int> positions) {
  std::sort(positions.begin(), positions.end());
  positions.erase(std::unique(positions.begin(), positions.end()), positions.end());
  return positions;
}

}  // namespace

NodeTask node_task(const Redistribution& move, int rank, const Nodes& nodes) {
  std::vector<Box> before(nodes.node_of.size()), after(nodes.node_of.size());
  NodeTask task{group_of(move, rank), rank, nodes, move.n_fields, move.element_bytes, {}};
  for (int member : task.group) {
    before[member] = box_of(move.from, member);
    after[member] = box_of(move.to, member);
  }
  task.elements = [before = std::move(before), after = std::move(after)](int from, int to) {
    return common_points(before[from], after[to]);
  };
  return task;
}

NodePlan::NodePlan(const Redistribution& move, int rank, const Nodes& nodes)
    : NodePlan(node_task(move, rank, nodes)) {}

NodePlan::NodePlan(NodeTask task) : task_(std::move(task)) {
  const std::vector<int>& node_of = task_.nodes.node_of;
  std::map<int, std::vector<int>> by_node;
  for (int member : task_.group) by_node[node_of[member]].push_back(member);
  for (const auto& [node, ranks] : by_node) {
    if (node == node_of[task_.rank]) own_node_ = static_cast<int>(members_.size());
    members_.push_back(ranks);
  }
  own_ = position_in(mates(), task_.rank);
  for (int to : mates()) {
    Index& end = segments_.emplace_back(0);
    for (int from : mates()) end += stride(from, to) * task_.n_fields;
  }
  add_messages();
  add_parcels();
}

void NodePlan::add_messages() {
  const auto add = [&](std::vector<NodeMessage>& messages, NodeMessage message) {
    if (message.field_elements == 0) return;
    Index& end = segments_[message.carrier];
    message.start = end;
    end += whole_lines(message.field_elements * task_.n_fields, task_.element_bytes);
    messages.push_back(message);
  };
  const auto for_other_nodes = [&](const auto& act) {
    for (int node = 0; node < static_cast<int>(members_.size()); ++node)
      if (node != own_node_) act(node);
  };
  for_other_nodes([&](int node) {
    add(leaving_, {node, carrier(own_node_, node), members_[node][carrier(node, own_node_)], 0,
                   points(mates(), members_[node])});
  });
  for_other_nodes([&](int node) {
    add(arriving_, {node, carrier(own_node_, node), members_[node][carrier(node, own_node_)], 0,
                    points(members_[node], mates())});
  });
}

int NodePlan::carrier(int node, int other) const {
  const int n_nodes = static_cast<int>(members_.size()), n = static_cast<int>(members_[node].size());
  const int distance = (other - node + n_nodes) % n_nodes, n_carriers = task_.nodes.carriers;
  return (distance - 1) % (n_carriers == 0 ? n : std::min(n_carriers, n));
}

Index NodePlan::points(const std::vector<int>& from, const std::vector<int>& to) const {
  Index n = 0;
  for (int b : to)
    for (int a : from) n += points(a, b);
  return n;
}

std::vector<int> NodePlan::writers(const NodeMessage& leaving) const {
  std::vector<int> positions;
  for (std::size_t i = 0; i < mates().size(); ++i)
    if (points({mates()[i]}, members_[leaving.node]) > 0) positions.push_back(static_cast<int>(i));
  return positions;
}

std::vector<int> NodePlan::givers() const {
  std::vector<int> positions;
  for (int mate : mates())
    if (mate != task_.rank && points(mate, task_.rank) > 0) positions.push_back(position_in(mates(), mate));
  return positions;
}

std::vector<int> NodePlan::carriers_read() const {
  std::vector<int> positions;
  for (const NodeMessage& message : arriving_)
    if (message.carrier != own_ && points(members_[message.node], {task_.rank}) > 0)
      positions.push_back(message.carrier);
  return as_set(positions);
}

void NodePlan::add_parcels() {
  const int rank = task_.rank;
  const auto write = [&](int to, int position, Index start, Index field_stride) {
    if (points(rank, to) > 0) outgoing_.push_back({to, position, start, field_stride});
  };
  const auto read = [&](int from, int position, Index start, Index field_stride) {
    if (points(from, rank) > 0) incoming_.push_back({from, position, start, field_stride});
  };
  for (std::size_t i = 0; i < mates().size(); ++i) {
    Index start = 0;
    for (int from : mates()) {
      if (from == rank) write(mates()[i], static_cast<int>(i), start, stride(from, mates()[i]));
      if (mates()[i] == rank) read(from, own_, start, stride(from, rank));
      start += stride(from, mates()[i]) * task_.n_fields;
    }
  }
  for (const NodeMessage& message : leaving_) {
    Index start = message.start;
    for (int to : members_[message.node])
      for (int from : mates()) {
        if (from == rank) write(to, message.carrier, start, message.field_elements);
        start += points(from, to);
      }
  }
  for (const NodeMessage& message : arriving_) {
    Index start = message.start;
    for (int to : mates())
      for (int from : members_[message.node]) {
        if (to == rank) read(from, message.carrier, start, message.field_elements);
        start += points(from, to);
      }
  }
}

ExchangeViews node_views(const Redistribution& move, int rank, const Nodes& nodes) {
  const NodePlan plan(move, rank, nodes);
  ExchangeViews views;
  const auto piece = [](const NodeParcel& parcel, const Box& box, const Box& origin) {
    return Piece{relative_to(box, origin), first_window_slot + parcel.position, parcel.start,
                 dense_storage(box.shape(), c_order(box.n_axes())).strides, parcel.field_stride};
  };
  const Box before = box_of(move.from, rank), after = box_of(move.to, rank);
  for (const NodeParcel& parcel : plan.outgoing())
    views.outgoing.pieces.push_back(piece(parcel, piece_between(move, rank, parcel.peer), before));
  for (const NodeParcel& parcel : plan.incoming())
    views.incoming.pieces.push_back(piece(parcel, piece_between(move, parcel.peer, rank), after));
  views.window_elements = plan.segment_elements();
  return views;
}

}  // namespace weft::inline exchange
