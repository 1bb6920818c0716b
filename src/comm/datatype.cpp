// MPI datatypes for boxes of arrays in any storage.
#include "comm/datatype.hpp"

#include <numeric>
#include <vector>

#include "base/narrow.hpp"
#include "comm/check.hpp"
#include "comm/communicators.hpp"

namespace weft::inline comm {

namespace {

MPI_Datatype element_type(int element_bytes) {
  switch (element_bytes) {
    case 4:
      return MPI_FLOAT;
    case 8:
      return MPI_DOUBLE;
    default:
      return MPI_C_DOUBLE_COMPLEX;
  }
}

// Lengths that an array with these strides was allocated with, slowest axis first.
std::vector<int> allocated_lengths(const Storage& storage) {
  std::vector<int> lengths;
  for (std::size_t i = 0; i < storage.order.size(); ++i) {
    const int axis = storage.order[i];
    const Index length =
        i == 0 ? storage.shape[axis] : storage.strides[storage.order[i - 1]] / storage.strides[axis];
    lengths.push_back(narrow(length, "the length of an axis"));
  }
  return lengths;
}

}  // namespace

Datatype::~Datatype() {
  if (type_ != MPI_DATATYPE_NULL && mpi_is_usable()) MPI_Type_free(&type_);
}

Datatype Datatype::subarray(const Storage& storage, const Box& box, Index field_stride, int element_bytes) {
  std::vector<int> extent, start;
  for (int axis : storage.order) {
    extent.push_back(narrow(box.ranges[axis].size(), "the length of an axis"));
    start.push_back(narrow(box.ranges[axis].begin, "the start of a block"));
  }
  const std::vector<int> lengths = allocated_lengths(storage);
  MPI_Datatype one = MPI_DATATYPE_NULL, spaced = MPI_DATATYPE_NULL;
  check_mpi(MPI_Type_create_subarray(static_cast<int>(lengths.size()), lengths.data(), extent.data(),
                                     start.data(), MPI_ORDER_C, element_type(element_bytes), &one),
            "making a subarray datatype");
  check_mpi(MPI_Type_create_resized(one, 0, static_cast<MPI_Aint>(field_stride) * element_bytes, &spaced),
            "making a datatype of several fields");
  check_mpi(MPI_Type_free(&one), "freeing a datatype");
  check_mpi(MPI_Type_commit(&spaced), "committing a datatype");
  return Datatype(spaced);
}

Datatype Datatype::strided(const Extents& lengths, const Extents& strides, Index element_bytes) {
  MPI_Datatype type = MPI_DATATYPE_NULL;
  check_mpi(MPI_Type_contiguous(narrow(element_bytes, "an element"), MPI_BYTE, &type), "making a datatype");
  for (std::size_t a = lengths.size(); a-- > 0;) {
    if (lengths[a] == 1) continue;
    MPI_Datatype repeated = MPI_DATATYPE_NULL;
    check_mpi(MPI_Type_create_hvector(narrow(lengths[a], "the length of an axis"), 1,
                                      static_cast<MPI_Aint>(strides[a]), type, &repeated),
              "making a datatype with strides");
    check_mpi(MPI_Type_free(&type), "freeing a datatype");
    type = repeated;
  }
  check_mpi(MPI_Type_commit(&type), "committing a datatype");
  return Datatype(type);
}

Datatype Datatype::contiguous(Index bytes) {
  constexpr Index most = Index{1} << 30;
  MPI_Datatype type = MPI_DATATYPE_NULL;
  if (bytes <= most) {
    check_mpi(MPI_Type_contiguous(static_cast<int>(bytes), MPI_BYTE, &type), "making a contiguous datatype");
  } else {  // whole chunks, then the rest
    const int n_chunks = narrow(bytes / most, "a message"), rest = static_cast<int>(bytes % most);
    MPI_Datatype chunk = MPI_DATATYPE_NULL, chunks = MPI_DATATYPE_NULL;
    check_mpi(MPI_Type_contiguous(static_cast<int>(most), MPI_BYTE, &chunk), "making a contiguous datatype");
    check_mpi(MPI_Type_contiguous(n_chunks, chunk, &chunks), "making a contiguous datatype");
    const int lengths[] = {1, rest};
    const MPI_Aint starts[] = {0, static_cast<MPI_Aint>(n_chunks) * most};
    const MPI_Datatype types[] = {chunks, MPI_BYTE};
    check_mpi(MPI_Type_create_struct(2, lengths, starts, types, &type), "making a contiguous datatype");
    MPI_Type_free(&chunk);
    MPI_Type_free(&chunks);
  }
  check_mpi(MPI_Type_commit(&type), "committing a datatype");
  return Datatype(type);
}

Datatype Datatype::runs(Index n, Index bytes, Index stride, Index extent) {
  MPI_Datatype all = MPI_DATATYPE_NULL, spaced = MPI_DATATYPE_NULL;
  const bool adjacent = n == 1 || stride == bytes;
  const Datatype run = contiguous(adjacent ? n * bytes : bytes);
  check_mpi(MPI_Type_create_hvector(adjacent ? 1 : narrow(n, "a number of fields"), 1,
                                    static_cast<MPI_Aint>(stride), run.get(), &all),
            "making a datatype of several fields");
  check_mpi(MPI_Type_create_resized(all, 0, static_cast<MPI_Aint>(extent), &spaced),
            "making a datatype of blocks");
  check_mpi(MPI_Type_free(&all), "freeing a datatype");
  check_mpi(MPI_Type_commit(&spaced), "committing a datatype");
  return Datatype(spaced);
}

Datatype Datatype::together(const std::vector<Index>& starts, const std::vector<Datatype>& parts,
                            Index extent) {
  const std::vector<int> lengths(parts.size(), 1);
  const std::vector<MPI_Aint> displacements(starts.begin(), starts.end());
  std::vector<MPI_Datatype> types;
  for (const Datatype& part : parts) types.push_back(part.get());
  MPI_Datatype all = MPI_DATATYPE_NULL, spaced = MPI_DATATYPE_NULL;
  check_mpi(MPI_Type_create_struct(narrow(static_cast<Index>(parts.size()), "a number of pieces"),
                                   lengths.data(), displacements.data(), types.data(), &all),
            "making a datatype of several pieces");
  check_mpi(MPI_Type_create_resized(all, 0, static_cast<MPI_Aint>(extent), &spaced),
            "making a datatype of several pieces");
  check_mpi(MPI_Type_free(&all), "freeing a datatype");
  check_mpi(MPI_Type_commit(&spaced), "committing a datatype");
  return Datatype(spaced);
}

}  // namespace weft::inline comm
