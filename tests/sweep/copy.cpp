// Copies of boxes against the obvious loop, bit by bit.
//
// Boxes of up to six axes whose axes lie in any order on either side, with gaps, at addresses that are
// aligned to a number and no more; elements of 4, 8 and 16 bytes; streamed or not, scaled or not. The
// whole target is compared, so that a byte written outside the box shows; so is the source.

#include "sweep/copy.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cstring>

#include "any_layout.hpp"
#include "oracle.hpp"

namespace weft::test {
namespace {

struct CopyCase {
  Extents extents;
  Extents from_strides, to_strides;  // elements
  CopyMode mode;
  int from_shift = 0, to_shift = 0;  // numbers by which the first element is off the cache line
};

// Strides of a block whose axes lie in any order, with gaps after some of them.
Extents any_strides(const Extents& extents) {
  Extents strides(extents.size(), 1);
  Index stride = one_in(8) ? 2 : 1;
  for (int axis : any_order(static_cast<int>(extents.size()))) {
    strides[static_cast<std::size_t>(axis)] = stride;
    stride = stride * extents[static_cast<std::size_t>(axis)] + (one_in(3) ? between(1, 9) : 0);
  }
  return strides;
}

Extents any_extents() {
  Extents extents = any_shape(between(1, 6), 3000);
  if (one_in(3)) extents.front() = between(60, 300);  // rows long enough for streams
  while (product(extents) > 6000) extents.pop_back();
  return extents;
}

CopyCase any_copy_case() {
  CopyCase c;
  c.extents = any_extents();
  c.from_strides = any_strides(c.extents);
  c.to_strides = one_in(3) ? c.from_strides : any_strides(c.extents);
  c.mode.precision = one_of<Precision>({Precision::single_, Precision::double_});
  c.mode.element_bytes = (c.mode.precision == Precision::double_ ? 8 : 4) * between(1, 2);
  c.mode.stream = one_in(2);
  c.mode.scale = one_in(2) ? 1 : one_of<double>({-1, 1.0 / 3, 0.1, 1e-5});
  c.from_shift = between(0, 15);
  c.to_shift = between(0, 15);
  return c;
}

Index span_of(const Extents& extents, const Extents& strides) {
  Index last = 0;
  for (std::size_t a = 0; a < extents.size(); ++a) last += (extents[a] - 1) * strides[a];
  return last + 1;
}

// Numbers in memory aligned to a cache line, then `shift` numbers off it; extra numbers on either side.
template <class Number>
class Memory {
 public:
  Memory(Index elements, const CopyMode& mode, int shift, std::uint64_t seed)
      : values_(static_cast<std::size_t>(elements * mode.element_bytes) / sizeof(Number) + 200) {
    for (std::size_t i = 0; i < values_.size(); ++i)
      values_[i] = static_cast<Number>(hashed(seed, i, mode.precision));
    first_ = 64;
    while (reinterpret_cast<std::uintptr_t>(&values_[first_]) % 64 != 0) ++first_;
    first_ += static_cast<std::size_t>(shift);
  }
  Number* first() { return &values_[first_]; }
  bool operator==(const Memory& other) const {
    return std::memcmp(values_.data(), other.values_.data(), values_.size() * sizeof(Number)) == 0;
  }

