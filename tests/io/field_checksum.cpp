// Checksums of fields: the same whatever the distribution, others for other data.
//
// The oracle of the values is a few lines of Python with whole numbers of any size:
//   z = word ^ ((index + 1) * 0x9E3779B97F4A7C15 % 2**64)
//   z = (z ^ z >> 32) * 0xBF58476D1CE4E5B9 % 2**64;  z ^= z >> 29
//   x, y = z * 0x94D049BB133111EB % 2**64, z * 0xC2B2AE3D27D4EB4F % 2**64
//   first, second = sum(x ^ x >> 32) % 2**64, sum(y ^ y >> 29) % 2**64
#include "io/field_checksum.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <array>
#include <complex>
#include <cstring>
#include <vector>

#include "any_layout.hpp"
#include "blocks.hpp"
#include "expect_error.hpp"
#include "oracle.hpp"

namespace weft::test {
namespace {

template <class T>
FieldSum sum_of(const std::vector<T>& values) {
  return field_sum(element_type<T>(), 0, static_cast<Index>(values.size()),
                   reinterpret_cast<const std::byte*>(values.data()));
}

TEST(FieldSum, HasTheValuesOfItsDefinition) {
  EXPECT_EQ(sum_text(sum_of<double>({0.0, 1.0, -2.5, 3e300})), "0a79df3fb7db90f9ea22f61a081ff6d2");
  EXPECT_EQ(sum_text(sum_of<float>({0.0F, 1.0F, -2.5F, 3e30F})), "3f5e70f773bc7af9bfe5c8c5ac4f88d7");
  // A complex number of double precision counts as two, one of single precision as one of its bits.
  EXPECT_EQ(sum_of<std::complex<double>>({{0.0, 1.0}, {-2.5, 3e300}}),
            sum_of<double>({0.0, 1.0, -2.5, 3e300}));
  const std::array<float, 4> parts = {0.0F, 1.0F, -2.5F, 3e30F};
  std::vector<double> bits(2);
  std::memcpy(bits.data(), parts.data(), sizeof parts);
  EXPECT_EQ(sum_of<std::complex<float>>({{0.0F, 1.0F}, {-2.5F, 3e30F}}), sum_of<double>(bits));
}

std::byte byte_at(Index i) { return static_cast<std::byte>((i * 2654435761 + 12345) >> 7); }

RC_GTEST_PROP(FieldSum, DoesNotDependOnTheDistribution, ()) {
  const Extents shape = any_shape(between(1, 5), 2000);
  const int n_processes = between(1, 7);
  const Layout layout = any_layout(shape, n_processes);
  const ElementType element{one_in(2), one_in(2)};
  const Index bytes = bytes_of(element);
  std::vector<std::byte> whole(static_cast<std::size_t>(product(shape) * bytes));
  for (std::size_t i = 0; i < whole.size(); ++i) whole[i] = byte_at(static_cast<Index>(i));
  FieldSum sum;
  for (int rank = 0; rank < n_processes; ++rank) {
    const Box box = box_of(layout, rank);
    Extents allocated = box.shape();
    for (Index& length : allocated) length += between(0, 2);
    Storage storage = dense_storage(allocated, any_order(layout.n_axes()));
    storage.shape = box.shape();
    std::vector<std::byte> memory(
        static_cast<std::size_t>(dense_storage(allocated, storage.order).n_elements() * bytes));
    for_each_point(shape, box, storage, [&](Index position, Index offset) {
      std::memcpy(memory.data() + offset * bytes, whole.data() + position * bytes,
                  static_cast<std::size_t>(bytes));
    });
    Extents strides = storage.strides;
    for (Index& stride : strides) stride *= bytes;
    sum += field_sum(shape, element, box, memory.data(), strides);
  }
  RC_ASSERT(sum == field_sum(element, 0, product(shape), whole.data()));
}

TEST(FieldSum, ChangesWithEachBit) {
  std::vector<double> values(100);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = 0.37 * static_cast<double>(i);
  const FieldSum right = sum_of(values);
  auto* bytes = reinterpret_cast<unsigned char*>(values.data());
  for (std::size_t bit = 0; bit < values.size() * 64; ++bit) {
    bytes[bit / 8] ^= static_cast<unsigned char>(1U << bit % 8);
    const FieldSum wrong = sum_of(values);
    ASSERT_TRUE(wrong.first != right.first && wrong.second != right.second) << "bit " << bit;
    bytes[bit / 8] ^= static_cast<unsigned char>(1U << bit % 8);
  }
}

TEST(FieldSum, ChangesWhenElementsAreMovedOrTheSameBitOfTwoIsFlipped) {
  std::vector<double> values(64);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = 1.0 + static_cast<double>(i);
  const FieldSum right = sum_of(values);
  for (std::size_t i = 0; i < values.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) {
      std::vector<double> moved = values, signs = values;
      std::swap(moved[i], moved[j]);
      EXPECT_FALSE(sum_of(moved) == right) << i << " and " << j << " are exchanged";
      signs[i] = -signs[i];
      signs[j] = -signs[j];
      EXPECT_FALSE(sum_of(signs) == right) << i << " and " << j << " have another sign";
    }
}

TEST(FieldSum, IsReadFromItsText) {
  const FieldSum sum{0x0123456789abcdefU, 0xfedcba9876543210U};
  EXPECT_EQ(sum_text(sum), "0123456789abcdeffedcba9876543210");
  EXPECT_EQ(parse_field_sum(sum_text(sum)), sum);
  EXPECT_EQ(error_complaint(ErrorCode::invalid_argument, {"'x123'", "32"}, [] { parse_field_sum("x123"); }),
            "");
}

}  // namespace
}  // namespace weft::test
