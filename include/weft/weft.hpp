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
// in, out: this process's blocks of the points and of the modes, each in the plan's storage of that side.
//     Elements are real or complex, of single or double precision, as the problem states. A pointer may be
//     null where the block is empty. Inputs are not changed. An output must not overlap an input, except in a
//     plan with in_place=yes: there both must be the same array, with room for both sides.
//     Error(invalid_argument), on this process, for null where the block is not empty. The same for one array
//     where the plan takes two, and for two where it takes one. Nothing else is checked of pointers.
// A collective call is Error(invalid_argument), on this process, if the plan is closed or another call of the
// plan is under way. A collective call is Error(communication) if a process does not come in time (option
// timeout); the plan is then unusable.
class Plan {
 public:
  // Makes the plan of a problem. Collective over `comm`; the same Error on every process of `comm`, or on
  // none. Error(invalid_argument) for an invalid argument; Error(mismatch) for one that differs between
  // processes. Error(not_applicable) for an argument that is valid, but not for this shape or number of
  // processes. Error(resource) if memory or a library is missing; Error(communication) if a process does not
  // come in time.
  // problem: the transform, the same on all processes.
  // options: how the transform is computed, the same on all processes; those that are not set are taken from
  //     the environment variable WEFT_OPTIONS.
  // Example:
  //   weft::Plan plan(weft::r2c({64, 64, 64}), MPI_COMM_WORLD, {{"exchange", "alltoallv"}});
  //   auto u = plan.points<double>();
  //   auto uh = plan.modes<std::complex<double>>();
  //   u.fill(1);
  //   plan.forward(u, uh);
  //   assert(plan.modes_box().ranges[1].begin > 0 || uh(0, 0, 0) == 64.0 * 64.0 * 64.0);
  Plan(const Problem& problem, MPI_Comm comm, const Options& options = {});
  // Closes the plan, unless it is closed already. Collective over the plan's communicator. While an exception
  // unwinds, the plan does not communicate, since other processes may not be here; shared windows then stay
  // until MPI_Finalize.
  ~Plan();
  Plan(const Plan&) = delete;
  Plan& operator=(const Plan&) = delete;
  Plan(Plan&&) noexcept;
  Plan& operator=(Plan&&) noexcept;

  // Points to modes, scaled as the problem's norm says. Collective over the plan's communicator.
  void forward(const void* in, void* out);
  // Modes to points, the inverse of `forward()`. Collective over the plan's communicator.
  void backward(const void* in, void* out);
  // A list of pointers is a list of fields: call forward_fields.
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

  // Starts a forward call of several fields, which `forward_finish()` ends; the program can do other work in
  // between. The start transforms up to the first exchange, and sends. Until the end the arrays (not the
  // lists of their addresses) belong to the plan and must live, and no other collective call of the plan may
  // start. Calls of several plans may be under way, and may end in any order that all processes share.
  // Closing the plan ends the call first. The start never waits for data. With barriers=yes it waits until
  // every process has entered; with windows or shared arrays it waits until no process reads the memory that
  // it will overwrite. Collective over the plan's communicator, in the same order as all calls on the same
  // processes.
  // In C++: destroying the plan also ends the call. While an exception unwinds, neither ends it, and messages
  // may arrive in the arrays until MPI_Finalize.
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
  // Starts a backward call of several fields, which `backward_finish()` ends; otherwise as `forward_start()`.
  // Collective over the plan's communicator.
  void backward_start(std::span<const void* const> in, std::span<void* const> out);
  // Ends a backward call that was started; then the output holds the points. Collective over the plan's
  // communicator. Error(invalid_argument), on this process, if no such call was started.
  void backward_finish();
  // Advances a call that was started, sweeps included, as far as possible without waiting: up to the next
  // exchange. The result is true if nothing more can be done, also if no call is under way. With one exchange
  // (slabs) the end of the call then waits for nothing. The second exchange of pencils starts in the end of
  // the call, so that messages start in the same order on all processes. Small messages arrive without this
  // function; with most MPI libraries large ones wait until both ends call MPI, as this function does. Not
  // collective; any number of calls, or none. Error(invalid_argument) if the plan is closed.
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

