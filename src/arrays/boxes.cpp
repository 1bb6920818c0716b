// Boxes of elements in memory: where they lie, copies between them, and the pieces in which they travel.
#include "arrays/boxes.hpp"

#include "sweep/copy.hpp"

namespace weft {

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

void copy_part(const BoxInMemory& from, const BoxInMemory& to, const Box& part) {
  if (part.empty()) return;
  CopyBox box;
  for (std::size_t axis = 0; axis < from.strides.size(); ++axis)
    box.add(part.ranges[axis].size(), from.strides[axis], to.strides[axis]);
  copy_box(box, reinterpret_cast<const char*>(address_of(from, part)),
           reinterpret_cast<char*>(address_of(to, part)), {.element_bytes = from.element_bytes});
}

Pieces::Pieces(const Box& box, Index most, const Axes& order)
    : box_(box), piece_(box), order_(order), has_next_(!box.empty()) {
  if (!has_next_ || order_.empty()) return;
  Index faster = box.n_points();  // elements of one index of the axis that is cut
  const auto length = [&](std::size_t i) { return box.ranges[order_[i]].size(); };
  faster /= length(0);
  while (cut_ + 1 < order_.size() && faster > most) faster /= length(++cut_);
  width_ = std::max<Index>(1, most / faster);
  for (std::size_t i = 0; i <= cut_; ++i) {
    Range& range = piece_.ranges[order_[i]];
    range.end = i < cut_ ? range.begin + 1 : std::min(range.end, range.begin + width_);
  }
}

bool Pieces::next(Box& piece) {
  if (!has_next_) return false;
  piece = piece_;
  if (order_.empty()) {
    has_next_ = false;
    return true;
  }
  for (std::size_t i = cut_ + 1; i-- > 0;) {  // counts up, the axis that is cut first
    const Range whole = box_.ranges[order_[i]];
    Range& range = piece_.ranges[order_[i]];
    const Index step = i == cut_ ? width_ : 1;
    range.begin += step;
    range.end = std::min(whole.end, range.begin + step);
    if (range.begin < whole.end) return true;
    range = {whole.begin, std::min(whole.end, whole.begin + step)};
  }
  has_next_ = false;
  return true;
}

}  // namespace weft
