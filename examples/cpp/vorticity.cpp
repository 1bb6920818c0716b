// Two-dimensional flow in a periodic square, in C++: the vorticity equation, pseudospectral, RK4.
//
//   dw/dt + u . grad w = nu laplace w,   laplace psi = w,   u = (-psi_y, psi_x)
//
// Products are formed at the points while these are in cache, and modes above a third of the points are left
// out (the 2/3 rule), so they are exact. Two runs, each with a check:
//   - a Taylor-Green vortex that a wind carries: w = 2 cos(x - a t) cos(y - b t) exp(-2 nu t) solves the
//   equation;
//   - a double shear layer without viscosity: energy and enstrophy do not change.
#include <array>
#include <cmath>
#include <cstdio>
#include <functional>
#include <weft/solvers.hpp>
#include <weft/spectral.hpp>

namespace {

using Complex = std::complex<double>;
using Modes = weft::Field<Complex>;
constexpr weft::Index n = 64;

weft::Problem four_fields() {
  weft::Problem problem = weft::r2c({n, n});
  problem.n_fields = 4;
  return problem;
}

class Flow {
 public:
  Flow(double viscosity, std::array<double, 2> wind_) : nu(viscosity), wind(wind_) {}

  void start(const std::function<double(double, double)>& vorticity) {
    set_points([&](double x, double y, double& value) { value = vorticity(x, y); });
    plan.forward(u, w);
    spectral.dealias(w, w, weft::Dealiasing::cubic);
  }

  // The classical Runge-Kutta method.
  void step(double dt) {
    copy(w, stage);
    copy(w, next);
    for (const auto [c, b] : {std::pair(0.5, 1.0 / 6), std::pair(0.5, 1.0 / 3), std::pair(1.0, 1.0 / 3),
                              std::pair(0.0, 1.0 / 6)}) {
      find_rate(stage);
      for (std::size_t m = 0; m < w.size(); ++m) {
        next.data()[m] += b * dt * rate.data()[m];
        stage.data()[m] = w.data()[m] + c * dt * rate.data()[m];
      }
    }
    copy(next, w);
    time += dt;
  }

  // Means over the square of u^2/2 and w^2/2.
  std::array<double, 2> energy_and_enstrophy() {
    poisson.solve(w, psi);
    spectral.derivative(psi, psi_x, 0);
    spectral.derivative(psi, psi_y, 1);
    const void *velocity[] = {psi_y.data(), psi_x.data()}, *vorticity[] = {w.data()};
    return {spectral.mean_energy(velocity), spectral.mean_energy(vorticity)};
  }

  double error(const std::function<double(double, double)>& vorticity) {
    copy(w, stage);
    plan.backward(stage, u);
    double largest = 0;
    set_points([&](double x, double y, double& value) {
      largest = std::max(largest, std::abs(value - vorticity(x, y)));
    });
    MPI_Allreduce(MPI_IN_PLACE, &largest, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    return largest;
  }

  int rank() const { return plan.rank(); }
  double time = 0;

 private:
  // rate = nu laplace w - u . grad w
  void find_rate(const Modes& at) {
    poisson.solve(at, psi);
    spectral.derivative(psi, psi_x, 0);
    spectral.derivative(psi, psi_y, 1);
    spectral.derivative(at, w_x, 0);
    spectral.derivative(at, w_y, 1);
    const void* in[] = {psi_x.data(), psi_y.data(), w_x.data(), w_y.data()};
    void* out[] = {rate.data()};
    plan.convolve(in, out, [this](const weft::PointsBlock& block) {
      const double *u_y = block.input<double>(0), *minus_u_x = block.input<double>(1);
      const double *along_x = block.input<double>(2), *along_y = block.input<double>(3);
      double* result = block.output<double>(0);
      for (weft::Index p = 0; p < block.n_points; ++p)
        result[p] = (minus_u_x[p] - wind[0]) * along_x[p] - (u_y[p] + wind[1]) * along_y[p];
    });
    spectral.dealias(rate, rate, weft::Dealiasing::cubic);
    spectral.laplacian(at, w_x);
    for (std::size_t m = 0; m < rate.size(); ++m) rate.data()[m] += nu * w_x.data()[m];
  }

  template <class Visit>
  void set_points(Visit&& visit) {
    const std::vector<double> x = weft::coordinates(plan, 0), y = weft::coordinates(plan, 1);
    for (std::size_t p = 0; p < x.size(); ++p)
      for (std::size_t q = 0; q < y.size(); ++q) visit(x[p], y[q], u(p, q));
  }
  static void copy(const Modes& from, Modes& to) { std::copy_n(from.data(), from.size(), to.data()); }

  double nu;
  std::array<double, 2> wind;  // a mean flow
  weft::Plan plan{four_fields(), MPI_COMM_WORLD, {{"convolve", "yes"}}};
  weft::Helmholtz poisson{plan};
  weft::Spectral spectral{plan};
  Modes w = plan.modes<Complex>(), psi = plan.modes<Complex>(), rate = plan.modes<Complex>();
  Modes stage = plan.modes<Complex>(), next = plan.modes<Complex>();
  Modes psi_x = plan.modes<Complex>(), psi_y = plan.modes<Complex>();
  Modes w_x = plan.modes<Complex>(), w_y = plan.modes<Complex>();
  weft::Field<double> u = plan.points<double>();
};

bool taylor_green() {
  const double nu = 0.05;
  const std::array<double, 2> wind = {1, 0.5};
  Flow flow(nu, wind);
  const auto exact = [&](double x, double y) {
    return 2 * std::cos(x - wind[0] * flow.time) * std::cos(y - wind[1] * flow.time) *
           std::exp(-2 * nu * flow.time);
  };
  flow.start(exact);
  for (int step = 0; step < 100; ++step) flow.step(0.01);
  const double error = flow.error(exact);
  if (flow.rank() == 0) std::printf("Taylor-Green vortex at t = 1: largest error %.1e\n", error);
  return error < 1e-8;
}

bool shear_layer() {
  const double pi = 3.14159265358979323846;
  const auto layers = [&](double x, double y) {
    const double lower = std::cosh(4 * (y - pi / 2)), upper = std::cosh(4 * (y - 3 * pi / 2));
    return 0.05 * std::cos(x) - 4 / (lower * lower) + 4 / (upper * upper);
  };
  Flow flow(0, {0, 0});
  flow.start(layers);
  const auto before = flow.energy_and_enstrophy();
  for (int step = 0; step < 150; ++step) flow.step(0.02);
  const auto after = flow.energy_and_enstrophy();
  const double energy = std::abs(after[0] / before[0] - 1), enstrophy = std::abs(after[1] / before[1] - 1);
  if (flow.rank() == 0)
    std::printf("shear layers at t = 3: energy %.6f and enstrophy %.6f changed by %.0e and %.0e\n", after[0],
                after[1], energy, enstrophy);
  return energy < 1e-6 && enstrophy < 1e-6;
}

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const bool is_right = taylor_green() & shear_layer();
  MPI_Finalize();
  return is_right ? 0 : 1;
}