  // Transforms fields of modes backward, calls a function on each block of their points in cache, and
  // transforms what the function writes forward. The points never lie in memory as a whole. Normalised like a
  // backward call followed by a forward call. The plan must be made with convolve=yes. Collective over the
  // plan's communicator; the same Error on every process: Error(invalid_argument) for a plan without
  // convolve=yes, wrong arrays, and a function that fails; Error(mismatch) for numbers of fields that differ
  // between processes.
  // in, out: lists of blocks of the modes, 1 to the n_fields of the problem each. A pointer may be null only
  //     where the block is empty; outputs are different arrays. An output may be the array of an input,
  //     except with arrays=shared. Other inputs are not changed, except with overwrite_input=yes.
  // function: computes the outputs of a block of points. It is called once for each block of this process's
  //     points, in any order, with threads=N by N threads at a time. It must not call MPI or a plan, nor keep
  //     pointers. If it fails, the contents of the outputs are undefined.
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

  // A new array of zeros for this process's block of the points; of a plan in place, with room for the modes.
  // Not collective, unless the plan was made with arrays=shared: then all processes make the same arrays in
  // the same order, in memory that the processes of a node share. An array may outlive the plan. Calls also
  // take other arrays, on some processes or on all.
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
  // Memory of zeros that the processes of a node share, for programs with an array type of their own. The
  // result is null if the plan has arrays=private, if this process is alone on its node, or if no shared
  // memory is left (`explain()` has a remark). Collective over the plan's communicator. With another option
  // `space` the result is memory of that space; the call is then not collective, and Error(resource) if none
  // is left.
  // bytes: for this process; the number may differ between processes.
  std::shared_ptr<void> shared_memory(Index bytes) const;
  // The memory space of the plan's arrays, by the option `space`: "host" or another. With another space,
  // calls of the plan take only arrays that the plan made. Not collective. Errors: none.
  std::string space() const;
  // Copies bytes between memory of the program and an array in the plan's space: to the array, or from it.
  // The copy is complete when the call returns. Not collective.
  // array: any address in an array of the plan.
  // host: memory of the program. Error(invalid_argument) for null pointers, unless `bytes` is 0.
  // bytes: 0 or more, else Error(invalid_argument).
  // Example:
  //   weft::Plan plan(weft::c2c({8, 8}), MPI_COMM_WORLD);
  //   auto u = plan.points<std::complex<double>>();
  //   std::vector<std::complex<double>> values(u.size(), 1);
  //   plan.copy_from_host(u.data(), values.data(), u.size() * sizeof values[0]);
  void copy_from_host(void* array, const void* host, Index bytes) const;
  void copy_to_host(void* host, const void* array, Index bytes) const;

  // Properties of the plan. Not collective. Errors: none. They are valid after the plan is closed, unless
  // stated otherwise.
  // Example:
  //   weft::Plan plan(weft::r2c({16, 12, 10}), MPI_COMM_WORLD);
  //   const weft::Box mine = weft::box_of(plan.modes_layout(), plan.rank());
  //   assert(mine == plan.modes_box() && mine.shape() == plan.modes_storage().shape);
  //   weft::Plan again(plan.problem(), MPI_COMM_WORLD, {{"choice", weft::to_text(plan.choice())}});
  //   assert(again.choice() == plan.choice());

