// A checksum of the elements of a distributed array that does not depend on how it is distributed.
//
// Each element is mixed with its global index, by two functions of 64 bits whose steps are all one to one,
// and the results are added up modulo 2^64: any division among processes and any order gives the same two
// sums. A changed element always changes them; of other damage (elements that are exchanged, pages of zeros)
// one case in 2^64 or less goes unnoticed. Against malice nothing is gained. Multipliers: those of splitmix64
// (Steele, Lea, Flood 2014, doi:10.1145/2660193.2660195), and of xxHash.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "weft/field.hpp"
#include "weft/layout.hpp"

namespace weft::inline io {

struct FieldSum {
  std::uint64_t first = 0, second = 0;
  FieldSum& operator+=(const FieldSum& other) {
    first += other.first;
    second += other.second;
    return *this;
  }
  bool operator==(const FieldSum&) const = default;
};

// 32 hexadecimal digits.
std::string sum_text(const FieldSum& sum);
// The inverse. Throws Error(invalid_argument) for any other text.
FieldSum parse_field_sum(const std::string& text);

// Of a box of the global array `shape`. `data` is its first element; neighbours along axis a are
// byte_strides[a] bytes apart.
FieldSum field_sum(const Extents& shape, ElementType element, const Box& box, const std::byte* data,
                   const Extents& byte_strides);

// Of the elements begin <= i < begin + n of the global array in C order, side by side in memory.
FieldSum field_sum(ElementType element, Index begin, Index n, const std::byte* data);

}  // namespace weft::inline io
