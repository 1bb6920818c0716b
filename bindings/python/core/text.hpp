// Texts between Python and C++, byte for byte.
//
// Names of files, attributes and what errors say of them may be no UTF-8. Python has such names as
// os.fsdecode() makes them, with a lone surrogate for each byte that is none (PEP 383); with nanobind's own
// caster they are a TypeError on the way in, and nothing on the way out.
#pragma once

#include <nanobind/nanobind.h>

#include <string>

namespace weft::python {

inline PyObject* to_python(const char* text, std::size_t n_bytes) {
  return PyUnicode_DecodeUTF8(text, static_cast<Py_ssize_t>(n_bytes), "surrogateescape");
}

}  // namespace weft::python

namespace nanobind::detail {

template <>
struct type_caster<std::string> {
  NB_TYPE_CASTER(std::string, const_name("str"))

  bool from_python(handle source, std::uint32_t, cleanup_list*) noexcept {
    if (!PyUnicode_Check(source.ptr())) return false;
    PyObject* bytes = PyUnicode_AsEncodedString(source.ptr(), "utf-8", "surrogateescape");
    if (bytes == nullptr) {
      PyErr_Clear();
      return false;
    }
    value.assign(PyBytes_AsString(bytes), static_cast<std::size_t>(PyBytes_Size(bytes)));
    Py_DECREF(bytes);
    return true;
  }

  static handle from_cpp(const std::string& text, rv_policy, cleanup_list*) noexcept {
    return weft::python::to_python(text.data(), text.size());
  }
};

}  // namespace nanobind::detail
