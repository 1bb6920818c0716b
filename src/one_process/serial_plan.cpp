// A plan of one process: the sweeps of the route on one process, from buffer to buffer.
//
// It makes the same sweeps as Plan, so that results have the same bits, and needs nothing of what Plan has
// for other processes: no exchanges, windows, agreements or choices. Buffers of the plan take turns between
// sweeps.
#include <algorithm>
#include <array>

#include "base/arena.hpp"
#include "base/processors.hpp"
#include "geometry/elements.hpp"
#include "geometry/storage.hpp"
#include "kernels/kernel.hpp"
#include "route/grid.hpp"
#include "sweep/block_sweep.hpp"
#include "sweep/sweep_table.hpp"
#include "weft/error.hpp"
#include "weft/serial.hpp"

namespace weft {

namespace {

constexpr Slot input = 0, output = 1, first_buffer = 2;
constexpr std::size_t n_buffers = 2;

// The backend, if it can be used.
const std::string& usable(const std::string& backend) {
  const Backend& row = *find_backend(backend).row;
  if (!works_on(row.space, host_space))
    throw Error(ErrorCode::not_applicable,
                "backend=" + backend + " transforms arrays of " + row.space + " memory; use backend=native");
  const std::string missing = why_missing(row);
  if (!missing.empty())
    throw Error(ErrorCode::resource, "backend=" + backend + " cannot be used: " + missing);
  return backend;
}

const Problem& checked(const Problem& problem) {
  check(problem);
  if (problem.n_fields != 1)
    fail("a serial plan transforms one field in a call, but n_fields is " + std::to_string(problem.n_fields) +
         "; call it for each field");
  for (const auto* layout : {&problem.points, &problem.modes})
    if (*layout && (*layout)->n_processes() != 1)
      fail("the layout " + to_text(**layout) + " is for " + std::to_string((*layout)->n_processes()) +
           " processes, but a serial plan is of one; give one for one process");
  return problem;
}

Route route_of(const Problem& problem, const SerialOptions& options) {
  const std::string& backend = usable(options.backend);
  RouteStyle style;
  style.all_joined = !problem.points && !problem.modes &&
                     has_block_kernel(problem, backend, false, options.points, options.modes);
  Route route = make_route(problem, choose_grid(problem, 1, 1), style);
  for (SweepSpec& sweep : route.sweeps) sweep.backend = backend;
  return route;
}

int checked_threads(int n) {
  if (n < 1 || n > most_threads)
    fail(std::to_string(n) + " threads were asked for; give 1 to " + std::to_string(most_threads));
  return n;
}

// The storage that was asked for, or that of the problem.
Storage storage_of(const std::optional<Storage>& asked, const char* side, const Storage& of_problem) {
  if (!asked) return of_problem;
  const Extents& shape = of_problem.shape;
  const bool is_positive =
      std::all_of(asked->strides.begin(), asked->strides.end(), [](Index stride) { return stride > 0; });
  if (asked->shape != shape || asked->strides.size() != shape.size() || !is_positive)
    fail("the storage of the " + std::string(side) + " is of " + to_text(asked->shape) + ", but they are " +
         to_text(shape) + "; give one of this shape, with a positive stride for each axis");
  return *asked;
}

// Where sweep i of the route leaves the array.
Storage buffer_after(const Route& route, std::size_t i) {
  const SweepSpec& sweep = route.sweeps[i];
  return padded_storage(sweep.to.shape, element_bytes(route.precision, sweep.to_real));
}

// Bytes of the buffers, which both directions use.
std::array<Index, n_buffers> bytes_of_buffers(const Route& there, const Route& back) {
  std::array<Index, n_buffers> bytes = {};
  for (const Route* route : {&there, &back})
    for (std::size_t i = 0; i + 1 < route->sweeps.size(); ++i) {
      const int element = element_bytes(route->precision, route->sweeps[i].to_real);
      Index& of_buffer = bytes[i % n_buffers];
      of_buffer = std::max(of_buffer, buffer_after(*route, i).n_elements() * element);
    }
  return bytes;
}

std::vector<LocalSweep> sweeps_of(const Route& route, const Storage& from, const Storage& to) {
  std::vector<LocalSweep> sweeps;
  View source = whole_view(from, input, 0);
  for (std::size_t i = 0; i < route.sweeps.size(); ++i) {
    const bool is_last = i + 1 == route.sweeps.size();
    const Slot buffer = first_buffer + static_cast<Slot>(i % n_buffers);
    const View target = is_last ? whole_view(to, output, 0) : whole_view(buffer_after(route, i), buffer, 0);
    sweeps.push_back(local_sweep(route.sweeps[i], route.precision, 0, source, target));
    sweeps.back().stream = is_large(sweeps.back(), 1);
    source = target;
  }
  return sweeps;
}

}  // namespace

struct WEFT_HIDDEN SerialPlan::Impl {
  using Sweeps = std::vector<std::unique_ptr<AnySweep>>;

