// weft: fast transforms of arrays that are spread over many processes.
//
// Example:
//   weft::Plan plan(weft::r2c({64, 64, 64}), MPI_COMM_WORLD);
//   auto u = plan.points<double>();
//   auto uh = plan.modes<std::complex<double>>();
//   plan.forward(u, uh);
//   plan.backward(uh, u);
#pragma once

#include <mpi.h>

#include <algorithm>
#include <complex>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "weft/calibration.hpp"
#include "weft/choice.hpp"
#include "weft/description.hpp"
#include "weft/distribution.hpp"
#include "weft/error.hpp"
#include "weft/export.h"
#include "weft/field.hpp"
#include "weft/layout.hpp"
#include "weft/machine.hpp"
#include "weft/machine_model.hpp"
#include "weft/options.hpp"
#include "weft/points_block.hpp"
#include "weft/prediction.hpp"
#include "weft/problem.hpp"
#include "weft/products.hpp"
#include "weft/report.hpp"
#include "weft/timers.hpp"

namespace weft WEFT_API {

// A distributed transform, ready to run: any number of forward and backward calls, in any order.
//
// Making and closing a plan are collective over `comm`; so are forward and backward. The plan works
// on its own duplicate of `comm`, which the user may free at once. Several plans may exist at a time.
class Plan {
 public:
  // Collective over `comm`. Problem and options must be the same on all processes. Throws the same
  // Error on every process of `comm`, or on none: invalid_argument, mismatch (between processes),
  // not_applicable (right in itself, but not for this shape or number of processes), resource (memory),
  // communication (a process does not come in time). Options that are not set are taken from WEFT_OPTIONS.
  // Example:
  //   weft::Plan plan(weft::r2c({64, 64, 64}), MPI_COMM_WORLD, {{"exchange", "alltoallv"}});
  //   auto u = plan.points<double>();
  //   auto uh = plan.modes<std::complex<double>>();
  //   u.fill(1);
  //   plan.forward(u, uh);
  //   assert(plan.modes_box().ranges[1].begin > 0 || uh(0, 0, 0) == 64.0 * 64.0 * 64.0);
  Plan(const Problem& problem, MPI_Comm comm, const Options& options = {});
  // Closes the plan if close() was not called, which is collective. While an exception unwinds it does not
  // communicate (other processes may not be here), but leaves shared windows to MPI_Finalize.
  ~Plan();
  Plan(const Plan&) = delete;
  Plan& operator=(const Plan&) = delete;
  Plan(Plan&&) noexcept;
  Plan& operator=(Plan&&) noexcept;

  // Points to modes. Collective. `in` holds the block points_box() in points_storage(), `out` gets
  // the block modes_box() in modes_storage(); a null pointer is an error unless the block is empty.
  // Elements are float, double, or std::complex of these, after the problem's transform and
  // precision. `in` is not changed, and must not overlap `out`, unless the plan was made with
  // in_place=yes: then in == out is required, and the array holds max(points_elements, ...) bytes,
  // see in_place_bytes(). Nothing else is checked of pointers.
  void forward(const void* in, void* out);
  // Modes to points, with `in` and `out` exchanged. Collective.
  void backward(const void* in, void* out);
  // Lists of pointers are fields, not an array: call forward_fields.
  template <class In, class Out>
  void forward(In* const* in, Out* const* out) = delete;
  template <class In, class Out>
  void backward(In* const* in, Out* const* out) = delete;
  // Several fields at once, lumped in the same messages: at most Problem::n_fields, the same number on
  // all processes and as many inputs as outputs (else Error(invalid_argument), on this process).
  // Collective.
  // Example:
  //   weft::Problem problem = weft::r2c({16, 12, 10});
  //   problem.n_fields = 2;
  //   weft::Plan plan(problem, MPI_COMM_WORLD);
  //   auto u = plan.points<double>(), v = plan.points<double>();
  //   auto uh = plan.modes<std::complex<double>>(), vh = plan.modes<std::complex<double>>();
  //   const void* in[] = {u.data(), v.data()};
  //   void* out[] = {uh.data(), vh.data()};
  //   plan.forward_fields(in, out);
  void forward_fields(std::span<const void* const> in, std::span<void* const> out);
  void backward_fields(std::span<const void* const> in, std::span<void* const> out);

