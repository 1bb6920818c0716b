// One side of a sweep while it runs: a view whose pieces have addresses.
#include "sweep/side.hpp"

#include <algorithm>
#include <cstdint>

namespace weft::inline sweep {

Side::Side(const View& view, int n_axes, int element_bytes) : n_axes_(n_axes), element_bytes_(element_bytes) {
  for (const Piece& piece : view.pieces) {
    Part part;
    for (int a = 0; a < n_axes; ++a) {
      part.begin[a] = part.first[a] = piece.box.ranges[a].begin;
      part.end[a] = piece.box.ranges[a].end;
      part.strides[a] = piece.strides[a];
    }
    part.offset = piece.offset;
    part.field_stride = piece.field_stride;
    part.slot = piece.slot;
    parts_.push_back(part);
  }
  int n_differing = 0;
  for (int a = 0; a < n_axes; ++a) {
    const auto differs = [&](const Part& part) { return part.begin[a] != parts_.front().begin[a]; };
    if (std::any_of(parts_.begin(), parts_.end(), differs)) {
      cut_axis_ = a;
      ++n_differing;
    }
  }
  if (n_differing != 1) cut_axis_ = -1;
  if (cut_axis_ >= 0)
    std::sort(parts_.begin(), parts_.end(),
              [a = cut_axis_](const Part& x, const Part& y) { return x.begin[a] < y.begin[a]; });
}

void Side::bind(Places slots, Index field, const Coords& origin) {
  for (Part& part : parts_) {
    part.address = slots[static_cast<std::size_t>(part.slot)].address +
                   (part.offset + field * part.field_stride) * element_bytes_;
    for (int a = 0; a < n_axes_; ++a) {
      const Index begin = part.first[a] - origin[a];
      part.end[a] += begin - part.begin[a];
      part.begin[a] = begin;
    }
  }
}

void Side::bind_block(char* address, const Coords& begin, const Storage& storage) {
  parts_.resize(1);
  Part& part = parts_.front();
  for (int a = 0; a < n_axes_; ++a) {
    part.begin[a] = begin[a];
    part.end[a] = begin[a] + storage.shape[a];
    part.strides[a] = storage.strides[a];
  }
  part.address = address;
}

char* Side::address(const Patch& patch) const {
  const auto holds = [&](const Part& part) {
    for (int a = 0; a < n_axes_; ++a)
      if (patch.begin[a] < part.begin[a] || patch.begin[a] >= part.end[a]) return false;
    return true;
  };
  const Part& part = parts_.size() == 1 ? parts_.front() : *std::find_if(parts_.begin(), parts_.end(), holds);
  Index offset = 0;
  for (int a = 0; a < n_axes_; ++a) offset += (patch.begin[a] - part.begin[a]) * part.strides[a];
  return part.address + offset * element_bytes_;
}

// Calls body(part, overlap) for every part that overlaps the patch.
template <class Body>
void Side::for_overlaps(const Patch& patch, const Body& body) const {
  auto part = parts_.begin();
  if (cut_axis_ >= 0)
    part = std::partition_point(part, parts_.end(),
                                [&](const Part& p) { return p.end[cut_axis_] <= patch.begin[cut_axis_]; });
  for (; part != parts_.end(); ++part) {
    if (cut_axis_ >= 0 && part->begin[cut_axis_] >= patch.begin[cut_axis_] + patch.size[cut_axis_]) return;
    Patch overlap;
    bool empty = false;
    for (int a = 0; a < n_axes_; ++a) {
      overlap.begin[a] = std::max(part->begin[a], patch.begin[a]);
      overlap.size[a] = std::min(part->end[a], patch.begin[a] + patch.size[a]) - overlap.begin[a];
      empty = empty || overlap.size[a] <= 0;
    }
    if (!empty) body(*part, overlap);
  }
}

void Side::gather(const Patch& patch, char* tile, const Coords& tile_strides, CopyMode mode) const {
  mode.element_bytes = element_bytes_;
  for_overlaps(patch, [&](const Part& part, const Patch& overlap) {
    CopyBox box;
    Index from = 0, to = 0;
    for (int a = 0; a < n_axes_; ++a) {
      box.add(overlap.size[a], part.strides[a], tile_strides[a]);
      from += (overlap.begin[a] - part.begin[a]) * part.strides[a];
      to += (overlap.begin[a] - patch.begin[a]) * tile_strides[a];
    }
    copy_box(box, part.address + from * element_bytes_, tile + to * element_bytes_, mode);
  });
}

void Side::scatter(const Patch& patch, const char* tile, const Coords& tile_strides, CopyMode mode) const {
  mode.element_bytes = element_bytes_;
  for_overlaps(patch, [&](const Part& part, const Patch& overlap) {
    CopyBox box;
    Index from = 0, to = 0;
    for (int a = 0; a < n_axes_; ++a) {
      box.add(overlap.size[a], tile_strides[a], part.strides[a]);
      from += (overlap.begin[a] - patch.begin[a]) * tile_strides[a];
      to += (overlap.begin[a] - part.begin[a]) * part.strides[a];
    }
    copy_box(box, tile + from * element_bytes_, part.address + to * element_bytes_, mode);
  });
}

std::optional<Lines> Side::lines(int axis, const Axes& line_order, const std::vector<Chunks>& chunks) const {
  if (parts_.empty() || (parts_.size() > 1 && cut_axis_ < 0)) return {};
  const Coords& strides = parts_.front().strides;
  Lines lines{strides[axis], 0, parts_.size() > 1 && cut_axis_ == axis};
  if (parts_.size() > 1 && !lines.table && chunks[cut_axis_].most() > 1) return {};
  Index expected = 0;  // stride of the next axis along which a tile has several lines
  for (int a : line_order) {
    if (chunks[a].most() == 1) continue;
    if (lines.next == 0) lines.next = strides[a];
    if (expected != 0 && strides[a] != expected) return {};
    expected = chunks[a].n == 1 ? strides[a] * chunks[a].last : -1;  // no axis behind one that is cut
  }
  if (lines.table && lines.next == 0) lines.next = 1;
  const auto differs = [&](const Part& part) {
    for (int a = 0; a < n_axes_; ++a)
      if (part.strides[a] != strides[a] && (a == axis ? !lines.table : lines.table || chunks[a].most() > 1))
        return true;
    return false;
  };
  const bool is_usual = lines.next == 0 || lines.next == 1 || (lines.step == 1 && !lines.table);
  if (!is_usual || std::any_of(parts_.begin(), parts_.end(), differs)) return {};
  return lines;
}

bool Side::has_aligned_rows() const {
  return std::all_of(parts_.begin(), parts_.end(), [&](const Part& part) {
    for (int a = 0; a < n_axes_; ++a)
      if (part.strides[a] != 1 && part.end[a] - part.begin[a] > 1 &&
          part.strides[a] * element_bytes_ % 64 != 0)
        return false;
    return true;
  });
}

void Side::fill_table(int axis, std::vector<Index>& distances) const {
  if (cut_axis_ != axis) {  // a line lies in one piece, and has the same stride in all of them
    const Index stride = parts_.front().strides[axis] * element_bytes_;
    for (std::size_t i = 0; i < distances.size(); ++i) distances[i] = static_cast<Index>(i) * stride;
    return;
  }
  const auto first = std::min_element(parts_.begin(), parts_.end(), [&](const Part& a, const Part& b) {
    return a.begin[axis] < b.begin[axis];
  });
  for (const Part& part : parts_)
    for (Index i = std::max<Index>(0, part.begin[axis]); i < std::min(part.end[axis], std::ssize(distances));
         ++i)
      distances[static_cast<std::size_t>(i)] =
          static_cast<Index>(reinterpret_cast<std::intptr_t>(part.address) -
                             reinterpret_cast<std::intptr_t>(first->address)) +
          ((i - part.begin[axis]) * part.strides[axis] + first->begin[axis] * first->strides[axis]) *
              element_bytes_;
}

bool Side::is_same_memory(const Side& other) const {
  return parts_.size() == 1 && other.parts_.size() == 1 && parts_[0].address == other.parts_[0].address &&
         parts_[0].strides == other.parts_[0].strides;
}

void Side::copy_from(const Side& source, const Patch& patch, CopyMode mode) const {
  source.for_overlaps(patch, [&](const Part& from, const Patch& overlap) {
    Index offset = 0;
    for (int a = 0; a < n_axes_; ++a) offset += (overlap.begin[a] - from.begin[a]) * from.strides[a];
    scatter(overlap, from.address + offset * element_bytes_, from.strides, mode);
  });
}

}  // namespace weft::inline sweep
