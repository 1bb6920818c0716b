// The module weft._serial: the functions of scipy.fft on one process, without MPI.
//
// A call comes with the arguments of scipy's function, in its order; a backend of scipy.fft gets them as its
// user wrote them. What weft does not compute goes to weft.fft._scipy, which counts it.
#include <algorithm>
#include <new>
#include <unordered_map>

#include "plan_cache.hpp"
#include "transform.hpp"
#include "weft/error.hpp"
#include "weft/version.hpp"

namespace weft::python {
namespace {

// Calls that weft computed, by function. Python's lock guards them, and what follows.
std::array<Index, 26> n_computed = {};

using Place = PyObject* Arguments::*;

// Which functions have an argument.
enum class Of { all, one_axis, several_axes, fourier, waves };

// Where arguments belong. Texts are interned, as keywords of calls are: nearly always the same objects.
struct Keyword {
  const char* name;
  Place place;  // null: of no effect
  Of functions = Of::all;
  PyObject* text = nullptr;
};
std::array<Keyword, 11> keywords = {{{"x", &Arguments::x},
                                     {"n", &Arguments::lengths, Of::one_axis},
                                     {"s", &Arguments::lengths, Of::several_axes},
                                     {"axis", &Arguments::axes, Of::one_axis},
                                     {"axes", &Arguments::axes, Of::several_axes},
                                     {"norm", &Arguments::norm},
                                     {"overwrite_x", nullptr},
                                     {"workers", &Arguments::workers},
                                     {"plan", &Arguments::plan, Of::fourier},
                                     {"type", &Arguments::type, Of::waves},
                                     {"orthogonalize", &Arguments::orthogonalize, Of::waves}}};
constexpr std::array<Place, 7> fourier_places = {
    &Arguments::x, &Arguments::lengths, &Arguments::axes, &Arguments::norm,
    nullptr,       &Arguments::workers, nullptr};
constexpr std::array<Place, 8> waves_places = {
    &Arguments::x,    &Arguments::type, &Arguments::lengths, &Arguments::axes,
    &Arguments::norm, nullptr,          &Arguments::workers, &Arguments::orthogonalize};

[[noreturn]] void raise_unexpected(const Function& function) {
  throw nb::type_error((std::string(function.name) + "() got an argument that it does not have").c_str());
}

bool has(const Function& function, Of functions) {
  switch (functions) {
    case Of::all:
      return true;
    case Of::one_axis:
      return function.axes == AxesOf::one;
    case Of::several_axes:
      return function.axes != AxesOf::one;
    case Of::fourier:
      return function.family != Family::waves;
    case Of::waves:
      return function.family == Family::waves;
  }
  return false;
}

Place place_of(const Function& function, PyObject* name) {
  const auto is_here = [&](const Keyword& row) { return row.text == name; };
  const auto is_equal = [&](const Keyword& row) {
    return PyUnicode_Check(name) && PyUnicode_CompareWithASCIIString(name, row.name) == 0;
  };
  auto row = std::find_if(keywords.begin(), keywords.end(), is_here);
  if (row == keywords.end()) row = std::find_if(keywords.begin(), keywords.end(), is_equal);
  if (row == keywords.end() || !has(function, row->functions)) raise_unexpected(function);
  return row->place;
}

Arguments arguments_of(const Function& function, PyObject* args, PyObject* kwargs) {
  const bool is_waves = function.family == Family::waves;
  const Place* places = is_waves ? waves_places.data() : fourier_places.data();
  const Py_ssize_t n = PyTuple_Size(args);
  if (n > static_cast<Py_ssize_t>(is_waves ? waves_places.size() : fourier_places.size()))
    raise_unexpected(function);
  Arguments given;
  for (Py_ssize_t i = 0; i < n; ++i)
    if (places[i] != nullptr) given.*places[i] = PyTuple_GetItem(args, i);
  PyObject *name = nullptr, *value = nullptr;
  for (Py_ssize_t i = 0; kwargs != nullptr && PyDict_Next(kwargs, &i, &name, &value) != 0;)
    if (const Place place = place_of(function, name)) given.*place = value;
  if (given.x == nullptr) throw nb::type_error((std::string(function.name) + "() needs an array").c_str());
  if (given.axes == nullptr && function.axes == AxesOf::two) given.axes = names.last_two;
  for (const Keyword& row : keywords)
    if (row.place != nullptr && row.place != &Arguments::x && row.place != &Arguments::type &&
        given.*row.place == Py_None && (row.place != &Arguments::axes || function.axes != AxesOf::one))
      given.*row.place = nullptr;
  return given;
}

// The row of a function, by its name or by scipy's object of that name; null if weft has none.
const Function* find_function(PyObject* key) {
  static auto& known = *new std::unordered_map<PyObject*, const Function*>;
  const auto found = known.find(key);
  if (found != known.end()) return found->second;
  const nb::object name = PyUnicode_Check(key) ? nb::borrow(key) : nb::handle(key).attr("__name__");
  const Function* function = nullptr;
  for (const Function& row : function_table())
    if (PyUnicode_CompareWithASCIIString(name.ptr(), row.name.data()) == 0) function = &row;
  constexpr std::size_t most_known = 256;
  if (known.size() < most_known) {
    Py_INCREF(key);
    known.emplace(key, function);
  }
  return function;
}

nb::object to_scipy(const char* reason, PyObject* function, PyObject* args, PyObject* kwargs) {
  return nb::handle(names.to_scipy)(reason, nb::handle(function), nb::handle(args),
                                    kwargs != nullptr ? nb::borrow(kwargs) : nb::dict());
}

nb::object compute(const Function& function, PyObject* key, PyObject* args, PyObject* kwargs) {
  const Arguments given = arguments_of(function, args, kwargs);
  NumpyArray x;
  if (!x.read(given.x)) return to_scipy("long double", key, args, kwargs);
  const Request request = make_request(function, given, x.array());
  // Where no axis is transformed, scipy.fft returns what it was given.
  nb::object result = request.n_axes == 0 ? nb::borrow(given.x) : transform(request, x);
  ++n_computed[static_cast<std::size_t>(&function - function_table().data())];
  return result;
}

// A call of the function `key`: with the arguments of scipy's function of that name.
nb::object call(nb::handle key, nb::handle args, nb::handle kwargs) {
  const Function* function = find_function(key.ptr());
  PyObject* keyword_arguments = kwargs.is_none() ? nullptr : kwargs.ptr();
  if (function == nullptr) return to_scipy("function", key.ptr(), args.ptr(), keyword_arguments);
  try {
    return compute(*function, key.ptr(), args.ptr(), keyword_arguments);
  } catch (const Error& error) {
    PyErr_SetString(error.code() == ErrorCode::resource ? PyExc_MemoryError : PyExc_ValueError, error.what());
    throw nb::python_error();
  }
}

nb::dict counts() {
  nb::dict by_name;
  for (std::size_t i = 0; i < n_computed.size(); ++i)
    if (n_computed[i] > 0) by_name[function_table()[i].name.data()] = n_computed[i];
  return by_name;
}

// What calls need of Python; they stay until the process ends.
void connect(const nb::object& to_floats, const nb::object& raise_axis_error,
             const nb::object& to_scipy_function) {
  const auto keep = [](nb::object object) { return object.release().ptr(); };
  const nb::module_ numpy = nb::module_::import_("numpy"), os = nb::module_::import_("os");
  names.ndarray = keep(numpy.attr("ndarray"));
  names.empty = keep(numpy.attr("empty"));
  names.types[0][0] = keep(numpy.attr("dtype")("complex64"));
  names.types[0][1] = keep(numpy.attr("dtype")("float32"));
  names.types[1][0] = keep(numpy.attr("dtype")("complex128"));
  names.types[1][1] = keep(numpy.attr("dtype")("float64"));
  names.n_processors = keep(os.attr("cpu_count"));
  names.last_two = keep(nb::make_tuple(-2, -1));
  names.scipy_fft = PyUnicode_InternFromString("scipy.fft");
  names.to_floats = keep(to_floats);
  names.raise_axis_error = keep(raise_axis_error);
  names.to_scipy = keep(to_scipy_function);
  for (Keyword& row : keywords) row.text = PyUnicode_InternFromString(row.name);
}

}  // namespace
}  // namespace weft::python

NB_MODULE(_serial, module) {
  using namespace weft::python;
  nb::set_leak_warnings(false);
  module.attr("version") = WEFT_VERSION;
  module.def("connect", &connect);
  module.def("call", &call, nb::arg("function"), nb::arg("args"), nb::arg("kwargs").none());
  module.def("counts", &counts);
  module.def("reset_counts", [] { n_computed.fill(0); });
  module.def("cache_limit", [] { return PlanCache::instance().limit_bytes(); });
  module.def("set_cache_limit", [](weft::Index bytes) { PlanCache::instance().set_limit_bytes(bytes); });
  module.def("cache_bytes", [] { return PlanCache::instance().bytes(); });
  module.def("cache_plans", [] { return PlanCache::instance().n_plans(); });
  module.def("clear_cache", [] { PlanCache::instance().clear(); });
}