  const Problem& problem() const;  // The problem of the plan.
  const Choice& choice() const;    // How the plan computes; the option choice makes the same plan from it.
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
  const Description& description() const;  // Counts of what the plan does on this process.
  // The route as text, with bytes. After calls it includes times. After `measure_rates()` it includes the
  // bound of each step, the share of the bound reached, and the reason for the rest. Not collective. In all
  // languages.
  std::string explain() const;
  PlanReport report() const;  // The numbers of explain(), of this process.
  // The predicted time of this plan on a machine, for this process and the nodes on which the plan runs. With
  // a machine file (weft/calibration.hpp) `explain()` includes its predictions. Not collective.
  // model: the machine.
  // Example:
  //   weft::Plan plan(weft::c2c({8, 8}), MPI_COMM_WORLD);
  //   assert(plan.predict(weft::typical_machine()).pair_seconds() > 0);
  Prediction predict(const MachineModel& model) const;
  // Measures the time of the arithmetic of each sweep with its lines in cache; `explain()` then separates it
  // from the time to move memory. Of arrays in cache it also lists the steps. The measurement takes less time
  // than a pair of calls, or a tenth of a second if there are arrays in cache. It touches no array.
  // Not collective. Error(invalid_argument) if the plan is closed.
  // Example:
  //   weft::Plan plan(weft::c2c({8, 8}), MPI_COMM_WORLD);
  //   auto u = plan.points<std::complex<double>>(), v = plan.modes<std::complex<double>>();
  //   plan.forward(u, v);
  //   plan.measure_arithmetic();
  //   assert(plan.report().forward.steps[0].arithmetic_seconds > 0);
  void measure_arithmetic();
  const std::vector<StageTime>& times() const;  // Seconds of each step of this process's last call.
  // Seconds of each stage of all calls since the plan was made, or since `reset_timers()`, on this process. A
  // call counts when it has ended. Not collective.
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
  void reset_timers();  // Sets all timers to 0. Not collective.
  // Bytes that the plan allocated on this process, shared memory included. In all languages.
  Index allocated_bytes() const;

  // Integer wavenumbers of this process's modes along an axis, in the order of the modes, as many as the
  // local length. They are 0, 1, ..., then the negative ones; along the real axis of an r2c 0 ... n/2. An
  // axis that is dealt out in turns has those of the two axes in its place. Not collective.
  // axis: a transformed axis of the problem. Error(invalid_argument) for others, and for types III and IV and
  //     hc2r.
  // Example:
  //   weft::Plan plan(weft::r2c({16, 12, 10}), MPI_COMM_WORLD);
  //   const std::vector<weft::Index> k = plan.wavenumbers(2);
  //   assert(static_cast<weft::Index>(k.size()) == plan.modes_box().ranges[2].size());
  std::vector<Index> wavenumbers(int axis) const;

  // Releases shared memory, communicators and buffers; the properties of the plan stay available. A call that
  // was started ends first. Closing again has no effect. Collective over the plan's communicator.
  // Error(communication) if a process does not come.
  void close();
  bool is_closed() const;    // Is the plan closed?
  bool is_in_place() const;  // Is the plan in place, by its options or by the environment?
  // Was the plan made with arrays=shared, by its options or by the environment? In all languages.
  bool shares_arrays() const;

  // Agrees on a check that every process makes: if the check fails on any process, all have the error of the
  // lowest such rank. It serves checks that a plan cannot make, such as of the arrays behind pointers.
  // Collective over the plan's communicator.
  // In C++: `check` throws an Error if it fails; it must not make collective calls.
  // Example:
  //   weft::Plan plan(weft::c2c({8, 8}), MPI_COMM_WORLD);
  //   auto u = plan.points<std::complex<double>>();
  //   plan.agree([&] {
  //     if (u.size() == 1) throw weft::Error(weft::ErrorCode::invalid_argument, "too few points here");
  //   });
  void agree(const std::function<void()>& check) const;

  // Checks that a value is equal on all processes; else Error(mismatch), with both values, on all. Collective
  // over the plan's communicator.
  // name, value: the name of the value, for the error; the value as text.
  // Example:
  //   weft::Plan plan(weft::c2c({8, 8}), MPI_COMM_WORLD);
  //   plan.require_equal("time step", std::to_string(0.125));
  void require_equal(const std::string& name, const std::string& value) const;

  // Adds up each of several numbers over all processes; the sums are the same on all. Collective over the
  // plan's communicator.
  // values: replaced by the sums; equally many on all processes, else Error(mismatch).
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
// rank. It serves arguments that are checked before a plan exists. Collective over `comm`. Errors as of a
// Plan if the communicator cannot carry one.
// check: must not make collective calls.
// options: only `timeout` has an effect.
// doing: the purpose of the call ("to read the input"), for the error if a process makes another call.
// Example:
//   const int n = 64;  // as if read from a file
//   weft::agree_on(MPI_COMM_WORLD, [&] {
//     if (n % 2 != 0) throw weft::Error(weft::ErrorCode::invalid_argument, "n is odd; use an even number");
//   });
void agree_on(MPI_Comm comm, const std::function<void()>& check, const Options& options = {},
              const std::string& doing = "to check arguments");

}  // namespace weft
