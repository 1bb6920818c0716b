// NumPy's arrays, by the buffer protocol: nothing of NumPy is needed to compile this.
#pragma once

#include <nanobind/nanobind.h>

#include <memory>

#include "boxes.hpp"

namespace weft::python {

namespace nb = nanobind;

// Names of Python that calls use, looked up once by connect(); they stay until the process ends.
struct Names {
  PyObject *ndarray, *empty;   // numpy.ndarray, numpy.empty
  PyObject* types[2][2];       // dtypes, [single, double][complex, real]
  PyObject* n_processors;      // os.cpu_count
  PyObject* last_two;          // (-2, -1)
  PyObject* scipy_fft;         // "scipy.fft"
  PyObject* to_floats;         // of weft.fft._arrays: an array of these dtypes, or None for long double
  PyObject* raise_axis_error;  // of weft.fft._arrays
  PyObject* to_scipy;          // of weft.fft._scipy: a call that weft does not compute
};
extern Names names;

// An array that is read or written, held while this object lives.
class NumpyArray {
 public:
  NumpyArray() = default;
  NumpyArray(const NumpyArray&) = delete;
  NumpyArray& operator=(const NumpyArray&) = delete;
  // What x is, in single or double precision; false for long double. Python's error if x is no numbers.
  bool read(nb::handle x);
  // A new array, dense in C order.
  void allocate(const Element& element, int n_axes, const Numbers& shape);

  const Array& array() const { return array_; }
  nb::object object() const { return object_; }

 private:
  struct Release {
    void operator()(Py_buffer* view) const { PyBuffer_Release(view); }
  };
  bool look(nb::handle x);

  nb::object object_;
  Py_buffer view_;
  std::unique_ptr<Py_buffer, Release> held_;
  Array array_;
};

}  // namespace weft::python
