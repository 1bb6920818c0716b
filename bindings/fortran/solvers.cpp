// Solvers as Fortran sees them: with the blocks that their arrays must be, which outlive the plan.
#include <optional>
#include <vector>

#include "support.hpp"

using namespace weft::fortran;

namespace {

struct Solver {
  weft_helmholtz* handle = nullptr;
  Block modes;
  std::optional<Block> wall;  // none without a Chebyshev axis
};

Solver* solver_at(void* solver) { return static_cast<Solver*>(solver); }

int without_solver() {
  return keep(WEFT_INVALID_ARGUMENT, "the solver is not created, or freed; call solver%create first");
}

// The block of a wall: the modes with one plane in the place of the Chebyshev axis.
std::optional<Block> wall_of(const Solver& solver) {
  std::int64_t shape[WEFT_MAX_AXES], strides[WEFT_MAX_AXES];
  Block block = solver.modes;
  if (weft_helmholtz_wall(solver.handle, shape, nullptr, strides, &block.n_elements) != WEFT_SUCCESS)
    return {};
  for (int i = 0; i < block.n_axes; ++i) {
    const int axis = block.n_axes - 1 - i;
    if (block.shape[i] != shape[axis]) block.lower[i] = 1;
    block.shape[i] = shape[axis];
    block.strides[i] = strides[axis] * block.bytes;
  }
  block.side = "wall";
  block.maker = "solver%wall";
  return block;
}

}  // namespace

extern "C" {

// `lengths` in Fortran's order, n_lengths < 0: none; `upper` and `lower` NULL, or two factors.
int weft_fortran_helmholtz_create(void** solver, weft_plan* plan, int n_lengths, const double lengths[],
                                  double shift, const double upper[], const double lower[]) {
  *solver = nullptr;
  Solver made;
  if (const int code = block_of(plan, WEFT_MODES, made.modes); code != WEFT_SUCCESS) return code;
  const int n_axes = made.modes.n_axes;
  const bool is_right = n_lengths < 0 || n_lengths == n_axes;
  const std::string wrong = std::to_string(n_lengths) + " lengths were given for " + std::to_string(n_axes) +
                            " axes; give one for each";
  int code = weft_plan_agree(plan, is_right ? WEFT_SUCCESS : WEFT_INVALID_ARGUMENT, wrong.c_str());
  if (code != WEFT_SUCCESS) return keep_last(code, n_axes);
  std::vector<double> turned;
  for (int i = n_lengths; i-- > 0;) turned.push_back(lengths[i]);
  code = weft_helmholtz_create(&made.handle, plan, turned.empty() ? nullptr : turned.data(), shift, upper,
                               lower);
  if (code != WEFT_SUCCESS) return keep_last(code, n_axes);
  made.wall = wall_of(made);
  *solver = new Solver(made);
  return WEFT_SUCCESS;
}

// Walls that are absent or not associated are 0.
int weft_fortran_helmholtz_solve(void* solver, Input f, Output u, Input upper, Input lower) {
  if (solver == nullptr) return without_solver();
  const Solver& made = *solver_at(solver);
  for (const CFI_cdesc_t* array : {f, u})
    if (const std::string wrong = complaint(made.modes, array, false); !wrong.empty())
      return keep(WEFT_INVALID_ARGUMENT, wrong);
  const void* walls[2] = {nullptr, nullptr};
  for (int end = 0; end < 2; ++end) {
    const CFI_cdesc_t* array = end == 0 ? upper : lower;
    if (array == nullptr) continue;
    if (!made.wall)
      return keep_last(weft_helmholtz_wall(made.handle, nullptr, nullptr, nullptr, nullptr),
                       made.modes.n_axes);
    if (const std::string wrong = complaint(*made.wall, array, false); !wrong.empty())
      return keep(WEFT_INVALID_ARGUMENT, wrong);
    walls[end] = array->base_addr;
  }
  return keep_last(weft_helmholtz_solve(made.handle, f == nullptr ? nullptr : f->base_addr,
                                        u == nullptr ? nullptr : u->base_addr, walls[0], walls[1]),
                   made.modes.n_axes);
}

int weft_fortran_helmholtz_wall(void* solver, int global, Pointer array) {
  array->base_addr = nullptr;
  if (solver == nullptr) return without_solver();
  const Solver& made = *solver_at(solver);
  if (!made.wall)
    return keep_last(weft_helmholtz_wall(made.handle, nullptr, nullptr, nullptr, nullptr), made.modes.n_axes);
  return point_to_zeros(*made.wall, global != 0, array);
}

int weft_fortran_helmholtz_bytes(void* solver, std::int64_t* bytes) {
  if (solver == nullptr) return without_solver();
  return keep_last(weft_helmholtz_bytes(solver_at(solver)->handle, bytes), solver_at(solver)->modes.n_axes);
}

void weft_fortran_helmholtz_free(void** solver) {
  if (*solver == nullptr) return;
  weft_helmholtz_free(&solver_at(*solver)->handle);
  delete solver_at(*solver);
  *solver = nullptr;
}

}  // extern "C"
