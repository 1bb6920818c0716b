// What a call asks for, by the rules of scipy.fft.
//
// Wrong arguments are the exceptions that scipy.fft raises: programs catch them.
#include "request.hpp"

#include <sched.h>

#include <algorithm>
#include <stdexcept>
#include <string>

namespace weft::python {
namespace {

Index to_index(PyObject* number) {
  const Py_ssize_t index = PyNumber_AsSsize_t(number, PyExc_OverflowError);
  if (index == -1 && PyErr_Occurred() != nullptr) throw nb::python_error();
  return index;
}

// One integer, or a sequence of them.
std::vector<Index> to_indices(PyObject* numbers, const char* name) {
  const auto complain = [&] {
    if (PyErr_Occurred() != nullptr && PyErr_ExceptionMatches(PyExc_TypeError) == 0) throw nb::python_error();
    PyErr_Clear();
    throw nb::value_error((std::string(name) + " must be a scalar or iterable of integers").c_str());
  };
  const auto to_one = [&](PyObject* item) {
    const Py_ssize_t index = PyNumber_AsSsize_t(item, PyExc_OverflowError);
    if (index == -1 && PyErr_Occurred() != nullptr) complain();
    return Index{index};
  };
  const nb::object iterator = nb::steal(PyObject_GetIter(numbers));
  if (!iterator.is_valid()) {
    if (PyErr_ExceptionMatches(PyExc_TypeError) == 0) throw nb::python_error();
    PyErr_Clear();
    return {to_one(numbers)};
  }
  std::vector<Index> found;
  while (PyObject* item = PyIter_Next(iterator.ptr())) {
    const nb::object held = nb::steal(item);
    found.push_back(to_one(item));
  }
  if (PyErr_Occurred() != nullptr) throw nb::python_error();
  return found;
}

[[noreturn]] void raise_axis_error(Index axis, int n_axes) {
  nb::handle(names.raise_axis_error)(axis, n_axes);
  throw nb::python_error();
}

std::string to_text(const Request& request) {
  std::string text;
  for (int i = 0; i < request.n_axes; ++i) text += (i > 0 ? ", " : "") + std::to_string(request.lengths[i]);
  return text;
}

[[noreturn]] void raise_length(const std::string& lengths) {
  throw nb::value_error(("invalid number of data points (" + lengths + ") specified").c_str());
}

// Points along an axis that holds n of them, or the half of their spectrum. One mode is that of no point
// along one axis, and of one point along several: so says scipy.
Index points_of(const Function& function, Index n, bool is_last) {
  if (function.family != Family::c2r || !is_last || (n == 1 && function.axes != AxesOf::one)) return n;
  return 2 * (n - 1);
}

void set_axis(Request& request, const Arguments& given, const Array& x) {
  const Index axis = given.axes != nullptr ? to_index(given.axes) : -1;
  if (axis < -x.n_axes || axis >= x.n_axes) raise_axis_error(axis, x.n_axes);
  request.n_axes = 1;
  request.axes[0] = static_cast<int>(axis < 0 ? axis + x.n_axes : axis);
  request.lengths[0] = given.lengths != nullptr
                           ? to_index(given.lengths)
                           : points_of(*request.function, x.shape[request.axes[0]], true);
}

void set_axes(Request& request, const Arguments& given, const Array& x) {
  std::vector<Index> axes, lengths;
  if (given.axes != nullptr) {
    axes = to_indices(given.axes, "axes");
    for (Index& axis : axes) {
      if (axis < 0) axis += x.n_axes;
      if (axis < 0 || axis >= x.n_axes) throw nb::value_error("axes exceeds dimensionality of input");
    }
    std::vector<Index> sorted = axes;
    std::sort(sorted.begin(), sorted.end());
    if (std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end())
      throw nb::value_error("all axes must be unique");
  }
  if (given.lengths != nullptr) {
    lengths = to_indices(given.lengths, "shape");
    if (!axes.empty() && axes.size() != lengths.size())
      throw nb::value_error("when given, axes and shape arguments have to be of the same length");
    if (given.axes == nullptr && static_cast<int>(lengths.size()) > x.n_axes)
      throw nb::value_error("shape requires more axes than are present");
  }
  if (given.axes == nullptr) {
    const int first = given.lengths != nullptr ? x.n_axes - static_cast<int>(lengths.size()) : 0;
    for (int a = first; a < x.n_axes; ++a) axes.push_back(a);
  }
  request.n_axes = static_cast<int>(axes.size());
  for (int i = 0; i < request.n_axes; ++i) {
    request.axes[i] = static_cast<int>(axes[i]);
    const Index here = x.shape[request.axes[i]];
    if (given.lengths == nullptr)
      request.lengths[i] = points_of(*request.function, here, i + 1 == request.n_axes);
    else
      request.lengths[i] = lengths[i] == -1 ? here : lengths[i];
  }
}

bool is_word(PyObject* text, const char* word) {
  return PyUnicode_Check(text) && PyUnicode_CompareWithASCIIString(text, word) == 0;
}

Scale scale_of(const Function& function, PyObject* norm) {
  if (norm != nullptr && is_word(norm, "ortho")) return Scale::root;
  const bool divides_forward = norm != nullptr && is_word(norm, "forward");
  if (norm != nullptr && !divides_forward && !is_word(norm, "backward"))
    throw nb::value_error(("Invalid norm value " + std::string(nb::repr(nb::handle(norm)).c_str()) +
                           ", should be \"backward\", \"ortho\" or \"forward\"")
                              .c_str());
  return divides_forward == function.forward ? Scale::all : Scale::none;
}

Index n_processors() {
  cpu_set_t allowed;
  return sched_getaffinity(0, sizeof(allowed), &allowed) == 0 ? CPU_COUNT(&allowed) : 1;
}

// scipy.fft.get_workers() where that is loaded: set_workers() of scipy holds here, too.
nb::object default_workers() {
  static PyObject* get_workers = nullptr;
  if (get_workers == nullptr) {
    const nb::object scipy = nb::steal(PyImport_GetModule(names.scipy_fft));
    if (!scipy.is_valid()) return {};
    const nb::object found = nb::getattr(scipy, "get_workers", nb::none());
    if (found.is_none()) return {};
    get_workers = nb::object(found).release().ptr();
  }
  return nb::steal(PyObject_CallNoArgs(get_workers));
}

// Negative ones count from the processors of the machine, as in scipy.fft. More threads than processors, than
// lines along some axis, or than pieces of work that are worth one, would only cost time; nor is scipy asked
// then, which takes longer than a small transform.
int threads_of(PyObject* workers, Index n_points, Index longest) {
  constexpr Index worth_a_thread = 1 << 14;  // points
  nb::object held;
  if (workers == nullptr && n_points >= 2 * worth_a_thread) {
    held = default_workers();
    workers = held.ptr();
  }
  Index n = workers != nullptr ? to_index(workers) : 1;
  if (n == 0) throw nb::value_error("workers must not be zero");
  if (n < 0) {
    const Index machine = nb::cast<Index>(nb::handle(names.n_processors)());
    if (n < -machine)
      throw nb::value_error(("workers value out of range; got " + std::to_string(n) +
                             ", must not be less than " + std::to_string(-machine))
                                .c_str());
    n += 1 + machine;
  }
  if (n > 1) n = std::min({n, n_points / worth_a_thread, n_points / longest, n_processors()});
  return static_cast<int>(std::max<Index>(n, 1));
}

// Of complex arrays scipy.fft does not heed orthogonalize=, nor is it heeded here.
void set_waves(Request& request, const Arguments& given, bool is_real) {
  const Index type = given.type != nullptr ? to_index(given.type) : 2;
  if (type < 1 || type > 4)
    throw nb::value_error(
        ("invalid type of transform (" + std::to_string(type) + "); it must be 1 to 4").c_str());
  request.kind = kind_of_waves(*request.function, static_cast<int>(type));
  request.orthogonal = request.scale == Scale::root;
  if (given.orthogonalize != nullptr && is_real) {
    const int is_true = PyObject_IsTrue(given.orthogonalize);
    if (is_true < 0) throw nb::python_error();
    request.orthogonal = is_true != 0;
  }
}

}  // namespace

Request make_request(const Function& function, const Arguments& given, const Array& x) {
  if (given.plan != nullptr) {
    PyErr_SetString(PyExc_NotImplementedError,
                    "plan=: passing a precomputed plan is not supported; weft keeps its plans itself");
    throw nb::python_error();
  }
  Request request;
  request.function = &function;
  request.scale = scale_of(function, given.norm);
  if (function.family == Family::r2c && !x.element.is_real) throw nb::type_error("x must be a real sequence");
  if (function.axes == AxesOf::one)
    set_axis(request, given, x);
  else
    set_axes(request, given, x);
  for (int i = 0; i < request.n_axes; ++i)
    if (request.lengths[i] < 1) raise_length(to_text(request));
  if (request.n_axes == 0 && (function.family == Family::r2c || function.family == Family::c2r))
    throw nb::value_error("at least 1 axis must be transformed");
  Array points = x;
  for (int i = 0; i < request.n_axes; ++i) points.shape[request.axes[i]] = request.lengths[i];
  Index longest = 1;
  for (int i = 0; i < request.n_axes; ++i) longest = std::max<Index>(longest, request.lengths[i]);
  request.threads = threads_of(given.workers, points.n_elements(), longest);
  if (function.family == Family::waves) set_waves(request, given, x.element.is_real);
  if (request.kind == AxisKind::dct1)
    for (int i = 0; i < request.n_axes; ++i)
      if (request.lengths[i] < 2)
        throw std::runtime_error("a cosine transform of type 1 (DCT-I) needs 2 points or more");
  return request;
}

}  // namespace weft::python
