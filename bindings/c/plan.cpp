// Plans for C.
#include <algorithm>
#include <cstring>
#include <map>
#include <mutex>
#include <new>

#include "handles.hpp"

using namespace weft::c;

namespace {

constexpr std::align_val_t cache_line{64};

// Arrays in shared memory that were given out as pointers.
std::mutex shared_arrays_mutex;
std::map<void*, std::shared_ptr<void>> shared_arrays;

// False if it is not one of them.
bool take_back(void* address) {
  const std::lock_guard lock(shared_arrays_mutex);
  return shared_arrays.erase(address) > 0;
}

const weft::Box& box_at(const weft_plan* plan, int side) {
  return one_of(side, plan_of(plan).points_box(), plan_of(plan).modes_box(), "side");
}
const weft::Storage& storage_at(const weft_plan* plan, int side) {
  return one_of(side, plan_of(plan).points_storage(), plan_of(plan).modes_storage(), "side");
}

weft::ElementType element_at(const weft_plan* plan, int side) {
  const weft::ElementType points = plan_of(plan).points_element(), modes = plan_of(plan).modes_element();
  return one_of(side, points, modes, "side");
}

}  // namespace

void* weft::c::lend(std::shared_ptr<void> memory) {
  void* address = memory.get();
  const std::lock_guard lock(shared_arrays_mutex);
  if (address != nullptr) shared_arrays[address] = std::move(memory);
  return address;
}

int weft_plan_create(weft_plan** plan, const weft_problem* problem, MPI_Comm comm,
                     const weft_options* options) {
  return guarded([&] {
    at(plan, "the pointer to the plan") = nullptr;
    const weft::Options chosen = options == nullptr ? weft::Options() : options->value;
    weft::agree_on(
        comm, [&] { at(problem, "the problem"); }, chosen);
    *plan = new weft_plan{weft::Plan(problem->value, comm, chosen), {}};
  });
}

int weft_plan_create_f(weft_plan** plan, const weft_problem* problem, int comm, const weft_options* options) {
  return weft_plan_create(plan, problem, communicator_of_fortran(comm), options);
}

int weft_plan_close(weft_plan* plan) {
  return guarded([&] { plan_of(plan).close(); });
}

int weft_plan_free(weft_plan** plan) {
  if (plan == nullptr || *plan == nullptr) return WEFT_SUCCESS;
  const int code = weft_plan_close(*plan);
  delete *plan;
  *plan = nullptr;
  return code;
}

int weft_plan_agree(weft_plan* plan, int code, const char* message) {
  return guarded([&] { plan_of(plan).agree([&] { throw_given(code, message); }); });
}

int weft_plan_require_equal(weft_plan* plan, const char* name, const char* value) {
  return guarded([&] { plan_of(plan).require_equal(&at(name, "name"), &at(value, "value")); });
}

int weft_plan_allocate(const weft_plan* plan, int side, void** array) {
  return guarded([&] {
    weft::Index bytes = 0;
    const auto look = [&] {
      at(array, "the pointer to the array") = nullptr;
      bytes = storage_at(plan, side).n_elements() * weft::bytes_of(element_at(plan, side));
      if (plan->value.is_in_place()) bytes = std::max(bytes, plan->value.in_place_bytes());
    };
    if (plan_of(plan).shares_arrays())
      plan->value.agree(look);
    else
      look();
    *array = lend(plan->value.shared_memory(bytes));
    if (*array != nullptr) return;
    const auto size = static_cast<std::size_t>(std::max<weft::Index>(bytes, 1));
    *array = ::operator new(size, cache_line);
    std::memset(*array, 0, size);
  });
}

void weft_array_free(void* array) {
  if (!take_back(array)) ::operator delete(array, cache_line);
}

int weft_plan_shared_memory(const weft_plan* plan, int64_t bytes, void** memory) {
  return guarded([&] {
    plan_of(plan).agree([&] {
      at(memory, "the pointer to the memory") = nullptr;
      if (bytes < 0) fail(std::to_string(bytes) + " bytes were asked for; give 0 or more");
    });
    *memory = lend(plan->value.shared_memory(bytes));
  });
}

int weft_plan_space(weft_plan* plan, const char** name) {
  return guarded([&] {
    auto& handle = at(plan, "the plan");
    give_text(name, handle.text, handle.value.space());
  });
}

int weft_plan_copy_from_host(const weft_plan* plan, void* array, const void* host, int64_t bytes) {
  return guarded([&] { plan_of(plan).copy_from_host(array, host, bytes); });
}

int weft_plan_copy_to_host(const weft_plan* plan, void* host, const void* array, int64_t bytes) {
  return guarded([&] { plan_of(plan).copy_to_host(host, array, bytes); });
}

int weft_plan_n_axes(const weft_plan* plan, int* n_axes) {
  return guarded([&] { give(n_axes, plan_of(plan).points_layout().n_axes()); });
}

int weft_plan_cycles(const weft_plan* plan, int* n_axes, int64_t cycles[]) {
  return guarded([&] {
    const weft::Extents& all = plan_of(plan).description().cycles;
    give(n_axes, all.size());
    give_all(cycles, all);
  });
}

int weft_plan_box(const weft_plan* plan, int side, int64_t begin[], int64_t end[]) {
  return guarded([&] { give_box(box_at(plan, side), begin, end); });
}

int weft_plan_storage(const weft_plan* plan, int side, int64_t shape[], int order[], int64_t strides[],
                      int64_t* n_elements) {
  return guarded([&] { give_storage(storage_at(plan, side), shape, order, strides, n_elements); });
}

int weft_plan_element(const weft_plan* plan, int side, int* bytes, int* is_real, int* is_double) {
  return guarded([&] {
    const weft::ElementType element = element_at(plan, side);
    give(bytes, weft::bytes_of(element));
    give(is_real, element.is_real);
    give(is_double, element.is_double);
  });
}

int weft_plan_layout(const weft_plan* plan, int side, weft_layout** copy) {
  return guarded([&] {
    give_layout(one_of(side, plan_of(plan).points_layout(), plan_of(plan).modes_layout(), "side"), copy);
  });
}

int weft_plan_wavenumbers(const weft_plan* plan, int axis, int64_t wavenumbers[]) {
  return guarded([&] { give_all(wavenumbers, plan_of(plan).wavenumbers(axis)); });
}

int weft_plan_get(weft_plan* plan, const char* key, const char** value) {
  return guarded([&] {
    auto& handle = at(plan, "the plan");
    give_text(value, handle.text, weft::get(handle.value.problem(), &at(key, "key")));
  });
}

int weft_plan_choice(weft_plan* plan, const char** text) {
  return guarded([&] {
    auto& handle = at(plan, "the plan");
    give_text(text, handle.text, weft::to_text(handle.value.choice()));
  });
}

int weft_plan_description(const weft_plan* plan, weft_description** copy) {
  return guarded([&] {
    at(copy, "the pointer to the description") = new weft_description{plan_of(plan).description(), {}};
  });
}
