// The header of a .npy file: magic bytes, version, length, and a dictionary in Python's syntax.
//
// Format: numpy/lib/format.py (NEP 1). Pure functions of bytes; errors do not name the file.
#pragma once

#include <string>

#include "weft/array_file.hpp"

namespace weft::inline io {

// Where the dictionary lies in the file, in bytes.
struct HeaderPlace {
  Index begin = 0;   // of the dictionary
  Index length = 0;  // up to the first element
};

// Bytes that header_place() needs, or all if the file is shorter.
constexpr Index header_prefix_bytes = 12;

// From the first bytes of a file of that length. Throws Error(invalid_argument).
HeaderPlace header_place(const std::string& prefix, Index file_bytes);

// From the bytes of the dictionary. Compares with the length of the file. Throws Error(invalid_argument).
// The path of the result is empty.
ArrayFileInfo parse_header(const std::string& dictionary, Index data_begin, Index file_bytes);

// All bytes before the first element, as numpy.save writes them: version 1.0, padded to 64 bytes. `shape`
// is in the order of the file. An array that is contiguous in both orders is called one in C order.
std::string format_header(const Extents& shape, ElementType element, bool fortran_order);

}  // namespace weft::inline io
