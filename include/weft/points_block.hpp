// The argument of the function of Plan::convolve: a block of points of several fields, in cache.
#pragma once

#include <functional>
#include <span>

#include "weft/error.hpp"
#include "weft/export.h"
#include "weft/field.hpp"
#include "weft/layout.hpp"

namespace weft WEFT_API {

// A block of points of several fields: a box of global indices, n fields from the modes to read, and m fields
// to write for the modes. Each field is an array of as many elements as the box has points, in C order
// without gaps, aligned to a cache line. The initial contents of the outputs are undefined; arrays do not
// overlap. Each point of the process is in one block of a call. The memory belongs to the plan and is valid
// until the function returns.
struct PointsBlock {
  Box box;              // the points, in global indices
  Index n_points = 0;   // of the box
  int thread = 0;       // that calls, from 0
  ElementType element;  // what the elements are
  std::span<const void* const> in;
  std::span<void* const> out;

  // The points of an input or an output. Not collective.
  // i: the number of the field, from 0; Error(invalid_argument) if there is no such field.
  // In C++: as elements of type T: double, float, or std::complex of these; Error(invalid_argument) if the
  // points are of another type.
  // Example:
  //   weft::Problem problem = weft::r2c({16, 12, 10});
  //   problem.n_fields = 2;
  //   weft::Plan plan(problem, MPI_COMM_WORLD, {{"convolve", "yes"}});
  //   auto uh = plan.modes<std::complex<double>>(), vh = plan.modes<std::complex<double>>();
  //   auto product = plan.modes<std::complex<double>>();
  //   const void* in[] = {uh.data(), vh.data()};
  //   void* out[] = {product.data()};
  //   plan.convolve(in, out, [](const weft::PointsBlock& block) {
  //     const double *u = block.input<double>(0), *v = block.input<double>(1);
  //     double* uv = block.output<double>(0);
  //     for (weft::Index i = 0; i < block.n_points; ++i) uv[i] = u[i] * v[i];
  //   });
  template <class T>
  const T* input(std::size_t i) const {
    check(i, in.size(), "input", element_type<T>());
    return static_cast<const T*>(in[i]);
  }
  template <class T>
  T* output(std::size_t i) const {
    check(i, out.size(), "output", element_type<T>());
    return static_cast<T*>(out[i]);
  }

 private:
  void check(std::size_t i, std::size_t n, const char* what, ElementType type) const;
};

using PointsFunction = std::function<void(const PointsBlock&)>;

}  // namespace weft
