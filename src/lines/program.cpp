// Programs of steps: factors, loops and scratch.
#include "lines/program.hpp"

#include <algorithm>

#include "codelets/constants.hpp"

namespace weft::inline lines {

namespace {

struct Root {
  double re, im;
};
// exp(sign 2 pi i k / n).
Root root(Index k, Index n, int sign) { return {root_cos(k % n, n), sign * root_sin(k % n, n)}; }

constexpr Index aligned_numbers = 64;  // more than any vector has

}  // namespace

template <class T>
template <class Fill>
const T* Program<T>::numbers(const Key& key, Index n, const Fill& fill) {
  const auto [entry, is_new] = factors_.try_emplace(key, nullptr);
  if (is_new) {
    T* const first =
        reinterpret_cast<T*>(arena_.allocate(std::max<Index>(1, n) * static_cast<Index>(sizeof(T))));
    fill(first);
    entry->second = first;
  }
  return entry->second;
}

template <class T>
const T* Program<T>::step_factors(Index n, int radix, int sign, double scale) {
  const Index each = table_->factor_numbers;
  return numbers({Kind::step, n, radix, sign, scale}, n / radix * (radix - 1) * each, [&](T* to) {
    for (Index m = 0; m < n / radix; ++m)
      for (int j = 1; j < radix; ++j, to += each) {
        const Root w = root(m * (sign < 0 ? j : radix - j), n, sign);
        table_->make_factor(to, scale * w.re, scale * w.im);
      }
  });
}

template <class T>
const T* Program<T>::lane_factors(Index n, int radix, int sign) {
  const Index lines = table_->lines, n_points = n / radix, groups = (n_points + lines - 1) / lines;
  const Index each = table_->lane_factor_numbers;
  return numbers({Kind::lane, n, radix, sign, 1}, groups * (radix - 1) * each, [&](T* to) {
    for (Index g = 0; g < groups; ++g)
      for (int j = 1; j < radix; ++j, to += each)
        for (int line = 0; line < table_->lines; ++line) {
          const Index m = std::min(g * lines, n_points - lines) + line;
          const Root w = root(m * (sign < 0 ? j : radix - j), n, sign);
          table_->make_lane_factor(to, line, w.re, w.im);
        }
  });
}

template <class T>
const T* Program<T>::real_factors(Index n, int a, int sign, double scale, int together) {
  const Kind kind = together == 1 ? Kind::real : Kind::real_lane;
  return numbers({kind, n, a, sign, scale}, n / a * (a - 2), [&](T* to) {
    for (Index m = 0; m < n / a; m += together)
      for (int j = 1; j < a / 2; ++j, to += 2 * together)
        for (int i = 0; i < together; ++i) {
          const Root w = root((m + i) * j, n, sign);
          to[i] = static_cast<T>(scale * w.re);
          to[together + i] = static_cast<T>(scale * w.im);
        }
  });
}

template <class T>
const T* Program<T>::half_factors(Index n, int sign) {
  return numbers({Kind::half, n, 2, sign, 1}, n / 4 * 2, [&](T* to) {
    for (Index k = 1; k <= n / 4; ++k) {
      const Root w = root(k, n, sign);
      *to++ = static_cast<T>(w.re);
      *to++ = static_cast<T>(w.im);
    }
  });
}

template <class T>
Step<T> Program<T>::loop(Steps<T> steps, Index count, const Index* move) {
  loops_.push_back(std::make_unique<Steps<T>>(std::move(steps)));
  Step<T> step;
  step.function = codelets::loop<T>;
  step.steps = loops_.back()->data();
  step.n_steps = static_cast<Index>(loops_.back()->size());
  step.count = count;
  std::copy(move, move + n_bases, step.move);
  return step;
}

template <class T>
Steps<T>& Program<T>::steps_of(const Step<T>& loop) {
  return **std::find_if(loops_.begin(), loops_.end(),
                        [&](const auto& steps) { return steps->data() == loop.steps; });
}

template <class T>
void Program<T>::append(Steps<T>& steps, const LineBlocks<T>& blocks) {
  if (blocks.n > 1)
    steps.push_back(loop(blocks.steps, blocks.n, blocks.move));
  else if (blocks.n == 1)
    steps.insert(steps.end(), blocks.steps.begin(), blocks.steps.end());
  steps.insert(steps.end(), blocks.rest.begin(), blocks.rest.end());
}

template <class T>
void Program<T>::hold(int which, Index numbers) {
  Index& held = scratch_[which - scratch_first];
  held = std::max(held, (numbers + aligned_numbers - 1) / aligned_numbers * aligned_numbers);
}
template <class T>
Index Program<T>::scratch_numbers() const {
  Index sum = 0;
  for (const Index numbers : scratch_) sum += numbers;
  return sum;
}
template <class T>
T* Program<T>::scratch(int which, T* first) const {
  for (int i = scratch_first; i < which; ++i) first += scratch_[i - scratch_first];
  return first;
}

template class Program<double>;
template class Program<float>;

}  // namespace weft::inline lines
