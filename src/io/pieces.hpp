// How the block of a process is moved to or from a file: in chunks that are boxes themselves, and by way
// of a small dense copy of each chunk where memory and file differ in order or type.
//
// Pure functions. Axes are those of the file, slowest first.
#pragma once

#include <cstddef>
#include <vector>

#include "io/number.hpp"
#include "weft/layout.hpp"

namespace weft::inline io {

// `box` in boxes of at most `most` points (at least 1), in the order of the file; none if it is empty. A
// chunk is a range of rows of one axis, whole along all faster axes: the chunks of neighbouring processes
// lie side by side in the file.
std::vector<Box> chunks_of(const Box& box, Index most);

// Distances between neighbours in bytes, slowest axis first, of a dense array in C order.
Extents dense_byte_strides(const Extents& shape, Index element_bytes);

// True if elements with these distances lie side by side in C order.
bool is_dense(const Extents& shape, const Extents& byte_strides, Index element_bytes);

// Copies a box of that shape, element by element with `run`, in tiles that stay in cache where the
// fastest axes of the two sides differ. The sides must not overlap.
void copy_box(const Extents& shape, const std::byte* from, const Extents& from_strides, std::byte* to,
              const Extents& to_strides, Run run);

}  // namespace weft::inline io
