// A plan: the machines of a blueprint, built once, run many times.
//
// Making one is collective and cautious: arguments are proved equal, every local step that can fail is
// agreed on, and only then is anything allocated together.
#include <algorithm>
#include <exception>
#include <map>

#include "base/arena.hpp"
#include "base/text.hpp"
#include "comm/agree.hpp"
#include "comm/check.hpp"
#include "comm/communicators.hpp"
#include "kernels/kernel.hpp"
#include "pass/sequential.hpp"
#include "plan/blueprint.hpp"
#include "plan/explain.hpp"
#include "weft/weft.hpp"

namespace weft {
namespace {

[[noreturn]] void fail(const std::string& message) { throw Error(ErrorCode::invalid_argument, message); }

// What can be known of a communicator without using it; a wrong one cannot be agreed on.
MPI_Comm usable(MPI_Comm comm) {
  if (!mpi_is_usable()) fail("MPI is not running; make plans after MPI_Init and before MPI_Finalize");
  if (comm == MPI_COMM_NULL)
    fail("the communicator is MPI_COMM_NULL; only processes with a communicator make a plan");
  int inter = 0;
  check_mpi(MPI_Comm_test_inter(comm, &inter), "looking at the communicator");
  if (inter != 0) fail("the communicator is an intercommunicator; merge it first (MPI_Intercomm_merge)");
  return comm;
}

std::string step_name(const LocalSweep& sweep) {
  std::vector<int> axes;
  for (const AxisTransform& transform : sweep.axes) axes.push_back(transform.axis);
  return axes.empty() ? "copy" : "sweep " + join(axes);
}

}  // namespace

struct Plan::Impl {
  Impl(const Problem& p, MPI_Comm comm, const Options& options);
  void prepare(const Options& options);
  bool windows_fit() const;
  void allocate();
  Machines build(const Direction& direction, KernelCache& cache);
  std::unique_ptr<Exchange> build_exchange(const MoveStep& step);
  void run(Machines& machines, std::span<const void* const> in, std::span<void* const> out);

  Problem problem;
  std::shared_ptr<Communicators> comms;
  Settings settings;
  Blueprint blueprint;
  Description description;
  std::vector<std::string> remarks;  // what was decided for the user, and why
  Arena arena;
  std::vector<std::unique_ptr<SharedWindow>> windows;
  std::map<std::string, MPI_Comm> groups;
  std::unique_ptr<KernelCache> kernels;
  Workspace workspace;
  std::vector<char*> slots;
  Machines forward, backward;
  std::vector<char*> in, out;  // arrays of the running call
  const std::vector<StageTime>& last_times();

