// Questions to a MachineModel: what something takes that was not measured exactly so. Pure functions.
//
// Between two measured points they interpolate (straight in logarithms), beyond the last one they continue
// with the law that is stated for each; what was not measured at all is taken from typical_model(). For a
// model with finite numbers greater than 0, and any arguments (less than 1 counts as 1), the answers are
// finite and greater than 0. More bytes, or more processes that wait for each other, never take less time.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/kind.hpp"
#include "model/messages.hpp"
#include "weft/machine_model.hpp"

namespace weft::inline model {

// One kind for each name under which lines are measured, and whether a text is one: "c2c", "r2c", "c2r", and
// of cosine and sine transforms "dct1", "dct2" (types II and III) and "dct4".
std::vector<Kind> measured_kinds_of_lines();
bool is_measured_transform(const std::string& name);

// Seconds of one line of n points (real or complex, as `kind` says; of cosine and sine transforms real) in
// cache. What is interpolated is the time per n log2 n among lengths of the same class: powers of 2; products
// of 2, 3, 5, 7, 11 and 13; odd ones of these if two halves of the line are one complex line; others. The
// length of a type I is its number of intervals. A class without a measured length is answered by the slowest
// class that has one. `backend` as in a choice: "fftw" means the first effort of FFTW that was measured.
// Cosine and sine transforms that were not measured: by as much slower than c2c as they are typically.
// Of a machine that is described by `operation_seconds`, a line without entry takes 5 n log2 n of these,
// a real one half as many. Nothing for a backend of which neither is known.
std::optional<double> line_seconds(const MachineModel& model, const std::string& backend, Kind kind,
                                   Precision precision, Index n);

// Bytes read plus bytes written per second by each of `n_processes` of a node that copy at once, each between
// two arrays that together have `working_set` bytes. More processes than were measured: as fast as those in
// their caches, and sharing in memory what the most processes reached together.
double copy_rate(const MachineModel& model, int n_processes, Index working_set);

// The ratio of a sweep, from those of the same shape, transform, precision and backend ("fftw" is any of its
// efforts): interpolated over the footprint and the number of processes. Another transform stands in for one
// that was not measured, then another shape; 1 if nothing fits. `asked.ratio` does not matter.
double sweep_ratio(const MachineModel& model, const SweepTime& asked);

// Seconds of an MPI_Barrier. Beyond the most measured processes: in proportion to log2 of their number.
// Not measured, and messages by formula: log2 of them one after the other.
double barrier_seconds(const MachineModel& model, int n_processes);

// Seconds of `times` (peers or datatypes of a model) for a process that takes `bytes` from others, which do
// so as well. Of another number of processes: as of those that were measured. 0 where nothing was measured.
double peer_seconds(const std::vector<PeerTime>& times, Index bytes);

// Seconds of a round of flags in shared memory: all say that they are ready, and look whether all others are.
// Beyond the most measured processes: in proportion to their number.
double flag_seconds(const MachineModel& model, int n_processes);

}  // namespace weft::inline model
