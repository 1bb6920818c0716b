// A solver as users see it: what is asked is checked on all processes together, then the operator is
// diagonal, or lines of Chebyshev coefficients.
#include "base/space.hpp"
#include "geometry/domain.hpp"
#include "plan/cycles.hpp"
#include "solvers/domain_checks.hpp"
#include "solvers/modes_solver.hpp"
#include "solvers/waves.hpp"
#include "weft/error.hpp"
#include "weft/words.hpp"

namespace weft {

namespace {

// With Norm::ortho the orthogonal matrices of these kinds stand for a field whose end points have another
// factor.
void check_norm(const Problem& problem) {
  for (int axis = 0; axis < static_cast<int>(problem.shape.size()); ++axis)
    if (scales_points(problem, axis))
      fail(ErrorCode::not_applicable,
           "with the norm ortho the modes along axis " + std::to_string(axis) +
               " are those of a field whose end points are multiplied by sqrt(2), not waves of the field "
               "itself (dct1, dct3 and dst3); use the norm backward or forward");
}

ModesProblem modes_problem(const Plan& plan, const std::vector<double>& lengths, double shift) {
  ModesProblem modes;
  modes.storage = plan.modes_storage();
  modes.lengths = plan.modes_box().shape();
  modes.shift = shift;
  modes.parts = plan.modes_element().is_real ? 1 : 2;
  modes.chebyshev = chebyshev_axis(plan.problem(), "Helmholtz");
  for (int axis = 0; axis < static_cast<int>(lengths.size()); ++axis)
    modes.waves.push_back(axis == modes.chebyshev ? std::vector<double>()
                                                  : squared_waves(plan, axis, lengths[axis]));
  return modes;
}

}  // namespace

struct WEFT_HIDDEN Helmholtz::Impl {
  std::vector<double> lengths;
  double shift = 0;
  int chebyshev = -1;
  ElementType element;
  Storage storage;  // of the modes
  Box wall_box;
  Storage wall_storage;
  std::unique_ptr<ModesSolver> solver;

  // Throws what is wrong on this process.
  Impl(const Plan& plan, std::vector<double> given, double wanted, const std::optional<Walls>& walls)
      : shift(wanted), element(plan.modes_element()), storage(plan.modes_storage()) {
    require_host(find_space(plan.space()), "a solver");
    check_in_blocks(plan.description());
    const Problem& problem = plan.problem();
    if (problem.transform == Transform::none)
      fail("the plan transforms nothing; make a solver from a plan whose transform is r2c, c2c or r2r");
    lengths = lengths_of(problem, std::move(given));
    check_shift(shift);
    check_norm(problem);
    chebyshev = chebyshev_axis(problem, "Helmholtz");
    if (chebyshev < 0 && walls)
      fail(
          "walls were given, but no axis is a Chebyshev axis; the kinds of the other axes are their "
          "conditions, leave the walls out");
    ModesProblem modes = modes_problem(plan, lengths, shift);
    if (chebyshev >= 0) {
      check_chebyshev(plan, chebyshev);
      modes.walls = walls.value_or(Walls{});
      check_walls(modes.walls);
      modes.interval = lengths[static_cast<std::size_t>(chebyshev)];
      wall_box = plan.modes_box();
      wall_box.ranges[chebyshev] = {0, 1};
      wall_storage = dense_storage(wall_box.shape(), storage.order);
      modes.wall = wall_storage;
    }
    const auto make = chebyshev < 0 ? (element.is_double ? make_diagonal<double> : make_diagonal<float>)
                                    : (element.is_double ? make_tau<double> : make_tau<float>);
    solver = make(modes);
  }
};

Helmholtz::Helmholtz(const Plan& plan, std::vector<double> lengths, double shift,
                     const std::optional<Walls>& walls) {
  plan.require_equal("lengths", lengths.empty() ? "natural" : in_words(lengths));
  plan.require_equal("shift", exact_number(shift));
  plan.require_equal("walls", walls ? in_words(*walls) : "default");
  plan.agree([&] { impl_ = std::make_unique<Impl>(plan, std::move(lengths), shift, walls); });
}
Helmholtz::~Helmholtz() = default;
Helmholtz::Helmholtz(Helmholtz&&) noexcept = default;
Helmholtz& Helmholtz::operator=(Helmholtz&&) noexcept = default;

void Helmholtz::solve(const void* f, void* u, const void* upper, const void* lower) {
  if (impl_->chebyshev < 0 && (upper != nullptr || lower != nullptr)) wall_box();
  impl_->solver->solve(f, u, upper, lower);
}

void Helmholtz::check_fields(ElementType element, const std::vector<const Storage*>& modes,
                             const std::vector<const Storage*>& walls) const {
  if (element != impl_->element)
    fail("the field has other elements than the modes of the plan; its transform and precision say which");
  for (const Storage* storage : modes)
    if (*storage != impl_->storage)
      fail("a field has another shape or order in memory than the modes of the plan; make it by modes()");
  for (const Storage* storage : walls)
    if (*storage != wall_storage())
      fail("a field has another shape or order in memory than the modes at a wall; make it by wall()");
}

bool Helmholtz::has_walls() const { return impl_->chebyshev >= 0; }
const Box& Helmholtz::wall_box() const {
  if (impl_->chebyshev < 0)
    fail("no axis of the plan is a Chebyshev axis, so there are no values at walls; leave them out");
  return impl_->wall_box;
}
const Storage& Helmholtz::wall_storage() const {
  wall_box();
  return impl_->wall_storage;
}
Index Helmholtz::bytes() const { return impl_->solver->bytes(); }
const std::vector<double>& Helmholtz::lengths() const { return impl_->lengths; }
double Helmholtz::shift() const { return impl_->shift; }

std::vector<double> coordinates(const Plan& plan, int axis, std::optional<double> length) {
  check_in_blocks(plan.description());
  const double whole = length.value_or(natural_length(plan.problem(), axis));
  return coordinates(plan.problem(), axis, plan.points_box().ranges[axis], whole);
}

}  // namespace weft
