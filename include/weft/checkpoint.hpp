// Checkpoints: the state of a program in one file, from which any number of processes can continue.
//
// A checkpoint holds named fields, named values and, on request, the ingredients of a plan. It is an HDF5
// file that every tool opens (fields in /fields, values as attributes of /metadata), with checksums behind
// its end. It is written beside its final name, flushed, and renamed; its predecessor is kept as
// PATH.previous. A writer may be killed at any time: PATH or PATH.previous is complete. A reader compares
// every byte with its checksum, and takes the newest complete file. doc/checkpoints.md explains it.
//
// Example:
//   int n_processes = 1;
//   MPI_Comm_size(MPI_COMM_WORLD, &n_processes);
//   const weft::Layout slabs{{12, 10, 8}, {{n_processes}}, {0}, {}};
//   const weft::Distribution rows(MPI_COMM_WORLD, slabs, weft::element_type<double>());
//   std::vector<double> u(rows.memory_elements(), 3.0);
//   {
//     weft::CheckpointWriter writer("state.weft", MPI_COMM_WORLD);
//     writer.add("u", rows, u.data(), "m/s");
//     writer.set("step", std::int64_t{120});
//     writer.set("time", 0.25);
//     writer.commit();
//   }
//   const weft::Checkpoint checkpoint("state.weft", MPI_COMM_WORLD);
//   assert(checkpoint.get<std::int64_t>("step") == 120 && checkpoint.info("u").units == "m/s");
//   std::vector<double> again(rows.memory_elements());
//   checkpoint.read("u", rows, again.data());
//   assert(again == u);
#pragma once

#include <mpi.h>

#include <functional>
#include <memory>
#include <string>
#include <type_traits>
#include <variant>
#include <vector>

#include "weft/choice.hpp"
#include "weft/distribution.hpp"
#include "weft/error.hpp"
#include "weft/export.h"
#include "weft/field.hpp"
#include "weft/hdf5_file.hpp"
#include "weft/options.hpp"
#include "weft/problem.hpp"

namespace weft WEFT_API {

class Plan;

// Prepares for checkpoints at `path`, before a program begins its work: removes the unfinished files of
// killed writers. Error(resource) if no checkpoint could be written there; its last words are `elsewhere`.
// Not collective: one process calls.
void prepare_checkpoint(const std::string& path, const std::string& elsewhere = "write elsewhere");

// A checkpoint that is being written. All calls are collective over the communicator of the checkpoint, with
// the same names, values and distributions on all processes. The same Error on all processes.
// Error(invalid_argument), also for any call after `commit()` or an error. Error(mismatch) if arguments
// differ between processes. Error(resource) if there is no space, or if another program writes the same
// checkpoint; Error(communication) if a process does not come in time. An Error removes the new checkpoint;
// older ones stay unchanged.
class CheckpointWriter {
 public:
  // Begins a checkpoint, and removes the unfinished files of killed writers. Collective over `comm`.
  // path: of the file, which need not exist. Its folder must exist, else Error(resource).
  // comm: the processes that write.
  CheckpointWriter(const std::string& path, MPI_Comm comm);
  // Removes the unfinished file unless commit() succeeded. Not collective.
  ~CheckpointWriter();
  CheckpointWriter(CheckpointWriter&&) noexcept;
  CheckpointWriter& operator=(CheckpointWriter&&) noexcept;