  int rank = 0;  // these three stay readable when the plan is closed
  Index allocated_bytes = 0;
  std::vector<StageTime> times;    // of the last call
  const Machines* last = nullptr;  // the direction of the last call
  bool closed = false;
};

Plan::Impl::Impl(const Problem& p, MPI_Comm comm, const Options& options)
    : problem(p), comms(communicators_of(usable(comm))), rank(comms->rank()) {
  prepare(options);
  agree(comms->base(), [&] { allocate(); });
  for (const Direction* direction : {&blueprint.forward, &blueprint.backward})
    for (const MoveStep& step : direction->moves)
      groups[group_name(step.move)] = comms->part(group_name(step.move), group_of(step.move, comms->rank()));
  Index window_bytes = 0;
  for (const WindowPlan& window : blueprint.windows) {
    window_bytes += window.bytes + window_overhead_bytes();
    windows.push_back(
        std::make_unique<SharedWindow>(groups.at(window.group_name), window.bytes, settings.timeout_seconds));
    for (std::size_t i = 0; i < window.group.size(); ++i)
      slots[window.first_slot + i] = windows.back()->segment(static_cast<int>(i));
  }
  agree(comms->base(), [&] {
    kernels = std::make_unique<KernelCache>(blueprint.choice.backend);
    forward = build(blueprint.forward, *kernels);
    backward = build(blueprint.backward, *kernels);
  });
  allocated_bytes = arena.allocated_bytes() + window_bytes;
}

// Checks everything that can be checked, and settles the blueprint.
void Plan::Impl::prepare(const Options& options) {
  const MPI_Comm base = comms->base();
  agree(base, [] { check_launcher(); });
  require_equal(base, facts_of(problem, options));
  Machine machine{comms->node_of(), true};
  const auto settle = [&] {
    check(problem);
    settings = settings_of(options);
    const Choice choice = decide(problem, comms->size(), settings, machine);
    blueprint = make_blueprint(problem, comms->rank(), settings, choice);
  };
  agree(base, settle);
  if (!windows_fit()) {
    machine.windows_fit = false;
    remarks.push_back("no shared windows: /dev/shm has too little space free on some node");
    agree(base, settle);
  }
  description = describe_blueprint(blueprint, problem, comms->rank());
}

// Is there enough shared memory on every node? Asked before any is touched: a touch beyond it is fatal.
bool Plan::Impl::windows_fit() const {
  Index bytes = 0;
  for (const WindowPlan& window : blueprint.windows) bytes += window.bytes + window_overhead_bytes();
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
  workspace = {arena.allocate(blueprint.tile_in_bytes), arena.allocate(blueprint.tile_out_bytes),
               arena.allocate(blueprint.block_bytes)};
  in.reserve(problem.n_fields);
  out.reserve(problem.n_fields);
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
                      step.to};
  return step.row->make(setup);
}

Machines Plan::Impl::build(const Direction& direction, KernelCache& cache) {
  Machines machines;
  std::vector<std::string> sweep_names, exchange_names;
  for (const SweepStep& step : direction.sweeps) {
    machines.sweeps.push_back(step.runs ? std::make_unique<Sweep>(step.sweep, cache, workspace) : nullptr);
    sweep_names.push_back(step_name(step.sweep));
  }
  for (const MoveStep& step : direction.moves) {
    machines.exchanges.push_back(build_exchange(step));
    exchange_names.push_back(step.row->name);
  }
  machines.times = name_steps(sweep_names, exchange_names);
  return machines;
}

void Plan::Impl::run(Machines& machines, std::span<const void* const> from, std::span<void* const> to) {
  if (closed) fail("the plan is closed; make a new one");
  if (from.size() != to.size())
    fail(std::to_string(from.size()) + " inputs and " + std::to_string(to.size()) +
         " outputs were given; give as many of each");
  if (from.empty() || from.size() > static_cast<std::size_t>(problem.n_fields))
    fail(std::to_string(from.size()) + " fields were given to a plan for 1 to " +
         std::to_string(problem.n_fields) +
         "; set n_fields of the problem to the most that one call transforms");
  in.clear();
  out.clear();
  for (std::size_t i = 0; i < from.size(); ++i) {
    if ((from[i] == to[i]) != settings.in_place && (from[i] != nullptr || to[i] != nullptr))
      fail(settings.in_place ? "input and output differ, but the plan was made with in_place=yes; pass the "
                               "same array, or plan without it"
                             : "input and output are the same array; make the plan with in_place=yes, or "
                               "pass another output");
    in.push_back(static_cast<char*>(const_cast<void*>(from[i])));
    out.push_back(static_cast<char*>(to[i]));
  }
  const Call call{static_cast<Index>(in.size()), in.data(), out.data()};
  run_sequential(machines, call, slots, input_slot, output_slot);
  last = &machines;
}

const std::vector<StageTime>& Plan::Impl::last_times() {
  times.clear();
  if (last != nullptr)
    for (const StepTime& step : last->times) times.push_back({step.name, step.seconds});
  return times;
}

Plan::Plan(const Problem& problem, MPI_Comm comm, const Options& options)
    : impl_(std::make_unique<Impl>(problem, comm, options)) {}

Plan::~Plan() {
  if (!impl_) return;
  if (std::uncaught_exceptions() > 0)
    for (auto& window : impl_->windows) window->abandon();
  close();
}
Plan::Plan(Plan&&) noexcept = default;
Plan& Plan::operator=(Plan&&) noexcept = default;

