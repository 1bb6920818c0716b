// What a call asks for, by the rules of scipy.fft.
#pragma once

#include <vector>

#include "functions.hpp"
#include "numpy.hpp"

namespace weft::python {

// The arguments of a call; null: not given.
struct Arguments {
  PyObject *x = nullptr, *lengths = nullptr, *axes = nullptr, *norm = nullptr, *workers = nullptr,
           *plan = nullptr, *type = nullptr, *orthogonalize = nullptr;
};

// Who divides by how much.
enum class Scale { none, root, all };  // by 1, by the root of N, by N

struct Request {
  const Function* function = nullptr;
  Scale scale = Scale::none;
  AxisKind kind = AxisKind::fourier;
  bool orthogonal = false;  // of waves
  int threads = 1;
  int n_axes = 0;  // transformed
  std::array<int, most_axes> axes;
  Numbers lengths;  // of the points
};

// Throws what scipy.fft raises for wrong arguments: ValueError, TypeError, IndexError, NotImplementedError,
// and RuntimeError for a cosine transform of type 1 of one point.
Request make_request(const Function& function, const Arguments& given, const Array& x);

}  // namespace weft::python