 private:
  std::vector<Number> values_;
  std::size_t first_ = 0;
};

// The obvious loop.
template <class Number>
void copy_one_by_one(const CopyCase& c, const Number* from, Number* to) {
  const auto numbers = c.mode.element_bytes / static_cast<Index>(sizeof(Number));
  const auto scale = static_cast<Number>(c.mode.scale);
  for (Index i = 0; i < product(c.extents); ++i) {
    Index rest = i, at_from = 0, at_to = 0;
    for (std::size_t a = 0; a < c.extents.size(); ++a) {
      at_from += rest % c.extents[a] * c.from_strides[a];
      at_to += rest % c.extents[a] * c.to_strides[a];
      rest /= c.extents[a];
    }
    for (Index k = 0; k < numbers; ++k) to[at_to * numbers + k] = from[at_from * numbers + k] * scale;
  }
}

std::string words_of_copy(const CopyCase& c) {
  return to_text(c.extents) + ", strides " + to_text(c.from_strides) + " -> " + to_text(c.to_strides) +
         ", elements of " + std::to_string(c.mode.element_bytes) + " bytes" +
         (c.mode.stream ? ", streamed" : "") + ", times " + std::to_string(c.mode.scale) + ", off by " +
         std::to_string(c.from_shift) + " and " + std::to_string(c.to_shift);
}

template <class Number>
std::string complaint_about_numbers(const CopyCase& c) {
  const Index n_from = span_of(c.extents, c.from_strides), n_to = span_of(c.extents, c.to_strides);
  Memory<Number> from(n_from, c.mode, c.from_shift, 1), to(n_to, c.mode, c.to_shift, 2);
  const Memory<Number> from_before = from;
  Memory<Number> wanted = to;
  copy_one_by_one(c, from.first(), wanted.first());
  CopyBox box;
  for (std::size_t a = 0; a < c.extents.size(); ++a)
    box.add(c.extents[a], c.from_strides[a], c.to_strides[a]);
  copy_box(box, reinterpret_cast<const char*>(from.first()), reinterpret_cast<char*>(to.first()), c.mode);
  finish_streams();
  if (!(from == from_before)) return "changes its source: " + words_of_copy(c);
  if (!(to == wanted)) return "differs from the loop: " + words_of_copy(c);
  return "";
}

std::string complaint_about_copy(const CopyCase& c) {
  return c.mode.precision == Precision::double_ ? complaint_about_numbers<double>(c)
                                                : complaint_about_numbers<float>(c);
}

RC_GTEST_PROP(CopyBox, CopiesWhatTheObviousLoopCopiesAndNothingElse, ()) {
  for (int i = 0; i < 30; ++i) {
    const std::string complaint = complaint_about_copy(any_copy_case());
    if (!complaint.empty()) RC_FAIL(complaint);
  }
}

TEST(CopyBox, TransposesPlanesOfAnyTwoLengths) {
  for (int bytes : {4, 8, 16})
    for (Index rows : {1, 2, 7, 8, 9, 16, 31})
      for (Index columns : {1, 3, 8, 15, 17, 64}) {
        CopyCase c{{rows, columns}, {columns + 1, 1}, {1, rows + 2}, {}, 0, 1};
        c.mode.element_bytes = bytes;
        c.mode.precision = bytes == 4 ? Precision::single_ : Precision::double_;
        EXPECT_EQ("", complaint_about_copy(c));
      }
}

TEST(CopyBox, StreamsRowsOfEveryLengthFromEveryAddress) {
  for (Index row = 1; row < 70; ++row)
    for (int shift = 0; shift < 16; ++shift)
      for (double scale : {1.0, 0.3}) {
        CopyCase c{{row, 3}, {1, row}, {1, row + 1}, {4, true, scale, Precision::single_}, 15 - shift, shift};
        ASSERT_EQ("", complaint_about_copy(c));
        c.mode = {8, true, scale, Precision::double_};
        ASSERT_EQ("", complaint_about_copy(c));
      }
}

TEST(CopyBox, CopiesASingleElement) {
  for (double scale : {1.0, 0.5})
    for (bool stream : {false, true})
      EXPECT_EQ("", complaint_about_copy(
                        {{1, 1, 1}, {5, 3, 1}, {1, 2, 3}, {16, stream, scale, Precision::double_}, 3, 1}));
}

// Copies move bytes: a NaN keeps its payload, a negative zero its sign.
TEST(CopyBox, KeepsEveryBit) {
  std::vector<std::uint32_t> from(4096), to(4096, 0);
  for (std::size_t i = 0; i < from.size(); ++i)
    from[i] = 0x7f800001U + static_cast<std::uint32_t>(i) * 0x01000193U;
  for (int bytes : {4, 8, 16})
    for (bool stream : {false, true}) {
      std::fill(to.begin(), to.end(), 0U);
      CopyBox box;
      box.add(4096 * 4 / bytes, 1, 1);
      copy_box(box, reinterpret_cast<const char*>(from.data()), reinterpret_cast<char*>(to.data()),
               {bytes, stream, 1, bytes == 4 ? Precision::single_ : Precision::double_});
      finish_streams();
      EXPECT_EQ(from, to) << bytes << (stream ? " streamed" : "");
    }
}

}  // namespace
}  // namespace weft::test
