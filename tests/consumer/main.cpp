// The smallest program that uses an installed weft.
#include <weft/weft.hpp>

#include <cmath>
#include <cstdio>

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int status = 0;
  {
    weft::Plan plan(weft::r2c({64, 64, 64}), MPI_COMM_WORLD);
    auto u = plan.points<double>();
    auto uh = plan.modes<std::complex<double>>();
    u.fill(1.0);
    plan.forward(u, uh);
    plan.backward(uh, u);
    for (std::size_t i = 0; i < u.size(); ++i)
      if (std::abs(u.data()[i] - 1.0) > 1e-12) status = 1;
  }
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0 && status == 0) std::puts("consumer: the round trip is right");
  MPI_Finalize();
  return status;
}