  Impl(const Problem& problem_of_plan, const SerialOptions& options);
  Sweeps build(const std::vector<LocalSweep>& sweeps);
  void run(const Sweeps& sweeps, const void* in, void* out);

  Problem problem;
  Storage points, modes;
  Arena arena;
  Team team;
  KernelCache kernels;
  std::vector<Workspace> workspaces;
  std::array<Place, first_buffer + n_buffers> slots = {};
  Sweeps forward, backward;
};

SerialPlan::Impl::Impl(const Problem& problem_of_plan, const SerialOptions& options)
    : problem(checked(problem_of_plan)),
      team(checked_threads(options.threads), n_processors_allowed()),
      kernels(team.size()) {
  const Route there = route_of(problem, options), back = reversed(there);
  points = storage_of(options.points, "points",
                      storage_in(problem.shape, points_order(problem), problem.points_padding));
  modes = storage_of(options.modes, "modes",
                     storage_in(modes_shape(problem), modes_order(problem, there), problem.modes_padding));
  Slot slot = first_buffer;
  for (const Index bytes : bytes_of_buffers(there, back)) slots[slot++].address = arena.allocate(bytes);
  std::vector<LocalSweep> to_modes, to_points;
  if (options.has_forward) to_modes = sweeps_of(there, points, modes);
  if (options.has_backward) to_points = sweeps_of(back, modes, points);
  TileMemory tiles;
  for (const auto* sweeps : {&to_modes, &to_points})
    for (const LocalSweep& sweep : *sweeps) tiles.hold(sweep, team.size());
  workspaces = tiles.allocate(arena, team.size());
  forward = build(to_modes);
  backward = build(to_points);
}

SerialPlan::Impl::Sweeps SerialPlan::Impl::build(const std::vector<LocalSweep>& sweeps) {
  Sweeps built;
  for (const LocalSweep& sweep : sweeps) built.push_back(make_sweep(sweep, {kernels, workspaces, team}));
  return built;
}

void SerialPlan::Impl::run(const Sweeps& sweeps, const void* in, void* out) {
  if (in == nullptr || out == nullptr)
    fail("the address of an array is null; pass the address of the first element");
  if (in == out) fail("input and output are the same array; pass another output");
  if (sweeps.empty())
    fail("this plan was made for the other direction; make it with has_forward and has_backward");
  slots[input].address = static_cast<char*>(const_cast<void*>(in));
  slots[output].address = static_cast<char*>(out);
  for (const auto& sweep : sweeps) sweep->run(slots, 0);
}

SerialPlan::SerialPlan(const Problem& problem, const SerialOptions& options)
    : impl_(std::make_unique<Impl>(problem, options)) {}
SerialPlan::~SerialPlan() = default;
SerialPlan::SerialPlan(SerialPlan&&) noexcept = default;
SerialPlan& SerialPlan::operator=(SerialPlan&&) noexcept = default;

void SerialPlan::forward(const void* in, void* out) { impl_->run(impl_->forward, in, out); }
void SerialPlan::backward(const void* in, void* out) { impl_->run(impl_->backward, in, out); }

const Problem& SerialPlan::problem() const { return impl_->problem; }
const Storage& SerialPlan::points_storage() const { return impl_->points; }
const Storage& SerialPlan::modes_storage() const { return impl_->modes; }
Index SerialPlan::allocated_bytes() const { return impl_->arena.allocated_bytes(); }

Box SerialPlan::whole(const Storage& storage) { return whole_box(storage.shape); }

void SerialPlan::check_element(ElementType type, bool at_points) const {
  weft::check_element(impl_->problem, type, at_points);
}

void SerialPlan::check_field(ElementType type, std::size_t n_elements, bool at_points) const {
  check_element(type, at_points);
  const Index needed = (at_points ? points_storage() : modes_storage()).n_elements();
  if (static_cast<Index>(n_elements) < needed)
    fail("a field holds " + std::to_string(n_elements) + " elements, but the " +
         (at_points ? "points" : "modes") + " of this plan are " + std::to_string(needed) +
         "; use the fields of this plan");
}

}  // namespace weft
