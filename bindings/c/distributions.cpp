// Distributions for C.
#include <algorithm>
#include <cstring>
#include <new>
#include <optional>

#include "handles.hpp"
#include "weft/array_functions.hpp"
#include "weft/weft_arrays.h"

using namespace weft::c;

int weft_distribution_create(weft_distribution** distribution, MPI_Comm comm, const weft_layout* layout,
                             int is_real, int is_double, const int order[]) {
  return guarded([&] {
    at(distribution, "the pointer to the distribution") = nullptr;
    weft::agree_on(comm, [&] { at(layout, "the layout"); });
    weft::Axes axes;
    if (order != nullptr) axes.assign(order, order + layout->value.n_axes());
    *distribution =
        new weft_distribution{weft::Distribution(comm, layout->value, {is_double != 0, is_real != 0}, axes)};
  });
}

int weft_distribution_create_f(weft_distribution** distribution, int comm, const weft_layout* layout,
                               int is_real, int is_double, const int order[]) {
  return weft_distribution_create(distribution, communicator_of_fortran(comm), layout, is_real, is_double,
                                  order);
}

int weft_distribution_of_plan(weft_distribution** distribution, const weft_plan* plan, int side) {
  return guarded([&] {
    at(distribution, "the pointer to the distribution") = nullptr;
    const weft::Plan& of_plan = at(plan, "the plan").value;
    const weft::Distribution points = of_plan.points_distribution(), modes = of_plan.modes_distribution();
    *distribution = new weft_distribution{one_of(side, points, modes, "side")};
  });
}

void weft_distribution_free(weft_distribution** distribution) { release(distribution); }

int weft_distribution_n_axes(const weft_distribution* distribution, int* n_axes) {
  return guarded([&] { give(n_axes, distribution_of(distribution).layout().n_axes()); });
}

int weft_distribution_rank(const weft_distribution* distribution, int* rank) {
  return guarded([&] { give(rank, distribution_of(distribution).rank()); });
}

int weft_distribution_layout(const weft_distribution* distribution, weft_layout** copy) {
  return guarded([&] { give_layout(distribution_of(distribution).layout(), copy); });
}

int weft_distribution_box(const weft_distribution* distribution, int64_t begin[], int64_t end[]) {
  return guarded([&] { give_box(distribution_of(distribution).box(), begin, end); });
}

int weft_distribution_storage(const weft_distribution* distribution, int64_t shape[], int order[],
                              int64_t strides[]) {
  return guarded(
      [&] { give_storage(distribution_of(distribution).storage(), shape, order, strides, nullptr); });
}

int weft_distribution_first(const weft_distribution* distribution, int64_t* first) {
  return guarded([&] { give(first, distribution_of(distribution).first()); });
}

int weft_distribution_memory_elements(const weft_distribution* distribution, int64_t* n_elements) {
  return guarded([&] { give(n_elements, distribution_of(distribution).memory_elements()); });
}

int weft_distribution_element(const weft_distribution* distribution, int* bytes, int* is_real,
                              int* is_double) {
  return guarded([&] {
    const weft::ElementType element = distribution_of(distribution).element();
    give(bytes, weft::bytes_of(element));
    give(is_real, element.is_real);
    give(is_double, element.is_double);
  });
}

int weft_distribution_allocate(const weft_distribution* distribution, void** array) {
  return guarded([&] {
    at(array, "the pointer to the array") = nullptr;
    distribution_of(distribution).require_host("weft_distribution_allocate");
    const weft::Index bytes = distribution_of(distribution).memory_elements() *
                              weft::bytes_of(distribution_of(distribution).element());
    const auto size = static_cast<std::size_t>(std::max<weft::Index>(bytes, 1));
    *array = ::operator new (size, std::align_val_t{64});  // as weft_array_free expects
    std::memset(*array, 0, size);
  });
}

int weft_distribution_agree(const weft_distribution* distribution, int code, const char* message) {
  return guarded([&] { weft::agree_on(distribution_of(distribution), [&] { throw_given(code, message); }); });
}
