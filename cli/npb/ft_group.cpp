// Mode (kx, ky, kz) decays in one time step by exp(-4 alpha pi^2 (kx^2 + ky^2 + kz^2)), alpha = 1e-6, with
// k from -n/2 to n/2 - 1: a product of one factor for each axis.
#include "npb/ft_group.hpp"

#include <cmath>
#include <numbers>

#include "npb/random.hpp"

namespace weft::cli {

namespace {

constexpr double alpha = 1e-6;
constexpr int n_samples = 1024;  // points that a checksum adds

}  // namespace

Problem npb_ft_transform(const NpbFtClass& problem) {
  return c2c({problem.n[2], problem.n[1], problem.n[0]});
}

NpbFtGroup::NpbFtGroup(const NpbFtClass& problem, const Problem& transform, MPI_Comm comm,
                       const Options& options)
    : problem_(problem),
      comm_(comm),
      transform_(transform),
      options_(options),
      plan_(transform_, comm, options),
      points_(plan_.points<Complex>()),
      modes_(plan_.modes<Complex>()) {}

void NpbFtGroup::plan_again() {
  clocks_ = {};
  Stopwatch watch(clocks_.planning);
  plan_.close();
  plan_ = Plan(transform_, comm_, options_);
}

NpbFtClocks NpbFtGroup::clocks() const {
  NpbFtClocks clocks = clocks_;
  clocks.add(plan_);
  return clocks;
}

void NpbFtGroup::transform_initial_field() {
  fill_points();
  plan_.forward(points_, modes_);
}

NpbFtGroup::Complex NpbFtGroup::time_level() {
  plan_.backward(modes_, points_);
  return checksum();
}

NpbFtGroup::Complex NpbFtGroup::finish_time_level() {
  plan_.backward_finish();
  return checksum();
}

NpbFtGroup::Complex NpbFtGroup::checksum() {
  Complex sum = 0;
  {
    Stopwatch watch(clocks_.calculation);
    sum = own_part_of_checksum();
  }
  Stopwatch watch(clocks_.idle);
  MPI_Allreduce(MPI_IN_PLACE, &sum, 2, MPI_DOUBLE, MPI_SUM, comm_);
  return sum;
}

void NpbFtGroup::make_factors(int n_steps) {
  Stopwatch watch(clocks_.calculation);
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const Range range = plan_.modes_box().ranges[axis];
    const Index n = plan_.modes_layout().shape[axis];
    factors_[axis].resize(static_cast<std::size_t>(range.size()));
    for (Index i = range.begin; i < range.end; ++i) {
      const Index wavenumber = (i + n / 2) % n - n / 2;
      const auto k = static_cast<double>(wavenumber);
      factors_[axis][static_cast<std::size_t>(i - range.begin)] =
          std::exp(-4 * alpha * std::numbers::pi * std::numbers::pi * k * k * n_steps);
    }
  }
}

void NpbFtGroup::fill_points() {
  Stopwatch watch(clocks_.calculation);
  const Range z = points_.box().ranges[0];
  const Range y = points_.box().ranges[1];
  const Range x = points_.box().ranges[2];
  const Index nx = problem_.n[0];
  const Index ny = problem_.n[1];
  for (Index k = z.begin; k < z.end; ++k)
    for (Index j = y.begin; j < y.end; ++j) {
      NpbRandom random(static_cast<std::uint64_t>(2 * (x.begin + nx * (j + ny * k))));
      for (Index i = x.begin; i < x.end; ++i) {
        const double re = random.next();
        points_(k - z.begin, j - y.begin, i - x.begin) = {re, random.next()};
      }
    }
}

// Walks the modes in the order in which they lie in memory.
void NpbFtGroup::decay(const Field<Complex>& from) {
  Stopwatch watch(clocks_.calculation);
  const Storage& storage = modes_.storage();
  const auto along = [&](std::size_t depth) { return static_cast<std::size_t>(storage.order[depth]); };
  const std::vector<double>& slow = factors_[along(0)];
  const std::vector<double>& middle = factors_[along(1)];
  const std::vector<double>& fast = factors_[along(2)];
  const Index stride = storage.strides[along(2)];
  for (std::size_t a = 0; a < slow.size(); ++a)
    for (std::size_t b = 0; b < middle.size(); ++b) {
      const double outer = slow[a] * middle[b];
      const Index line = static_cast<Index>(a) * storage.strides[along(0)] +
                         static_cast<Index>(b) * storage.strides[along(1)];
      const Complex* in = from.data() + line;
      Complex* out = modes_.data() + line;
      for (std::size_t c = 0; c < fast.size(); ++c) {
        const Index at = static_cast<Index>(c) * stride;
        out[at] = in[at] * (outer * fast[c]);
      }
    }
}

// The points (j mod nx, 3 j mod ny, 5 j mod nz), j = 1..1024. The plan has divided by N.
NpbFtGroup::Complex NpbFtGroup::own_part_of_checksum() const {
  const auto& ranges = points_.box().ranges;
  Complex sum = 0;
  for (Index j = 1; j <= n_samples; ++j) {
    const Extents at = {5 * j % problem_.n[2], 3 * j % problem_.n[1], j % problem_.n[0]};
    bool is_mine = true;
    Extents local(3);
    for (std::size_t a = 0; a < 3; ++a) {
      is_mine = is_mine && ranges[a].begin <= at[a] && at[a] < ranges[a].end;
      local[a] = at[a] - ranges[a].begin;
    }
    if (is_mine) sum += points_.at(local);
  }
  return sum;
}

}  // namespace weft::cli
