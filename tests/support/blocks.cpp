// Blocks in raw memory: the only place of the tests that knows four element types.

#include "blocks.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace weft::test {

namespace {

constexpr std::size_t guard_bytes = 256;
constexpr std::byte nan_pattern{0xff};  // all bits set: a NaN of either precision
constexpr std::byte guard_pattern{0xa5};

template <class T>
void store(Complex value, bool real, Index offset, void* data) {
  T parts[2] = {static_cast<T>(value.real()), static_cast<T>(value.imag())};
  const std::size_t n = real ? 1 : 2;
  std::memcpy(static_cast<std::byte*>(data) + static_cast<std::size_t>(offset) * n * sizeof(T), parts,
              n * sizeof(T));
}

template <class T>
Complex load(bool real, Index offset, const void* data) {
  T parts[2] = {0, 0};
  const std::size_t n = real ? 1 : 2;
  std::memcpy(parts, static_cast<const std::byte*>(data) + static_cast<std::size_t>(offset) * n * sizeof(T),
              n * sizeof(T));
  return {parts[0], parts[1]};
}

std::vector<Range> whole_ranges(const Box& box) {
  std::vector<Range> ranges;
  for (const Range& range : box.ranges) ranges.push_back({0, range.size()});
  return ranges;
}

}  // namespace

Element points_element(const Problem& problem) {
  return {problem.transform == Transform::r2c || modes_element(problem).real, problem.precision};
}

Element modes_element(const Problem& problem) {
  const bool moves_reals = problem.transform == Transform::none && problem.real_elements;
  return {problem.transform == Transform::r2r || moves_reals, problem.precision};
}

Block::Block(Index bytes, Element element, bool misaligned)
    : memory_(static_cast<std::size_t>(bytes) + 2 * guard_bytes + 64, guard_pattern),
      size_(static_cast<std::size_t>(bytes)),
      element_(element) {
  const auto address = reinterpret_cast<std::uintptr_t>(memory_.data()) + guard_bytes;
  begin_ = guard_bytes + (64 - address % 64) % 64;
  if (misaligned) begin_ += element.precision == Precision::double_ ? 8 : 4;
  forget();
}

Complex Block::value(Index offset) const {
  return element_.precision == Precision::double_ ? load<double>(element_.real, offset, data())
                                                  : load<float>(element_.real, offset, data());
}

void Block::forget() {
  std::fill_n(memory_.begin() + static_cast<std::ptrdiff_t>(begin_), size_, nan_pattern);
}

bool Block::guards_intact() const {
  const auto is_guard = [](std::byte b) { return b == guard_pattern; };
  return std::all_of(memory_.begin(), memory_.begin() + static_cast<std::ptrdiff_t>(begin_), is_guard) &&
         std::all_of(memory_.begin() + static_cast<std::ptrdiff_t>(begin_ + size_), memory_.end(), is_guard);
}

Misfit& Misfit::operator+=(const Misfit& other) {
  error2 += other.error2;
  norm2 += other.norm2;
  return *this;
}

double Misfit::relative() const {
  if (error2 == 0) return 0;
  return std::sqrt(error2 / norm2);
}

void put(const GlobalField& field, const Box& box, const Storage& storage, Block& block) {
  const Element e = block.element();
  for_each_point(field.shape, box, storage, [&](Index position, Index offset) {
    const Complex value = field.values[static_cast<std::size_t>(position)];
    if (e.precision == Precision::double_)
      store<double>(value, e.real, offset, block.data());
    else
      store<float>(value, e.real, offset, block.data());
  });
}

bool gaps_intact(const Box& box, const Storage& storage, const Block& block) {
  const auto size = static_cast<std::size_t>(block.element().bytes());
  std::vector<bool> is_gap(block.bytes().size(), true);
  for_each_point(box.shape(), {whole_ranges(box)}, storage, [&](Index, Index offset) {
    std::fill_n(is_gap.begin() + static_cast<std::ptrdiff_t>(static_cast<std::size_t>(offset) * size), size,
                false);
  });
  for (std::size_t i = 0; i < is_gap.size(); ++i)
    if (is_gap[i] && block.bytes()[i] != nan_pattern) return false;
  return true;
}

Misfit misfit(const GlobalField& field, const Box& box, const Storage& storage, const Block& block) {
  Misfit sum;
  for_each_point(field.shape, box, storage, [&](Index position, Index offset) {
    const Complex wanted = field.values[static_cast<std::size_t>(position)];
    sum.error2 += static_cast<double>(std::norm(block.value(offset) - wanted));
    sum.norm2 += static_cast<double>(std::norm(wanted));
  });
  return sum;
}

}  // namespace weft::test
