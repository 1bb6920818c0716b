// The parts of the module weft._core: what Python sees of the C++ interface.
//
// The module is thin: values (layouts, problems, options), memory, and plans whose calls check the arrays and
// agree on what is wrong with them. Words, defaults and documentation are in the Python files beside it. Only
// public headers of weft are used.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/complex.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/vector.h>

#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "text.hpp"
#include "weft/halo.hpp"
#include "weft/spectral.hpp"
#include "weft/weft.hpp"

namespace weft::python {

namespace nb = nanobind;

// An error that Python found in the arguments of a collective call: its code and message. The call agrees on
// it with the other processes before anybody raises it.
using Complaint = std::optional<std::pair<int, std::string>>;

inline Error error_of(const Complaint& complaint) {
  return Error(static_cast<ErrorCode>(complaint->first), complaint->second);
}

// The address of memory, as NumPy tells it, or of a communicator of mpi4py.
using Address = std::uintptr_t;

// The MPI_Comm that lies at `address`, inside a communicator of mpi4py.
inline MPI_Comm communicator_at(Address address) { return *reinterpret_cast<const MPI_Comm*>(address); }

// Memory of one array, which lends it out by the buffer protocol (memory.cpp).
struct Block {
  std::shared_ptr<void> memory;
  std::size_t n_bytes = 0;
};

nb::tuple to_tuple(const Extents& numbers);
nb::tuple to_tuple(const Box& box);  // of (begin, end)

// Of a dtype of NumPy: "float32", "float64", "complex64", "complex128". Throws Error(invalid_argument) for
// others.
ElementType element_of(const std::string& dtype);
std::string dtype_of(ElementType element);

// A description as a dict: counts of both directions, memory, layouts, strides.
nb::dict to_dict(const Description& description);
nb::dict to_dict(const Counts& counts);

// The plan inside a Plan of the module; it lives as long as that.
const Plan& plan_of(nb::handle bound);

// The operators inside a Spectral of the module.
const Spectral& spectral_of(nb::handle bound);

// The halo inside a Halo of the module.
const Halo& halo_of(nb::handle bound);

// The distribution inside a Distribution of the module; it lives as long as that.
const Distribution& distribution_of(nb::handle bound);

void bind_errors(nb::module_& module);
void bind_values(nb::module_& module);
void bind_memory(nb::module_& module);
void bind_plan(nb::module_& module);
void bind_files(nb::module_& module);
void bind_machine(nb::module_& module);
void bind_spectral(nb::module_& module);
void bind_solvers(nb::module_& module);
void bind_distribution(nb::module_& module);
void bind_checkpoint(nb::module_& module);
void bind_array_functions(nb::module_& module);
void bind_halo(nb::module_& module);
void bind_functions(nb::module_& module);

}  // namespace weft::python