void Plan::close() {
  if (impl_->closed) return;
  impl_->closed = true;
  impl_->forward = {};
  impl_->backward = {};
  impl_->windows.clear();
  impl_->kernels.reset();
  impl_->arena = {};
  impl_->comms.reset();
}

void Plan::forward(std::span<const void* const> in, std::span<void* const> out) {
  impl_->run(impl_->forward, in, out);
}
void Plan::backward(std::span<const void* const> in, std::span<void* const> out) {
  impl_->run(impl_->backward, in, out);
}
void Plan::forward(const void* in, void* out) { forward(std::span(&in, 1), std::span(&out, 1)); }
void Plan::backward(const void* in, void* out) { backward(std::span(&in, 1), std::span(&out, 1)); }

const Problem& Plan::problem() const { return impl_->problem; }
const Choice& Plan::choice() const { return impl_->description.choice; }
const Layout& Plan::points_layout() const { return impl_->description.points; }
const Layout& Plan::modes_layout() const { return impl_->description.modes; }
const Box& Plan::points_box() const { return impl_->description.points_box; }
const Box& Plan::modes_box() const { return impl_->description.modes_box; }
const Storage& Plan::points_storage() const { return impl_->description.points_storage; }
const Storage& Plan::modes_storage() const { return impl_->description.modes_storage; }
const Description& Plan::description() const { return impl_->description; }
int Plan::rank() const { return impl_->rank; }
std::string Plan::explain() const {
  return explain_plan(impl_->blueprint, impl_->description, impl_->rank, impl_->remarks);
}
Index Plan::allocated_bytes() const { return impl_->allocated_bytes; }

const std::vector<StageTime>& Plan::times() const { return impl_->last_times(); }

Index Plan::in_place_bytes() const {
  const bool real_points = real_axis(problem()) >= 0 || problem().real_elements;
  return std::max(points_storage().n_elements() * element_bytes(problem().precision, real_points),
                  modes_storage().n_elements() * element_bytes(problem().precision, problem().real_elements));
}

Index Plan::capacity(std::size_t bytes) const {
  const auto element = static_cast<Index>(bytes);
  return impl_->settings.in_place ? (in_place_bytes() + element - 1) / element : 0;
}

void Plan::check_element(ElementType type, bool at_points) const {
  const auto in_words = [](ElementType t) {
    const std::string number = t.is_double ? "double" : "float";
    return t.is_real ? number : "std::complex<" + number + ">";
  };
  const ElementType expected{problem().precision == Precision::double_,
                             problem().real_elements || (at_points && real_axis(problem()) >= 0)};
  if (!(type == expected))
    fail(std::string("the ") + (at_points ? "points" : "modes") + " of this plan are " + in_words(expected) +
         ", not " + in_words(type) + "; use the type of the problem's transform and precision");
}

void Plan::check_fields(ElementType points, std::size_t n_points, ElementType modes,
                        std::size_t n_modes) const {
  check_element(points, true);
  check_element(modes, false);
  const auto points_here = static_cast<std::size_t>(points_storage().n_elements());
  const auto modes_here = static_cast<std::size_t>(modes_storage().n_elements());
  if (n_points < points_here || n_modes < modes_here)
    fail("the fields hold " + std::to_string(n_points) + " points and " + std::to_string(n_modes) +
         " modes, but this plan has " + std::to_string(points_here) + " and " + std::to_string(modes_here) +
         " on this process; use the fields of this plan");
}

Plan make_redistribution(const Layout& from, const Layout& to, bool real_elements, MPI_Comm comm,
                         Precision precision, const Options& options) {
  return Plan(redistribution(from, to, real_elements, precision), comm, options);
}

std::string fft_library() {
  std::vector<std::string> versions;
  for (const Backend& row : backend_table()) versions.push_back(row.version());
  return join(versions);
}

}  // namespace weft
