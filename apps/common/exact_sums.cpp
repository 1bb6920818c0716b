// Digits of sums, on this process and on all.
#include "common/exact_sums.hpp"

#include <bit>
#include <cmath>

namespace weft::apps {
namespace {

constexpr int digit_bits = 32;
constexpr std::int64_t base = std::int64_t{1} << digit_bits;
constexpr int mantissa_bits = 52;
constexpr int exponent_of_infinity = 0x7ff;
constexpr int exponent_of_last_bit = -1074;  // of the least double

}  // namespace

void ExactSums::reset(std::size_t n) { sums_.assign(n, {}); }

// A double is its mantissa times two to the power of `exponent` - 1 above the last bit of all.
void ExactSums::add(std::size_t i, double term) {
  Sum& sum = sums_[i];
  const auto bits = std::bit_cast<std::uint64_t>(term);
  const int exponent = static_cast<int>(bits >> mantissa_bits) & exponent_of_infinity;
  if (exponent == exponent_of_infinity) {
    sum.beyond += term;
    return;
  }
  std::uint64_t mantissa = bits & ((std::uint64_t{1} << mantissa_bits) - 1);
  if (exponent > 0) mantissa |= std::uint64_t{1} << mantissa_bits;
  const int shift = exponent > 0 ? exponent - 1 : 0;
  const int within = shift % digit_bits;
  const std::uint64_t low = mantissa << within;  // the lower 64 bits
  const std::uint64_t high = within > 0 ? mantissa >> (2 * digit_bits - within) : 0;
  const std::int64_t sign = std::signbit(term) ? -1 : 1;
  std::int64_t* digit = &sum.digits[static_cast<std::size_t>(shift / digit_bits)];
  digit[0] += sign * static_cast<std::int64_t>(low & (base - 1));
  digit[1] += sign * static_cast<std::int64_t>(low >> digit_bits);
  digit[2] += sign * static_cast<std::int64_t>(high);
  if (++sum.n_terms == most_terms) sum.carry();
}

void ExactSums::add(std::size_t first, const ExactSums& other) {
  for (std::size_t i = 0; i < other.size(); ++i) {
    Sum term = other.sums_[i], &sum = sums_[first + i];
    term.carry();
    for (std::size_t d = 0; d < n_digits; ++d) sum.digits[d] += term.digits[d];
    sum.beyond += term.beyond;
    if (++sum.n_terms == most_terms) sum.carry();
  }
}

// Digits from 0 to 2^32 - 1 but for the last one, which has the sign.
void ExactSums::Sum::carry() {
  for (std::size_t d = 0; d + 1 < n_digits; ++d) {
    const std::int64_t above = digits[d] >> digit_bits;  // rounds down
    digits[d] -= above * base;
    digits[d + 1] += above;
  }
  n_terms = 0;
}

// Rounded from the least digit on, whose errors the greatest ones leave behind.
double ExactSums::Sum::value() const {
  if (beyond != 0) return beyond;  // NaN as well
  Sum size = *this;
  size.carry();
  const bool is_negative = size.digits.back() < 0;
  if (is_negative) {
    for (std::int64_t& digit : size.digits) digit = -digit;
    size.carry();
  }
  double value = 0;
  for (std::size_t d = 0; d < n_digits; ++d)
    value += std::ldexp(static_cast<double>(size.digits[d]),
                        exponent_of_last_bit + static_cast<int>(d) * digit_bits);
  return is_negative ? -value : value;
}

// As numbers of which sums are exact on up to 2^20 processes. Only digits that some process has are sent: of
// numbers of one size a fifth of all.
std::vector<double> ExactSums::of_all(const Plan& plan) const {
  std::vector<Sum> mine = sums_;
  std::vector<double> is_used(n_digits, 0);
  for (Sum& sum : mine) {
    sum.carry();
    for (std::size_t d = 0; d < n_digits; ++d)
      if (sum.digits[d] != 0) is_used[d] = 1;
  }
  plan.sum(is_used);
  std::vector<double> numbers;
  for (const Sum& sum : mine) {
    numbers.push_back(sum.beyond);
    for (std::size_t d = 0; d < n_digits; ++d)
      if (is_used[d] > 0) numbers.push_back(static_cast<double>(sum.digits[d]));
  }
  plan.sum(numbers);
  auto next = numbers.begin();
  std::vector<double> values;
  for (Sum& sum : mine) {
    sum.beyond = *next++;
    for (std::size_t d = 0; d < n_digits; ++d)
      if (is_used[d] > 0) sum.digits[d] = static_cast<std::int64_t>(*next++);
    values.push_back(sum.value());
  }
  return values;
}

}  // namespace weft::apps
