// The module weft._core: errors, tables of keys, names and versions.
#include <cstring>

#include "core.hpp"
#include "weft/version.hpp"

namespace weft::python {
namespace {

// The exception classes by error code, given by errors.py. Kept until the process ends.
PyObject* error_classes = nullptr;

void raise(const Error& error) {
  nb::object code = nb::int_(static_cast<int>(error.code()));
  PyObject* type = error_classes != nullptr ? PyDict_GetItem(error_classes, code.ptr()) : nullptr;
  const nb::object text = nb::steal(to_python(error.what(), std::strlen(error.what())));
  PyErr_SetObject(type != nullptr ? type : PyExc_RuntimeError, text.ptr());
}

nb::list rows_of(const std::vector<OptionRow>& table) {
  nb::list rows;
  for (const OptionRow& row : table)
    rows.append(nb::make_tuple(row.key, row.values, row.standard, row.meaning));
  return rows;
}

}  // namespace

void bind_errors(nb::module_& module) {
  nb::register_exception_translator(
      [](const std::exception_ptr& pointer, void*) {
        try {
          std::rethrow_exception(pointer);
        } catch (const Error& error) {
          raise(error);
        }
      },
      nullptr);
  module.def("set_error_classes", [](const nb::dict& classes) {
    Py_XDECREF(error_classes);
    error_classes = classes.ptr();
    Py_INCREF(error_classes);
  });
  module.def("raise_error",
             [](int code, const std::string& message) { fail(static_cast<ErrorCode>(code), message); });
}

}  // namespace weft::python

NB_MODULE(_core, module) {
  using namespace weft::python;
  // Plans that are alive when the interpreter ends are no leak of this module.
  nb::set_leak_warnings(false);
  bind_errors(module);
  bind_values(module);
  bind_memory(module);
  bind_plan(module);
  bind_distribution(module);
  bind_checkpoint(module);
  bind_array_functions(module);
  bind_files(module);
  bind_halo(module);
  bind_machine(module);
  bind_spectral(module);
  bind_solvers(module);
  bind_functions(module);
  module.attr("version") = WEFT_VERSION;
  module.attr("commit") = WEFT_COMMIT;
  module.def("mpi_library", &weft::mpi_library);
  module.def("fft_library", &weft::fft_library);
  module.def("product_names", &weft::product_names);
  module.def("option_objects", &weft::option_objects);
  module.def("option_table", [](const std::string& object) { return rows_of(weft::option_table(object)); });
  module.def("problem_table", [] { return rows_of(weft::problem_table()); });
}
