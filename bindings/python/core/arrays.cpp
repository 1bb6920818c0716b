// The check of one array against a side of a plan, through the buffer protocol: a fraction of a microsecond.
#include "arrays.hpp"

#include <memory>

namespace weft::python {
namespace {

std::string to_words(const Extents& numbers) {
  std::string text = "(";
  for (std::size_t i = 0; i < numbers.size(); ++i) text += (i == 0 ? "" : ", ") + std::to_string(numbers[i]);
  return text + (numbers.size() == 1 ? ",)" : ")");
}

std::string given_dtype(nb::handle array) {
  try {
    const nb::object dtype = array.attr("dtype");
    return nb::str(dtype).c_str();
  } catch (nb::python_error&) {
    return "unknown";
  }
}

struct Release {
  void operator()(Py_buffer* view) const { PyBuffer_Release(view); }
};

// Native byte order and alignment are said in several ways, or not at all.
bool same_format(const char* format, const std::string& wanted) {
  std::string given = format == nullptr ? "B" : format;
  if (!given.empty() && (given[0] == '@' || given[0] == '=' || given[0] == '^' || given[0] == '<'))
    given.erase(0, 1);
  return given == wanted;
}

// "input: ", with where the plan's own arrays come from.
std::string remedy(const Side& side) {
  return " on process " + std::to_string(side.rank) + "; make arrays with " + side.maker +
         ", or with this dtype, shape and strides";
}

void check_shape(const Extents& shape, const Side& side, const std::string& role) {
  if (shape != side.shape)
    fail(role + " has shape " + to_words(shape) + ", but the local block of the " + side.name +
         " has shape " + to_words(side.shape) + remedy(side));
}

// The strides of axes along which there is one element, and those of empty arrays, are never used.
void check_strides(const Extents& strides, const Side& side, const std::string& role) {
  if (side.n_bytes == 0) return;
  for (std::size_t axis = 0; axis < strides.size(); ++axis)
    if (side.shape[axis] > 1 && strides[axis] != side.strides[axis])
      fail(role + " has strides " + to_words(strides) + " in bytes, but the local block of the " + side.name +
           " has strides " + to_words(side.strides) + remedy(side) +
           (side.name == "modes" ? " (order='C' makes plans whose modes lie in C order)" : ""));
}

}  // namespace

Side side_of(const Plan& plan, bool at_points) {
  const Storage& storage = at_points ? plan.points_storage() : plan.modes_storage();
  const ElementType element = at_points ? plan.points_element() : plan.modes_element();
  Side side;
  side.name = at_points ? "points" : "modes";
  side.maker = "plan." + side.name + "()";
  side.dtype = dtype_of(element);
  side.format = std::string(element.is_real ? "" : "Z") + (element.is_double ? "d" : "f");
  side.itemsize = bytes_of(element);
  side.shape = storage.shape;
  side.strides = storage.strides;
  side.order = storage.order;
  for (Index& stride : side.strides) stride *= side.itemsize;
  side.n_bytes = storage.n_elements() * side.itemsize;
  side.rank = plan.rank();
  return side;
}

Span memory_of(nb::handle array, const Side& side, const char* role_name, bool is_written) {
  const std::string role = std::string("the ") + role_name;
  Py_buffer buffer;
  if (PyObject_GetBuffer(array.ptr(), &buffer, PyBUF_STRIDES | PyBUF_FORMAT) != 0) {
    PyErr_Clear();
    fail(role + " has dtype " + given_dtype(array) + ", but the " + side.name + " are " + side.dtype +
         remedy(side));
  }
  const std::unique_ptr<Py_buffer, Release> release(&buffer);
  if (!same_format(buffer.format, side.format))
    fail(role + " has dtype " + given_dtype(array) + ", but the " + side.name + " are " + side.dtype +
         remedy(side));
  check_shape(Extents(buffer.shape, buffer.shape + buffer.ndim), side, role);
  check_strides(Extents(buffer.strides, buffer.strides + buffer.ndim), side, role);
  if (is_written && buffer.readonly != 0)
    fail(role + " is read-only on process " + std::to_string(side.rank) +
         "; pass an array that can be written to");
  char* begin = static_cast<char*>(buffer.buf);
  const auto alignment = static_cast<std::uintptr_t>(side.format.back() == 'd' ? 8 : 4);
  if (side.n_bytes > 0 && reinterpret_cast<std::uintptr_t>(begin) % alignment != 0)
    fail(role + " is not aligned to " + std::to_string(alignment) + " bytes on process " +
         std::to_string(side.rank) + "; make arrays with " + side.maker + " or with numpy.empty");
  return {begin, begin + side.n_bytes};
}

}  // namespace weft::python
