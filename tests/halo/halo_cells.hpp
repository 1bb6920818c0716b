// The definition of a halo, cell by cell: what tests compare with. Pure, and in no way clever.
#pragma once

#include <numeric>
#include <optional>

#include "any_layout.hpp"
#include "halo/pieces.hpp"

namespace weft::test {

inline std::string in_words(const Layout& layout, const HaloRule& rule) {
  std::string text = to_text(layout) + (rule.corners ? ", periodic" : ", no corners, periodic");
  for (bool p : rule.periodic) text += p ? " 1" : " 0";
  return text;
}

// Ghost cells of any width, mostly narrow, at times wider than everything.
inline Extents any_ghosts(int n_axes, int most) {
  Extents ghosts;
  for (int axis = 0; axis < n_axes; ++axis) ghosts.push_back(one_in(3) ? between(0, most) : between(0, 2));
  return ghosts;
}

inline HaloRule any_rule(int n_axes) {
  HaloRule rule{{}, !one_in(3)};
  for (int axis = 0; axis < n_axes; ++axis) rule.periodic.push_back(!one_in(3));
  return rule;
}

// Calls act(cell) for all cells of a box, given by global indices, in C order.
template <class Act>
void for_cells(const Box& box, const Act& act) {
  if (box.empty()) return;
  Extents cell;
  for (const Range& range : box.ranges) cell.push_back(range.begin);
  for (;;) {
    act(cell);
    std::size_t axis = cell.size();
    while (axis-- > 0) {
      if (++cell[axis] < box.ranges[axis].end) break;
      cell[axis] = box.ranges[axis].begin;
    }
    if (axis == static_cast<std::size_t>(-1)) return;
  }
}

inline bool contains(const Box& box, const Extents& cell) {
  for (std::size_t a = 0; a < cell.size(); ++a)
    if (cell[a] < box.ranges[a].begin || cell[a] >= box.ranges[a].end) return false;
  return true;
}

// The element of the array of which `cell` is to become a copy; nothing for cells that stay as they are, and
// for those of the block itself.
inline std::optional<Extents> copied_element(const Layout& layout, const HaloRule& rule, const Box& block,
                                             const Extents& cell) {
  Extents element = cell;
  int n_beyond = 0;  // axes along which the cell lies beside the block
  for (std::size_t a = 0; a < cell.size(); ++a) {
    const Index n = layout.shape[a];
    if (rule.periodic[a]) element[a] = ((cell[a] % n) + n) % n;
    if (element[a] < 0 || element[a] >= n) return {};
    n_beyond += cell[a] < block.ranges[a].begin || cell[a] >= block.ranges[a].end ? 1 : 0;
  }
  if (n_beyond == 0 || (n_beyond > 1 && !rule.corners)) return {};
  return element;
}

// Position of an element in the whole array, in C order.
inline Index number_of(const Layout& layout, const Extents& element) {
  Index number = 0;
  for (std::size_t a = 0; a < element.size(); ++a) number = number * layout.shape[a] + element[a];
  return number;
}

// Position of a cell in an array without gaps.
inline Index place_of(const Box& memory, const Storage& storage, const Extents& cell) {
  Index place = 0;
  for (std::size_t a = 0; a < cell.size(); ++a)
    place += (cell[a] - memory.ranges[a].begin) * storage.strides[a];
  return place;
}

}  // namespace weft::test
