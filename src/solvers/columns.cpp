// Sweeps along the Chebyshev axis: the lines of a process in tiles.
#include <algorithm>

#include "base/space.hpp"
#include "plan/cycles.hpp"
#include "solvers/columns_impl.hpp"
#include "solvers/domain_checks.hpp"
#include "solvers/lines.hpp"
#include "solvers/waves.hpp"
#include "weft/error.hpp"

namespace weft {

namespace {

int checked_axis(const Plan& plan, int n_columns) {
  require_host(find_space(plan.space()), "a solver");
  check_in_blocks(plan.description());
  if (plan.problem().transform == Transform::none)
    fail(
        "the plan transforms nothing, so it has no modes; make columns of a plan whose transform is r2c or "
        "c2c");
  if (plan.modes_element().is_real)
    fail(
        ErrorCode::not_applicable,
        "the modes of the plan are real, but columns are complex; make them of a plan whose transform is r2c "
        "or c2c");
  if (n_columns < 0) fail(std::to_string(n_columns) + " working columns were asked for; ask for 0 or more");
  const int axis = chebyshev_axis(plan.problem(), "a sweep over columns");
  if (axis < 0)
    fail(ErrorCode::not_applicable,
         "no axis of the plan is a Chebyshev axis, along which columns lie; make one of its kinds chebyshev");
  check_chebyshev(plan, axis);
  return axis;
}

// Of lanes without a line 0.
std::vector<Factor> in_tiles(const std::vector<double>& of_lines) {
  std::vector<Factor> tiles((of_lines.size() + n_lanes - 1) / n_lanes, Factor{});
  for (std::size_t line = 0; line < of_lines.size(); ++line)
    tiles[line / n_lanes].of[line % n_lanes] = of_lines[line];
  return tiles;
}

}  // namespace

// Throws what is wrong on this process.
Columns::Impl::Impl(const Plan& of, std::vector<double> given, int n_columns)
    : plan(&of),
      axis(checked_axis(of, n_columns)),
      element(of.modes_element()),
      storage(of.modes_storage()),
      lengths(lengths_of(of.problem(), std::move(given))) {
  const Box& box = of.modes_box();
  const auto chebyshev = static_cast<std::size_t>(axis);
  tile.n = of.modes_layout().shape[chebyshev];
  tile.slope = 2 / lengths[chebyshev];
  tile.is_double = element.is_double;
  tile.stride = storage.strides[chebyshev] * 2;
  tile.begins = begins_of_lines(storage.order, box.shape(), axis, storage, 2);
  tile.modes.resize(lengths.size());
  tile.waves.resize(lengths.size());
  squares.assign(tile.begins.size(), 0);
  for (std::size_t other = 0; other < lengths.size(); ++other) {
    if (other == chebyshev) continue;
    const std::vector<double> waves = signed_waves(of, static_cast<int>(other), lengths[other]);
    const std::vector<Index> local =
        over_lines<Index>(storage.order, box.shape(), axis, 0,
                          [&](int a, Index mode) { return static_cast<std::size_t>(a) == other ? mode : 0; });
    std::vector<double> of_lines;
    for (std::size_t line = 0; line < local.size(); ++line) {
      tile.modes[other].push_back(box.ranges[other].begin + local[line]);
      of_lines.push_back(waves[static_cast<std::size_t>(local[line])]);
      squares[line] += of_lines[line] * of_lines[line];
    }
    tile.waves[other] = in_tiles(of_lines);
  }
  for (int i = 0; i < n_columns; ++i) tile.columns.emplace_back(static_cast<std::size_t>(tile.n));
}

Columns::Columns(const Plan& plan, std::vector<double> lengths, int n_columns) {
  plan.require_equal("lengths", lengths.empty() ? "natural" : in_words(lengths));
  plan.require_equal("working columns", std::to_string(n_columns));
  plan.agree([&] { impl_ = std::make_unique<Impl>(plan, std::move(lengths), n_columns); });
}
Columns::~Columns() = default;
Columns::Columns(Columns&&) noexcept = default;
Columns& Columns::operator=(Columns&&) noexcept = default;

void Columns::sweep(std::span<const void* const> in, std::span<void* const> out,
                    const std::function<void(ColumnTile&)>& function) const {
  if (n_lines() == 0) return;
  if (std::count(in.begin(), in.end(), nullptr) + std::count(out.begin(), out.end(), nullptr) > 0)
    fail(
        "an array of a sweep over columns is a null pointer on a process that has modes; pass an array of "
        "the "
        "modes for every field");
  ColumnTile::Impl& tile = impl_->tile;
  tile.in = in;
  tile.out = out;
  ColumnTile work(tile);
  for (tile.tile = 0; tile.tile < n_tiles(); ++tile.tile) function(work);
}

void Columns::check_field(ElementType element, const Storage& storage) const {
  if (!(element == impl_->element))
    fail("a field of a sweep over columns is of " + to_text(element) + ", but the modes of the plan are " +
         to_text(impl_->element) + "; make it by modes()");
  if (storage != impl_->storage)
    fail("a field has another shape or order in memory than the modes of the plan; make it by modes()");
}

int Columns::axis() const { return impl_->axis; }
Index Columns::n_coefficients() const { return impl_->tile.n; }
std::size_t Columns::n_lines() const { return impl_->tile.begins.size(); }
std::size_t Columns::n_tiles() const { return (n_lines() + n_lanes - 1) / n_lanes; }
const std::vector<double>& Columns::squares() const { return impl_->squares; }
const std::vector<double>& Columns::lengths() const { return impl_->lengths; }
Index Columns::bytes() const {
  const ColumnTile::Impl& tile = impl_->tile;
  std::size_t bytes = tile.begins.size() * sizeof(Index) + impl_->squares.size() * sizeof(double);
  for (const auto& modes : tile.modes) bytes += modes.size() * sizeof(Index);
  for (const auto& waves : tile.waves) bytes += waves.size() * sizeof(Factor);
  for (const auto& column : tile.columns) bytes += column.size * sizeof(Lanes);
  return static_cast<Index>(bytes);
}

}  // namespace weft