  // Writes a field now: the owned elements of a distributed array, not the ghost cells.
  // name: of the field. Error(invalid_argument) if it is empty, has a '/' or more than 200 bytes, or if the
  //     checkpoint has a field of that name.
  // distribution: how the array is spread: over the processes of the checkpoint, in their order, else
  //     Error(invalid_argument).
  // data: the beginning of this process's memory; null where the block is empty.
  // units: of the values, "m/s"; may be empty.
  void add(const std::string& name, const Distribution& distribution, const void* data,
           const std::string& units = "");
  // Sets a named value; one of that name is replaced.
  // name: of the value. Error(invalid_argument) if it is empty, has a '/' or more than 200 bytes.
  // value: a text (UTF-8), a number, a whole number, or a list of one of these.
  void set(const std::string& name, const AttributeValue& value);
  // Adds the ingredients of a plan: its problem, its choice, and the wisdom of FFT libraries. The same plan
  // can then be made again without measuring. A checkpoint has one plan; a second call replaces it.
  // plan: on the processes of the checkpoint, in their order, else Error(invalid_argument).
  void add_plan(const Plan& plan);
  // Ends the checkpoint: the data reach the disk, and the file gets its name. An older file of that name
  // becomes PATH.previous, if it is a whole checkpoint; otherwise the older PATH.previous stays.
  void commit();
  // Runs `check` on every process. If it throws an Error on any, all throw that of the lowest such rank.
  void agree(const std::function<void()>& check) const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

// A field of a checkpoint.
struct CheckpointField {
  std::string name;
  Extents shape;        // global lengths
  ElementType element;  // as it was written
  std::string units;    // of its values; may be empty
};

// The bytes that are compared with their checksums when a checkpoint is opened.
enum class CheckpointCheck {
  everything,  // all bytes; the processes share the reading
  headers,     // all but the data of the fields, which read() compares in any case
};

// How a checkpoint is opened; the member is also a text key (src/io/options.cpp).
struct CheckpointOptions {
  CheckpointCheck check = CheckpointCheck::everything;
  // The members that text keys set. Not collective.
  // options: of options_for("checkpoint", ...); Error(invalid_argument) for options of another object.
  static CheckpointOptions of(const Options& options);
};

// A checkpoint to read, on any number of processes. Not collective, unless stated otherwise. A collective
// call has the same Error on all processes. Error(mismatch) if arguments differ between processes;
// Error(resource) if the file was replaced or changed since it was opened; Error(communication) if a process
// does not come in time. A function lists its other errors.
class Checkpoint {
 public:
  // Opens a checkpoint: PATH, or, with a note, PATH.previous if PATH is missing or damaged. Error(resource)
  // if both are missing or cannot be read. Error(invalid_argument), with the damage of both, if neither is
  // whole. Collective over `comm`.
  // path: PATH, the name of the file.
  // comm: the processes that read, of any number.
  // options: of "checkpoint". With check=everything, the default, all bytes are compared with their checksums
  //     now; the processes share the reading. With check=headers the data of the fields are left out, which
  //     `read()` compares in any case.
  // In C++: options are members of CheckpointOptions, `check` alone, text keys, {{"check", "headers"}}, or
  // options of options_for("checkpoint", ...).
  Checkpoint(const std::string& path, MPI_Comm comm, CheckpointCheck check = CheckpointCheck::everything);
  Checkpoint(const std::string& path, MPI_Comm comm, const CheckpointOptions& options);
  Checkpoint(const std::string& path, MPI_Comm comm, OptionTexts options);
  Checkpoint(const std::string& path, MPI_Comm comm, const Options& options);
  ~Checkpoint();
  Checkpoint(Checkpoint&&) noexcept;
  Checkpoint& operator=(Checkpoint&&) noexcept;

  // The path of the file that was opened, PATH or PATH.previous.
  const std::string& path() const;
  // Notes for a log, one line each: why PATH was not taken, or why the choice of the plan is left out. May be
  // empty.
  const std::string& note() const;

  // The names of the fields, in the order in which they were added.
  std::vector<std::string> names() const;
  // Whether the checkpoint has a field of the name `name`.
  bool has_field(const std::string& name) const;
  // The properties of a field: its global lengths, the type of its elements in the file, its units.
  // name: of the field; Error(invalid_argument), with the nearest name, if there is no such field.
  const CheckpointField& info(const std::string& name) const;

