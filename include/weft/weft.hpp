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
#include "weft/environment.hpp"
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

// A distributed transform, ready to run: any number of forward and backward calls, in any order. The plan
// works on its own duplicate of the communicator, which the user may free at once.
// in, out: this process's blocks of the points and of the modes, each as the plan's storage of that side
//     says. Elements are real or complex, of single or double precision, after the problem's transform and
//     precision. A pointer may be null where the block is empty. Inputs are not changed. An output must not
//     overlap an input, unless the plan was made with in_place=yes: then both must be the same array, with
//     room for both sides. Error(invalid_argument), on this process, for null where the block is not empty,
//     and for one array in place of two or two in place of one; nothing else is checked of pointers.
// A collective call is Error(invalid_argument), on this process, if the plan is closed or if another call of
// the plan is under way. It is Error(communication) if some process does not come in time (option timeout),
// and the plan is then of no use any more.
class Plan {
 public:
  // Makes the plan of a problem. Collective over `comm`; the same Error on every process of `comm`, or on
  // none: Error(invalid_argument); Error(mismatch) for an argument that differs between processes;
  // Error(not_applicable) for one that is right in itself, but not for this shape or number of processes;
  // Error(resource) if memory or a library is missing; Error(communication) if a process does not come in
  // time.
  // problem: what is wanted, the same on all processes.
  // options: how it is done, the same on all processes; those that are not set are taken from the environment
  //     variable WEFT_OPTIONS.
  // Example:
  //   weft::Plan plan(weft::r2c({64, 64, 64}), MPI_COMM_WORLD, {{"exchange", "alltoallv"}});
  //   auto u = plan.points<double>();
  //   auto uh = plan.modes<std::complex<double>>();
  //   u.fill(1);
  //   plan.forward(u, uh);
  //   assert(plan.modes_box().ranges[1].begin > 0 || uh(0, 0, 0) == 64.0 * 64.0 * 64.0);
  Plan(const Problem& problem, MPI_Comm comm, const Options& options = {});
  // Closes the plan if close() was not called, which is collective. While an exception unwinds, the plan does
  // not communicate (other processes may not be here), but leaves shared windows to MPI_Finalize.
  ~Plan();
  Plan(const Plan&) = delete;
  Plan& operator=(const Plan&) = delete;
  Plan(Plan&&) noexcept;
  Plan& operator=(Plan&&) noexcept;

  // Points to modes, scaled as the problem's norm says. Collective over the plan's communicator.
  void forward(const void* in, void* out);
  // Modes to points, the inverse of `forward()`. Collective over the plan's communicator.
  void backward(const void* in, void* out);
  // Lists of pointers are fields, not an array: call forward_fields.
  template <class In, class Out>
  void forward(In* const* in, Out* const* out) = delete;
  template <class In, class Out>
  void backward(In* const* in, Out* const* out) = delete;
  // Several fields at once, in the same messages: points to modes, or modes to points. Collective over the
  // plan's communicator; the number of fields must be the same on all processes.
  // in, out: lists of as many blocks, 1 to the n_fields of the problem, else Error(invalid_argument) on this
  //     process.
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

