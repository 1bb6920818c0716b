// What a transform will take on a machine, before it runs there: stage by stage, for any number of processes.
//
// A prediction is the sum of what each sweep and each exchange of the plan takes, from the plan's own counts
// (weft/description.hpp) and from a MachineModel: one that `weft calibrate` measured, or one written by hand
// for a machine that nobody has yet. The tuner orders its candidates by the same sums. doc/model.md explains
// the terms and how far to trust them. All are pure functions: no MPI, no measurement. Not collective.
//
// Example:
//   weft::MachineModel machine = weft::typical_machine();
//   const weft::Prediction p = weft::predict(weft::r2c({512, 512, 512}), 64, machine, {{"grid", "8x8"}}, 16);
//   assert(p.stages.size() == 10 && p.pair_seconds() > 0 && p.seconds("forward") < p.pair_seconds());
#pragma once

#include <string>
#include <vector>

#include "weft/choice.hpp"
#include "weft/description.hpp"
#include "weft/export.h"
#include "weft/machine_model.hpp"
#include "weft/options.hpp"
#include "weft/problem.hpp"

namespace weft WEFT_API {

// One sweep or exchange of a call, of all fields, on process 0 (whose blocks are the largest). Seconds.
struct StagePrediction {
  std::string direction;  // "forward" or "backward"
  std::string stage;      // as in timers: "sweep 2,1", "copy", or the row of the exchange
  bool is_exchange = false;
  double arithmetic = 0;  // of a sweep: its lines, in cache
  double memory = 0;      // of a sweep: its way through caches and memory
  double messages = 0;    // of an exchange: messages, flags in shared memory, meetings
  double hidden = 0;      // part of this exchange that travels while the process sweeps
  Index bytes = 0;        // read and written by a sweep; sent by an exchange
  Index n_messages = 0;   // sent by an exchange
  // What the stage adds to the call. Errors: none.
  double seconds() const { return arithmetic + memory + messages - hidden; }
};

struct Prediction {
  Choice choice;
  int n_processes = 1;
  int processes_per_node = 1;
  int n_fields = 1;                     // of each call
  std::vector<StagePrediction> stages;  // forward, then backward
  PlanMemory memory;                    // that the plan allocates on process 0
  Index array_bytes = 0;                // of the user's arrays of process 0, points and modes, all fields

  // Seconds of one call, whose `direction` is "forward" or "backward". Errors: none.
  double seconds(const std::string& direction) const;
  double pair_seconds() const;  // Seconds of both calls. Errors: none.
};

// What a plan takes on a machine, process 0 of so many. Not collective.
// problem, n_processes, options: as of `describe()`; Error(invalid_argument, not_applicable) as there. With
//     the option tune, the plan is the one that has the least sum, as tune=estimate finds it, otherwise the
//     one by rule.
// model: the machine.
// processes_per_node: so many consecutive ranks share a node; 0: as many as in the model.
Prediction predict(const Problem& problem, int n_processes, const MachineModel& model,
                   const Options& options = {}, int processes_per_node = 0);

// What another program takes: a real transform of three axes by slabs, as 2-D transforms, a copy, blocks
// exchanged pair by pair (the row pairwise), a copy that rearranges the blocks, 1-D transforms. On a machine
// by hand with the paper's constants, words of 4 bytes and an even number of processes its forward call takes
// equation 4 (sweeps and copies) and equation 5 (messages), where blocks are whole bytes. As there, blocks
// are those of evenly divided slabs, even where there are more processes than planes (source: P. Dmitruk,
// L.-P. Wang, W. H. Matthaeus, R. Zhang, D. Seckel, Scalable parallel FFT for spectral simulations on a
// Beowulf cluster, Parallel Computing 27, 2001). Not collective.
// shape: three lengths; Error(invalid_argument) for another number of axes.
// precision: of the words that are copied and sent.
// n_processes: at least 1, and at most as many as there are bytes to exchange, else Error(invalid_argument).
// model: the machine; Error(not_applicable) if it does not say what lines take.
// processes_per_node: so many consecutive ranks share a node; 0: as many as in the model.
// Example:
//   const weft::MachineModel machine = weft::load_machine_file("beowulf-2001");
//   const weft::Prediction p =
//       weft::predict_block_transpose({128, 128, 128}, weft::Precision::single_, 16, machine);
//   assert(p.stages.size() == 10 && p.seconds("forward") > 0.15 && p.seconds("forward") < 0.20);
Prediction predict_block_transpose(const Extents& shape, Precision precision, int n_processes,
                                   const MachineModel& model, int processes_per_node = 0);

// A machine for estimates where none was measured: one core of a server processor of 2020, two of them on a
// node, on a network of 100 Gbit/s. Always the same. Not collective.
// Errors: none.
const MachineModel& typical_machine();

}  // namespace weft
