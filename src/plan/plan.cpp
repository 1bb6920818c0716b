// A plan: the machines of a blueprint, built once, run many times.
//
// Making one is collective and cautious: arguments are proved equal, every local step that can fail is
// agreed on, and only then is anything allocated together.
#include <algorithm>
#include <cstdio>
#include <exception>
#include <functional>
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
#include "plan/user_communicator.hpp"
#include "weft/weft.hpp"

namespace weft {
namespace {

[[noreturn]] void fail(const std::string& message) { throw Error(ErrorCode::invalid_argument, message); }

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
  void check_open() const;
  void together(const std::function<void()>& work);
  void release_windows(MPI_Comm base);
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
  bool lost = false;  // a process did not come: the communicator may be out of step
};

Plan::Impl::Impl(const Problem& p, MPI_Comm comm, const Options& options)
    : problem(p), comms(communicators_of_user(comm, options)), rank(comms->rank()) {
  prepare(options);
  weft::agree(comms->base(), [&] { allocate(); });
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
  weft::agree(comms->base(), [&] {
    kernels = std::make_unique<KernelCache>(blueprint.choice.backend);
    forward = build(blueprint.forward, *kernels);
    backward = build(blueprint.backward, *kernels);
  });
  allocated_bytes = arena.allocated_bytes() + window_bytes;
}

// Checks everything that can be checked, and settles the blueprint.
void Plan::Impl::prepare(const Options& options) {
  Options merged;
  const MPI_Comm base = comms->base();
  const auto merge = [&] {
    check_launcher();
    merged = with_environment(options);
  };
  weft::agree(base, merge, "to make a plan", patience_of(options));
  require_equal(base, facts_of(problem, merged));
  Machine machine{comms->node_of(), true};
  const auto settle = [&] {
    check(problem);
    settings = settings_of(merged);
    const Choice choice = decide(problem, comms->size(), settings, machine);
    blueprint = make_blueprint(problem, comms->rank(), settings, choice);
  };
  weft::agree(base, settle);
  if (!windows_fit()) {
    machine.windows_fit = false;
    remarks.push_back("no shared windows: /dev/shm has too little space free on some node");
    weft::agree(base, settle);
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
                      step.to,
                      settings.timeout_seconds};
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
  check_open();
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
  last = &machines;
  together([&] { run_sequential(machines, call, slots, input_slot, output_slot); });
}

void Plan::Impl::check_open() const {
  if (closed) fail("the plan is closed; make a new one");
  if (!mpi_is_usable()) fail("MPI is finalised; use plans before MPI_Finalize");
  if (lost)
    fail(
        "the plan is of no use any more, because some process did not come to an earlier call; end the "
        "program");
}

void Plan::Impl::together(const std::function<void()>& work) {
  try {
    work();
  } catch (const Error& error) {
    lost = lost || error.code() == ErrorCode::communication;
    throw;
  }
}

// The windows are freed together, if all come.
void Plan::Impl::release_windows(MPI_Comm base) {
  const auto abandon = [&] {
    for (auto& window : windows) window->abandon();
    windows.clear();
  };
  if (lost || std::uncaught_exceptions() > 0) abandon();
  if (!windows.empty() && mpi_is_usable()) try {
      weft::agree(
          base, [] {}, "to close a plan", settings.timeout_seconds);
    } catch (const Error&) {
      abandon();
      throw;
    }
  windows.clear();
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
  try {
    close();
  } catch (const Error& error) {
    std::fprintf(stderr, "weft: error: a plan was destroyed on some processes only: %s\n", error.what());
  }
}
Plan::Plan(Plan&&) noexcept = default;
Plan& Plan::operator=(Plan&&) noexcept = default;

void Plan::close() {
  if (impl_->closed) return;
  impl_->closed = true;
  impl_->forward = {};
  impl_->backward = {};
  impl_->kernels.reset();
  impl_->arena = {};
  const std::shared_ptr<Communicators> until_the_windows_are_gone = std::move(impl_->comms);
  impl_->release_windows(until_the_windows_are_gone->base());
}

bool Plan::is_closed() const { return impl_->closed; }

void Plan::agree(const std::function<void()>& check) const {
  impl_->check_open();
  impl_->together([&] {
    weft::agree(impl_->comms->base(), check, "to a call of the plan", impl_->settings.timeout_seconds);
  });
}

std::vector<Index> Plan::wavenumbers(int axis) const {
  const int n = modes_box().n_axes();
  if (axis < 0 || axis >= n)
    fail("axis " + std::to_string(axis) + " does not exist; the array has the axes 0 to " +
         std::to_string(n - 1));
  return weft::wavenumbers(problem(), axis, modes_box().ranges[axis]);
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
bool Plan::is_in_place() const { return impl_->settings.in_place; }
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
