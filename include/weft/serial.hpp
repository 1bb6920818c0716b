// Transforms on one process, without MPI: in libweft, and in libweft_serial, which needs no MPI library and
// no launcher.
//
// A program links one of the two libraries. Results have the bits of a Plan on one process. Not collective.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "weft/export.h"
#include "weft/field.hpp"
#include "weft/problem.hpp"

namespace weft WEFT_API {

// How a plan of one process transforms.
struct SerialOptions {
  // Of the kernels, as in a choice: backend_names(), with effort ("fftw:measure").
  std::string backend = "native";
  int threads = 1;  // that divide the work
  // How the points and the modes lie in memory: any positive strides in which no two elements share memory.
  // Default: dense, in the order of points_storage() and modes_storage().
  std::optional<Storage> points = {}, modes = {};
  // The calls of the plan. A plan with one of them is made in half the time; the other call throws Error.
  bool has_forward = true, has_backward = true;
};

// A transform of an array in the memory of this process, ready to run: any number of calls, in any order, by
// one thread at a time. Not collective. Errors: none, unless stated otherwise.
// in, out: the whole arrays of points and of modes, in points_storage() and modes_storage(); elements as of
//     Plan::forward. The input is not changed. Error(invalid_argument) for a null pointer, if both are the
//     same array, and if the plan was made without this direction.
// In C++: arrays are addresses, or fields of the plan, whose type and size are also checked:
// Error(invalid_argument).
// Example:
//   weft::SerialPlan plan(weft::r2c({16, 12, 10}), {.threads = 2});
//   auto u = plan.points<double>();
//   auto uh = plan.modes<std::complex<double>>();
//   u.fill(1);
//   plan.forward(u, uh);
//   assert(uh(0, 0, 0) == 16.0 * 12.0 * 10.0);
class SerialPlan {
 public:
  // A plan for a problem. Error(resource) without memory or threads.
  // problem: of one field, with layouts of one process; else Error(invalid_argument). Error(not_applicable)
  //     for one that is valid, but cannot be transformed.
  // options: Error(invalid_argument) for storages of other shapes than those of the problem, strides that are
  //     not positive, an unknown backend and an impossible number of threads. Error(resource) for a backend
  //     whose library is missing.
  explicit SerialPlan(const Problem& problem, const SerialOptions& options = {});
  ~SerialPlan();
  SerialPlan(SerialPlan&&) noexcept;
  SerialPlan& operator=(SerialPlan&&) noexcept;

  // Points to modes.
  void forward(const void* in, void* out);
  // Modes to points.
  void backward(const void* in, void* out);

  template <class In, class Out>
  void forward(const Field<In>& in, Field<Out>& out) {
    check_field(element_type<In>(), in.size(), true);
    check_field(element_type<Out>(), out.size(), false);
    forward(in.data(), out.data());
  }
  template <class In, class Out>
  void backward(const Field<In>& in, Field<Out>& out) {
    check_field(element_type<In>(), in.size(), false);
    check_field(element_type<Out>(), out.size(), true);
    backward(in.data(), out.data());
  }
  // A new array of zeros. Error(invalid_argument) if T is not the element type of the points (modes).
  template <class T>
  Field<T> points() const {
    check_element(element_type<T>(), true);
    return {whole(points_storage()), points_storage()};
  }
  template <class T>
  Field<T> modes() const {
    check_element(element_type<T>(), false);
    return {whole(modes_storage()), modes_storage()};
  }

  const Problem& problem() const;         // that the plan was made for
  const Storage& points_storage() const;  // that of the options, or that of the problem
  const Storage& modes_storage() const;   // that of the options, or that of the problem
  Index allocated_bytes() const;          // of the plan itself: buffers and tiles

 private:
  struct Impl;
  static Box whole(const Storage& storage);
  void check_element(ElementType type, bool at_points) const;
  void check_field(ElementType type, std::size_t n_elements, bool at_points) const;
  std::unique_ptr<Impl> impl_;
};

}  // namespace weft
