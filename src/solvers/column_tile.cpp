// What a tile of columns can do: reading and writing arrays, and arithmetic.
#include <algorithm>

#include "solvers/column_kernel.hpp"
#include "solvers/columns_impl.hpp"

namespace weft {

namespace {

static_assert(n_lanes == tau_lanes && sizeof(Lanes) == 2 * tau_lanes * sizeof(double),
              "columns are tiles of the tau method with complex elements");

Factor all_lanes(double value) {
  Factor factor;
  std::fill_n(factor.of, n_lanes, value);
  return factor;
}

}  // namespace

Index ColumnTile::n_coefficients() const { return impl_.n; }
std::size_t ColumnTile::number() const { return impl_.tile; }
int ColumnTile::n_lines() const { return static_cast<int>(impl_.count()); }
Index ColumnTile::mode(int axis, int lane) const {
  return impl_.modes[static_cast<std::size_t>(axis)][impl_.first_line() + static_cast<std::size_t>(lane)];
}
const Factor& ColumnTile::wavenumbers(int axis) const {
  return impl_.waves[static_cast<std::size_t>(axis)][impl_.tile];
}
Lanes* ColumnTile::column(int i) const { return impl_.columns[static_cast<std::size_t>(i)].data.get(); }

void ColumnTile::read(int i, Lanes* to) const {
  const void* array = impl_.in[static_cast<std::size_t>(i)];
  if (impl_.is_double)
    gather_lines(impl_.lines(), static_cast<const double*>(array), to->re);
  else
    gather_lines(impl_.lines(), static_cast<const float*>(array), to->re);
}
void ColumnTile::write(const Lanes* from, int i) const {
  void* array = impl_.out[static_cast<std::size_t>(i)];
  if (impl_.is_double)
    scatter_lines(impl_.lines(), from->re, static_cast<double*>(array));
  else
    scatter_lines(impl_.lines(), from->re, static_cast<float*>(array));
}

void ColumnTile::fill(double value, Lanes* out) const {
  double* numbers = out->re;
  std::fill_n(numbers, impl_.n * 2 * n_lanes, value);
}
void ColumnTile::multiply(const Factor& f, const Lanes* in, Lanes* out) const {
  scale_column(impl_.n, Turn::none, Into::set, f, in, out);
}
void ColumnTile::multiply(double f, const Lanes* in, Lanes* out) const { multiply(all_lanes(f), in, out); }
void ColumnTile::add(const Factor& f, const Lanes* in, Lanes* out) const {
  scale_column(impl_.n, Turn::none, Into::add, f, in, out);
}
void ColumnTile::add(double f, const Lanes* in, Lanes* out) const { add(all_lanes(f), in, out); }
void ColumnTile::times_i(const Factor& f, const Lanes* in, Lanes* out) const {
  scale_column(impl_.n, Turn::by_i, Into::set, f, in, out);
}
void ColumnTile::add(double f, const Lanes* in, double g, const Lanes* other, Lanes* out) const {
  add_columns(impl_.n, all_lanes(f), in, all_lanes(g), other, out);
}
void ColumnTile::times_i(const Factor& f, const Lanes* in, const Factor& g, const Lanes* other,
                         Lanes* out) const {
  turn_columns(impl_.n, f, in, g, other, out);
}
void ColumnTile::add_times_i(const Factor& f, const Lanes* in, Lanes* out) const {
  scale_column(impl_.n, Turn::by_i, Into::add, f, in, out);
}
void ColumnTile::add_by_parity(const Lanes& even, const Lanes& odd, const Factor* basis, Lanes* out) const {
  weft::add_by_parity(impl_.n, even, odd, basis, out);
}
void ColumnTile::derivative(const Lanes* in, Lanes* out) const {
  derive_column(impl_.n, Into::set, impl_.slope, in, out);
}
void ColumnTile::add_derivative(double f, const Lanes* in, Lanes* out) const {
  derive_column(impl_.n, Into::add, f * impl_.slope, in, out);
}

// T_k is 1 at the upper and (-1)^k at the lower end, its derivative k^2 and -(-1)^k k^2.
void ColumnTile::ends(const Lanes* u, Lanes& upper, Lanes& lower) const {
  Lanes even, odd;
  sum_column(impl_.n, false, 1, u, even, odd);
  for (int lane = 0; lane < n_lanes; ++lane) {
    upper.re[lane] = even.re[lane] + odd.re[lane];
    upper.im[lane] = even.im[lane] + odd.im[lane];
    lower.re[lane] = even.re[lane] - odd.re[lane];
    lower.im[lane] = even.im[lane] - odd.im[lane];
  }
}
void ColumnTile::end_slopes(const Lanes* u, Lanes& upper, Lanes& lower) const {
  Lanes even, odd;
  sum_column(impl_.n, true, impl_.slope, u, even, odd);
  for (int lane = 0; lane < n_lanes; ++lane) {
    upper.re[lane] = even.re[lane] + odd.re[lane];
    upper.im[lane] = even.im[lane] + odd.im[lane];
    lower.re[lane] = odd.re[lane] - even.re[lane];
    lower.im[lane] = odd.im[lane] - even.im[lane];
  }
}

}  // namespace weft
