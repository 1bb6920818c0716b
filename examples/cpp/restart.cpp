// A simulation that stops and goes on from a checkpoint, in C++: the Allen-Cahn equation in a periodic
// square.
//
//   du/dt = e^2 laplace u + u - u^3
//
// Fourier in space; in time the Laplacian is implicit and the rest explicit. The program runs 40 steps,
// writing a checkpoint after 20, then goes on from it as a program that was started again would: on the same
// processes the result has the same bits, and on one process alone it is the same to rounding.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <weft/checkpoint.hpp>
#include <weft/solvers.hpp>

namespace {

using Complex = std::complex<double>;
constexpr weft::Index n = 48;
constexpr double step_size = 0.1, width = 0.1;
const char* const path = "restart.weft";

// The state of the simulation, and the step that it is at.
class Simulation {
 public:
  // From the beginning.
  explicit Simulation(MPI_Comm comm) : plan(weft::r2c({n, n}), comm) {
    const std::vector<double> x = weft::coordinates(plan, 0), y = weft::coordinates(plan, 1);
    for (std::size_t p = 0; p < x.size(); ++p)
      for (std::size_t q = 0; q < y.size(); ++q)
        u(p, q) = std::sin(x[p]) * std::cos(2 * y[q]) + 0.1 * std::cos(3 * x[p]);
  }
  // From a checkpoint, with the plan that is in it if it is for as many processes.
  Simulation(weft::Checkpoint& checkpoint) : plan(checkpoint.make_plan()) {
    checkpoint.read("u", plan.points_distribution(), u.data());
    step = checkpoint.get<std::int64_t>("step");
  }

  void write(MPI_Comm comm) {
    weft::CheckpointWriter writer(path, comm);
    writer.add("u", plan.points_distribution(), u.data());
    writer.set("step", std::int64_t{step});
    writer.set("time", static_cast<double>(step) * step_size);
    writer.add_plan(plan);
    writer.commit();
  }

  void run(long until) {
    const std::vector<weft::Index> kx = plan.wavenumbers(0), ky = plan.wavenumbers(1);
    for (; step < until; ++step) {
      for (std::size_t i = 0; i < u.size(); ++i) {
        const double v = u.data()[i];
        rate.data()[i] = v + step_size * (v - v * v * v);
      }
      plan.forward(rate, modes);
      for (std::size_t p = 0; p < kx.size(); ++p)
        for (std::size_t q = 0; q < ky.size(); ++q)
          modes(p, q) /= 1 + step_size * width * width * static_cast<double>(kx[p] * kx[p] + ky[q] * ky[q]);
      plan.backward(modes, u);
    }
  }

  weft::Plan plan;
  weft::Field<double> u = plan.points<double>(), rate = plan.points<double>();
  weft::Field<Complex> modes = plan.modes<Complex>();
  long step = 0;
};

double over_all(double value, MPI_Op operation) {
  MPI_Allreduce(MPI_IN_PLACE, &value, 1, MPI_DOUBLE, operation, MPI_COMM_WORLD);
  return value;
}

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  bool is_right = false;
  {
    Simulation simulation(MPI_COMM_WORLD);
    simulation.run(20);
    simulation.write(MPI_COMM_WORLD);
    simulation.run(40);
    const weft::Field<double>& u = simulation.u;
    double sum = 0;
    for (std::size_t i = 0; i < u.size(); ++i) sum += u.data()[i] * u.data()[i];
    const double mean = over_all(sum, MPI_SUM) / (n * n);

    weft::Checkpoint checkpoint(path, MPI_COMM_WORLD);
    Simulation again(checkpoint);
    again.run(40);
    double differs = 0;
    for (std::size_t i = 0; i < u.size(); ++i)
      if (u.data()[i] != again.u.data()[i]) differs = 1;
    differs = over_all(differs, MPI_MAX);

    // Each process for itself, as a job of one process.
    weft::Checkpoint alone(path, MPI_COMM_SELF);
    Simulation whole(alone);
    whole.run(40);
    double error = 0;
    const weft::Box& box = u.box();
    for (weft::Index p = 0; p < u.shape()[0]; ++p)
      for (weft::Index q = 0; q < u.shape()[1]; ++q)
        error =
            std::max(error, std::abs(u(p, q) - whole.u(box.ranges[0].begin + p, box.ranges[1].begin + q)));
    error = over_all(error, MPI_MAX);
    is_right = differs == 0 && error < 1e-12;
    if (simulation.plan.rank() == 0)
      std::printf(
          "step %ld: mean square %.6f\nfrom the checkpoint of step 20: %s bits\n"
          "from it on one process: largest difference %.0e\n",
          simulation.step, mean, differs == 0 ? "the same" : "other", error);
  }
  MPI_Finalize();
  return is_right ? 0 : 1;
}
