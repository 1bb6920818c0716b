// A program that ends by an exception on its last process while the others wait in a call: the whole job must
// end. Started by ends_of_jobs.py.

#include <stdexcept>

#include "weft/weft.hpp"

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const std::string exchange = argc > 1 ? argv[1] : "auto";
  weft::Plan plan(weft::c2c({16, 12, 8}), MPI_COMM_WORLD, {{"exchange", exchange}});
  auto u = plan.points<std::complex<double>>();
  auto uh = plan.modes<std::complex<double>>();
  int size = 0;
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  for (int call = 0;; ++call) {
    if (call == 3 && plan.rank() == size - 1) throw std::runtime_error("the last process has had enough");
    plan.forward(u, uh);
  }
}
