// The tau method inside a sweep over columns: factors for all lines, one tile at a time.
#include "solvers/columns_impl.hpp"
#include "solvers/domain_checks.hpp"
#include "solvers/tau_lines.hpp"
#include "weft/words.hpp"

namespace weft {

namespace {

std::vector<double> shifted(std::vector<double> squares, double shift) {
  for (double& square : squares) square += shift;
  return squares;
}

void check_factors(std::span<const double> a, std::size_t n_lines) {
  if (a.size() != n_lines)
    fail("a solver was given " + std::to_string(a.size()) + " factors a for " + std::to_string(n_lines) +
         " lines; give one for each line of this process");
  for (const double value : a) check_shift(value);
}

}  // namespace

struct WEFT_HIDDEN ColumnSolver::Impl {
  TauLines<double> lines;
  Impl(const Columns& columns, const std::vector<double>& a, const Walls& walls)
      : lines(columns.n_coefficients(), 2, columns.lengths()[static_cast<std::size_t>(columns.axis())], walls,
              a) {}
};

ColumnSolver::ColumnSolver(const Columns& columns, double shift, const Walls& walls) {
  const Plan& plan = *columns.impl_->plan;
  plan.require_equal("shift", exact_number(shift));
  plan.require_equal("walls", in_words(walls));
  plan.agree([&] {
    check_shift(shift);
    check_walls(walls);
    impl_ = std::make_unique<Impl>(columns, shifted(columns.squares(), shift), walls);
  });
}

ColumnSolver::ColumnSolver(const Columns& columns, std::span<const double> a, const Walls& walls) {
  const Plan& plan = *columns.impl_->plan;
  plan.require_equal("walls", in_words(walls));
  plan.agree([&] {
    check_factors(a, columns.n_lines());
    check_walls(walls);
    impl_ = std::make_unique<Impl>(columns, std::vector<double>(a.begin(), a.end()), walls);
  });
}

ColumnSolver::~ColumnSolver() = default;
ColumnSolver::ColumnSolver(ColumnSolver&&) noexcept = default;
ColumnSolver& ColumnSolver::operator=(ColumnSolver&&) noexcept = default;

void ColumnSolver::solve(const ColumnTile& tile, Lanes* column, const Lanes* upper,
                         const Lanes* lower) const {
  Lanes ends[2] = {};
  if (upper != nullptr) ends[0] = *upper;
  if (lower != nullptr) ends[1] = *lower;
  impl_->lines.solve(tile.number(), ends[0].re, column->re);
}

Index ColumnSolver::bytes() const { return impl_->lines.bytes(); }

}  // namespace weft
