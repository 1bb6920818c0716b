// What all processes of a test think of it, brought together.
//
// A check that fails on one process only must not make that process leave the test while the others
// wait in the next collective call. So tests collect complaints as text, go on, and agree at the end.
#pragma once

#include <mpi.h>

#include <string>

#include "tier.hpp"

namespace weft::test {

int rank_in(MPI_Comm comm);
int size_of(MPI_Comm comm);

// All processes of the job, and their number.
inline const MPI_Comm world = MPI_COMM_WORLD;
inline int p() { return size_of(world); }

// Whether the job is on several hosts, where exchanges that share the memory of all do not apply. Collective
// the first time.
bool on_several_hosts();

// A duplicate of the world that is never freed: after what a test does its processes are not in step.
inline MPI_Comm own_world() {
  MPI_Comm comm = MPI_COMM_NULL;
  MPI_Comm_dup(world, &comm);
  return comm;
}

// True on every process if `mine` is true on every process. Collective.
bool all_true(MPI_Comm comm, bool mine);

// The complaint of the first process that has one, with its rank, on every process; "" if none has.
// Collective.
std::string first_complaint(MPI_Comm comm, const std::string& mine);

// Fails the running test, once and in the words of the first process that complains. Returns true if
// nobody does. Collective.
bool expect_no_complaint(MPI_Comm comm, const std::string& mine);

// The seed of this run, the same on all processes: WEFT_TEST_SEED, or the clock of rank 0.
unsigned long long test_seed();

}  // namespace weft::test