  // The same in two calls, between which the program does something else: start transforms up to the first
  // exchange and sends, finish does the rest. Both collective, in the same order as all calls on the same
  // processes; calls of several plans may be under way, and finished in any order that all processes share.
  // `start` never waits for data. With barriers=yes it waits until every process has entered; with windows or
  // shared arrays it waits until nobody reads the memory that it will overwrite. Until finish the arrays
  // belong to the plan and must live, and no other collective call of the plan may start, nor may a call be
  // finished that was not started (Error(invalid_argument), on this process). close() and destroying the plan
  // finish it first; while an exception unwinds they leave it, and messages may then arrive in the arrays
  // until MPI_Finalize.
  // What progresses meanwhile: messages that MPI sends at once (small ones) arrive by themselves; large ones
  // wait, with most MPI libraries, until both ends call MPI. progress() is such a call. It moves on what it
  // can without waiting, sweeps included, up to the next exchange. True: it can do no more, also because no
  // call is under way. With one exchange (slabs) finish has then nothing left to wait for; the second one of
  // pencils is started by finish alone, so that messages start in the same order everywhere. Not collective,
  // and done as often as one likes, or never.
  // Example:
  //   weft::Plan plan(weft::r2c({16, 12, 10}), MPI_COMM_WORLD);
  //   auto u = plan.points<double>();
  //   auto uh = plan.modes<std::complex<double>>();
  //   plan.forward_start(u, uh);
  //   for (int i = 0; i < 3; ++i) plan.progress();  // between parts of other work
  //   plan.forward_finish();
  void forward_start(std::span<const void* const> in, std::span<void* const> out);
  void forward_finish();
  void backward_start(std::span<const void* const> in, std::span<void* const> out);
  void backward_finish();
  bool progress();
  template <class In, class Out>
  void forward_start(const Field<In>& in, Field<Out>& out) {
    check_fields(element_type<In>(), in.size(), element_type<Out>(), out.size());
    start(in.data(), out.data(), &Plan::forward_start);
  }
  template <class In, class Out>
  void backward_start(const Field<In>& in, Field<Out>& out) {
    check_fields(element_type<Out>(), out.size(), element_type<In>(), in.size());
    start(in.data(), out.data(), &Plan::backward_start);
  }

  // Products of points, which never lie in memory as a whole: n fields of modes backward, `function` on each
  // block of their points while it sits in cache, m fields of what it writes forward. Normalised like
  // backward_fields followed by forward_fields. The plan must be made with convolve=yes and Problem::n_fields
  // of at least n and m. `in` and `out` hold blocks of modes_box() in modes_storage(); an output may be the
  // array of an input, except with arrays=shared. Inputs are not changed otherwise, except with
  // overwrite_input=yes.
  //
  // The function is called for every block once, in any order, with threads=N from N threads at a time. The
  // blocks of a process are those of its points_box(); a process without points calls nothing. It must not
  // call MPI or a plan, nor keep pointers. What it throws becomes an Error on all processes at the end of the
  // call (an Error with its own code, else invalid_argument), and the outputs hold anything. Ready-made
  // functions: weft/products.hpp.
  //
  // Collective. The same Error on every process: invalid_argument for a plan without convolve=yes, too many
  // fields, null pointers of modes, outputs that are one array; mismatch where n or m differ between
  // processes. Another call that is under way, or a closed plan: on this process.
  // Example:
  //   weft::Problem problem = weft::r2c({16, 12, 10});
  //   problem.n_fields = 6;
  //   weft::Plan plan(problem, MPI_COMM_WORLD, {{"convolve", "yes"}});
  //   std::vector<weft::Field<std::complex<double>>> modes;
  //   for (int i = 0; i < 6; ++i) modes.push_back(plan.modes<std::complex<double>>());
  //   const void* in[] = {modes[0].data(), modes[1].data(), modes[2].data(),   // u
  //                       modes[3].data(), modes[4].data(), modes[5].data()};  // its curl
  //   void* out[] = {modes[0].data(), modes[1].data(), modes[2].data()};
  //   plan.convolve(in, out, weft::rotational);
  void convolve(std::span<const void* const> in, std::span<void* const> out, const PointsFunction& function);

