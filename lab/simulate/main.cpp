// One simulated job: a plan, pairs of calls, and what they took, as JSON. Started by smpirun; see
// __main__.py.
//
// Sweeps take the seconds of a machine file (WEFT_MACHINE_PACE); messages take what SimGrid says. Without
// --data memory is folded and nothing is computed; with it every process has its arrays, the native kernels
// transform them, in no simulated time, and the result is compared with what it has to be.
#include <mpi.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <sstream>
#include <string>

#include "case.hpp"
#include "emulation/emulation.hpp"
#include "emulation/machine_pace.hpp"
#include "model/lookups.hpp"
#include "waves.hpp"
#include "weft/prediction.hpp"
#include "world.hpp"

namespace simulate {
namespace {

using weft::Index;

struct Memory {
  explicit Memory(Index bytes) : address(bytes > 0 ? allocate(static_cast<std::size_t>(bytes)) : nullptr) {}
  ~Memory() {
    if (address != nullptr) release(address);
  }
  Memory(const Memory&) = delete;
  Memory& operator=(const Memory&) = delete;
  void* address;
};

double largest(double mine) {
  double all = 0;
  MPI_Allreduce(&mine, &all, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
  return all;
}

struct Seconds {
  double forward = 0, backward = 0, pair = 0;
};

// Longest of all processes, as the paper takes them.
Seconds run_pair(weft::Plan& plan, void* points, void* modes) {
  MPI_Barrier(MPI_COMM_WORLD);
  const double begin = now();
  plan.forward(points, modes);
  const double middle = now();
  plan.backward(modes, points);
  const double end = now();
  return {largest(middle - begin), largest(end - middle), largest(end - begin)};
}

Index bytes_of(const weft::Storage& storage, const weft::Problem& problem, bool real) {
  return storage.n_elements() * (problem.precision == weft::Precision::double_ ? 8 : 4) * (real ? 1 : 2);
}

// What a process of rank 0 needs at most, with room for those that need a little more.
std::size_t bytes_of_fold(const Case& c, int size, int per_node) {
  const weft::Description plan = weft::describe(c.problem, size, 0, c.options, per_node);
  const Index arrays = bytes_of(plan.points_storage, c.problem, points_are_real(c.problem)) +
                       bytes_of(plan.modes_storage, c.problem, false);
  return static_cast<std::size_t>(2 * (plan.memory.total() + arrays) + (Index{1} << 22));
}

// Processes of the host of this one.
int count_on_node() {
  MPI_Comm node = MPI_COMM_NULL;
  MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node);
  int n = 1;
  MPI_Comm_size(node, &n);
  MPI_Comm_free(&node);
  return n;
}

// Of the exchanges of a pair, as the plan counts them.
Traffic planned(const weft::Plan& plan) {
  Traffic all;
  for (const weft::Counts* counts : {&plan.description().forward, &plan.description().backward})
    for (const weft::ExchangeCounts& exchange : counts->exchanges) {
      all.messages += exchange.messages;
      all.bytes += exchange.bytes_sent;
    }
  return all;
}

// Summed over the processes.
Traffic of_all(const Traffic& mine) {
  std::int64_t numbers[] = {mine.messages, mine.bytes};
  MPI_Allreduce(MPI_IN_PLACE, numbers, 2, MPI_INT64_T, MPI_SUM, MPI_COMM_WORLD);
  return {numbers[0], numbers[1]};
}

std::string quoted(const std::string& text) {
  std::string all = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') all += '\\';
    all += c;
  }
  return all + '"';
}

std::string to_json(const Traffic& t) {
  return "{\"messages\": " + std::to_string(t.messages) + ", \"bytes\": " + std::to_string(t.bytes) + "}";
}

void write(const Case& c, const std::string& text) {
  if (c.json.empty()) {
    std::cout << text;
    return;
  }
  std::ofstream file(c.json);
  file << text;
  if (!file.flush()) throw weft::Error(weft::ErrorCode::resource, "cannot write " + c.json);
}

// One line a stage, seconds of one call.
std::string stages_to_json(const weft::Plan& plan, int repeats) {
  std::ostringstream text;
  text.precision(9);
  const char* between = "";
  for (const weft::StageTimer& timer : plan.gather_timers()) {
    text << between << "\n    {\"direction\": \"" << timer.direction << "\", \"stage\": \"" << timer.stage
         << "\", \"kind\": \"" << timer.kind << "\", \"mean\": " << timer.mean_seconds / repeats
         << ", \"max\": " << timer.max_seconds / repeats << "}";
    between = ",";
  }
  return text.str();
}

// What weft::predict says of the same plan on the machine whose sweeps are simulated, with this network.
std::string prediction_to_json(const Case& c, int size, int per_node) {
  if (!c.network) return "null";
  weft::MachineModel model = *weft::lab::machine_pace();
  model.messages.clear();
  model.exchanges.clear();
  for (Index bytes = 8; bytes <= Index{1} << 30; bytes *= 8) {
    const auto n = static_cast<double>(bytes);
    model.messages.push_back({bytes, true, c.network->node_start + n / c.network->node_rate});
    model.messages.push_back({bytes, false, c.network->start + n / c.network->rate});
  }
  weft::Options options = c.options;
  options.set("backend", "native");
  const weft::Prediction found = weft::predict(c.problem, size, model, options, per_node);
  double sweeps = 0, exchanges = 0;
  for (const weft::StagePrediction& stage : found.stages)
    (stage.is_exchange ? exchanges : sweeps) += stage.seconds();
  std::ostringstream text;
  text.precision(9);
  text << "{\"pair\": " << found.pair_seconds() << ", \"sweeps\": " << sweeps
       << ", \"exchanges\": " << exchanges << "}";
  return text.str();
}

// The largest error of a forward and a backward call, of all processes.
double verify(weft::Plan& plan, void* points, void* modes) {
  fill_waves(plan, points);
  plan.forward(points, modes);
  const double error = error_of_modes(plan, modes);
  plan.backward(modes, points);
  return largest(std::max(error, error_of_points(plan, points)));
}

struct Outcome {
  int size = 1, per_node = 1;
  double error = 0;  // of data
  Seconds seconds;   // of the last round: without noise all are the same
  Traffic planned, sent;
  std::string choice, stages, predicted;
};

std::string to_json(const Case& c, const Outcome& o) {
  std::ostringstream text;
  text.precision(9);
  text << "{\"shape\": " << quoted(weft::to_text(c.problem.shape))
       << ", \"transform\": " << quoted(get(c.problem, "transform"))
       << ", \"precision\": " << quoted(get(c.problem, "precision")) << ",\n \"processes\": " << o.size
       << ", \"processes_per_node\": " << o.per_node << ", \"choice\": " << quoted(o.choice)
       << ", \"machine\": " << quoted(c.machine) << ",\n \"data\": " << (c.data ? "true" : "false")
       << ", \"error\": ";
  if (c.data)
    text << o.error;
  else
    text << "null";
  text << ", \"planned\": " << to_json(o.planned) << ", \"sent\": " << to_json(o.sent)
       << ",\n \"forward\": " << o.seconds.forward << ", \"backward\": " << o.seconds.backward
       << ", \"pair\": " << o.seconds.pair << ",\n \"predicted\": " << o.predicted << ",\n \"stages\": ["
       << o.stages << "]}\n";
  return text.str();
}

Outcome outcome_of(const Case& c, int size, int per_node) {
  Outcome o;
  o.size = size;
  o.per_node = per_node;
  if (!c.data) fold_memory(bytes_of_fold(c, size, per_node));
  weft::Plan plan(c.problem, MPI_COMM_WORLD, c.options);
  const Index points_bytes = bytes_of(plan.points_storage(), c.problem, points_are_real(c.problem)),
              modes_bytes = bytes_of(plan.modes_storage(), c.problem, false);
  set_packing_rate(weft::copy_rate(*weft::lab::machine_pace(), per_node, points_bytes + modes_bytes));
  const Memory points(points_bytes), modes(modes_bytes);
  if (c.data) o.error = verify(plan, points.address, modes.address);
  plan.reset_timers();
  traffic() = {};
  for (int i = 0; i < c.repeats; ++i) o.seconds = run_pair(plan, points.address, modes.address);
  o.planned = of_all(planned(plan));
  o.sent = of_all({traffic().messages / c.repeats, traffic().bytes / c.repeats});
  o.choice = weft::to_text(plan.choice());
  o.stages = stages_to_json(plan, c.repeats);
  return o;
}

void simulate_case(const Case& c) {
  int rank = 0, size = 1;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  setenv("WEFT_WAITING", "mpi", 1);
  setenv(weft::lab::machine_pace_variable, c.machine.c_str(), 1);
  c.data ? weft::lab::emulate_processors() : weft::lab::emulate_processors_alone();
  if (c.predict_processes > 0) {
    const std::string predicted = prediction_to_json(c, c.predict_processes, c.predict_per_node);
    if (rank == 0) write(c, "{\"predicted\": " + predicted + "}\n");
    return;
  }
  const int per_node = count_on_node();
  Outcome outcome = outcome_of(c, size, per_node);
  if (rank != 0) return;
  outcome.predicted = prediction_to_json(c, size, per_node);
  write(c, to_json(c, outcome));
}

}  // namespace
}  // namespace simulate

int main(int n_words, char** words) {
  MPI_Init(&n_words, &words);
  int status = 0;
  try {
    simulate::simulate_case(simulate::parse(n_words, words));
  } catch (const std::exception& error) {
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) std::cerr << "simulate: error: " << error.what() << "\n";
    status = 2;
  }
  MPI_Finalize();
  return status;
}
