// How an array is redistributed in place in chunks: along which axes, and where it lies in between.
#include <algorithm>

#include "direction/in_place_scheme.hpp"
#include "geometry/storage.hpp"
#include "weft/error.hpp"

namespace weft::inline direction {

namespace {

// The axis whose transform makes real elements complex; -1 if there is none.
int real_axis_of(const Route& route) {
  for (const SweepSpec& sweep : route.sweeps)
    for (const AxisTransform& t : sweep.axes)
      if (!keeps_elements(t.kind)) return t.axis;
  return -1;
}

Index slots_of(const InPlaceScheme& scheme, Index length, int element_bytes) {
  if (scheme.wide_reals || element_bytes == scheme.slot_bytes) return length;
  return (length * element_bytes + scheme.slot_bytes - 1) / scheme.slot_bytes;
}

Storage storage_of(const InPlaceScheme& scheme, const Frame& frame, const Extents& shape, int element_bytes) {
  Storage storage{shape, scheme.order, frame.strides};
  const Index per_slot = scheme.slot_bytes / element_bytes;
  for (int axis : scheme.order)
    if (axis != scheme.order.back() || scheme.wide_reals) storage.strides[axis] *= per_slot;
  return storage;
}

// Orders of the axes in memory, the best first: C order unless a real axis had better be the fastest; if the
// user leaves the order open, others that bring another pair of axes to the ends.
std::vector<Axes> possible_orders(const Problem& problem, int real_axis) {
  const int n = static_cast<int>(problem.shape.size());
  std::vector<Axes> orders{c_order(n)};
  if (problem.order == Order::c) return orders;
  const auto with_ends = [&](int first, int last) {
    Axes order{first};
    for (int axis = 0; axis < n; ++axis)
      if (axis != first && axis != last) order.push_back(axis);
    if (first != last) order.push_back(last);
    return order;
  };
  const int wanted_last = real_axis < 0 ? n - 1 : real_axis;
  if (wanted_last != n - 1) orders.insert(orders.begin(), with_ends(0 == wanted_last ? 1 : 0, wanted_last));
  for (int last : {wanted_last, n - 1})
    for (int first = 0; first < n; ++first)
      if (first != last || n == 1) orders.push_back(with_ends(first, last));
  for (int last = n - 1; last >= 0; --last)
    for (int first = 0; first < n; ++first)
      if (first != last) orders.push_back(with_ends(first, last));
  return orders;
}

// How move i is cut, and what joins the frames beside it, with this order of the axes.
struct Cut {
  Chunking chunks;
  Link link = Link::free;
};

class Cutter {
 public:
  Cutter(const Route& route, const std::vector<const ExchangeRow*>& rows, Index most_bytes, int slot_bytes,
         const Nodes& nodes)
      : route_(route), rows_(rows), most_bytes_(most_bytes), slot_bytes_(slot_bytes), nodes_(nodes) {}
  Cut cut(std::size_t i, const Axes& order) const;

