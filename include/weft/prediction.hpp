// The predicted time of a transform on a machine: stage by stage, for any number of processes.
//
// A prediction is the sum of the times of each sweep and each exchange of the plan. They come from the plan's
// own counts (weft/description.hpp) and from a MachineModel, which `weft calibrate` measured or which is
// written by hand. The tuner orders its candidates by the same sums. doc/model.md explains the terms and
// their accuracy. All are pure functions, without MPI and without measurement. Not collective.
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
  double messages = 0;    // of an exchange: messages, flags in shared memory, barriers
  double hidden = 0;      // part of this exchange that travels while the process sweeps
  Index bytes = 0;        // read and written by a sweep; sent by an exchange
  Index n_messages = 0;   // sent by an exchange
  // Seconds that the stage adds to the call. Errors: none.
  double seconds() const { return arithmetic + memory + messages - hidden; }
};

// What a transform will take on a machine: the result of `predict()`.
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

// Predicts the time of a plan on a machine, for process 0 of n_processes. Not collective.
// problem, n_processes, options: as of `describe()`; Error(invalid_argument, not_applicable) as there. With
//     the option tune the plan is that with the least sum, as tune=estimate finds it; otherwise that by rule.
// model: the machine.
// processes_per_node: the number of consecutive ranks that share a node; 0: as many as in the model.
Prediction predict(const Problem& problem, int n_processes, const MachineModel& model,
                   const Options& options = {}, int processes_per_node = 0);

// Predicts the time of another program: a real transform of three axes by slabs. Its steps are 2-D
// transforms, a copy, blocks exchanged pair by pair (the row pairwise), a copy that rearranges the blocks,
// and 1-D transforms. On a machine by hand with the paper's constants its forward call takes equation 4
// (sweeps and copies) and equation 5 (messages). That holds for words of 4 bytes, an even number of
// processes, and blocks of whole bytes. As in the paper, blocks are those of evenly divided slabs, even with
// more processes than planes. See P. Dmitruk, L.-P. Wang, W. H. Matthaeus, R. Zhang, D. Seckel, Scalable
// parallel FFT for spectral simulations on a Beowulf cluster, Parallel Computing 27, 2001. Not collective.
// shape: three lengths; Error(invalid_argument) for another number of axes.
// precision: of the words that are copied and sent.
// n_processes: from 1 to the number of bytes to exchange, else Error(invalid_argument).
// model: the machine; Error(not_applicable) if it has no time of lines.
// processes_per_node: the number of consecutive ranks that share a node; 0: as many as in the model.
// Example:
//   const weft::MachineModel machine = weft::load_machine_file("beowulf-2001");
//   const weft::Prediction p =
//       weft::predict_block_transpose({128, 128, 128}, weft::Precision::single_, 16, machine);
//   assert(p.stages.size() == 10 && p.seconds("forward") > 0.15 && p.seconds("forward") < 0.20);
Prediction predict_block_transpose(const Extents& shape, Precision precision, int n_processes,
                                   const MachineModel& model, int processes_per_node = 0);

// The machine for estimates without a measured one: a server processor of 2020, two cores on a node, on a
// network of 100 Gbit/s. Always the same. Not collective. Errors: none.
const MachineModel& typical_machine();

}  // namespace weft
