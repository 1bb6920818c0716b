// The derivative of a known function by Fourier transforms, in C++.
//
//   u(x, y, z) = sin(x) cos(2 y) + cos(3 z) sin(x)   on 24 x 20 x 18 points of [0, 2 pi)^3
//
// Transforms u, multiplies each mode by i kx, transforms back and compares with the exact du/dx. The same
// program exists in C, Fortran and Python; all of them print the same bits, with
// WEFT_OPTIONS=reproducible=yes on any number of processes.
#include <bit>
#include <cmath>
#include <cstdio>
#include <weft/weft.hpp>

namespace {

enum { X, Y, Z };

using Complex = std::complex<double>;
const weft::Extents n = {24, 20, 18};

// XOR of the bits of all values: the same in any order and on any number of processes.
std::uint64_t bits_of(const double* values, std::size_t count) {
  std::uint64_t bits = 0;
  for (std::size_t i = 0; i < count; ++i) bits ^= std::bit_cast<std::uint64_t>(values[i] + 0.0);  // -0 is 0
  return bits;
}

// cos or sin of m times the angle of each point along an axis.
std::vector<double> table(double (*function)(double), int m, int axis) {
  constexpr double pi = 3.14159265358979323846;
  std::vector<double> values;
  for (weft::Index i = 0; i < n[axis]; ++i)
    values.push_back(function(m * (2 * pi * static_cast<double>(i) / static_cast<double>(n[axis]))));
  return values;
}

// Calls `visit(global indices, value)` for each element of a block.
template <class T, class Visit>
void for_each(weft::Field<T>& field, Visit&& visit) {
  const std::vector<weft::Range>& block = field.box().ranges;
  for (weft::Index i = block[X].begin; i < block[X].end; ++i)
    for (weft::Index j = block[Y].begin; j < block[Y].end; ++j)
      for (weft::Index k = block[Z].begin; k < block[Z].end; ++k)
        visit(i, j, k, field(i - block[X].begin, j - block[Y].begin, k - block[Z].begin));
}

int run() {
  const std::vector<double> sx = table(std::sin, 1, X), cx = table(std::cos, 1, X);
  const std::vector<double> cy = table(std::cos, 2, Y), cz = table(std::cos, 3, Z);

  weft::Plan plan(weft::r2c(n), MPI_COMM_WORLD);
  auto u = plan.points<double>();   // this process's block of the points
  auto uh = plan.modes<Complex>();  // and of the modes
  for_each(u, [&](auto i, auto j, auto k, double& value) { value = sx[i] * cy[j] + cz[k] * sx[i]; });

  plan.forward(u, uh);

  std::uint64_t bits[2];
  bits[0] = bits_of(reinterpret_cast<const double*>(uh.data()), 2 * uh.size());
  const std::vector<weft::Index> kx = plan.wavenumbers(X);
  const weft::Index first = plan.modes_box().ranges[X].begin;
  for_each(uh, [&](auto i, auto, auto, Complex& value) {
    const weft::Index k = kx[i - first];
    value *= Complex(0, k == -n[X] / 2 ? 0.0 : static_cast<double>(k));  // no derivative of the Nyquist mode
  });

  plan.backward(uh, u);

  bits[1] = bits_of(u.data(), u.size());
  double error = 0;
  for_each(u, [&](auto i, auto j, auto k, double du) {
    error = std::max(error, std::abs(du - (cx[i] * cy[j] + cz[k] * cx[i])));
  });
  MPI_Allreduce(MPI_IN_PLACE, &error, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
  MPI_Allreduce(MPI_IN_PLACE, bits, 2, MPI_UINT64_T, MPI_BXOR, MPI_COMM_WORLD);
  if (plan.rank() == 0)
    std::printf("max error %.3e\nmodes %016llx\nderivative %016llx\n", error,
                static_cast<unsigned long long>(bits[0]), static_cast<unsigned long long>(bits[1]));
  return error < 1e-12 ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const int status = run();
  MPI_Finalize();
  return status;
}
