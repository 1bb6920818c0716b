// Solvers for Python: made from agreed arguments, called with checked arrays. A call is local, and so are its
// errors.
#include "solvers.hpp"

namespace weft::python {
namespace {

Side wall_side(const Side& modes, const Storage& storage) {
  Side side = modes;
  side.name = "wall";
  side.maker = "solver.wall()";
  side.shape = storage.shape;
  side.order = storage.order;
  side.strides = storage.strides;
  for (Index& stride : side.strides) stride *= side.itemsize;
  side.n_bytes = storage.n_elements() * side.itemsize;
  return side;
}

nb::dict wall_to_dict(const BoundHelmholtz& bound) {
  const Side& wall = bound.wall();
  nb::dict dict;
  dict["dtype"] = wall.dtype;
  dict["shape"] = nb::tuple(nb::cast(wall.shape));
  dict["order"] = nb::cast(wall.order);
  return dict;
}

}  // namespace

BoundHelmholtz::BoundHelmholtz(const Plan& plan, const Side& modes, const std::vector<double>& lengths,
                               double shift, const std::optional<std::vector<double>>& walls,
                               const Complaint& complaint)
    : modes_(modes) {
  if (plan.is_closed()) fail("the plan is closed; make a new one");
  const nb::gil_scoped_release unlocked;
  plan.agree([&] {
    if (complaint) throw error_of(complaint);
  });
  std::optional<Walls> given;
  if (walls) given = Walls{{(*walls)[0], (*walls)[1]}, {(*walls)[2], (*walls)[3]}};
  solver_ = std::make_unique<Helmholtz>(plan, lengths, shift, given);
  if (solver_->has_walls()) wall_ = wall_side(modes, solver_->wall_storage());
}

const Side& BoundHelmholtz::wall() const {
  if (!wall_) solver_->wall_storage();  // says why
  return *wall_;
}

void BoundHelmholtz::solve(nb::handle f, nb::handle u, nb::handle upper, nb::handle lower) {
  const Span from = memory_of(f, modes_, "input", false), to = memory_of(u, modes_, "output", true);
  if (to.overlaps(from) && to.begin != from.begin)
    fail("the output overlaps the input in memory on process " + std::to_string(modes_.rank) +
         "; pass the same array, or another one");
  const auto memory_at = [&](nb::handle array, const char* role) -> const void* {
    if (array.is_none()) return nullptr;
    const Span span = memory_of(array, wall(), role, false);
    if (span.overlaps(to))
      fail(std::string("the output overlaps the ") + role + " in memory; pass another array");
    return span.begin;
  };
  const void* at_upper = memory_at(upper, "upper wall");
  const void* at_lower = memory_at(lower, "lower wall");
  const nb::gil_scoped_release unlocked;
  solver_->solve(from.begin, to.begin, at_upper, at_lower);
}

void bind_solvers(nb::module_& module) {
  nb::class_<BoundHelmholtz>(module, "Helmholtz")
      .def("solve", &BoundHelmholtz::solve, nb::arg("f"), nb::arg("u"), nb::arg("upper").none(),
           nb::arg("lower").none())
      .def("wall", &wall_to_dict)
      .def_prop_ro("lengths", [](const BoundHelmholtz& bound) { return bound.solver().lengths(); })
      .def_prop_ro("shift", [](const BoundHelmholtz& bound) { return bound.solver().shift(); })
      .def_prop_ro("nbytes", [](const BoundHelmholtz& bound) { return bound.solver().bytes(); });
}

}  // namespace weft::python