  // The same with fields of this plan; their type and size are checked (Error on this process). Collective.
  template <class In, class Out>
  void forward(const Field<In>& in, Field<Out>& out) {
    check_fields(element_type<In>(), in.size(), element_type<Out>(), out.size());
    forward(in.data(), out.data());
  }
  template <class In, class Out>
  void backward(const Field<In>& in, Field<Out>& out) {
    check_fields(element_type<Out>(), out.size(), element_type<In>(), in.size());
    backward(in.data(), out.data());
  }

  // A new array of zeros for this process's block. Error(invalid_argument) if T is not the element type of
  // the points (modes). Not collective, unless the plan was made with arrays=shared: then all processes make
  // the same arrays in the same order, in memory that the processes of a node share; it lives as long as the
  // field, and longer than the plan if need be. Other arrays may be passed to such a plan as well, by some of
  // the processes or by all.
  // Example:
  //   weft::Problem problem = weft::r2c({16, 12, 10});
  //   problem.output = weft::Output::input;  // modes cut as the points are, without a copy at the end
  //   weft::Plan plan(problem, MPI_COMM_WORLD, {{"arrays", "shared"}});
  //   auto u = plan.points<double>();
  //   auto uh = plan.modes<std::complex<double>>();
  //   plan.forward(u, uh);
  template <class T>
  Field<T> points() const {
    check_new_array(element_type<T>(), true);
    return new_field<T>(points_box(), points_storage());
  }
  template <class T>
  Field<T> modes() const {
    check_new_array(element_type<T>(), false);
    return new_field<T>(modes_box(), modes_storage());
  }
  // The same memory without a field, for programs that have arrays of their own kind: `bytes` of zeros, whose
  // number may differ between processes. Null where the plan has arrays=private, where this process is alone
  // on its node, or where no shared memory is left (explain() says so). Collective.
  std::shared_ptr<void> shared_memory(Index bytes) const;

