// Shapes as typed: 64x65x64.
#pragma once

#include <sstream>
#include <string>

#include "weft/layout.hpp"

inline weft::Extents shape_of(const std::string& text) {
  weft::Extents shape;
  std::stringstream words(text);
  for (std::string word; std::getline(words, word, 'x');) shape.push_back(std::stoll(word));
  return shape;
}
