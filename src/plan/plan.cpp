// A plan as users see it: running it, asking it, closing it. It is made in make.cpp; Plan::Plan, which hands
// it the tuner, is in tune/make_plan.cpp.
#include <algorithm>
#include <functional>

#include "comm/agree.hpp"
#include "geometry/domain.hpp"
#include "geometry/elements.hpp"
#include "kernels/kernel.hpp"
#include "plan/cycles.hpp"
#include "plan/estimate.hpp"
#include "plan/plan_impl.hpp"
#include "plan/report.hpp"
#include "weft/calibration.hpp"
#include "weft/error.hpp"
#include "weft/words.hpp"

namespace weft {

namespace {

void check_copy(const void* array, const void* host, Index bytes) {
  if (bytes < 0) fail(std::to_string(bytes) + " bytes were given to a copy; give 0 or more");
  if (bytes > 0 && (array == nullptr || host == nullptr))
    fail("the address of an array of a copy is null; pass the address of the first element");
}

}  // namespace

void Plan::Impl::start(BuiltDirection& built, std::span<const void* const> from, std::span<void* const> to) {
  check_idle("start another call");
  if (from.size() != to.size())
    fail(std::to_string(from.size()) + " inputs and " + std::to_string(to.size()) +
         " outputs were given; give as many of each");
  if (from.empty() || from.size() > static_cast<std::size_t>(problem.n_fields))
    fail(std::to_string(from.size()) + " fields were given to a plan for 1 to " +
         std::to_string(problem.n_fields) +
         "; set n_fields of the problem to the most that one call transforms");
  const Box &points = description.points_box, &modes = description.modes_box;
  const bool is_forward = &built == &forward;
  const Box &read = is_forward ? points : modes, &written = is_forward ? modes : points;
  // Addresses of nothing say nothing: empty arrays may have the same one, or any.
  const auto may_be_any = [&] {
    return settings.in_place ? points.empty() && modes.empty() : points.empty() || modes.empty();
  };
  const auto is_elsewhere = [holds = settings.space->holds](const void* array) {
    return holds != nullptr && array != nullptr && !holds(array);
  };
  in.resize(from.size());
  out.resize(from.size());
  for (std::size_t i = 0; i < from.size(); ++i) {
    if ((from[i] == nullptr && !read.empty()) || (to[i] == nullptr && !written.empty()))
      fail(
          "the address of an array is null, but this process has a part of it; pass the address of the first "
          "element");
    if ((from[i] == to[i]) != settings.in_place && (from[i] != nullptr || to[i] != nullptr) && !may_be_any())
      fail(settings.in_place ? "input and output differ, but the plan was made with in_place=yes; pass the "
                               "same array, or plan without it"
                             : "input and output are the same array; make the plan with in_place=yes, or "
                               "pass another output");
    if (is_elsewhere(from[i]) || is_elsewhere(to[i]))
      fail(std::string("an array of the call does not lie in the memory of the plan, space=") +
           settings.space->name + "; make it by points() or modes() of the plan");
    in[i] = static_cast<char*>(const_cast<void*>(from[i]));
    out[i] = static_cast<char*>(to[i]);
  }
  const Call call{static_cast<Index>(from.size()), in.data(), out.data()};
  start(built, call, call, nullptr);
}

void Plan::Impl::start(BuiltDirection& built, Call before, Call after, const PointsFunction* function) {
  last = &built;
  together([&] {
    comms->calls().begin(built.call);
    comms->call_begins();
    before.word = after.word = comms->calls().word();
    running.start(built, before, after, function);
  });
}

void Plan::Impl::finish(const BuiltDirection& built) {
  check_open();
  if (running.built() != &built) fail_idle(built.name);
  end_running();
}

void Plan::Impl::end_running() {
  together([&] {
    running.finish();
    comms->calls().end();
  });
  comms->call_ends();
}

std::array<std::int64_t, 2> Plan::Impl::arrive(const std::string& what, std::array<std::int64_t, 2> numbers) {
  check_idle("start another call");
  together([&] {
    const auto all =
        minima(comms->base(), {numbers[0], numbers[1]}, what + " of " + full_name, settings.timeout_seconds);
    numbers = {all[0], all[1]};
  });
  return numbers;
}

void Plan::Impl::check_idle(const char* wanted) const {
  Life::check_idle(running.is_active() ? std::string_view(running.built()->name) : "", wanted);
}

// Until the program ends. What the clocks say is still asked for.
void Plan::Impl::keep_memory_of_call() {
  static std::vector<std::unique_ptr<Exchange>> exchanges;
  static std::vector<Arena> memory;
  static std::vector<std::unique_ptr<OpenStream>> streams;
  running.abandon();
  for (BuiltDirection* built : directions())
    for (BuiltExchange& exchange : built->exchanges)
      for (auto& strip : exchange.strips) exchanges.push_back(std::move(strip));
  memory.push_back(std::move(arena));
  streams.push_back(std::move(stream));
}

std::shared_ptr<void> Plan::Impl::allocate_array(Index bytes) {
  if (const Space& space = *settings.space; &space != &host_space && bytes > 0) {
    void* memory = space.allocate(bytes);
    if (memory == nullptr)
      fail(ErrorCode::resource, "there is no memory for an array of " + std::to_string(bytes) +
                                    " bytes in space=" + space.name + "; use more processes");
    return {memory, [&space, bytes](void* array) { space.release(array, bytes); }};
  }
  if (!settings.shared_arrays) return nullptr;
  check_idle("make an array");
  all_agree([] {}, "to make an array of " + full_name, settings.timeout_seconds);
  if (!arrays) return nullptr;
  std::shared_ptr<void> memory = arrays->allocate(bytes);
  const std::string remark = "an array lies in private memory: " + arrays->why_not();
  if (!memory && std::find(remarks.begin(), remarks.end(), remark) == remarks.end())
    remarks.push_back(remark);
  return memory;
}

Plan::~Plan() {
  if (impl_) close_in_words("plan", [this] { close(); });
}
Plan::Plan(Plan&&) noexcept = default;
// What this plan was is closed, as when it is destroyed.
Plan& Plan::operator=(Plan&& other) noexcept {
  Plan before(std::move(other));
  std::swap(impl_, before.impl_);
  return *this;
}

void Plan::close() {
  if (impl_->closed) return;
  if (impl_->running.is_active())
    impl_->end_call([this] { impl_->end_running(); }, [this] { impl_->keep_memory_of_call(); });
  impl_->closed = true;
  for (BuiltDirection* built : impl_->directions()) built->stop();
  impl_->kernels.reset();
  impl_->team.reset();
  impl_->arena = {};
  impl_->stream.reset();
  impl_->arrays.reset();
  const std::shared_ptr<Communicators> until_the_windows_are_gone = std::move(impl_->comms);
  impl_->release(std::move(impl_->windows), *until_the_windows_are_gone, impl_->settings.timeout_seconds);
}

bool Plan::is_closed() const { return impl_->closed; }
bool Plan::is_in_place() const { return impl_->settings.in_place; }
bool Plan::shares_arrays() const { return impl_->settings.shared_arrays; }
std::string Plan::space() const { return impl_->settings.space->name; }
void Plan::copy_from_host(void* array, const void* host, Index bytes) const {
  check_copy(array, host, bytes);
  if (bytes > 0) impl_->settings.space->copy_in(array, host, bytes);
}
void Plan::copy_to_host(void* host, const void* array, Index bytes) const {
  check_copy(array, host, bytes);
  if (bytes > 0) impl_->settings.space->copy_out(host, array, bytes);
}

void Plan::agree(const std::function<void()>& check) const {
  impl_->check_idle("start another call");
  impl_->all_agree(check, impl_->doing, impl_->settings.timeout_seconds);
}

void Plan::require_equal(const std::string& name, const std::string& value) const {
  impl_->check_idle("start another call");
  impl_->together([&] {
    weft::require_equal(impl_->comms->base(), {{name, value}}, impl_->doing, impl_->settings.timeout_seconds);
  });
}

std::vector<Index> Plan::wavenumbers(int axis) const {
  const auto n = static_cast<int>(problem().shape.size());
  if (axis < 0 || axis >= n)
    fail("axis " + std::to_string(axis) + " does not exist; the array has the axes 0 to " +
         std::to_string(n - 1));
  const Extents& factors = description().axis_factors;
  if (!factors.empty()) return fourier_waves(problem(), axis, modes_box().ranges[axis], factors);
  return cyclic_waves(problem(), description(), axis);
}

void Plan::forward_fields(std::span<const void* const> in, std::span<void* const> out) {
  forward_start(in, out);
  impl_->end_running();
}
void Plan::backward_fields(std::span<const void* const> in, std::span<void* const> out) {
  backward_start(in, out);
  impl_->end_running();
}
void Plan::forward_start(std::span<const void* const> in, std::span<void* const> out) {
  impl_->start(impl_->forward, in, out);
}
void Plan::backward_start(std::span<const void* const> in, std::span<void* const> out) {
  impl_->start(impl_->backward, in, out);
}
void Plan::forward_finish() { impl_->finish(impl_->forward); }
void Plan::backward_finish() { impl_->finish(impl_->backward); }
bool Plan::progress() {
  impl_->check_open();
  bool done = true;
  impl_->together([&] { done = impl_->running.progress(); });
  return done;
}
void Plan::forward(const void* in, void* out) { forward_fields(std::span(&in, 1), std::span(&out, 1)); }
void Plan::backward(const void* in, void* out) { backward_fields(std::span(&in, 1), std::span(&out, 1)); }

const Problem& Plan::problem() const { return impl_->problem; }
const Choice& Plan::choice() const { return impl_->description.choice; }
const Layout& Plan::points_layout() const { return impl_->description.points; }
const Layout& Plan::modes_layout() const { return impl_->description.modes; }
const Box& Plan::points_box() const { return impl_->description.points_box; }
const Box& Plan::modes_box() const { return impl_->description.modes_box; }
const Storage& Plan::points_storage() const { return impl_->description.points_storage; }
const Storage& Plan::modes_storage() const { return impl_->description.modes_storage; }
const Description& Plan::description() const { return impl_->description; }
Distribution Plan::points_distribution() const {
  impl_->check_open();
  return {impl_->comms, points_layout(), points_element(), points_storage(), impl_->settings.space};
}
Distribution Plan::modes_distribution() const {
  impl_->check_open();
  return {impl_->comms, modes_layout(), modes_element(), modes_storage(), impl_->settings.space};
}
int Plan::rank() const { return impl_->rank; }
void Plan::measure_arithmetic() {
  impl_->check_open();
  for (BuiltDirection* built : {&impl_->forward, &impl_->backward}) {
    built->arithmetic.clear();
    built->parts.clear();
    for (const BuiltSweep& sweep : built->sweeps) {
      double& seconds = built->arithmetic.emplace_back(0);
      std::vector<KernelPart>& parts = built->parts.emplace_back();
      for (const auto& strip : sweep.strips) {
        if (!strip) continue;
        seconds += strip->measure_arithmetic();
        for (KernelPart& part : strip->measure_parts()) parts.push_back(std::move(part));
      }
    }
  }
}
PlanReport Plan::report() const {
  PlanReport report = report_plan(impl_->blueprint, impl_->description, impl_->rank, impl_->remarks,
                                  impl_->forward, impl_->backward);
  if (!impl_->settings.space->is_host) return report;  // models are of host memory
  if (const std::optional<MachineModel> model = machine_file()) add_predictions(report, predict(*model));
  return report;
}
Prediction Plan::predict(const MachineModel& model) const {
  return prediction_of(impl_->problem, impl_->settings, impl_->blueprint, impl_->rank, impl_->node_of, model);
}
std::string Plan::explain() const { return to_text(report()); }
Index Plan::allocated_bytes() const { return impl_->allocated_bytes; }

const std::vector<StageTime>& Plan::times() const { return impl_->last_times(); }
std::vector<StageTimer> Plan::timers() const { return impl_->all_timers(); }
void Plan::reset_timers() {
  for (BuiltDirection* built : impl_->directions()) built->reset_clocks();
}

ElementType Plan::points_element() const { return element_of(problem(), true); }
ElementType Plan::modes_element() const { return element_of(problem(), false); }

Index Plan::in_place_bytes() const { return impl_->description.in_place_bytes; }

Index Plan::capacity(std::size_t bytes) const {
  const auto element = static_cast<Index>(bytes);
  return is_in_place() ? (in_place_bytes() + element - 1) / element : 0;
}

std::shared_ptr<void> Plan::shared_memory(Index bytes) const { return impl_->allocate_array(bytes); }

void Plan::check_element(ElementType type, bool at_points) const {
  weft::check_element(problem(), type, at_points);
}

// Where making an array is collective, so is its error.
void Plan::check_new_array(ElementType type, bool at_points) const {
  const auto check = [&] { check_element(type, at_points); };
  if (shares_arrays())
    agree(check);
  else
    check();
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

void agree_on(MPI_Comm comm, const std::function<void()>& check, const Options& options,
              const std::string& doing) {
  const double seconds = patience_of(options);
  agree(communicators_of(comm, seconds)->base(), check, doing, seconds);
}

std::string fft_library() {
  std::vector<std::string> versions;
  for (const Backend& row : backend_table()) versions.push_back(row.version());
  return join(versions);
}

}  // namespace weft