 private:
  const Route& route_;
  const std::vector<const ExchangeRow*>& rows_;
  const Index most_bytes_;
  const int slot_bytes_;
  const Nodes& nodes_;
};

Cut Cutter::cut(std::size_t i, const Axes& order) const {
  const Redistribution& move = route_.moves[i];
  if (rows_[i] == nullptr) return {{-1, 0, 0, 0}, Link::same};
  Cut best{cut_into_chunks(move, *rows_[i], -1, most_bytes_, 1, nodes_), Link::free};
  if (best.chunks.bytes <= most_bytes_) return best;
  int best_rides = -1;
  for (const Link link : {Link::first, Link::last}) {
    const int axis = link == Link::first ? order.front() : order.back();
    // Columns of real and complex elements are not in the same slots.
    if (!keeps(move, axis) || (link == Link::last && move.element_bytes != slot_bytes_)) continue;
    const Index unit = link == Link::last ? 64 / slot_bytes_ : 1;
    const Chunking chunks = cut_into_chunks(move, *rows_[i], axis, most_bytes_, unit, nodes_);
    const int rides =
        (transforms(route_.sweeps[i], axis) ? 0 : 1) + (transforms(route_.sweeps[i + 1], axis) ? 0 : 2);
    const bool fits = chunks.bytes <= most_bytes_;
    if (fits ? rides <= best_rides : best_rides >= 0 || chunks.bytes >= best.chunks.bytes) continue;
    best = {chunks, link};
    if (fits) best_rides = rides;
  }
  return best;
}

// The cuts of all moves with one order of the axes.
struct Attempt {
  Axes order;
  std::vector<Cut> cuts;
  std::size_t hardest = 0;  // the move whose chunks are largest
  Index bytes = 0;          // of its chunks
};

Attempt attempt(const Cutter& cutter, std::size_t n_moves, const Axes& order) {
  Attempt all{order, {}};
  for (std::size_t i = 0; i < n_moves; ++i) {
    all.cuts.push_back(cutter.cut(i, order));
    if (all.cuts.back().chunks.bytes <= all.bytes) continue;
    all.hardest = i;
    all.bytes = all.cuts.back().chunks.bytes;
  }
  return all;
}

// How often a plan has memory for a chunk: each move has a window of its own, but messages share their
// buffers.
Index n_rooms(const std::vector<const ExchangeRow*>& rows) {
  const auto moves = [](const ExchangeRow* row) { return row != nullptr; };
  const bool shared = std::any_of(rows.begin(), rows.end(), [](const ExchangeRow* row) {
    return row != nullptr && row->window_group != nullptr;
  });
  return shared ? std::count_if(rows.begin(), rows.end(), moves) : 1;
}

Attempt first_that_fits(const Problem& problem, const Route& route,
                        const std::vector<const ExchangeRow*>& rows, int slot_bytes, Index most_bytes,
                        const Nodes& nodes) {
  const Index rooms = n_rooms(rows), most_of_chunk = most_bytes / rooms;
  const Cutter cutter(route, rows, most_of_chunk, slot_bytes, nodes);
  Attempt best;
  for (const Axes& order : possible_orders(problem, real_axis_of(route))) {
    Attempt next = attempt(cutter, route.moves.size(), order);
    if (next.bytes <= most_of_chunk) return next;
    if (best.order.empty() || next.bytes < best.bytes) best = next;
  }
  const Redistribution& move = route.moves[best.hardest];
  fail(ErrorCode::not_applicable,
       "memory=low allows " + std::to_string(most_bytes) + " bytes beside the array, but the move from " +
           to_text(move.from) + " to " + to_text(move.to) + " needs at least " +
           std::to_string(best.bytes * rooms) +
           "; allow more (memory=low:BYTES), use memory=normal, more processes, or a grid whose moves leave "
           "the first or the last axis unchanged");
}

// Slots of the array along each axis, before and after a sweep.
Extents slots_of_sweep(const InPlaceScheme& scheme, const SweepSpec& sweep, Precision precision, int rank) {
  const Extents from = box_of(sweep.from, rank).shape(), to = box_of(sweep.to, rank).shape();
  Extents slots = from;
  for (int axis : scheme.order) slots[axis] = std::max(from[axis], to[axis]);
  const int last = scheme.order.back();
  slots[last] = std::max(slots_of(scheme, from[last], element_bytes(precision, sweep.from_real)),
                         slots_of(scheme, to[last], element_bytes(precision, sweep.to_real)));
  return slots;
}

}  // namespace

InPlaceScheme make_scheme(const Problem& problem, const Route& route,
                          const std::vector<const ExchangeRow*>& rows, int rank, Index most_bytes,
                          const Nodes& nodes) {
  InPlaceScheme scheme;
  for (const SweepSpec& sweep : route.sweeps)
    for (bool real : {sweep.from_real, sweep.to_real})
      scheme.slot_bytes = std::max(scheme.slot_bytes, element_bytes(problem.precision, real));
  const Attempt found = first_that_fits(problem, route, rows, scheme.slot_bytes, most_bytes, nodes);
  scheme.order = found.order;
  for (const Cut& cut : found.cuts) {
    scheme.chunks.push_back(cut.chunks);
    scheme.links.push_back(cut.link);
  }
  const int real_axis = real_axis_of(route);
  scheme.wide_reals = real_axis >= 0 && real_axis != scheme.order.back();
  std::vector<Extents> lengths;
  for (const SweepSpec& sweep : route.sweeps)
    lengths.push_back(slots_of_sweep(scheme, sweep, problem.precision, rank));
  scheme.frames = make_frames(lengths, scheme.links, scheme.order);
  return scheme;
}

InPlaceScheme reversed(const InPlaceScheme& scheme) {
  InPlaceScheme back = scheme;
  std::reverse(back.chunks.begin(), back.chunks.end());
  std::reverse(back.links.begin(), back.links.end());
  std::reverse(back.frames.begin(), back.frames.end());
  return back;
}

Storage storage_at(At at, std::size_t i, const InPlaceScheme& scheme, const Route& route, int rank) {
  const SweepSpec& sweep = route.sweeps[i];
  const bool before = at == At::before;
  return storage_of(scheme, scheme.frames[i], box_of(before ? sweep.from : sweep.to, rank).shape(),
                    element_bytes(route.precision, before ? sweep.from_real : sweep.to_real));
}

Index array_bytes(const InPlaceScheme& scheme, const Route& route, int rank) {
  Index bytes = 0;
  for (std::size_t i = 0; i < route.sweeps.size(); ++i) {
    if (box_of(route.sweeps[i].from, rank).empty()) continue;
    const Frame& frame = scheme.frames[i];
    bytes =
        std::max(bytes, Storage{frame.slots, scheme.order, frame.strides}.n_elements() * scheme.slot_bytes);
  }
  return bytes;
}

}  // namespace weft::inline direction
