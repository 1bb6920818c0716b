// Functions of distributed arrays for C.
#include "weft/array_functions.hpp"

#include <array>

#include "handles.hpp"
#include "weft/weft_arrays.h"

using namespace weft::c;

namespace {

void give_parts(double value[2], std::complex<double> number) {
  give_all(value, std::array{number.real(), number.imag()});
}

void give_extremum(const weft::Extremum& extremum, double* value, std::int64_t index[]) {
  give(value, extremum.value);
  give_all(index, extremum.index);
}

// What is wrong with it is found where all processes look: one that has no axes is in no array.
weft::Box region_of(const weft_distribution* distribution, const std::int64_t begin[],
                    const std::int64_t end[]) {
  weft::Box region;
  const weft::Extents& shape = distribution_of(distribution).layout().shape;
  if ((begin == nullptr) != (end == nullptr)) return region;
  for (std::size_t axis = 0; axis < shape.size(); ++axis)
    region.ranges.push_back(begin == nullptr ? weft::Range{0, shape[axis]}
                                             : weft::Range{begin[axis], end[axis]});
  return region;
}

// Another number is given on, for an error on all processes.
weft::NormOrder order_of(int order) {
  if (order == WEFT_NORM_ONE) return weft::NormOrder::one;
  if (order == WEFT_NORM_TWO) return weft::NormOrder::two;
  if (order == WEFT_NORM_INFINITY) return weft::NormOrder::infinity;
  return static_cast<weft::NormOrder>(-1);
}

}  // namespace

int weft_array_sum(const weft_distribution* distribution, const void* data, double value[2]) {
  return guarded([&] { give_parts(value, weft::sum(distribution_of(distribution), data)); });
}

int weft_array_mean(const weft_distribution* distribution, const void* data, double value[2]) {
  return guarded([&] { give_parts(value, weft::mean(distribution_of(distribution), data)); });
}

int weft_array_dot(const weft_distribution* distribution, const void* a, const void* b, double value[2]) {
  return guarded([&] { give_parts(value, weft::dot(distribution_of(distribution), a, b)); });
}

int weft_array_norm(const weft_distribution* distribution, const void* data, int order, double* value) {
  return guarded([&] { give(value, weft::norm(distribution_of(distribution), data, order_of(order))); });
}

int weft_array_minimum(const weft_distribution* distribution, const void* data, double* value,
                       int64_t index[]) {
  return guarded([&] { give_extremum(weft::minimum(distribution_of(distribution), data), value, index); });
}

int weft_array_maximum(const weft_distribution* distribution, const void* data, double* value,
                       int64_t index[]) {
  return guarded([&] { give_extremum(weft::maximum(distribution_of(distribution), data), value, index); });
}

int weft_array_random_uniform(const weft_distribution* distribution, void* data, uint64_t seed, double low,
                              double high) {
  return guarded([&] { weft::random_uniform(distribution_of(distribution), data, seed, low, high); });
}

int weft_array_random_normal(const weft_distribution* distribution, void* data, uint64_t seed, double mean,
                             double deviation) {
  return guarded([&] { weft::random_normal(distribution_of(distribution), data, seed, mean, deviation); });
}

int weft_array_gather(const weft_distribution* distribution, const void* data, const int64_t begin[],
                      const int64_t end[], void* out, int root) {
  return guarded([&] {
    weft::gather(distribution_of(distribution), data, region_of(distribution, begin, end), out, root);
  });
}

int weft_array_scatter(const weft_distribution* distribution, const int64_t begin[], const int64_t end[],
                       const void* in, int root, void* data) {
  return guarded([&] {
    weft::scatter(distribution_of(distribution), region_of(distribution, begin, end), in, root, data);
  });
}

int weft_array_read_box(const weft_distribution* distribution, const void* data, const int64_t begin[],
                        const int64_t end[], void* out) {
  return guarded(
      [&] { weft::read_box(distribution_of(distribution), data, region_of(distribution, begin, end), out); });
}

int weft_array_write_box(const weft_distribution* distribution, const int64_t begin[], const int64_t end[],
                         const void* in, void* data) {
  return guarded(
      [&] { weft::write_box(distribution_of(distribution), region_of(distribution, begin, end), in, data); });
}

int weft_array_redistribute(const weft_distribution* from, const void* in, const weft_distribution* to,
                            void* out) {
  return guarded([&] { weft::redistribute(distribution_of(from), in, distribution_of(to), out); });
}
