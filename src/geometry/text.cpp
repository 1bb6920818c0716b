// Layouts and elements in words, for messages and explain().
#include <algorithm>

#include "weft/field.hpp"
#include "weft/layout.hpp"
#include "weft/words.hpp"

namespace weft {

std::string to_text(ElementType element) {
  const std::string number = element.is_double ? "double" : "float";
  return element.is_real ? number : "std::complex<" + number + ">";
}

std::string to_text(const Extents& shape) {
  std::vector<std::string> words;
  for (Index n : shape) words.push_back(std::to_string(n));
  return join(words, "x");
}

std::string to_text(const ProcessGrid& grid) { return join(grid.dims, "x"); }

std::string to_text(const Box& box) {
  std::vector<std::string> words;
  for (const Range& range : box.ranges)
    words.push_back("[" + std::to_string(range.begin) + "," + std::to_string(range.end) + ")");
  return join(words, "x");
}

std::string to_text(const Layout& layout) {
  std::string text =
      to_text(layout.shape) + " on " + to_text(layout.grid) + ", cut on axes " + join(layout.cut);
  for (std::size_t axis = 0; axis < layout.splits.size(); ++axis)
    if (!layout.splits[axis].block_sizes.empty())
      text += ", axis " + std::to_string(axis) + " in blocks of " + to_text(layout.splits[axis].block_sizes);
  if (std::any_of(layout.ghosts.begin(), layout.ghosts.end(), [](Index n) { return n != 0; }))
    text += ", with " + to_text(layout.ghosts) + " ghost cells";
  return text;
}

}  // namespace weft
