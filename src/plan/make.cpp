// Making a plan: collective and cautious. Arguments are proved equal, every local step that can fail is
// agreed on, and only then is anything allocated together.
#include <algorithm>

#include "base/memory.hpp"
#include "base/text.hpp"
#include "comm/agree.hpp"
#include "comm/check.hpp"
#include "kernels/kernel.hpp"
#include "plan/plan_impl.hpp"
#include "plan/processors.hpp"

namespace weft {
namespace {

std::string step_name(const LocalSweep& sweep) {
  std::vector<int> axes;
  for (const AxisTransform& transform : sweep.axes) axes.push_back(transform.axis);
  return axes.empty() ? "copy" : "sweep " + join(axes);
}

}  // namespace

Plan::Impl::Impl(const Problem& p, MPI_Comm comm, const Options& options, const Chooser& chooser)
    : problem(p), comms(communicators_of(comm, patience_of(options))), rank(comms->rank()) {
  prepare(comm, options, chooser);
  weft::agree(comms->base(), [&] { allocate(); });
  for (const Direction* direction : {&blueprint.forward, &blueprint.backward})
    for (const MoveStep& step : direction->moves)
      groups[group_name(step.move)] = comms->part(group_name(step.move), group_of(step.move, comms->rank()));
  Index window_bytes = 0;
  for (const WindowPlan& window : blueprint.windows) {
    window_bytes += total_bytes(window);
    windows.push_back(std::make_unique<SharedWindow>(groups.at(window.group_name), window.bytes,
                                                     settings.timeout_seconds, window.n_words));
    for (std::size_t i = 0; i < window.group.size(); ++i)
      slots[window.first_slot + i] = windows.back()->segment(static_cast<int>(i));
  }
  if (settings.shared_arrays) arrays = make_shared_arrays();
  weft::agree(comms->base(), [&] {
    make_team();
    kernels = std::make_unique<KernelCache>(blueprint.choice.threads);
    forward = build(blueprint.forward);
    backward = build(blueprint.backward);
  });
  allocated_bytes = arena.allocated_bytes() + window_bytes;
}

// Checks everything that can be checked, and settles the blueprint.
void Plan::Impl::prepare(MPI_Comm comm, const Options& options, const Chooser& chooser) {
  PlanTask task = make_task(problem, comm, *comms, options);
  settings = task.settings;
  const bool is_tuned = settings.tune != Tune::off && !settings.choice;
  if (is_tuned) settings.choice = chooser(task, remarks);
  const auto settle = [&] {
    const Choice choice = decide(problem, comms->size(), settings, task.machine);
    check_backends(choice, rank);
    blueprint = make_blueprint(problem, comms->rank(), settings, choice);
  };
  weft::agree(comms->base(), settle);
  if (!windows_fit()) {
    task.machine.windows_fit = false;
    if (is_tuned) settings.choice.reset();
    remarks.push_back("no shared windows: /dev/shm has too little space free on some node");
    weft::agree(comms->base(), settle);
  }
  description = describe_blueprint(blueprint, problem, comms->rank());
  weft::agree(comms->base(), [&] { check_memory(); });
}

// More memory than there is would be granted, and the process killed when it is used.
void Plan::Impl::check_memory() const {
  const std::vector<int>& node_of = comms->node_of();
  const auto on_node = std::count(node_of.begin(), node_of.end(), node_of[comms->rank()]);
  const Index needed = description.memory.total() * on_node, available = available_memory_bytes();
  if (needed > available)
    throw Error(ErrorCode::resource,
                "the plan needs " + std::to_string(needed) + " bytes of memory on the node of process " +
                    std::to_string(comms->rank()) + ", but " + std::to_string(available) +
                    " are available there; use more nodes, or a smaller problem");
}

// Is there enough shared memory on every node? Asked before any is touched: a touch beyond it is fatal.
bool Plan::Impl::windows_fit() const {
  Index bytes = 0;
  for (const WindowPlan& window : blueprint.windows) bytes += total_bytes(window);
  check_mpi(MPI_Allreduce(MPI_IN_PLACE, &bytes, 1, MPI_INT64_T, MPI_MAX, comms->base()),
            "adding up shared memory");
  const std::vector<int>& node_of = comms->node_of();
  const auto on_node = std::count(node_of.begin(), node_of.end(), node_of[comms->rank()]);
  int fits = bytes * on_node < free_shared_bytes() ? 1 : 0;
  check_mpi(MPI_Allreduce(MPI_IN_PLACE, &fits, 1, MPI_INT, MPI_MIN, comms->base()),
            "agreeing on shared memory");
  return fits != 0 || blueprint.windows.empty();
}

void Plan::Impl::allocate() {
  slots.assign(blueprint.n_slots, nullptr);
  for (std::size_t stage = 0; stage < blueprint.stage_bytes.size(); ++stage)
    slots[first_stage_slot + stage] = arena.allocate(blueprint.stage_bytes[stage]);
  for (int thread = 0; thread < blueprint.choice.threads; ++thread)
    workspaces.push_back({arena.allocate(blueprint.tile_in_bytes), arena.allocate(blueprint.tile_out_bytes),
                          arena.allocate(thread == 0 ? blueprint.block_bytes : blueprint.own_block_bytes)});
  in.reserve(problem.n_fields);
  out.reserve(problem.n_fields);
}

void Plan::Impl::make_team() {
  const std::vector<int>& node_of = comms->node_of();
  const auto on_node = std::count(node_of.begin(), node_of.end(), node_of[comms->rank()]);
  const Processors processors = processors_of(static_cast<int>(on_node));
  team = std::make_unique<Team>(blueprint.choice.threads, share_of(processors));
  const std::string remark = remark_on(blueprint.choice.threads, processors);
  if (!remark.empty()) remarks.push_back(remark);
}

std::unique_ptr<Exchange> Plan::Impl::build_exchange(const MoveStep& step) {
  const auto place = [&](Slot slot) {
    if (slot == input_slot) return Place{nullptr, &Call::in};
    if (slot == output_slot) return Place{nullptr, &Call::out};
    return Place{slot == no_slot ? nullptr : slots[slot], nullptr};
  };
  ExchangeSetup setup{step.move,
                      comms->rank(),
                      group_of(step.move, comms->rank()),
                      groups.at(group_name(step.move)),
                      place(step.send),
                      place(step.receive),
                      step.window < 0 ? nullptr : windows[step.window].get(),
                      step.from,
                      step.to,
                      settings.timeout_seconds,
                      step.window < 0 ? nullptr : &slots[blueprint.windows[step.window].first_slot],
                      arrays.get()};
  return step.row->make(setup);
}

// Null on a process that is alone on its node: nobody would write or read its arrays.
std::unique_ptr<SharedArrays> Plan::Impl::make_shared_arrays() const {
  const std::vector<int>& node_of = comms->node_of();
  std::vector<int> ranks;
  for (int r = 0; r < comms->size(); ++r)
    if (node_of[r] == node_of[rank]) ranks.push_back(r);
  const MPI_Comm node = comms->part("node", ranks);
  return ranks.size() > 1 ? std::make_unique<SharedArrays>(node, ranks) : nullptr;
}

Machines Plan::Impl::build(const Direction& direction) {
  Machines machines;
  std::vector<std::string> sweep_names, exchange_names;
  for (const SweepStep& step : direction.sweeps) {
    machines.sweeps.push_back(step.runs ? std::make_unique<Sweep>(step.sweep, *kernels, workspaces, *team)
                                        : nullptr);
    sweep_names.push_back(step_name(step.sweep));
  }
  for (const MoveStep& step : direction.moves) {
    machines.exchanges.push_back(build_exchange(step));
    exchange_names.push_back(step.row->name);
  }
  machines.times = name_steps(sweep_names, exchange_names);
  return machines;
}

}  // namespace weft