  // What the plan is; none of these is collective, and all of them work when the plan is closed.
  // Example:
  //   weft::Plan plan(weft::r2c({16, 12, 10}), MPI_COMM_WORLD);
  //   const weft::Box mine = weft::box_of(plan.modes_layout(), plan.rank());
  //   assert(mine == plan.modes_box() && mine.shape() == plan.modes_storage().shape);
  //   weft::Plan again(plan.problem(), MPI_COMM_WORLD, {{"choice", weft::to_text(plan.choice())}});
  //   assert(again.choice() == plan.choice());
  const Problem& problem() const;
  const Choice& choice() const;
  const Layout& points_layout() const;  // box_of(points_layout(), rank) for any rank
  const Layout& modes_layout() const;
  const Box& points_box() const;  // this process's block, in global indices
  const Box& modes_box() const;
  const Storage& points_storage() const;  // how it lies in memory
  const Storage& modes_storage() const;
  ElementType points_element() const;  // what its elements are
  ElementType modes_element() const;
  Distribution points_distribution() const;  // all of that, for functions of distributed arrays
  Distribution modes_distribution() const;
  Index in_place_bytes() const;            // bytes that an in-place array needs on this process
  int rank() const;                        // of this process in the plan's communicator
  const Description& description() const;  // counts and memory of this process
  // The route in words, with bytes; after calls with times, and after measure_rates() with what the machine
  // allows, the share of it that was reached, and the reason for the rest. The same as to_text(report()).
  std::string explain() const;
  PlanReport report() const;  // explain() in numbers, of this process
  // What this plan takes on such a machine, with the nodes on which it is: as weft::predict(), for this
  // process. Where there is a machine file (weft/calibration.hpp), explain() has what it promises. Not
  // collective.
  // Example:
  //   weft::Plan plan(weft::c2c({8, 8}), MPI_COMM_WORLD);
  //   assert(plan.predict(weft::typical_machine()).pair_seconds() > 0);
  Prediction predict(const MachineModel& model) const;
  // Measures what the arithmetic of each sweep takes when its lines are in cache, which explain() then tells
  // apart from moving memory. Takes less time than a pair of calls, and touches no array. Not collective.
  // Error(invalid_argument) if the plan is closed. Example:
  //   weft::Plan plan(weft::c2c({8, 8}), MPI_COMM_WORLD);
  //   auto u = plan.points<std::complex<double>>(), v = plan.modes<std::complex<double>>();
  //   plan.forward(u, v);
  //   plan.measure_arithmetic();
  //   assert(plan.report().forward.steps[0].arithmetic_seconds > 0);
  void measure_arithmetic();
  const std::vector<StageTime>& times() const;  // of this process's last call
  // Of all calls since the plan was made, or since reset_timers(): on this process (not collective), or with
  // minimum, mean and maximum over all (collective). Calls count when they are finished.
  // Example:
  //   weft::Plan plan(weft::c2c({8, 8, 8}), MPI_COMM_WORLD, {{"barriers", "yes"}});
  //   auto u = plan.points<std::complex<double>>(), v = plan.modes<std::complex<double>>();
  //   plan.forward(u, v);
  //   for (const weft::StageTimer& timer : plan.gather_timers())
  //     std::printf("%s %s %s: %g s at most\n", timer.direction.c_str(), timer.stage.c_str(),
  //                 timer.kind.c_str(), timer.max_seconds);
  std::vector<StageTimer> timers() const;
  std::vector<StageTimer> gather_timers() const;
  void reset_timers();
  Index allocated_bytes() const;  // what the plan really allocated on this process

  // Integer wavenumbers of this process's modes along `axis`, as many as the local length
  // (weft::wavenumbers), in the order in which the modes lie. Error(invalid_argument) if the axis does not
  // exist or is not transformed. Not collective. Example:
  //   weft::Plan plan(weft::r2c({16, 12, 10}), MPI_COMM_WORLD);
  //   const std::vector<weft::Index> k = plan.wavenumbers(2);
  //   assert(static_cast<weft::Index>(k.size()) == plan.modes_box().ranges[2].size());
  std::vector<Index> wavenumbers(int axis) const;

  // Releases windows, communicators and memory now; the plan still answers questions. Collective. A call that
  // was started is finished first. Calling it twice does nothing. Error(communication) if some process does
  // not come to it.
  void close();
  bool is_closed() const;      // not collective
  bool is_in_place() const;    // by its options or by the environment; not collective
  bool shares_arrays() const;  // the same, of arrays=shared

  // Runs `check` on every process; if it throws an Error on any, all throw that of the lowest such rank. For
  // programs that check what a plan cannot see, such as the arrays behind pointers. Collective; nothing
  // collective may happen in `check`.
  // Example:
  //   weft::Plan plan(weft::c2c({8, 8}), MPI_COMM_WORLD);
  //   auto u = plan.points<std::complex<double>>();
  //   plan.agree([&] {
  //     if (u.size() == 1) throw weft::Error(weft::ErrorCode::invalid_argument, "too few points here");
  //   });
  void agree(const std::function<void()>& check) const;

  // Throws Error(mismatch), with both values, unless all processes pass the same `value` of what is called
  // `name`. Collective. Example:
  //   weft::Plan plan(weft::c2c({8, 8}), MPI_COMM_WORLD);
  //   plan.require_equal("time step", std::to_string(0.125));
  void require_equal(const std::string& name, const std::string& value) const;

