// Making a plan: collective and cautious. Arguments are proved equal, every local step that can fail is
// agreed on, and only then is anything allocated together.
#include <algorithm>

#include "base/memory.hpp"
#include "base/narrow.hpp"
#include "comm/agree.hpp"
#include "comm/check.hpp"
#include "kernels/kernel.hpp"
#include "plan/plan_impl.hpp"
#include "plan/processors.hpp"
#include "weft/words.hpp"

namespace weft {

Plan::Impl::Impl(const Problem& p, MPI_Comm comm, const Options& options, const Chooser& chooser)
    : Life("plan", communicators_of(comm, patience_of(options))),
      problem(p),
      doing("to a call of " + take_name(p.shape)),
      rank(comms->rank()),
      node_of(comms->node_of()) {
  const Doing making("to make a plan", patience_of(options));
  prepare(comm, options, chooser);
  weft::agree(comms->base(), [&] { allocate(); });
  for (const Direction* direction : directions_of(blueprint))
    for (const MoveStep& step : direction->moves)
      groups[group_name(step.move)] = comms->part(group_name(step.move), group_of(step.move, comms->rank()));
  make_windows();
  if (settings.shared_arrays) arrays = make_shared_arrays();
  next_tag = comms->take_tags(n_exchanges());
  weft::agree(comms->base(), [&] {
    make_team();
    sweeps = sweep_makers().of_plan != nullptr ? sweep_makers().of_plan({problem, blueprint, rank, node_of})
                                               : std::make_unique<SweepMaker>();
    kernels = std::make_unique<KernelCache>(blueprint.choice.threads);
    forward = build(blueprint.forward, "forward");
    backward = build(blueprint.backward, "backward");
    if (blueprint.convolution) convolution = build(*blueprint.convolution);
    for (const BuiltDirection* built : directions()) running.expect(*built);
  });
  allocated_bytes = arena.allocated_bytes();
  for (const WindowPlan& window : blueprint.windows)
    allocated_bytes += blueprint.n_lumps * total_bytes(window);
}

// Exchanges that may be under way at a time. The same number on all processes.
int Plan::Impl::n_exchanges() const {
  Index n = 0;
  for (const Direction* direction : directions_of(blueprint))
    for (const MoveStep& step : direction->moves) n += blueprint.n_lumps * n_strips(step.move);
  return narrow(n, "the number of exchanges");
}

void Plan::Impl::make_windows() {
  for (const WindowPlan& window : blueprint.windows)
    groups[window.group_name] = comms->part(window.group_name, window.group);
  for (int lump = 0; lump < blueprint.n_lumps; ++lump)
    for (const WindowPlan& window : blueprint.windows) {
      windows.push_back(std::make_unique<SharedWindow>(groups.at(window.group_name), window.bytes,
                                                       settings.timeout_seconds, window.n_words));
      int position = 0;
      for (Place& segment : segments_of(window, lump)) segment = windows.back()->segment(position++);
    }
}

// The slots of its segments.
std::span<Place> Plan::Impl::segments_of(const WindowPlan& window, int lump) {
  return std::span(slots[lump]).subspan(window.first_slot, window.group.size());
}

// Checks everything that can be checked, and settles the blueprint.
void Plan::Impl::prepare(MPI_Comm comm, const Options& options, const Chooser& chooser) {
  PlanTask task = make_task(problem, comm, *comms, options);
  settings = task.settings;
  const bool is_tuned = settings.tune != Tune::off && !settings.choice;
  if (is_tuned) settings.choice = chooser(task, remarks);
  if (!settings.choice && settings.threads == 0) task.machine.n_processors = processors_of_each(*comms);
  const auto settle = [&] {
    const Choice choice = decide(problem, comms->size(), settings, task.machine);
    check_backends(choice, rank);
    blueprint = make_blueprint(problem, comms->rank(), settings, choice, task.machine.node_of);
  };
  weft::agree(comms->base(), settle);
  if (!windows_fit()) {
    task.machine.windows_fit = false;
    if (is_tuned) settings.choice.reset();
    remarks.emplace_back("no shared windows: /dev/shm has too little space free on some node");
    weft::agree(comms->base(), settle);
  }
  description = describe_blueprint(blueprint, problem, comms->rank());
  const Index needed = sum_on_node(description.memory.total());
  weft::agree(comms->base(), [&] { check_memory(needed); });
}

// The numbers of all processes of this node together. (With `exchange=node` they may differ much.)
Index Plan::Impl::sum_on_node(Index mine) const {
  const std::vector<int>& node_of = comms->node_of();
  std::vector<Index> all(node_of.size());
  check_mpi(MPI_Allgather(&mine, 1, MPI_INT64_T, all.data(), 1, MPI_INT64_T, comms->base()),
            "adding up memory");
  Index sum = 0;
  for (std::size_t r = 0; r < all.size(); ++r)
    if (node_of[r] == node_of[comms->rank()]) sum += all[r];
  return sum;
}

// More memory than there is would be granted, and the process killed when it is used.
void Plan::Impl::check_memory(Index needed) const {
  const Index available = available_memory_bytes();
  if (needed > available)
    fail(ErrorCode::resource, "the plan needs " + std::to_string(needed) +
                                  " bytes of memory on the node of process " + std::to_string(comms->rank()) +
                                  ", but " + std::to_string(available) +
                                  " are available there; use more nodes, or a smaller problem");
}

// Is there enough shared memory on every node? Asked before any is touched: a touch beyond it is fatal.
bool Plan::Impl::windows_fit() const {
  Index bytes = 0;
  for (const WindowPlan& window : blueprint.windows) bytes += blueprint.n_lumps * total_bytes(window);
  int fits = sum_on_node(bytes) < free_shared_bytes() ? 1 : 0;
  check_mpi(MPI_Allreduce(MPI_IN_PLACE, &fits, 1, MPI_INT, MPI_MIN, comms->base()),
            "agreeing on shared memory");
  return fits != 0 || blueprint.windows.empty();
}

void Plan::Impl::allocate() {
  arena = Arena(*settings.space);
  stream = std::make_unique<OpenStream>(*settings.space);
  running.queue_in(*stream);
  slots.assign(blueprint.n_lumps, std::vector<Place>(blueprint.n_slots, Place(nullptr, arena.space())));
  for (std::vector<Place>& of_lump : slots)
    for (std::size_t buffer = 0; buffer < blueprint.buffer_bytes.size(); ++buffer)
      of_lump[first_buffer_slot + buffer].address = arena.allocate(blueprint.buffer_bytes[buffer]);
  workspaces = blueprint.tiles.allocate(arena, blueprint.choice.threads);
  in.reserve(problem.n_fields);
  out.reserve(problem.n_fields);
  if (!blueprint.convolution) return;
  nowhere.assign(problem.n_fields, nullptr);
  for (int thread = 0; thread < blueprint.choice.threads; ++thread)
    chunks.push_back(arena.allocate(blueprint.convolution->plan.buffer_bytes()));
}

void Plan::Impl::make_team() {
  const std::vector<int>& node_of = comms->node_of();
  const auto on_node = std::count(node_of.begin(), node_of.end(), node_of[comms->rank()]);
  const Processors processors = processors_of(static_cast<int>(on_node));
  team = std::make_unique<Team>(blueprint.choice.threads, share_of(processors));
  const std::string remark = remark_on(blueprint.choice.threads, processors);
  if (!remark.empty()) remarks.push_back(remark);
}

std::unique_ptr<Exchange> Plan::Impl::build_exchange(const MoveStep& step, int lump, Index strip) {
  std::vector<Place>& memory = slots[lump];
  const auto place = [&](Slot slot) {
    const Place none(nullptr, arena.space());
    if (slot == input_slot) return MessagePlace{none, &Call::in};
    if (slot == output_slot) return MessagePlace{none, &Call::out};
    return MessagePlace{slot == no_slot ? none : memory[slot], nullptr};
  };
  const bool has_window = step.window >= 0;
  const auto window = static_cast<std::size_t>(step.window) + lump * blueprint.windows.size();
  return step.row->make(
      {.move = n_strips(step.move) > 1 ? strip_of(step.move, strip) : step.move,
       .rank = comms->rank(),
       .group = group_of(step.move, comms->rank()),
       .comm = groups.at(group_name(step.move)),
       .send = place(step.send),
       .receive = place(step.receive),
       .window = has_window ? windows[window].get() : nullptr,
       .from = step.from,
       .to = step.to,
       .timeout_seconds = settings.timeout_seconds,
       .segments = has_window ? segments_of(blueprint.windows[step.window], lump) : std::span<Place>(),
       .arrays = arrays.get(),
       .nodes = blueprint.nodes,
       .words_beside = !comms->calls().are_on_board(group_of(step.move, comms->rank())),
       .tag = next_tag++,
       .stream = stream->get(),
       .takes_over = step.takes_over});
}

BuiltExchange Plan::Impl::build_exchange(const MoveStep& step, const std::string& where,
                                         const std::string& direction) {
  BuiltExchange built;
  built.n_strips = step.is_local ? 0 : n_strips(step.move);
  built.comm = groups.at(group_name(step.move));
  built.where = where + " (" + step.row->name + "), process " + std::to_string(rank);
  for (int lump = 0; lump < blueprint.n_lumps; ++lump)
    for (Index strip = 0; strip < built.n_strips; ++strip) try {
        built.strips.push_back(build_exchange(step, lump, strip));
      } catch (const Error& error) {
        fail(error.code(), direction + ", " + built.where + ": " + error.what());
      }
  return built;
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

BuiltSweep Plan::Impl::build(const SweepStep& step) {
  BuiltSweep built;
  const auto make = [&](const LocalSweep& sweep) {
    built.strips.push_back(step.runs ? sweeps->make(sweep, {*kernels, workspaces, *team, stream->get()})
                                     : nullptr);
  };
  if (step.cutting == Cutting::none || !step.runs)
    make(step.sweep);
  else
    for (const LocalSweep& strip : step.strips) make(strip);
  return built;
}

BuiltDirection Plan::Impl::build(const Convolution& convolve) {
  BuiltDirection built = build(convolve.direction, "convolve", convolve.products);
  built.product_sweep =
      sweeps->make(convolve.plan, {*kernels, workspaces, *team}, chunks, description.points_box);
  return built;
}

BuiltDirection Plan::Impl::build(const Direction& direction, const std::string& name, int products) {
  BuiltDirection built;
  built.name = name;
  built.doing = "to call " + name + " of " + full_name;
  built.call = CallName(built.doing);
  built.fields_of_lump = blueprint.fields_of_lump;
  built.timeout_seconds = settings.timeout_seconds;
  built.products = products;
  Outline outline;
  outline.n_lumps = blueprint.n_lumps;
  outline.barriers = blueprint.barriers;
  outline.products = products;
  for (const SweepStep& step : direction.sweeps) {
    const bool is_products = static_cast<int>(built.sweeps.size()) == products;
    built.sweeps.push_back(is_products ? BuiltSweep{} : build(step));
    outline.sweeps.push_back(step.cutting);
  }
  const auto moves = [](const MoveStep& step) { return !step.is_local; };
  const auto n_moves = std::count_if(direction.moves.begin(), direction.moves.end(), moves);
  int number = 0;
  for (const MoveStep& step : direction.moves) {
    number += moves(step) ? 1 : 0;
    built.exchanges.push_back(
        build_exchange(step, "exchange " + std::to_string(number) + " of " + std::to_string(n_moves), name));
    outline.n_strips.push_back(built.exchanges.back().n_strips);
  }
  built.program = make_program(outline);
  return built;
}

}  // namespace weft
