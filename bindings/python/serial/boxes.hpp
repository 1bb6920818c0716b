// Work on boxes of memory around a transform: copies with padding, the redundant half of a spectrum, factors.
#pragma once

#include <array>

#include "weft/layout.hpp"
#include "weft/problem.hpp"

namespace weft::python {

inline constexpr int most_axes = 64;  // of an array of NumPy
using Numbers = std::array<Index, most_axes>;

// An element of an array: real or complex.
struct Element {
  Precision precision = Precision::double_;
  bool is_real = false;
  Index real_bytes() const { return precision == Precision::double_ ? 8 : 4; }
  Index bytes() const { return is_real ? real_bytes() : 2 * real_bytes(); }
};

// An array in memory.
struct Array {
  char* address = nullptr;
  Element element;
  int n_axes = 0;
  Numbers shape, strides;  // in bytes; negative and 0 are possible

  Array() = default;
  Array(const Array& other) { *this = other; }
  Array& operator=(const Array& other);  // of the axes that are there
  Index n_elements() const;
};

// Strides of a dense array in C order.
void make_dense(Array& array);

// Copies `from` to the beginning of `to`, which is dense, along all axes, and fills the rest with zeros.
// Elements of `to` are those of `from`, or complex ones of real ones.
void copy_padded(const Array& from, const Array& to);

// Of a complex array, the spectrum of real numbers along the axes that are `transformed`, the first n/2+1
// indices along `halved` are known. Writes the others: each is the conjugate of the one at the negative
// frequency.
void write_conjugates(const Array& array, const std::array<bool, most_axes>& transformed, int halved);

// Multiplies all numbers of a dense array.
void multiply(const Array& array, double factor);

}  // namespace weft::python
