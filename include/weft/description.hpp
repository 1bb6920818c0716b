// A dry run of a plan: what it does on any rank of any number of processes, without making it.
//
// Everything here is a pure function of its arguments, without MPI and without allocating arrays. A plan made
// with the same problem, process count and choice moves exactly these bytes. Not collective.
// Example:
//   const weft::Problem problem = weft::r2c({2048, 2048, 2048});
//   const weft::Description plan = weft::describe(problem, 4096, 17, {{"grid", "64x64"}});
//   assert(plan.points_box.shape() == (weft::Extents{32, 32, 2048}));
//   assert(plan.forward.sweeps.size() == 3 && plan.forward.n_copies() == 0);
#pragma once

#include <string>
#include <vector>

#include "weft/choice.hpp"
#include "weft/export.h"
#include "weft/layout.hpp"
#include "weft/options.hpp"
#include "weft/problem.hpp"

namespace weft WEFT_API {

// One sweep over the local array, for one field.
struct SweepCounts {
  Axes axes;             // transformed in this sweep, in this order; none: a copy (pack or unpack)
  Index bytes_read = 0;  // from user arrays, buffers and windows
  Index bytes_written = 0;
};

// One exchange, for one field.
struct ExchangeCounts {
  std::string exchange;  // row of the exchange table
  Index messages = 0;    // sent by this process to others
  Index bytes_sent = 0;  // in these messages
  Index peer_bytes = 0;  // read straight from other processes' windows, or written into them
  Index flags = 0;       // flags of other processes that this one waits for
};

// The steps of one direction of a plan, in their order.
struct Counts {
  std::vector<SweepCounts> sweeps;
  std::vector<ExchangeCounts> exchanges;
  int n_copies() const;  // The number of sweeps that transform nothing. Errors: none.
};

// Memory that a plan allocates on one process, in bytes, for all n_fields.
struct PlanMemory {
  Index stages = 0;   // private memory between sweeps
  Index windows = 0;  // this process's part of shared memory
  Index tiles = 0;    // what the threads keep in cache while they sweep
  // All of it. Errors: none.
  Index total() const { return stages + windows + tiles; }
};

// What a plan would be, as one process of it sees it: the result of `describe()`.
struct Description {
  Choice choice;   // as it would be made
  Layout points;   // of the input of forward
  Layout modes;    // of the output of forward
  Box points_box;  // of the rank asked for
  Box modes_box;
  Storage points_storage;
  Storage modes_storage;
  Counts forward;
  Counts backward;
  PlanMemory memory;         // of the rank asked for
  Index in_place_bytes = 0;  // of an array for points and modes both, in plans with in_place=yes
  // One axis over several processes is transformed as two, of these lengths {fast, slow}; else empty. Blocks
  // of the points are multiples of `fast`, blocks of the modes of `slow`. In scrambled modes position p = i
  // fast + j holds mode i + j slow, with 0 <= j < fast and 0 <= i < slow; their blocks are multiples of
  // `fast`. Scrambled modes of real points have 0 <= i <= slow / 2; a mode above n / 2 has the wavenumber
  // less n.
  Extents axis_factors = {};
  // For each axis of the problem the number of processes p among which its points are dealt out in turns
  // (option deal=cycles), or 1. In the layouts an axis of n = p m points that is dealt out is two axes. At
  // the points they are (m, p): process s has all [i, s], the points i p + s. At the modes they are (p, m),
  // cut along m: [r, q] is mode r m + q. In C order an array of both axes is the array of the one.
  Extents cycles = {};
};

// The names of exchanges and of backends, for options and choices. Not collective. Errors: none.
const std::vector<std::string>& exchange_names();
const std::vector<std::string>& backend_names();
// The meaning of an exchange: how pieces travel. Not collective.
// name: of an exchange; Error(invalid_argument), with the nearest known name, for others. Example:
//   assert(weft::exchange_meaning("alltoallv").find("MPI_Ialltoallv") != std::string::npos);
std::string exchange_meaning(const std::string& name);

// The reason why plans cannot use a backend in this process, and the remedy; empty if they can. A library
// that is loaded on demand (FFTW, MKL) may be missing; weft's own kernels are always available. May load the
// library. Not collective.
// backend: its name; Error(invalid_argument) if there is no such backend. Example:
//   assert(weft::why_missing("native").empty());
std::string why_missing(const std::string& backend);

// The files of the library that a backend has loaded. FFTW has one for double and one for single precision.
// The result is empty for a missing library and for weft's own kernels. May load the library. Not collective.
// backend: its name; Error(invalid_argument) if there is no such backend.
// Example:
//   assert(weft::library_files("native").empty());
std::vector<std::string> library_files(const std::string& backend);

// A dry run: what a plan of a problem does on one of its processes. Reads no environment and measures
// nothing: with the option tune, the choice is the one by rule. Not collective; MPI need not be running.
// problem, options: as of a plan; Error(invalid_argument, not_applicable) as making the plan.
// n_processes, rank: the number of processes, and one of them, from 0; Error(invalid_argument) for other
//     ranks.
// processes_per_node: the number of consecutive ranks that share memory; Error(invalid_argument) below 1.
Description describe(const Problem& problem, int n_processes, int rank, const Options& options = {},
                     int processes_per_node = 1);

// Memory of all processes of a node together, in bytes.
struct NodeMemory {
  int n_processes = 1;      // of the node
  Index array_bytes = 0;    // of the users' arrays, points and modes, all fields
  PlanMemory plan;          // that the plans allocate; `windows` is what /dev/shm must have
  Index most_windows = 0;   // the largest part of `plan.windows` that belongs to one process
  Index least_windows = 0;  // the smallest
};

// A dry run: the memory on the node of process 0. With the exchange `node` the windows of its processes
// differ: one process of a node holds each message to another node and from there. Not collective; MPI need
// not be running.
// problem, n_processes, options, processes_per_node: as of `describe`. Errors: as of `describe`.
// Example:
//   const weft::Options options{{"exchange", "node"}};
//   const weft::NodeMemory memory = weft::describe_node(weft::r2c({64, 64, 64}), 8, options, 4);
//   assert(memory.n_processes == 4 && memory.plan.windows > 4 * memory.least_windows);
//   assert(memory.most_windows > memory.least_windows);
NodeMemory describe_node(const Problem& problem, int n_processes, const Options& options = {},
                         int processes_per_node = 1);

}  // namespace weft
