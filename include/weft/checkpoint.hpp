// Checkpoints: the state of a program in one file, from which any number of processes goes on.
//
// A checkpoint holds named fields, named values and, if wanted, what a plan is made from. It is an HDF5 file
// that every tool opens (fields in /fields, values as attributes of /metadata), with checksums behind
// its end. It is written beside its final name, flushed, and renamed; its predecessor is kept as
// PATH.previous. Whenever a writer is killed, PATH or PATH.previous is complete, and a reader takes the
// newest that is, after it has compared every byte with its checksum. doc/checkpoints.md explains it.
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

// Before a program begins work of which it will write checkpoints at `path`: removes what writers that were
// killed left behind. Error(resource) if no checkpoint could be written there; its last words are
// `elsewhere`. Work of one process, not collective.
void prepare_checkpoint(const std::string& path, const std::string& elsewhere = "write elsewhere");

// A checkpoint that is being written. All calls are collective over the communicator, with the same names,
// values and distributions on all processes; the same Error on all: invalid_argument, mismatch, resource (no
// space, another program writes the same checkpoint). After an Error nothing of it stays, and what was there
// before is as it was.
class CheckpointWriter {
 public:
  // Of a file PATH, which need not exist. Removes unfinished files that killed writers of PATH left.
  CheckpointWriter(const std::string& path, MPI_Comm comm);
  // Removes the unfinished file unless commit() succeeded. Not collective.
  ~CheckpointWriter();
  CheckpointWriter(CheckpointWriter&&) noexcept;
  CheckpointWriter& operator=(CheckpointWriter&&) noexcept;

  // Writes a field now: its owned elements, not the ghost cells. `distribution` is one on this communicator,
  // or on one of the same processes in the same order; `data` is the beginning of this process's memory (null
  // where it has none). Names are not empty and have no '/'.
  void add(const std::string& name, const Distribution& distribution, const void* data,
           const std::string& units = "");
  // A named value: a text, a number, or a list of these. Replaces one of the same name.
  void set(const std::string& name, const AttributeValue& value);
  // What a plan is made from: its problem, its choice, and what FFT libraries learned when they planned it,
  // so that the same plan is made again without measuring. One plan; a second call replaces it.
  void add_plan(const Plan& plan);
  // The data reach the disk, the file gets its name, and what had it becomes PATH.previous, if its seal is
  // whole (else the older PATH.previous stays).
  void commit();
  // Runs `check` on every process; if it throws an Error on any, all throw that of the lowest such rank. As
  // Plan::agree.
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

// What is compared with its checksum when a checkpoint is opened.
enum class CheckpointCheck {
  everything,  // all bytes; the processes share the reading
  headers,     // all but the data of the fields, which read() compares in any case
};

// How a checkpoint is opened; a text key, too (src/io/options.cpp).
struct CheckpointOptions {
  CheckpointCheck check = CheckpointCheck::everything;
  // Those of options_for("checkpoint", ...). Error(invalid_argument) for options of something else. Not
  // collective.
  static CheckpointOptions of(const Options& options);
};

// A checkpoint to read, on any number of processes.
//
// Not collective unless a call says so; the same Error on all processes of a collective one.
class Checkpoint {
 public:
  // Opens PATH, or PATH.previous if PATH is missing or damaged: note() says so then. Collective over `comm`.
  // Error(resource) if there is neither or they cannot be read, Error(invalid_argument), which says what is
  // wrong with both, if neither is whole.
  Checkpoint(const std::string& path, MPI_Comm comm, CheckpointCheck check = CheckpointCheck::everything);
  Checkpoint(const std::string& path, MPI_Comm comm, const CheckpointOptions& options);
  // The same by text keys, those of option_table("checkpoint"): {{"check", "headers"}}.
  Checkpoint(const std::string& path, MPI_Comm comm, OptionTexts options);
  Checkpoint(const std::string& path, MPI_Comm comm, const Options& options);
  ~Checkpoint();
  Checkpoint(Checkpoint&&) noexcept;
  Checkpoint& operator=(Checkpoint&&) noexcept;

  const std::string& path() const;  // of the file that was opened
  // In words, one line each, for the user's log: why PATH was not taken, or why plan_options() leaves
  // out the choice. Empty if there is nothing to say.
  const std::string& note() const;

  // The fields, in the order in which they were added.
  std::vector<std::string> names() const;
  bool has_field(const std::string& name) const;
  // Error(invalid_argument), with the nearest name, if there is no such field.
  const CheckpointField& info(const std::string& name) const;

  // All values, and one; Error(invalid_argument), with the nearest name, if there is no such value.
  const Attributes& values() const;
  const AttributeValue& value(const std::string& name) const;
  // The value, which is a T: std::string, double, std::int64_t, or a std::vector of these. A whole number is
  // given as a double, too. Error(invalid_argument) if it is something else.
  template <class T>
  T get(const std::string& name) const {
    const AttributeValue& found = value(name);
    if (const T* as_wanted = std::get_if<T>(&found)) return *as_wanted;
    if constexpr (std::is_same_v<T, double>)
      if (const auto* whole = std::get_if<std::int64_t>(&found)) return static_cast<double>(*whole);
    fail_type(name);
  }

  // Reads a field into the owned elements of a distribution of its shape, on any number of processes, in any
  // order and grid, of either precision (numbers are rounded to single precision, or widened); ghost cells
  // stay as they are. What was read is compared with the checksum before the call returns. Collective.
  // Error(invalid_argument): no such field, another shape, real instead of complex elements or the other way
  // round, damage, numbers too large for single precision; after the last two the array holds anything.
  void read(const std::string& name, const Distribution& distribution, void* data) const;
  // Compares the data of all fields with their checksums, as opening with CheckpointCheck::everything did.
  // Error(invalid_argument) that names the damaged fields. Collective.
  void verify() const;

  // Whether a plan was added. The others: Error(invalid_argument) if none was.
  bool has_plan() const;
  const Choice& choice() const;  // of the plan
  // Its problem. Layouts of its own belong to a number of processes: on another one they are left out.
  Problem problem() const;
  // `options` with the choice of the plan, after what FFT libraries learned is taken over: a plan of
  // problem() made with them is the same plan, without measuring. On another number of processes, or where
  // the choice cannot be used for another reason, `options` as they are, and note() says so. Collective.
  Options plan_options(const Options& options = {});
  // The plan of problem() with plan_options(options). Collective; Errors as of a Plan.
  // Example:
  //   weft::Plan plan(weft::r2c({16, 12, 10}), MPI_COMM_WORLD);
  //   weft::CheckpointWriter writer("plan.weft", MPI_COMM_WORLD);
  //   writer.add_plan(plan);
  //   writer.commit();
  //   weft::Checkpoint checkpoint("plan.weft", MPI_COMM_WORLD);
  //   const weft::Plan again = checkpoint.make_plan();
  //   assert(again.choice() == plan.choice() && checkpoint.note().empty());
  Plan make_plan(const Options& options = {});
  // As CheckpointWriter::agree. Collective.
  void agree(const std::function<void()>& check) const;

 private:
  [[noreturn]] void fail_type(const std::string& name) const;

  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace weft