  // Starts a forward call of several fields, which `forward_finish()` ends; between both the program does
  // something else. The start transforms up to the first exchange, and sends. Until the end the arrays (not
  // the lists of their addresses) belong to the plan and must live, and no other collective call of the plan
  // may start. Calls of several plans may be under way, and be ended in any order that all processes share.
  // Closing the plan ends the call first. The start never waits for data; with barriers=yes it waits until
  // every process has entered, with windows or shared arrays until nobody reads the memory that it will
  // overwrite. Collective over the plan's communicator, in the same order as all calls on the same processes.
  // In C++: destroying the plan ends the call, too. While an exception unwinds, both leave the call, and
  // messages may then arrive in the arrays until MPI_Finalize.
  // Example:
  //   weft::Plan plan(weft::r2c({16, 12, 10}), MPI_COMM_WORLD);
  //   auto u = plan.points<double>();
  //   auto uh = plan.modes<std::complex<double>>();
  //   plan.forward_start(u, uh);
  //   for (int i = 0; i < 3; ++i) plan.progress();  // between parts of other work
  //   plan.forward_finish();
  void forward_start(std::span<const void* const> in, std::span<void* const> out);
  // Ends a forward call that was started; then the output holds the modes. Collective over the plan's
  // communicator. Error(invalid_argument), on this process, if no such call was started.
  void forward_finish();
  // Starts a backward call of several fields, which `backward_finish()` ends; all else as `forward_start()`.
  // Collective over the plan's communicator.
  void backward_start(std::span<const void* const> in, std::span<void* const> out);
  // Ends a backward call that was started; then the output holds the points. Collective over the plan's
  // communicator. Error(invalid_argument), on this process, if no such call was started.
  void backward_finish();
  // Moves on a call that was started, sweeps included, as far as that goes without waiting: up to the next
  // exchange. The result is true if no more can be done, also where no call is under way. With one exchange
  // (slabs) the end of the call has then nothing left to wait for; the second exchange of pencils is started
  // by the end alone, so that messages start in the same order everywhere. Small messages arrive without it;
  // large ones wait, with most MPI libraries, until both ends call MPI, as this function does. Not
  // collective, and called as often as one likes, or never. Error(invalid_argument) if the plan is closed.
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

  // Products of points, which never lie in memory as a whole: fields of modes backward, a function on each
  // block of their points while the block sits in cache, fields of what the function writes forward.
  // Normalised like a backward call and a forward one. The plan must be made with convolve=yes. Collective
  // over the plan's communicator; the same Error on every process: Error(invalid_argument) for a plan without
  // convolve=yes, wrong arrays, and a function that fails; Error(mismatch) for other numbers of fields on
  // other processes.
  // in, out: lists of blocks of the modes, 1 to the n_fields of the problem each. No block may be null,
  //     unless it is empty; outputs are different arrays. An output may be the array of an input, except with
  //     arrays=shared. Other inputs are not changed, except with overwrite_input=yes.
  // function: computes the outputs of a block of points. It is called once for each block of this process's
  //     points, in any order, with threads=N by N threads at a time, and must not call MPI or a plan, nor
  //     keep pointers. Where it fails, the outputs hold anything.
  // In C++: an Error that the function throws keeps its code. Ready-made functions: weft/products.hpp.
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

  // The same with fields, which are checked: Error(invalid_argument), on this process. Collective.
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

  // A new array of zeros for this process's block of the points; of a plan in place, with room for the modes
  // as well. Not collective, unless the plan was made with arrays=shared: then all processes make the same
  // arrays in the same order, in memory that the processes of a node share. An array may live longer than the
  // plan. Calls take other arrays as well, on some of the processes or on all.
  // In C++: Error(invalid_argument) if T is not the type of the elements.
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
  // A new array of zeros for this process's block of the modes, as of `points()`. Not collective, unless the
  // plan was made with arrays=shared.
  template <class T>
  Field<T> modes() const {
    check_new_array(element_type<T>(), false);
    return new_field<T>(modes_box(), modes_storage());
  }
  // Memory of zeros that the processes of a node share, for programs that have arrays of their own kind. The
  // result is null where the plan has arrays=private, where this process is alone on its node, or where no
  // shared memory is left, as `explain()` says. Collective over the plan's communicator. With another option
  // `space`: memory of that space. Not collective then; Error(resource) where none is left.
  // bytes: as many as this process wants; others may want other numbers.
  std::shared_ptr<void> shared_memory(Index bytes) const;
  // The memory space of the plan, as the option `space` says: "host", or that of the arrays of
  // points and modes, which then have to be passed to all calls of the plan. Not collective. Errors: none.
  std::string space() const;
  // Copies bytes from memory of the program into an array of the plan's space, or from one into memory of the
  // program; complete when the call returns. Not collective.
  // array: any address in an array of the plan.
  // host: memory of the program. Error(invalid_argument) for null pointers, unless `bytes` is 0.
  // bytes: from 0 on, else Error(invalid_argument).
  // Example:
  //   weft::Plan plan(weft::c2c({8, 8}), MPI_COMM_WORLD);
  //   auto u = plan.points<std::complex<double>>();
  //   std::vector<std::complex<double>> values(u.size(), 1);
  //   plan.copy_from_host(u.data(), values.data(), u.size() * sizeof values[0]);
  void copy_from_host(void* array, const void* host, Index bytes) const;
  void copy_to_host(void* host, const void* array, Index bytes) const;

