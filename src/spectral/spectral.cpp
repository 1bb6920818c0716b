// Making operators of a plan, and what is wrong with what they are given.
#include <algorithm>
#include <cmath>

#include "base/space.hpp"
#include "plan/cycles.hpp"
#include "spectral/impl.hpp"

namespace weft {

namespace {

void check_lengths(const std::vector<double>& lengths, std::size_t n_axes) {
  if (lengths.size() != n_axes)
    fail("the domain has " + std::to_string(lengths.size()) + " lengths, but the array has " +
         std::to_string(n_axes) + " axes; give one for each axis, or none for standard ones");
  for (std::size_t axis = 0; axis < n_axes; ++axis)
    if (!(lengths[axis] > 0) || !std::isfinite(lengths[axis]))
      fail("the domain has the length " + short_number(lengths[axis]) + " along axis " +
           std::to_string(axis) + "; lengths are positive numbers");
}

// Of some kinds orthogonal transforms scale points, too.
void check_kind(const Problem& problem, int axis) {
  check_waves(problem, axis);
  if (scales_points(problem, axis))
    fail(ErrorCode::not_applicable,
         "axis " + std::to_string(axis) + " is transformed by " + row_of(*kind_of(problem, axis)).name +
             " with norm=ortho, which scales the points at the ends, so that the modes are not those of the "
             "function; make the plan with norm=backward or norm=forward");
}

void check_factor(double factor, int order, const std::string& where) {
  if (!std::isfinite(factor))
    fail(ErrorCode::not_applicable,
         "the derivative of order " + std::to_string(order) + " along " + where +
             " multiplies modes by more than a double can hold; take a lower order");
}

}  // namespace

Spectral::Spectral(const Plan& plan, Domain domain) {
  require_host(find_space(plan.space()), "a spectral operator");
  check_in_blocks(plan.description());
  const auto impl = std::make_shared<Impl>();
  const std::size_t n_axes = plan.problem().shape.size();
  if (domain.lengths.empty())
    for (std::size_t axis = 0; axis < n_axes; ++axis)
      domain.lengths.push_back(natural_length(plan.problem(), static_cast<int>(axis)));
  check_lengths(domain.lengths, n_axes);
  impl->plan = &plan;
  impl->element = plan.modes_element();
  impl->storage = plan.modes_storage();
  impl->lengths = domain.lengths;
  for (std::size_t axis = 0; axis < n_axes; ++axis) {
    check_kind(plan.problem(), static_cast<int>(axis));
    impl->axes.push_back(make_axis(plan, static_cast<int>(axis), domain.lengths[axis]));
    const SpectralAxis& made = impl->axes.back();
    if (!made.is_transformed()) continue;
    impl->transformed.push_back(made.number);
    impl->has_chebyshev = impl->has_chebyshev || made.is_chebyshev();
  }
  if (impl->transformed.empty())
    fail(ErrorCode::not_applicable,
         "the plan transforms no axis, so its arrays have no modes; make it of c2c, r2c or r2r");
  impl_ = impl;
}

const std::vector<double>& Spectral::lengths() const { return impl_->lengths; }

const std::vector<double>& Spectral::wavenumbers(int axis) const {
  const SpectralAxis& found = impl_->axis(axis);
  if (!found.is_transformed())
    fail("axis " + std::to_string(axis) + " is not transformed, so it has no wavenumbers; take another one");
  return found.k;
}

void Spectral::check_field(ElementType type, std::size_t size) const {
  const auto in_words = [](ElementType t) {
    const std::string number = t.is_double ? "double" : "float";
    return t.is_real ? number : "std::complex<" + number + ">";
  };
  if (!(type == impl_->element))
    fail("the modes of this plan are " + in_words(impl_->element) + ", not " + in_words(type) +
         "; use the type of the problem's transform and precision");
  const auto needed = static_cast<std::size_t>(impl_->storage.n_elements());
  if (size < needed)
    fail("a field holds " + std::to_string(size) + " modes, but this plan has " + std::to_string(needed) +
         " on this process; use fields made by modes()");
}

void Spectral::agree(const std::function<void()>& check) const { impl_->plan->agree(check); }

Tables<double> Spectral::Impl::tables(std::vector<double> SpectralAxis::*member) const {
  Tables<double> all(axes.size(), nullptr);
  for (const int a : transformed) {
    const auto axis_number = static_cast<std::size_t>(a);
    all[axis_number] = (axes[axis_number].*member).data();
  }
  return all;
}

const SpectralAxis& Spectral::Impl::axis(int number) const {
  if (number < 0 || number >= static_cast<int>(axes.size()))
    fail("axis " + std::to_string(number) + " does not exist; the array has the axes 0 to " +
         std::to_string(axes.size() - 1));
  return axes[static_cast<std::size_t>(number)];
}

void Spectral::Impl::check_derivative(const SpectralAxis& axis, int order) const {
  const std::string here = "axis " + std::to_string(axis.number);
  if (order < 0)
    fail("a derivative of order " + std::to_string(order) + " was asked for; orders are 0, 1, 2, ...");
  if (!axis.is_transformed())
    fail(here +
         " is not transformed, so there is no derivative along it; make a plan "
         "that transforms it");
  if (order == 0) return;
  if (axis.is_chebyshev()) {
    check_factor(axis.chebyshev_factor(order), order, here);
    if (axis.n_parts > 1)
      fail(ErrorCode::not_applicable,
           here + " is a Chebyshev axis and is cut among " + std::to_string(axis.n_parts) +
               " processes at the modes, but a derivative needs it whole; state a layout "
               "of the modes that cuts other axes (Problem::modes), or use another grid");
    return;
  }
  if (!axis.is_fourier() && order % 2 != 0)
    fail(ErrorCode::not_applicable,
         here + " is transformed by " + row_of(*axis.kind).name + ", and a derivative of order " +
             std::to_string(order) +
             " turns its cosines into sines or its sines into cosines, the modes of another "
             "plan; take an even order, or a Fourier axis");
  check_factor(std::pow(axis.largest_wave() * axis.unit, order), order, here);
}

void Spectral::Impl::check_no_chebyshev(const char* what) const {
  for (const int number : transformed)
    if (axes[static_cast<std::size_t>(number)].is_chebyshev())
      fail(ErrorCode::not_applicable,
           "axis " + std::to_string(number) + " is a Chebyshev axis, along which " + what);
}

void Spectral::Impl::check_vector(std::size_t n_components, const char* what) const {
  const std::size_t n = transformed.size();
  if (n > 3)
    fail(ErrorCode::not_applicable, std::string(what) +
                                        " are for 1 to 3 transformed axes, but the plan has " +
                                        std::to_string(n) + "; take derivatives axis by axis");
  if (n_components != n)
    fail(std::to_string(n_components) + " components were given for " + std::to_string(n) +
         " transformed axes; give one for each transformed axis, in their order");
  for (const int number : transformed) check_derivative(axes[static_cast<std::size_t>(number)], 1);
}

}  // namespace weft
