// MPI datatypes for boxes of arrays in any storage.
#pragma once

#include <mpi.h>

#include <vector>

#include "geometry/view.hpp"

namespace weft::inline comm {

class Datatype {
 public:
  Datatype() = default;
  Datatype(const Datatype&) = delete;
  Datatype& operator=(const Datatype&) = delete;
  Datatype(Datatype&& other) noexcept : type_(other.type_) { other.type_ = MPI_DATATYPE_NULL; }
  Datatype& operator=(Datatype&&) = delete;
  ~Datatype();
  MPI_Datatype get() const { return type_; }

  // `box` of an array with `storage` (C, padded or permuted order) as a subarray. Consecutive ones
  // (fields) are `field_stride` elements apart. 64-bit sizes are right as long as each single length
  // and the padded row fit an int.
  static Datatype subarray(const Storage& storage, const Box& box, Index field_stride, int element_bytes);
  // lengths[a] elements that are strides[a] bytes apart along each axis, slowest first. Lengths fit an int,
  // strides and what they span are 64 bit.
  static Datatype strided(const Extents& lengths, const Extents& strides, Index element_bytes);
  // `bytes` contiguous bytes; more than 2^31 - 1 too.
  static Datatype contiguous(Index bytes);
  // `n` runs of `bytes` contiguous bytes each, `stride` bytes apart. Consecutive ones (blocks) are `extent`
  // bytes apart.
  static Datatype runs(Index n, Index bytes, Index stride, Index extent);
  // All of `parts`, each begun that many bytes after the address. Consecutive ones are `extent` bytes apart.
  static Datatype together(const std::vector<Index>& starts, const std::vector<Datatype>& parts,
                           Index extent);

 private:
  explicit Datatype(MPI_Datatype type) : type_(type) {}
  MPI_Datatype type_ = MPI_DATATYPE_NULL;
};

}  // namespace weft::inline comm
