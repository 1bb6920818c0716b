// Solvers for C, and where the points of a plan are.
#include "handles.hpp"

using namespace weft::c;

namespace {

weft::Wall wall_of(const double factors[]) {
  return factors == nullptr ? weft::dirichlet : weft::Wall{factors[0], factors[1]};
}

}  // namespace

int weft_plan_coordinates(const weft_plan* plan, int axis, double length, double coordinates[]) {
  return guarded([&] {
    const std::optional<double> given = length == 0 ? std::nullopt : std::optional(length);
    give_all(coordinates, weft::coordinates(plan_of(plan), axis, given));
  });
}

int weft_helmholtz_create(weft_helmholtz** solver, const weft_plan* plan, const double lengths[],
                          double shift, const double upper[], const double lower[]) {
  return guarded([&] {
    at(solver, "the pointer to the solver") = nullptr;
    const weft::Plan& made = plan_of(plan);
    const std::size_t n_axes = lengths == nullptr ? 0 : made.problem().shape.size();
    std::optional<weft::Walls> walls;
    if (upper != nullptr || lower != nullptr) walls = weft::Walls{wall_of(upper), wall_of(lower)};
    *solver = new weft_helmholtz{
        weft::Helmholtz(made, std::vector<double>(lengths, lengths + n_axes), shift, walls)};
  });
}

int weft_helmholtz_solve(weft_helmholtz* solver, const void* f, void* u, const void* upper,
                         const void* lower) {
  return guarded([&] { at(solver, "the solver").value.solve(f, u, upper, lower); });
}

int weft_helmholtz_wall(const weft_helmholtz* solver, int64_t shape[], int order[], int64_t strides[],
                        int64_t* n_elements) {
  return guarded([&] {
    give_storage(at(solver, "the solver").value.wall_storage(), shape, order, strides, n_elements);
  });
}

int weft_helmholtz_bytes(const weft_helmholtz* solver, int64_t* bytes) {
  return guarded([&] { give(bytes, at(solver, "the solver").value.bytes()); });
}

void weft_helmholtz_free(weft_helmholtz** solver) { release(solver); }
