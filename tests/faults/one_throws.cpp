// A program whose last process ends by an exception, dies, leaves the others inside MPI, or comes when they
// have given up: the whole job must end. Started by ends_of_jobs.py: one_throws EXCHANGE
// throws|dies|leaves|late

#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <stdexcept>

#include "weft/weft.hpp"

namespace {

bool stops_in_mpi = false;

}  // namespace

// In place of that of the MPI library, so libweft must see it: a process may never come there.
[[gnu::visibility("default")]] int MPI_Allreduce(const void* mine, void* all, int n, MPI_Datatype type,
                                                 MPI_Op op, MPI_Comm comm) {
  if (stops_in_mpi) pause();
  return PMPI_Allreduce(mine, all, n, type, op, comm);
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const std::string exchange = argc > 1 ? argv[1] : "auto", way = argc > 2 ? argv[2] : "throws";
  weft::tell_stage_when_ended();
  weft::Plan plan(weft::c2c({16, 12, 8}), MPI_COMM_WORLD,
                  {{"exchange", exchange}, {"timeout", way == "leaves" || way == "late" ? "1" : "600"}});
  auto u = plan.points<std::complex<double>>();
  auto uh = plan.modes<std::complex<double>>();
  int size = 0;
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  for (int call = 0;; ++call) {
    const bool ends = call == 3 && plan.rank() == size - 1;
    if (ends && way == "throws") throw std::runtime_error("the last process has had enough");
    if (ends && way == "dies") std::raise(SIGKILL);
    stops_in_mpi = ends && way == "leaves";
    if (call == 3 && way == "leaves") {
      double number = 1;
      plan.sum(std::span(&number, 1));
    }
    if (ends && way == "late") sleep(3);
    try {
      plan.forward(u, uh);
    } catch (const weft::Error& error) {
      if (way != "late") throw;
      std::fprintf(stderr, "process %d: %s\n", plan.rank(), error.what());
      break;
    }
  }
  plan.close();
  MPI_Finalize();
}
