// What a simulation costs, before it is made: its time by the model, its memory by counting its arrays.
#pragma once

#include "weft/machine_model.hpp"
#include "weft/options.hpp"
#include "weft/prediction.hpp"
#include "weft/problem.hpp"

namespace weft::apps {

// One stage in time: a convolve of so many fields to the points, and so many back.
struct StageOfFields {
  int n_to_points, n_to_modes;
};

// A simulation as its settings describe it.
struct Work {
  Problem problem;  // of its plan
  Options options;  // of its plan
  StageOfFields stage;
  int n_stages = 1;          // of a step
  double modes_arrays = 0;   // that it keeps: complex arrays of all modes; tables count as parts of one
  double points_arrays = 0;  // real arrays of all points
  double saved_arrays = 0;   // of the modes, in a checkpoint
  double dt = 0;             // length of a step
};

// Predicted seconds; communication is part of the transforms.
struct PredictedTimes {
  double transforms = 0, communication = 0;
};

// Of one stage on a number of processes. `options` are those of the plan. Not collective;
// Error(invalid_argument, not_applicable) as of `predict`.
PredictedTimes predicted_times(const Problem& problem, const StageOfFields& stage, int n_processes,
                               const MachineModel& machine, const Options& options, int processes_per_node);

struct Cost {
  double step_seconds = 0;     // of the transforms of a step
  Index node_bytes = 0;        // of all processes of the node of process 0, with shared memory
  Index checkpoint_bytes = 0;  // of a file
};

// By the model of `machine`, on nodes of so many processes. Not collective; Errors as above.
Cost cost_of(const Work& work, int n_processes, const MachineModel& machine, int processes_per_node);

}  // namespace weft::apps
