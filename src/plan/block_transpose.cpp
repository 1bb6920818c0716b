// The program of a paper, as stages of the same model: see predict_block_transpose().
//
// Its operations are the usual 5/2 N^3 log2 N^3: every axis has as many real lines. Words are copied
// 2/P + (P-1)/P^2 times the padded array (equation 4): once into the temporary array, once back, and what
// came from others once more; how the paper divides them between the copies before and after the exchange it
// does not say. Messages are what the row `pairwise` takes (equation 5).
#include <algorithm>
#include <cmath>

#include "exchange/exchange.hpp"
#include "kernels/kernel.hpp"
#include "machine/sweep_seconds.hpp"
#include "model/lookups.hpp"
#include "weft/error.hpp"
#include "weft/prediction.hpp"

namespace weft {

namespace {

struct Program {
  const Extents& shape;
  Precision precision;
  int n_processes;
  int n_on_node;
  const MachineModel& model;
  Nodes nodes;
  int word_bytes() const { return precision == Precision::single_ ? 4 : 8; }
  // Of the padded array of one process.
  double array_bytes() const {
    return real(shape[0]) * real(shape[1]) * real(shape[2] + 2) * word_bytes() / n_processes;
  }
};

StagePrediction sweep_stage(const Program& program, const std::string& name, const Axes& axes) {
  StagePrediction stage;
  stage.stage = name;
  double points = 1;
  for (const Index n : program.shape) points *= real(n);
  for (const int axis : axes) {
    const Index n = program.shape[static_cast<std::size_t>(axis)];
    const auto line =
        line_seconds(program.model, backend_table().front().name, Kind::r2c, program.precision, n);
    if (!line)
      fail(ErrorCode::not_applicable, "the machine file has no lines of backend " +
                                          backend_table().front().name +
                                          "; list them, or say what an operation takes");
    stage.arithmetic += points / real(n) / program.n_processes * *line;
  }
  stage.bytes = static_cast<Index>(2 * program.array_bytes());
  return stage;
}

// Copies `arrays` times the padded array of a process.
StagePrediction copy_stage(const Program& program, double arrays) {
  const double bytes = 2 * arrays * program.array_bytes();
  StagePrediction stage;
  stage.stage = "copy";
  stage.memory =
      bytes / copy_rate(program.model, program.n_on_node, static_cast<Index>(2 * program.array_bytes()));
  stage.bytes = static_cast<Index>(bytes);
  return stage;
}

// Everybody has a block of so many bytes for everybody.
StagePrediction exchange_stage(const Program& program) {
  const int p = program.n_processes;
  const Index block = std::llround(program.array_bytes() / p);
  if (block < 1) fail(std::to_string(p) + " processes have no byte to exchange; use fewer of them");
  const Extents shape{p, p, block};
  const Redistribution move{{shape, {{p}}, {0}, {}}, {shape, {{p}}, {1}, {}}, 1};
  const ExchangeRow& row = find_exchange("pairwise");
  StagePrediction stage;
  stage.stage = row.name;
  stage.is_exchange = true;
  stage.messages =
      row.seconds(move, 0, {program.model, program.n_on_node == p, program.n_on_node, program.nodes});
  stage.n_messages = p - 1;
  stage.bytes = (p - 1) * block;
  return stage;
}

std::vector<StagePrediction> stages_of(const Program& program) {
  const double p = program.n_processes, from_others = (p - 1) / p;
  std::vector<StagePrediction> stages{sweep_stage(program, "sweep 2,1", {2, 1}), copy_stage(program, 1)};
  if (program.n_processes > 1) stages.push_back(exchange_stage(program));
  stages.push_back(copy_stage(program, 1 + from_others));
  stages.push_back(sweep_stage(program, "sweep 0", {0}));
  return stages;
}

}  // namespace

Prediction predict_block_transpose(const Extents& shape, Precision precision, int n_processes,
                                   const MachineModel& model, int processes_per_node) {
  if (n_processes < 1) fail("a program needs at least 1 process, not " + std::to_string(n_processes));
  Problem problem = r2c(shape);
  problem.precision = precision;
  check(problem);
  if (shape.size() != 3)
    fail("the block transpose is of arrays of 3 axes, not of " + std::to_string(shape.size()) +
         "; give three lengths like 128x128x128");
  const int per_node =
      std::min(processes_per_node > 0 ? processes_per_node : model.processes_per_node, n_processes);
  Program program{shape, precision, n_processes, per_node, model, {}};
  for (int r = 0; r < n_processes; ++r) program.nodes.node_of.push_back(r / per_node * per_node);
  Prediction prediction;
  prediction.choice = {{{n_processes}}, backend_table().front().name, {}};
  if (n_processes > 1) prediction.choice.steps = {"pairwise"};
  prediction.n_processes = n_processes;
  prediction.processes_per_node = per_node;
  std::vector<StagePrediction> stages = stages_of(program);
  for (const char* direction : {"forward", "backward"}) {
    for (StagePrediction& stage : stages) stage.direction = direction;
    prediction.stages.insert(prediction.stages.end(), stages.begin(), stages.end());
    std::reverse(stages.begin(), stages.end());
  }
  prediction.array_bytes = static_cast<Index>(program.array_bytes());
  prediction.memory.stages = prediction.array_bytes;  // the temporary array
  return prediction;
}

}  // namespace weft
