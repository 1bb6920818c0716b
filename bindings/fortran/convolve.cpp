// Products of points for Fortran: blocks with their axes, and indices, as Fortran counts them.
#include "support.hpp"

using namespace weft::fortran;

namespace {

// type(weft_points_block) of convolve.f90.
struct FortranBlock {
  int n_axes;
  std::int64_t lower[WEFT_MAX_AXES], upper[WEFT_MAX_AXES];  // global indices from 1, the last one included
  std::int64_t n_points;
  int thread;
  int n_in, n_out;
  const void* const* in;
  void* const* out;
};

using Function = int (*)(const FortranBlock* block, void* data);

struct Caller {
  Function function;
  void* data;
};

int call(const weft_points_block* block, void* data) {
  const auto& caller = *static_cast<const Caller*>(data);
  FortranBlock turned{block->n_axes, {},           {},        block->n_points, block->thread,
                      block->n_in,   block->n_out, block->in, block->out};
  for (int a = 0; a < block->n_axes; ++a) {
    turned.lower[a] = block->begin[block->n_axes - 1 - a] + 1;
    turned.upper[a] = block->end[block->n_axes - 1 - a];
  }
  return caller.function(&turned, caller.data);
}

int n_axes_of(const weft_plan* plan) {
  int n_axes = 0;
  return weft_plan_n_axes(plan, &n_axes) == WEFT_SUCCESS ? n_axes : 0;
}

}  // namespace

extern "C" {

int weft_fortran_convolve(weft_plan* plan, int n_in, const void* const in[], int n_out, void* const out[],
                          Function function, void* data) {
  Caller caller{function, data};
  return keep_last(weft_convolve(plan, n_in, in, n_out, out, function != nullptr ? call : nullptr, &caller),
                   n_axes_of(plan));
}

int weft_fortran_convolve_product(weft_plan* plan, int n_in, const void* const in[], int n_out,
                                  void* const out[], const char* product) {
  return keep_last(weft_convolve_product(plan, n_in, in, n_out, out, product), n_axes_of(plan));
}

}  // extern "C"