  // What the plan is. Not collective. Errors: none. All work when the plan is closed, but those that say
  // otherwise.
  // Example:
  //   weft::Plan plan(weft::r2c({16, 12, 10}), MPI_COMM_WORLD);
  //   const weft::Box mine = weft::box_of(plan.modes_layout(), plan.rank());
  //   assert(mine == plan.modes_box() && mine.shape() == plan.modes_storage().shape);
  //   weft::Plan again(plan.problem(), MPI_COMM_WORLD, {{"choice", weft::to_text(plan.choice())}});
  //   assert(again.choice() == plan.choice());

  const Problem& problem() const;  // The problem of the plan.
  const Choice& choice() const;  // How the plan computes; as the option choice, it makes the same plan again.
  const Layout& points_layout() const;  // Which process owns which block.
  const Layout& modes_layout() const;
  const Box& points_box() const;  // This process's block, in global indices.
  const Box& modes_box() const;
  // How this process's block lies in memory: its lengths, the order of its axes, the distance in elements
  // between neighbours along each axis, and the elements that an array needs.
  const Storage& points_storage() const;
  const Storage& modes_storage() const;
  ElementType points_element() const;  // What the elements are: real or complex, single or double.
  ElementType modes_element() const;
  // Layout, elements and storage in one. Error(invalid_argument) if the plan is closed.
  Distribution points_distribution() const;
  Distribution modes_distribution() const;
  // Bytes that an array of a plan in place needs on this process. In all languages.
  Index in_place_bytes() const;
  // The rank of this process among those of the plan, from 0. In all languages.
  int rank() const;
  const Description& description() const;  // What the plan does on this process, in counts.
  // The route in words, with bytes; after calls with times; after `measure_rates()` with what the machine
  // allows, the share of it that was reached, and the reason for the rest. Not collective. In all languages.
  std::string explain() const;
  PlanReport report() const;  // What explain() says, in numbers, of this process.
  // What this plan takes on a machine, for this process and the nodes on which the plan runs. Where there is
  // a machine file (weft/calibration.hpp), `explain()` has its promises. Not collective.
  // model: the machine.
  // Example:
  //   weft::Plan plan(weft::c2c({8, 8}), MPI_COMM_WORLD);
  //   assert(plan.predict(weft::typical_machine()).pair_seconds() > 0);
  Prediction predict(const MachineModel& model) const;
  // Measures what the arithmetic of each sweep takes when its lines are in cache; `explain()` then tells it
  // from moving memory. Takes less time than a pair of calls, and touches no array. Not collective.
  // Error(invalid_argument) if the plan is closed.
  // Example:
  //   weft::Plan plan(weft::c2c({8, 8}), MPI_COMM_WORLD);
  //   auto u = plan.points<std::complex<double>>(), v = plan.modes<std::complex<double>>();
  //   plan.forward(u, v);
  //   plan.measure_arithmetic();
  //   assert(plan.report().forward.steps[0].arithmetic_seconds > 0);
  void measure_arithmetic();
  const std::vector<StageTime>& times() const;  // Seconds of each step of this process's last call.
  // Seconds of each stage of all calls since the plan was made, or since `reset_timers()`, on this process.
  // Calls count when they are ended. Not collective.
  // Example:
  //   weft::Plan plan(weft::c2c({8, 8, 8}), MPI_COMM_WORLD, {{"barriers", "yes"}});
  //   auto u = plan.points<std::complex<double>>(), v = plan.modes<std::complex<double>>();
  //   plan.forward(u, v);
  //   for (const weft::StageTimer& timer : plan.gather_timers())
  //     std::printf("%s %s %s: %g s at most\n", timer.direction.c_str(), timer.stage.c_str(),
  //                 timer.kind.c_str(), timer.max_seconds);
  std::vector<StageTimer> timers() const;
  // The timers, with minimum, mean and maximum over all processes. Collective over the plan's communicator.
  std::vector<StageTimer> gather_timers() const;
  void reset_timers();  // From now on timers count from 0. Not collective.
  // Bytes that the plan allocated on this process, shared memory included. In all languages.
  Index allocated_bytes() const;

