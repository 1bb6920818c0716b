// Work on boxes of memory around a transform: copies with padding, the redundant half of a spectrum, factors.
#include "boxes.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <vector>

namespace weft::python {
namespace {

// Indices of one axis, evenly spaced on both sides, in bytes.
struct Run {
  Index n, to, to_step, from, from_step;
};

// Calls rows(to, from, run) for each row along the last axis. An axis may have several runs of indices.
template <class Rows>
void for_rows(const std::vector<std::vector<Run>>& axes, std::size_t axis, char* to, const char* from,
              const Rows& rows) {
  for (const Run& run : axes[axis]) {
    if (axis + 1 == axes.size()) {
      if (run.n > 0) rows(to + run.to, from + run.from, run);
      continue;
    }
    for (Index i = 0; i < run.n; ++i)
      for_rows(axes, axis + 1, to + run.to + i * run.to_step, from + run.from + i * run.from_step, rows);
  }
}

template <std::size_t Bytes>
void copy_row(char* to, const char* from, const Run& run) {
  if (run.from_step == Bytes) {
    std::memcpy(to, from, static_cast<std::size_t>(run.n) * Bytes);
    return;
  }
  for (Index i = 0; i < run.n; ++i) std::memcpy(to + i * run.to_step, from + i * run.from_step, Bytes);
}

template <class T>
void widen_row(char* to, const char* from, const Run& run) {
  for (Index i = 0; i < run.n; ++i) {
    T parts[2] = {0, 0};
    std::memcpy(parts, from + i * run.from_step, sizeof(T));
    std::memcpy(to + i * run.to_step, parts, sizeof(parts));
  }
}

template <class T>
void conjugate_row(char* to, const char* from, const Run& run) {
  for (Index i = 0; i < run.n; ++i) {
    const T* known = reinterpret_cast<const T*>(from + i * run.from_step);
    T* wanted = reinterpret_cast<T*>(to + i * run.to_step);
    wanted[0] = known[0];
    wanted[1] = -known[1];
  }
}

// Axes that are one in memory on both sides are one.
std::vector<std::vector<Run>> merged(const Array& from, const Array& to) {
  std::vector<std::vector<Run>> axes;
  for (int a = 0; a < from.n_axes; ++a) {
    const Run run{from.shape[a], 0, to.strides[a], 0, from.strides[a]};
    if (!axes.empty()) {
      Run& outer = axes.back().front();
      if (outer.to_step == run.n * run.to_step && outer.from_step == run.n * run.from_step) {
        outer = {outer.n * run.n, 0, run.to_step, 0, run.from_step};
        continue;
      }
    }
    axes.push_back({run});
  }
  if (axes.empty()) axes.push_back({{1, 0, 0, 0, 0}});
  return axes;
}

// Where the memory that is read is fastest along another axis than the last one, cuts both into tiles that
// stay in cache.
template <class Rows>
void for_tiles(std::vector<std::vector<Run>> axes, char* to, const char* from, const Rows& rows) {
  const auto step = [](const std::vector<Run>& axis) { return std::abs(axis.front().from_step); };
  const auto fastest = std::min_element(axes.begin(), axes.end(),
                                        [&](const auto& a, const auto& b) { return step(a) < step(b); });
  constexpr Index tile = 32;
  Run &last = axes.back().front(), &other = fastest->front();
  if (&last == &other || last.n < tile || other.n < tile) return for_rows(axes, 0, to, from, rows);
  const Run whole = last, whole_other = other;
  for (Index i = 0; i < whole_other.n; i += tile)
    for (Index j = 0; j < whole.n; j += tile) {
      other.n = std::min(tile, whole_other.n - i);
      last.n = std::min(tile, whole.n - j);
      for_rows(axes, 0, to + i * other.to_step + j * last.to_step,
               from + i * other.from_step + j * last.from_step, rows);
    }
}

}  // namespace

Array& Array::operator=(const Array& other) {
  if (this == &other) return *this;
  address = other.address;
  element = other.element;
  n_axes = other.n_axes;
  std::copy_n(other.shape.begin(), n_axes, shape.begin());
  std::copy_n(other.strides.begin(), n_axes, strides.begin());
  return *this;
}

Index Array::n_elements() const {
  Index n = 1;
  for (int a = 0; a < n_axes; ++a) n *= shape[a];
  return n;
}

void make_dense(Array& array) {
  Index stride = array.element.bytes();
  for (int a = array.n_axes; a-- > 0; stride *= array.shape[a]) array.strides[a] = stride;
}

void copy_padded(const Array& from, const Array& to) {
  if (!std::equal(from.shape.begin(), from.shape.begin() + from.n_axes, to.shape.begin()))
    std::memset(to.address, 0, static_cast<std::size_t>(to.n_elements() * to.element.bytes()));
  auto* rows = from.element.is_real ? &widen_row<double> : nullptr;
  if (from.element.is_real == to.element.is_real) {
    const Index bytes = from.element.bytes();
    rows = bytes == 4 ? &copy_row<4> : bytes == 8 ? &copy_row<8> : &copy_row<16>;
  } else if (from.element.precision == Precision::single_) {
    rows = &widen_row<float>;
  }
  for_tiles(merged(from, to), to.address, from.address, rows);
}

void write_conjugates(const Array& array, const std::array<bool, most_axes>& transformed, int halved) {
  std::vector<std::vector<Run>> axes;
  for (int a = 0; a < array.n_axes; ++a) {
    const Index n = array.shape[a], step = array.strides[a], first = n / 2 + 1;
    if (a == halved)
      axes.push_back({{n - first, first * step, step, (n - first) * step, -step}});
    else if (transformed[static_cast<std::size_t>(a)])
      axes.push_back({{1, 0, step, 0, step}, {n - 1, step, step, (n - 1) * step, -step}});
    else
      axes.push_back({{n, 0, step, 0, step}});
  }
  for_rows(axes, 0, array.address, array.address,
           array.element.precision == Precision::double_ ? &conjugate_row<double> : &conjugate_row<float>);
}

void multiply(const Array& array, double factor) {
  const Index n = array.n_elements() * (array.element.is_real ? 1 : 2);
  if (array.element.precision == Precision::double_) {
    auto* numbers = reinterpret_cast<double*>(array.address);
    std::for_each(numbers, numbers + n, [&](double& number) { number *= factor; });
  } else {
    auto* numbers = reinterpret_cast<float*>(array.address);
    std::for_each(numbers, numbers + n, [&](float& number) { number = static_cast<float>(number * factor); });
  }
}

}  // namespace weft::python
