// Datatypes: what MPI packs with them is the box, element by element in the order of memory.
//
// Random boxes of arrays in padded and permuted storage, several fields, elements of 4, 8 and 16 bytes,
// packed and unpacked by MPI itself. Sizes and extents of arrays of 2^33 points are checked without
// allocating them. One process is enough.

#include "comm/datatype.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <climits>
#include <cstring>

#include "any_layout.hpp"
#include "expect_error.hpp"
#include "geometry/storage.hpp"
#include "views.hpp"

namespace weft::test {
namespace {

struct Boxed {
  Storage storage;
  Box box;
  int element_bytes;
  int n_fields;
  Index field_stride;
};

Boxed any_box() {
  Boxed b;
  const Extents shape = any_shape(between(1, 5), 2000);
  b.element_bytes = one_of<int>({4, 8, 16});
  b.storage = one_in(2) ? padded_storage(shape, b.element_bytes)
                        : dense_storage(shape, any_order(static_cast<int>(shape.size())));
  for (Index n : shape) {
    const int begin = between(0, static_cast<int>(n) - 1);
    b.box.ranges.push_back({begin, between(begin + 1, static_cast<int>(n))});
  }
  b.n_fields = between(1, 3);
  b.field_stride = b.storage.n_elements() + between(0, 20);
  return b;
}

// Offsets of the box's elements, field by field, in the order of memory.
std::vector<Index> offsets_of(const Boxed& b) {
  std::vector<Index> offsets;
  for (Index field = 0; field < b.n_fields; ++field) {
    Extents local(b.box.ranges.size(), 0);
    while (true) {
      Index offset = field * b.field_stride;
      for (std::size_t a = 0; a < local.size(); ++a)
        offset += (b.box.ranges[a].begin + local[a]) * b.storage.strides[a];
      offsets.push_back(offset);
      std::size_t i = b.storage.order.size();  // the last axis of the order varies fastest
      for (; i > 0; --i) {
        const auto axis = static_cast<std::size_t>(b.storage.order[i - 1]);
        if (++local[axis] < b.box.ranges[axis].size()) break;
        local[axis] = 0;
      }
      if (i == 0) break;
    }
  }
  return offsets;
}

std::string in_words(const Boxed& b) {
  return to_text(b.box) + " of " + to_text(b.storage.shape) + ", strides " + to_text(b.storage.strides) +
         ", " + std::to_string(b.n_fields) + " fields " + std::to_string(b.field_stride) +
         " apart, elements of " + std::to_string(b.element_bytes) + " bytes";
}

std::vector<unsigned char> counted_bytes(std::size_t n, unsigned salt) {
  std::vector<unsigned char> bytes(n);
  for (std::size_t i = 0; i < n; ++i) bytes[i] = static_cast<unsigned char>((i * 2654435761U + salt) >> 7);
  return bytes;
}

std::string complaint_about(const Boxed& b) {
  const auto size = static_cast<std::size_t>(b.element_bytes);
  const Datatype type = Datatype::subarray(b.storage, b.box, b.field_stride, b.element_bytes);
  const auto array_bytes = static_cast<std::size_t>(b.n_fields * b.field_stride) * size;
  const std::vector<Index> offsets = offsets_of(b);
  const std::vector<unsigned char> array = counted_bytes(array_bytes, 1);
  std::vector<unsigned char> packed(offsets.size() * size), wanted(packed.size());
  for (std::size_t i = 0; i < offsets.size(); ++i)
    std::memcpy(&wanted[i * size], &array[static_cast<std::size_t>(offsets[i]) * size], size);
  int position = 0;
  MPI_Pack(array.data(), b.n_fields, type.get(), packed.data(), static_cast<int>(packed.size()), &position,
           MPI_COMM_SELF);
  if (position != static_cast<int>(packed.size()))
    return "packs " + std::to_string(position) + " bytes of " + in_words(b);
  if (packed != wanted) return "packs another box or another order: " + in_words(b);

  std::vector<unsigned char> target = counted_bytes(array_bytes, 2), filled = target;
  for (std::size_t i = 0; i < offsets.size(); ++i)
    std::memcpy(&filled[static_cast<std::size_t>(offsets[i]) * size], &wanted[i * size], size);
  position = 0;
  MPI_Unpack(packed.data(), static_cast<int>(packed.size()), &position, target.data(), b.n_fields, type.get(),
             MPI_COMM_SELF);
  if (target != filled) return "unpacks to another box: " + in_words(b);
  return "";
}

RC_GTEST_PROP(SubarrayDatatype, PacksExactlyTheBoxInTheOrderOfMemory, ()) {
  for (int i = 0; i < 5; ++i) {
    const std::string complaint = complaint_about(any_box());
    if (!complaint.empty()) RC_FAIL(complaint);
  }
}

struct TypeFacts {
  MPI_Count size = 0, lower = 0, extent = 0;
};
TypeFacts facts_of(const Datatype& type) {
  TypeFacts facts;
  MPI_Type_size_x(type.get(), &facts.size);
  MPI_Type_get_extent_x(type.get(), &facts.lower, &facts.extent);
  return facts;
}

TEST(SubarrayDatatype, IsRightForArraysOfTwoToTheThirtyThreePoints) {
  struct Row {
    Storage storage;
    Box box;
  };
  const Index n = 2048;
  const std::vector<Row> rows = {
      {dense_storage({n, n, n}, {0, 1, 2}), {{{0, n}, {0, n}, {0, n}}}},
      {dense_storage({n, n, n}, {0, 1, 2}), {{{0, n}, {1024, n}, {0, n}}}},
      {dense_storage({n, n, n}, {2, 0, 1}), {{{17, 1041}, {0, n}, {5, 6}}}},
      {padded_storage({n, n, n}, 16), {{{1, n}, {1, n}, {1, n}}}},
      {dense_storage({65536, 65536, 2}, {0, 1, 2}), {{{0, 65536}, {32768, 65536}, {0, 2}}}},
      {dense_storage({2147483647, 4}, {1, 0}), {{{0, 2147483647}, {0, 3}}}},
  };
  for (const Row& row : rows) {
    const Index stride = row.storage.n_elements() + 64;
    const TypeFacts facts = facts_of(Datatype::subarray(row.storage, row.box, stride, 16));
    EXPECT_EQ(facts.size, 16 * row.box.n_points()) << to_text(row.box);
    EXPECT_EQ(facts.lower, 0) << to_text(row.box);
    EXPECT_EQ(facts.extent, 16 * stride) << to_text(row.box);
  }
}

// The first and the last byte are where they should be: the true extent of the type.
TEST(SubarrayDatatype, BeginsAndEndsWhereTheBoxDoes) {
  const Index n = 2048;
  const Storage storage = dense_storage({n, n, n}, {0, 1, 2});
  const Box box{{{3, 1000}, {7, 2000}, {11, 12}}};
  const Datatype type = Datatype::subarray(storage, box, storage.n_elements(), 8);
  MPI_Count first = 0, bytes = 0;
  MPI_Type_get_true_extent_x(type.get(), &first, &bytes);
  EXPECT_EQ(first, 8 * (3 * n * n + 7 * n + 11));
  EXPECT_EQ(first + bytes, 8 * (999 * n * n + 1999 * n + 11 + 1));
}

TEST(SubarrayDatatype, RefusesALengthThatNoIntHolds) {
  const Index n = Index{INT_MAX} + 1;
  const Storage storage = dense_storage({n, 2}, {0, 1});
  EXPECT_EQ("", error_complaint(ErrorCode::not_applicable, {std::to_string(n)}, [&] {
              Datatype::subarray(storage, {{{0, n}, {0, 2}}}, 2 * n, 8);
            }));
}

TEST(ContiguousDatatype, HasTheBytesThatWereAskedFor) {
  const Index gib = Index{1} << 30;
  for (Index bytes : {Index{0}, Index{1}, Index{4095}, gib - 1, gib, gib + 1, 2 * gib - 1, 2 * gib,
                      2 * gib + 5, 32 * gib, 35 * gib + 3, 1000 * gib + gib / 2}) {
    const TypeFacts facts = facts_of(Datatype::contiguous(bytes));
    EXPECT_EQ(facts.size, bytes);
    EXPECT_EQ(facts.lower, 0) << bytes;
    EXPECT_EQ(facts.extent, bytes) << "without a gap: " << bytes;
  }
}

TEST(ContiguousDatatype, PacksBytesInOrder) {
  const std::vector<unsigned char> from = counted_bytes(3 * 5, 3);
  std::vector<unsigned char> to(from.size());
  int position = 0;
  MPI_Pack(from.data(), 3, Datatype::contiguous(5).get(), to.data(), static_cast<int>(to.size()), &position,
           MPI_COMM_SELF);
  EXPECT_EQ(to, from);
}

TEST(Datatype, IsFreedByItsLastOwner) {
  Datatype first = Datatype::contiguous(8);
  const MPI_Datatype handle = first.get();
  const Datatype second = std::move(first);
  EXPECT_EQ(second.get(), handle);
  EXPECT_EQ(first.get(), MPI_DATATYPE_NULL);  // NOLINT: moved from on purpose
  EXPECT_EQ(facts_of(second).size, 8);
  EXPECT_EQ(Datatype().get(), MPI_DATATYPE_NULL);
}

}  // namespace
}  // namespace weft::test
