// NumPy's arrays, by the buffer protocol: nothing of NumPy is needed to compile this.
#include "numpy.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>

namespace weft::python {

Names names;

namespace {

// Results of more bytes are written around the cache (sweep/local_sweep.cpp), a whole line of it at a time.
constexpr Index most_cached = 4 << 20, of_cache_line = 64;

// Of a buffer's format: native numbers in single or double precision.
bool is_element(const char* format, Element& element) {
  element.is_real = format[0] != 'Z';
  const char* number = element.is_real ? format : format + 1;
  if ((number[0] != 'd' && number[0] != 'f') || number[1] != '\0') return false;
  element.precision = number[0] == 'd' ? Precision::double_ : Precision::single_;
  return true;
}

}  // namespace

// Whether x is an array that can be transformed as it is.
bool NumpyArray::look(nb::handle x) {
  if (!PyObject_TypeCheck(x.ptr(), reinterpret_cast<PyTypeObject*>(names.ndarray))) return false;
  if (PyObject_GetBuffer(x.ptr(), &view_, PyBUF_STRIDES | PyBUF_FORMAT) != 0) {
    PyErr_Clear();  // dates and other things without a format
    return false;
  }
  held_.reset(&view_);
  if (!is_element(view_.format, array_.element)) return held_.reset(), false;
  object_ = nb::borrow(x);
  array_.address = static_cast<char*>(view_.buf);
  array_.n_axes = view_.ndim;
  std::copy_n(view_.shape, view_.ndim, array_.shape.begin());
  std::copy_n(view_.strides, view_.ndim, array_.strides.begin());
  return true;
}

bool NumpyArray::read(nb::handle x) {
  if (look(x)) return true;
  const nb::object converted = nb::steal(PyObject_CallFunctionObjArgs(names.to_floats, x.ptr(), nullptr));
  if (!converted.is_valid()) throw nb::python_error();
  if (converted.is_none()) return false;
  if (!look(converted)) throw nb::type_error("an array has elements that cannot be transformed");
  return true;
}

void NumpyArray::allocate(const Element& element, int n_axes, const Numbers& shape) {
  const nb::object axes = nb::steal(PyTuple_New(n_axes));
  for (int a = 0; a < n_axes; ++a)
    PyTuple_SetItem(axes.ptr(), a, PyLong_FromSsize_t(static_cast<Py_ssize_t>(shape[a])));
  PyObject* type = names.types[element.precision == Precision::double_ ? 1 : 0][element.is_real ? 1 : 0];
  array_.element = element;
  array_.n_axes = n_axes;
  std::copy_n(shape.begin(), n_axes, array_.shape.begin());
  const auto new_array = [type](nb::handle lengths) {
    PyObject* arguments[] = {lengths.ptr(), type};
    nb::object array = nb::steal(PyObject_Vectorcall(names.empty, arguments, 2, nullptr));
    if (!array.is_valid()) throw nb::python_error();
    return array;
  };
  const Index bytes = array_.n_elements() * element.bytes();
  if (bytes <= most_cached) {
    object_ = new_array(axes);
  } else {  // a part of an array that begins on a line of the cache
    const nb::object whole = new_array(nb::int_((bytes + of_cache_line) / element.bytes()));
    Py_buffer memory;
    if (PyObject_GetBuffer(whole.ptr(), &memory, PyBUF_SIMPLE) != 0) throw nb::python_error();
    const auto address = reinterpret_cast<std::uintptr_t>(memory.buf);
    PyBuffer_Release(&memory);
    const Index offset = static_cast<Index>(-address % of_cache_line);
    object_ = nb::borrow(names.ndarray)(axes, nb::borrow(type), whole, offset);
  }
  if (PyObject_GetBuffer(object_.ptr(), &view_, PyBUF_WRITABLE) != 0) throw nb::python_error();
  held_.reset(&view_);
  array_.address = static_cast<char*>(view_.buf);
  make_dense(array_);
}

}  // namespace weft::python
