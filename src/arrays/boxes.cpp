// Boxes of elements in memory: where they lie, copies between them, and the pieces in which they travel.
#include "arrays/boxes.hpp"

#include <algorithm>
#include <vector>

#include "geometry/storage.hpp"
#include "sweep/copy.hpp"

namespace weft::inline arrays {

namespace {

constexpr Index large_bytes = Index{8} << 20U;  // more than a cache keeps for its next reader
constexpr Index tile = 64;  // elements along either axis: a tile of 16 bytes stays in the second cache

}  // namespace

BoxInMemory owned_block(const Distribution& distribution, const void* memory) {
  const auto bytes = static_cast<int>(bytes_of(distribution.element()));
  auto* first = static_cast<std::byte*>(const_cast<void*>(memory));
  if (first != nullptr) first += distribution.first() * bytes;
  return {distribution.box(), distribution.storage().strides, bytes, first};
}

BoxInMemory dense_block(const Box& box, const void* memory, int element_bytes, const Axes& order) {
  return {box, dense_storage(box.shape(), order).strides, element_bytes,
          static_cast<std::byte*>(const_cast<void*>(memory))};
}

std::byte* address_of(const BoxInMemory& block, const Box& part) {
  Index offset = 0;
  for (std::size_t axis = 0; axis < block.strides.size(); ++axis)
    offset += (part.ranges[axis].begin - block.box.ranges[axis].begin) * block.strides[axis];
  return block.data + offset * block.element_bytes;
}

bool is_contiguous(const BoxInMemory& block, const Box& part, const Axes& order) {
  Index stride = 1;
  for (std::size_t i = order.size(); i-- > 0;) {
    const auto axis = static_cast<std::size_t>(order[i]);
    const Index length = part.ranges[axis].size();
    if (length > 1 && block.strides[axis] != stride) return false;
    stride *= length;
  }
  return true;
}

void copy_part(const BoxInMemory& from, const BoxInMemory& to, const Box& part, Stores stores) {
  if (part.empty()) return;
  CopyBox box;
  for (std::size_t axis = 0; axis < from.strides.size(); ++axis)
    box.add(part.ranges[axis].size(), from.strides[axis], to.strides[axis]);
  copy_box(box, reinterpret_cast<const char*>(address_of(from, part)),
           reinterpret_cast<char*>(address_of(to, part)),
           {.element_bytes = from.element_bytes, .stream = stores == Stores::past_cache});
}

Stores stores_of(const BoxInMemory& block) {
  return block.box.n_points() * block.element_bytes > large_bytes ? Stores::past_cache : Stores::to_cache;
}

void finish_stores() { finish_streams(); }

int fastest_axis(const BoxInMemory& block) {
  int fastest = static_cast<int>(block.strides.size()) - 1;
  for (int axis = fastest; axis >= 0; --axis)
    if (block.box.ranges[axis].size() > 1 &&
        (block.box.ranges[fastest].size() <= 1 || block.strides[axis] < block.strides[fastest]))
      fastest = axis;
  return fastest;
}

Pieces::Pieces(const Box& box, Index most, const Axes& order, int other)
    : box_(box), piece_(box), order_(order), widths_(order.size(), 1), has_next_(!box.empty()) {
  if (!has_next_) return;
  Index room = most;  // how many times larger the piece may become
  const auto widen = [&](int axis, Index most_width) {
    Index& width = widths_[static_cast<std::size_t>(axis)];
    const Index wider = std::min({box.ranges[axis].size(), most_width, width * room});
    room = room * width / std::max(width, wider);
    width = std::max(width, wider);
  };
  widen(order.back(), tile);
  widen(other, tile);
  widen(order.back(), most);
  widen(other, most);
  for (std::size_t i = order.size(); i-- > 0;) widen(order[i], most);
  for (std::size_t axis = 0; axis < widths_.size(); ++axis) {
    Range& range = piece_.ranges[axis];
    range.end = std::min(range.end, range.begin + widths_[axis]);
  }
}

bool Pieces::next(Box& piece) {
  if (!has_next_) return false;
  piece = piece_;
  for (std::size_t i = order_.size(); i-- > 0;) {  // counts up, the fastest axis first
    const Index width = widths_[static_cast<std::size_t>(order_[i])];
    const Range whole = box_.ranges[order_[i]];
    Range& range = piece_.ranges[order_[i]];
    range.begin += width;
    range.end = std::min(whole.end, range.begin + width);
    if (range.begin < whole.end) return true;
    range = {whole.begin, std::min(whole.end, whole.begin + width)};
  }
  has_next_ = false;
  return true;
}

void copy_part_in_tiles(const BoxInMemory& from, const BoxInMemory& to, const Box& part) {
  const int near = fastest_axis(from), far = fastest_axis(to);
  const Stores stores = stores_of(to);
  if (part.empty() || near == far) return copy_part(from, to, part, stores);
  Axes order = c_order(part.n_axes());
  std::rotate(order.begin() + far, order.begin() + far + 1, order.end());  // fastest as in the target
  std::vector<std::byte> buffer(static_cast<std::size_t>(tile * tile * from.element_bytes));
  Pieces pieces(part, tile * tile, order, near);
  for (Box piece; pieces.next(piece);) {
    const BoxInMemory block = dense_block(piece, buffer.data(), from.element_bytes, order);
    copy_part(from, block, piece);
    copy_part(block, to, piece, stores);
  }
}

}  // namespace weft::inline arrays
