// The numbers that a file may hold: a table, and the loops that convert them to those of memory.
#pragma once

#include <cstddef>
#include <string>

#include "weft/field.hpp"
#include "weft/layout.hpp"

namespace weft::inline io {

// Copies n elements from one place to another, with these distances in bytes between neighbours.
using Run = void (*)(const std::byte* from, Index from_stride, std::byte* to, Index to_stride, Index n);

// One row of the table.
struct NumberRow {
  const char* code;     // kind and bytes as in a descr: "f8"
  int bytes;            // of one element
  int n_parts;          // 2: real and imaginary part
  ElementType element;  // what holds every value in memory
  bool is_integer;      // integers and bools
  Run to_memory[2][2];  // [is_double][is_real]; null: complex to real
};

// The type of the elements of a file.
struct FileNumber {
  const NumberRow* row = nullptr;  // of the table
  bool is_swapped = false;         // the byte order is not this machine's
};

// The type that the text of a header names. Throws Error(invalid_argument) with the remedy for those that
// are not transformed.
FileNumber parse_number(const std::string& descr);

// What numpy calls that type, in this machine's byte order: "<f8".
std::string descr_of(ElementType element);

// Converts to `element` in memory; null if the file has complex numbers and memory real ones.
Run run_to_memory(const FileNumber& number, ElementType element);

// The other way: from `element` in memory to the number of a file that weft writes.
Run run_to_file(const FileNumber& number, ElementType element);

// Copies elements of 4, 8 or 16 bytes as they are.
Run run_of_copy(Index element_bytes);

// True if the bytes in the file are those in memory.
bool is_same(const FileNumber& number, ElementType element);

// Reverses the bytes of each part of n elements, in place.
void swap_bytes(const FileNumber& number, std::byte* data, Index n);

}  // namespace weft::inline io