  // values[i] becomes the sum of values[i] of all processes, the same on all of them. As many values on all
  // processes (else Error(mismatch)). Collective.
  // Example:
  //   weft::Plan plan(weft::c2c({8, 6}), MPI_COMM_WORLD);
  //   double n_points = static_cast<double>(plan.points_box().n_points());
  //   plan.sum({&n_points, 1});
  //   assert(n_points == 48);
  void sum(std::span<double> values) const;

 private:
  void check_fields(ElementType points, std::size_t n_points, ElementType modes, std::size_t n_modes) const;
  void check_element(ElementType type, bool at_points) const;
  void check_new_array(ElementType type, bool at_points) const;
  using Start = void (Plan::*)(std::span<const void* const>, std::span<void* const>);
  void start(const void* in, void* out, Start call) { (this->*call)(std::span(&in, 1), std::span(&out, 1)); }
  Index capacity(std::size_t element_bytes) const;  // elements, when the plan is in place
  template <class T>
  Field<T> new_field(const Box& box, const Storage& storage) const {
    const Index size = std::max(storage.n_elements(), capacity(sizeof(T)));
    std::shared_ptr<void> memory = shared_memory(size * static_cast<Index>(sizeof(T)));
    return memory ? Field<T>(box, storage, size, std::move(memory)) : Field<T>(box, storage, size);
  }

  struct Impl;
  std::unique_ptr<Impl> impl_;
};

// Moves an array from one layout to another (same shape and grid size), without any transform.
// The same as a Plan of `redistribution(from, to, ...)`. Collective over `comm`.
// Example:
//   int n_processes = 1;
//   MPI_Comm_size(MPI_COMM_WORLD, &n_processes);
//   const weft::Layout rows{{12, 10}, {{n_processes}}, {0}, {}}, columns{{12, 10}, {{n_processes}}, {1}, {}};
//   weft::Plan turn = weft::make_redistribution(rows, columns, true, MPI_COMM_WORLD);
//   auto before = turn.points<double>(), after = turn.modes<double>();
//   turn.forward(before, after);
Plan make_redistribution(const Layout& from, const Layout& to, bool real_elements, MPI_Comm comm,
                         Precision precision = Precision::double_, const Options& options = {});

// Runs `check` on every process of `comm`; if it throws an Error on any, all throw that of the lowest such
// rank. For arguments that are looked at before there is a plan. Collective over `comm`; nothing collective
// may happen in `check`. Of the options only `timeout` counts. `doing`: of the caller ("to read the input"),
// for the error where some process makes another call.
// Throws as Plan does if the communicator cannot carry a plan.
// Example:
//   const int n = 64;  // as if read from a file
//   weft::agree_on(MPI_COMM_WORLD, [&] {
//     if (n % 2 != 0) throw weft::Error(weft::ErrorCode::invalid_argument, "n is odd; use an even number");
//   });
void agree_on(MPI_Comm comm, const std::function<void()>& check, const Options& options = {},
              const std::string& doing = "to check arguments");

// Throws Error(communication) when this program was started by the launcher of another MPI library
// (P jobs of one process each instead of one job of P). Not collective. Plans call it themselves.
// Error(invalid_argument) when MPI is not running.
// Example:
//   weft::check_launcher();
void check_launcher();

// From now on a SIGTERM, by which launchers end a job in which another process has died, makes this process
// say on stderr in which direction and exchange of a plan it was, before it ends. Replaces the program's
// handler of that signal. Not collective. The program `weft` does it. Example:
//   weft::tell_stage_when_ended();
void tell_stage_when_ended();

// Bytes that can still be allocated on this node without swapping, as the system and the container say; a
// plan that needs more is refused. Not collective. Example:
//   assert(weft::available_memory_bytes() > 0);
Index available_memory_bytes();

// Name and version of the MPI library below, e.g. "Open MPI v4.1.4". Not collective; at any time.
std::string mpi_library();
// Name, version and instructions of each FFT library, as "fftw-3.3.10-sse2-avx". Loads MKL. Not collective.
// Example:
//   std::printf("%s, %s\n", weft::mpi_library().c_str(), weft::fft_library().c_str());
std::string fft_library();

}  // namespace weft