  // Integer wavenumbers of this process's modes along an axis, in the order in which the modes lie, as many
  // as the local length: 0, 1, ..., then the negative ones; 0 ... n/2 along the real axis of an r2c. Of an
  // axis that is dealt out in turns, those of both axes in its place. Not collective.
  // axis: a transformed one of the problem, else Error(invalid_argument), as for types III and IV and hc2r.
  // Example:
  //   weft::Plan plan(weft::r2c({16, 12, 10}), MPI_COMM_WORLD);
  //   const std::vector<weft::Index> k = plan.wavenumbers(2);
  //   assert(static_cast<weft::Index>(k.size()) == plan.modes_box().ranges[2].size());
  std::vector<Index> wavenumbers(int axis) const;

  // Releases shared memory, communicators and stages now; the plan still answers questions. A call that was
  // started is ended first. Does nothing the second time. Collective over the plan's communicator.
  // Error(communication) if some process does not come.
  void close();
  bool is_closed() const;    // Is the plan closed?
  bool is_in_place() const;  // Is the plan in place, by its options or by the environment?
  // Was the plan made with arrays=shared, by its options or by the environment? In all languages.
  bool shares_arrays() const;

  // Agrees on a check that every process makes: if it fails on any, all have the error of the lowest such
  // rank. For what a plan cannot see, such as the arrays behind pointers. Collective over the plan's
  // communicator.
  // In C++: `check` throws an Error where it fails; nothing collective may happen in it.
  // Example:
  //   weft::Plan plan(weft::c2c({8, 8}), MPI_COMM_WORLD);
  //   auto u = plan.points<std::complex<double>>();
  //   plan.agree([&] {
  //     if (u.size() == 1) throw weft::Error(weft::ErrorCode::invalid_argument, "too few points here");
  //   });
  void agree(const std::function<void()>& check) const;

  // Proves that a value is the same on all processes: else Error(mismatch), with both values, on all.
  // Collective over the plan's communicator.
  // name, value: what the value is called, for the error; the value as text.
  // Example:
  //   weft::Plan plan(weft::c2c({8, 8}), MPI_COMM_WORLD);
  //   plan.require_equal("time step", std::to_string(0.125));
  void require_equal(const std::string& name, const std::string& value) const;

  // Adds up numbers over all processes, each for itself; the sums are the same on all. Collective over the
  // plan's communicator.
  // values: become the sums; as many on all processes, else Error(mismatch).
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

// A plan that moves an array from one layout to another, without a transform. Collective over `comm`. Errors
// as of a Plan, on every process or on none.
// from, to, real_elements, precision: as of `redistribution()`.
// comm, options: as of a plan.
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
// rank. For arguments that are looked at before there is a plan. Collective over `comm`. Errors as of a Plan
// if the communicator cannot carry one.
// check: nothing collective may happen in it.
// options: of them only `timeout` counts.
// doing: what the caller does ("to read the input"), for the error where some process makes another call.
// Example:
//   const int n = 64;  // as if read from a file
//   weft::agree_on(MPI_COMM_WORLD, [&] {
//     if (n % 2 != 0) throw weft::Error(weft::ErrorCode::invalid_argument, "n is odd; use an even number");
//   });
void agree_on(MPI_Comm comm, const std::function<void()>& check, const Options& options = {},
              const std::string& doing = "to check arguments");

}  // namespace weft
