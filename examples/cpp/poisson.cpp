// Poisson's equation in a channel with three kinds of sides, in C++:
//
//   laplace u = f on [0, 1] x [0, 2] x [0, 2 pi),   u = 0 at x = 0 and 1,  du/dy = 0 at y = 0 and 2, periodic
//   in z
//
// The kinds of the axes say all of this: sines in x, cosines in y, Fourier in z. The solution is known,
// u = sin(pi x) cos(pi y) exp(sin z), so the program prints the error and fails if it is large.
#include <cmath>
#include <cstdio>
#include <weft/solvers.hpp>

namespace {

using Complex = std::complex<double>;
constexpr double pi = 3.14159265358979323846;

// Calls visit(x, y, z, value) for each of this process's points.
template <class Visit>
void for_each_point(const weft::Plan& plan, const std::vector<double>& lengths, weft::Field<double>& field,
                    Visit&& visit) {
  const std::vector<double> x = weft::coordinates(plan, 0, lengths[0]),
                            y = weft::coordinates(plan, 1, lengths[1]),
                            z = weft::coordinates(plan, 2, lengths[2]);
  for (std::size_t i = 0; i < x.size(); ++i)
    for (std::size_t j = 0; j < y.size(); ++j)
      for (std::size_t k = 0; k < z.size(); ++k) visit(x[i], y[j], z[k], field(i, j, k));
}

double exact(double x, double y, double z) {
  return std::sin(pi * x) * std::cos(pi * y) * std::exp(std::sin(z));
}

int run() {
  const std::vector<double> lengths = {1, 2, 2 * pi};
  weft::Problem problem = weft::r2c({15, 18, 32});
  problem.kinds = {weft::AxisKind::dst2, weft::AxisKind::dct2, weft::AxisKind::fourier};
  weft::Plan plan(problem, MPI_COMM_WORLD);
  weft::Helmholtz poisson(plan, lengths);

  auto u = plan.points<double>();
  auto modes = plan.modes<Complex>();
  for_each_point(plan, lengths, u, [](double x, double y, double z, double& f) {
    f = exact(x, y, z) * (std::cos(z) * std::cos(z) - std::sin(z) - 2 * pi * pi);
  });

  plan.forward(u, modes);
  poisson.solve(modes, modes);
  plan.backward(modes, u);

  double error = 0;
  for_each_point(plan, lengths, u, [&](double x, double y, double z, double value) {
    error = std::max(error, std::abs(value - exact(x, y, z)));
  });
  MPI_Allreduce(MPI_IN_PLACE, &error, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
  if (plan.rank() == 0) std::printf("poisson: largest error %.1e\n", error);
  return error < 1e-12 ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const int status = run();
  MPI_Finalize();
  return status;
}
