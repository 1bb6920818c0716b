// Frames of arrays in place: every element has a slot of its own, and what a link promises holds slot by
// slot.

#include "direction/frames.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <map>

#include "any_layout.hpp"
#include "blocks.hpp"
#include "geometry/view.hpp"

namespace weft::test {
namespace {

// Calls f(indices, slot) for each slot of a frame.
template <class F>
void for_each_slot(const Frame& frame, F f) {
  const Storage storage{frame.slots, {}, frame.strides};
  for_each_point(frame.slots, whole_box(frame.slots), storage, [&](Index position, Index slot) {
    Extents index(frame.slots.size());
    for (std::size_t a = index.size(); a-- > 0; position /= frame.slots[a])
      index[a] = position % frame.slots[a];
    f(index, slot);
  });
}

// Index along `axis` of the element in each slot.
std::map<Index, Index> slots_by_index(const Frame& frame, int axis) {
  std::map<Index, Index> owner;
  for_each_slot(frame, [&](const Extents& index, Index slot) {
    RC_ASSERT(owner.count(slot) == 0);
    owner[slot] = index[static_cast<std::size_t>(axis)];
  });
  return owner;
}

RC_GTEST_PROP(Frames, LetChunksMoveWithoutTouchingOthers, ()) {
  const int n_axes = between(1, 5), n_frames = between(1, 5);
  const Axes order = any_order(n_axes);
  std::vector<Extents> lengths;
  std::vector<Link> links;
  for (int i = 0; i < n_frames; ++i) {
    lengths.push_back(any_shape(n_axes, 200));
    if (i > 0) links.push_back(one_of<Link>({Link::free, Link::first, Link::last, Link::same}));
  }
  const std::vector<Frame> frames = make_frames(lengths, links, order);
  RC_ASSERT(frames.size() == lengths.size());
  for (std::size_t i = 0; i < frames.size(); ++i) {
    for (int a = 0; a < n_axes; ++a)
      RC_ASSERT(frames[i].slots[static_cast<std::size_t>(a)] >= lengths[i][static_cast<std::size_t>(a)]);
    slots_by_index(frames[i], 0);
  }
  for (std::size_t i = 0; i < links.size(); ++i) {
    if (links[i] == Link::free) continue;
    if (links[i] == Link::same) RC_ASSERT(frames[i].strides == frames[i + 1].strides);
    const int axis = links[i] == Link::last ? order.back() : order.front();
    const std::map<Index, Index> before = slots_by_index(frames[i], axis),
                                 after = slots_by_index(frames[i + 1], axis);
    for (const auto& [slot, index] : before) {
      const auto other = after.find(slot);
      if (other != after.end()) RC_ASSERT(other->second == index);
    }
  }
}

}  // namespace
}  // namespace weft::test
