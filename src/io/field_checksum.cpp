// Runs of elements along one axis, whose global indices grow by the same step. The loop over words is
// compiled once for each instruction set by google/highway and chosen at run time: compilers make vectors of
// it by themselves where the processor multiplies vectors of 64 bits.
#include "io/field_checksum.hpp"

#include "codelets/targets.hpp"
// After that:
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "io/field_checksum.cpp"
#include <hwy/foreach_target.h>
// After foreach_target:
#include <hwy/highway.h>

#include <cstring>

HWY_BEFORE_NAMESPACE();
namespace weft::inline io {

namespace HWY_NAMESPACE {

// Adds n words of type W, `stride` bytes apart; that of word i is first + i step.
template <class W>
HWY_INLINE void add_words(FieldSum& sum, const std::byte* data, Index stride, Index n, std::uint64_t first,
                          std::uint64_t step) {
  // The key of word i is i times an odd number: no two words have the same.
  constexpr std::uint64_t key_step = 0x9E3779B97F4A7C15U;
  std::uint64_t a = 0, b = 0;
  const std::uint64_t key = (first + 1) * key_step, by = step * key_step;
  for (Index i = 0; i < n; ++i) {
    W bits;
    std::memcpy(&bits, data + i * stride, sizeof bits);
    std::uint64_t z = bits ^ (key + static_cast<std::uint64_t>(i) * by);
    z = (z ^ (z >> 32)) * 0xBF58476D1CE4E5B9U;
    z ^= z >> 29;
    const std::uint64_t x = z * 0x94D049BB133111EBU, y = z * 0xC2B2AE3D27D4EB4FU;
    a += x ^ (x >> 32);
    b += y ^ (y >> 29);
  }
  sum.first += a;
  sum.second += b;
}

// Words of `bytes` bytes. Side by side, the compiler knows the stride.
void add_all_words(FieldSum& sum, int bytes, const std::byte* data, Index stride, Index n,
                   std::uint64_t first, std::uint64_t step) {
  if (bytes == 4)
    return stride == 4 ? add_words<std::uint32_t>(sum, data, 4, n, first, step)
                       : add_words<std::uint32_t>(sum, data, stride, n, first, step);
  return stride == 8 ? add_words<std::uint64_t>(sum, data, 8, n, first, step)
                     : add_words<std::uint64_t>(sum, data, stride, n, first, step);
}

}  // namespace HWY_NAMESPACE

}  // namespace weft::inline io
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include <algorithm>
#include <numeric>

#include "weft/error.hpp"

namespace weft::inline io {

namespace {

HWY_EXPORT(add_all_words);

using Word = std::uint64_t;

// Adds n elements; element i has the global index `first` + i `step`. A complex double is two words.
void add_run(FieldSum& sum, ElementType element, const std::byte* data, Index stride, Index n, Index first,
             Index step) {
  const Word begin = static_cast<Word>(first), by = static_cast<Word>(step);
  const auto add = HWY_DYNAMIC_DISPATCH(add_all_words);
  const auto bytes = static_cast<int>(bytes_of(element));
  if (bytes < 16) return add(sum, bytes, data, stride, n, begin, by);
  if (stride == 16 && step == 1) return add(sum, 8, data, 8, 2 * n, 2 * begin, 1);
  add(sum, 8, data, stride, n, 2 * begin, 2 * by);
  add(sum, 8, data + 8, stride, n, 2 * begin + 1, 2 * by);
}

}  // namespace

FieldSum field_sum(const Extents& shape, ElementType element, const Box& box, const std::byte* data,
                   const Extents& byte_strides) {
  FieldSum sum;
  if (box.empty()) return sum;
  const std::size_t n_axes = shape.size();
  const Extents lengths = box.shape();
  Extents steps(n_axes, 1);  // of the global index along each axis
  for (std::size_t a = n_axes - 1; a > 0; --a) steps[a - 1] = steps[a] * shape[a];
  Index first = 0;
  for (std::size_t a = 0; a < n_axes; ++a) first += box.ranges[a].begin * steps[a];
  std::vector<std::size_t> order(n_axes);  // fastest in memory first
  std::iota(order.rbegin(), order.rend(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return byte_strides[a] < byte_strides[b]; });
  const std::size_t inner = order.front();
  Extents at(n_axes, 0);
  for (;;) {
    Index index = first, offset = 0;
    for (std::size_t a = 0; a < n_axes; ++a) {
      index += at[a] * steps[a];
      offset += at[a] * byte_strides[a];
    }
    add_run(sum, element, data + offset, byte_strides[inner], lengths[inner], index, steps[inner]);
    std::size_t i = 1;
    while (i < n_axes && ++at[order[i]] == lengths[order[i]]) at[order[i++]] = 0;
    if (i == n_axes) return sum;
  }
}

FieldSum field_sum(ElementType element, Index begin, Index n, const std::byte* data) {
  FieldSum sum;
  add_run(sum, element, data, bytes_of(element), n, begin, 1);
  return sum;
}

std::string sum_text(const FieldSum& sum) {
  std::string digits(32, '0');
  Word words[] = {sum.second, sum.first};
  for (std::size_t i = digits.size(); i-- > 0;) {
    Word& word = words[i >= 16 ? 0 : 1];
    digits[i] = "0123456789abcdef"[word % 16];
    word /= 16;
  }
  return digits;
}

FieldSum parse_field_sum(const std::string& text) {
  if (text.size() != 32 || text.find_first_not_of("0123456789abcdef") != std::string::npos)
    fail("'" + text + "' is no checksum of 32 hexadecimal digits");
  return {std::stoull(text.substr(0, 16), nullptr, 16), std::stoull(text.substr(16), nullptr, 16)};
}

}  // namespace weft::inline io

#endif  // HWY_ONCE
