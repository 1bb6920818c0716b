// Transforms on one process, without MPI: in libweft, and in libweft_serial, which needs no MPI library and
// no launcher.
//
// A program links one of the two libraries. Results have the bits of a Plan on one process.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "weft/export.h"
#include "weft/field.hpp"
#include "weft/problem.hpp"

namespace weft WEFT_API {

struct SerialOptions {
  std::string backend =
      "native";     // of the kernels, as in a choice: backend_names(), with effort ("fftw:measure")
  int threads = 1;  // that divide the work
  // Where the points and the modes lie: any positive strides in which no two elements share memory. Default:
  // dense, in the order of points_storage() and modes_storage().
  std::optional<Storage> points = {}, modes = {};
  // Which calls there are. A plan with one of them is made in half the time; the other call throws Error.
  bool has_forward = true, has_backward = true;
};

// A transform of an array in the memory of this process, ready to run: any number of calls, in any order, by
// one thread at a time. Nothing here is collective. Example:
//   weft::SerialPlan plan(weft::r2c({16, 12, 10}), {.threads = 2});
//   auto u = plan.points<double>();
//   auto uh = plan.modes<std::complex<double>>();
//   u.fill(1);
//   plan.forward(u, uh);
//   assert(uh(0, 0, 0) == 16.0 * 12.0 * 10.0);
class SerialPlan {
 public:
  // Problem::n_fields must be 1, layouts those of one process, and storages of the shapes of the problem.
  // Throws Error: invalid_argument, not_applicable, resource (memory, threads, a library that is missing).
  explicit SerialPlan(const Problem& problem, const SerialOptions& options = {});
  ~SerialPlan();
  SerialPlan(SerialPlan&&) noexcept;
  SerialPlan& operator=(SerialPlan&&) noexcept;

  // Points to modes. `in` holds the whole array in points_storage() and is not changed, `out` gets the modes
  // in modes_storage(); elements as of Plan::forward. Error(invalid_argument) for a null pointer, or if both
  // are the same array.
  void forward(const void* in, void* out);
  // Modes to points.
  void backward(const void* in, void* out);

  // The same with fields of this plan, whose type and size are checked: Error(invalid_argument).
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

  const Problem& problem() const;
  const Storage& points_storage() const;  // that of the options, or dense, in C order
  const Storage& modes_storage()
      const;                      // that of the options, or dense, in the order that the problem asks for
  Index allocated_bytes() const;  // of the plan itself: what lies between sweeps, and tiles

 private:
  struct Impl;
  static Box whole(const Storage& storage);
  void check_element(ElementType type, bool at_points) const;
  void check_field(ElementType type, std::size_t n_elements, bool at_points) const;
  std::unique_ptr<Impl> impl_;
};

}  // namespace weft