  // All values by name.
  const Attributes& values() const;
  // A value: a text, a number, a whole number, or a list of one of these.
  // name: of the value; Error(invalid_argument), with the nearest name, if there is no such value.
  const AttributeValue& value(const std::string& name) const;
  // A value of a kind; a whole number also counts as a number. Error(invalid_argument) if it is of another
  // kind.
  // name: of the value; Error(invalid_argument), with the nearest name, if there is no such value.
  // In C++: the kind T is std::string, double, std::int64_t, or a std::vector of one of these.
  template <class T>
  T get(const std::string& name) const {
    const AttributeValue& found = value(name);
    if (const T* as_wanted = std::get_if<T>(&found)) return *as_wanted;
    if constexpr (std::is_same_v<T, double>)
      if (const auto* whole = std::get_if<std::int64_t>(&found)) return static_cast<double>(*whole);
    fail_type(name);
  }

  // Reads a field into the owned elements of a distributed array, of any layout, order in memory and
  // precision. Numbers are rounded to single precision, or widened; ghost cells stay unchanged. The data are
  // compared with their checksum before the call returns. Error(invalid_argument) for damage, and for numbers
  // too large for single precision; the contents of the array are then undefined. Collective over the
  // communicator of the checkpoint.
  // name: of the field; Error(invalid_argument), with the nearest name, if there is no such field.
  // distribution: how the array is spread: over the processes of the checkpoint, in their order. It has the
  //     shape of the field, and elements that are real or complex as those of the field; else
  //     Error(invalid_argument).
  // data: the beginning of this process's memory; null where the block is empty.
  void read(const std::string& name, const Distribution& distribution, void* data) const;
  // Compares the data of all fields with their checksums, as opening with check=everything does. Collective
  // over the communicator of the checkpoint. Error(invalid_argument) names the damaged fields.
  void verify() const;

  // Whether a plan was added.
  bool has_plan() const;
  // The choice of the plan. Error(invalid_argument) if no plan was added.
  const Choice& choice() const;
  // The problem of the plan. Layouts that the problem states belong to a number of processes; on another
  // number they are left out. Error(invalid_argument) if no plan was added.
  Problem problem() const;
  // Adds the choice of the plan to `options`, and loads the wisdom of FFT libraries. A plan of problem() with
  // the result is the same plan, made without measuring. On another number of processes, or if the choice
  // cannot be used, the result is `options` unchanged, with a note. Options that have a choice stay
  // unchanged. Error(invalid_argument) if no plan was added. Collective over the communicator of the
  // checkpoint.
  Options plan_options(const Options& options = {});
  // Makes the plan that was added: on as many processes the same plan, without measuring. On another number
  // of processes, or if the choice cannot be used, the choice is left out, with a note. On another number of
  // processes the layouts that the problem states are also left out. Error(invalid_argument) if no plan was
  // added; else errors as of a plan. Collective over the communicator of the checkpoint.
  // options: all that a choice does not settle (in_place, arrays, timeout, ...). A choice in them is
  //     preferred.
  // In C++: the plan of `problem()` with `plan_options()`.
  // Example:
  //   weft::Plan plan(weft::r2c({16, 12, 10}), MPI_COMM_WORLD);
  //   weft::CheckpointWriter writer("plan.weft", MPI_COMM_WORLD);
  //   writer.add_plan(plan);
  //   writer.commit();
  //   weft::Checkpoint checkpoint("plan.weft", MPI_COMM_WORLD);
  //   const weft::Plan again = checkpoint.make_plan();
  //   assert(again.choice() == plan.choice() && checkpoint.note().empty());
  Plan make_plan(const Options& options = {});
  // Runs `check` on every process. If it throws an Error on any, all throw that of the lowest such rank.
  // Collective over the communicator of the checkpoint.
  void agree(const std::function<void()>& check) const;

 private:
  [[noreturn]] void fail_type(const std::string& name) const;

  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace weft
