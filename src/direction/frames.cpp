// Where the elements of an array lie in memory while it is redistributed in place: a pure function.
#include "direction/frames.hpp"

#include <algorithm>

namespace weft::inline direction {

namespace {

// A frame before its strides are settled.
struct Draft {
  Extents slots;
  Index row = 1;            // pitch of rows: of the axis before the last one
  Index plane = 1;          // stride of the first axis
  bool whole_rows = false;  // all strides must be multiples of `row`
};

// The least stride of the first axis that the lengths ask for.
Index least_plane(const Draft& draft, const Axes& order) {
  Index plane = draft.row;
  for (std::size_t i = 1; i + 1 < order.size(); ++i) plane *= draft.slots[order[i]];
  if (draft.whole_rows) plane = std::max(plane, (draft.plane + draft.row - 1) / draft.row * draft.row);
  return std::max(plane, draft.plane);
}

void make_equal(Index& a, Index& b) { a = b = std::max(a, b); }

void unite(Draft& a, Draft& b, Link link) {
  if (link == Link::same)
    for (std::size_t axis = 0; axis < a.slots.size(); ++axis) make_equal(a.slots[axis], b.slots[axis]);
  if (link == Link::same || link == Link::last) make_equal(a.row, b.row);
  if (link == Link::same || link == Link::first) make_equal(a.plane, b.plane);
  if (link == Link::same) a.whole_rows = b.whole_rows = a.whole_rows || b.whole_rows;
}

bool operator==(const Draft& a, const Draft& b) {
  return a.slots == b.slots && a.row == b.row && a.plane == b.plane && a.whole_rows == b.whole_rows;
}

Frame frame_of(const Draft& draft, const Axes& order) {
  Frame frame{draft.slots, Extents(order.size(), 1)};
  for (std::size_t i = order.size() - 1; i-- > 0;) {
    const int axis = order[i], faster = order[i + 1];
    frame.strides[axis] = i + 2 == order.size() ? draft.row : frame.strides[faster] * draft.slots[faster];
  }
  if (order.size() > 1) frame.strides[order.front()] = draft.plane;
  return frame;
}

}  // namespace

std::vector<Frame> make_frames(const std::vector<Extents>& lengths, const std::vector<Link>& links,
                               const Axes& order) {
  std::vector<Draft> drafts;
  for (std::size_t i = 0; i < lengths.size(); ++i) {
    Draft draft{lengths[i]};
    for (Index& n : draft.slots) n = std::max<Index>(n, 1);
    draft.row = draft.slots[order.back()];
    const auto is_last = [&](std::size_t link) { return link < links.size() && links[link] == Link::last; };
    draft.whole_rows = is_last(i) || (i > 0 && is_last(i - 1));
    drafts.push_back(draft);
  }
  std::vector<Draft> before;
  do {  // everything only grows, to the least that satisfies all links
    before = drafts;
    for (Draft& draft : drafts) {
      draft.row = std::max(draft.row, draft.slots[order.back()]);
      draft.plane = least_plane(draft, order);
    }
    for (std::size_t i = 0; i < links.size(); ++i) unite(drafts[i], drafts[i + 1], links[i]);
  } while (!(before == drafts));
  std::vector<Frame> frames;
  for (const Draft& draft : drafts) frames.push_back(frame_of(draft, order));
  return frames;
}

}  // namespace weft::inline direction
