// What `weft run` runs: a simulation goes on in steps, and the loop (run_loop.hpp) does what all of them
// need: progress, history, checkpoints, signals, limits.
//
// An application is a row of a table: its name and its setup, which has the keys of its settings file and
// makes the simulation of them.
#pragma once

#include <mpi.h>

#include <memory>
#include <string>
#include <vector>

#include "common/keys.hpp"
#include "common/work.hpp"
#include "weft/checkpoint.hpp"
#include "weft/hdf5_file.hpp"
#include "weft/snapshots.hpp"

namespace weft::apps {

// A number that tells how the simulation is doing.
struct Quantity {
  std::string name, units;
  double value;
};

class Simulation {
 public:
  virtual ~Simulation() = default;

  // Time and number of steps that are done, and the length of the next one. Not collective.
  virtual double time() const = 0;
  virtual double dt() const = 0;
  virtual Index n_steps() const = 0;

  // What a step is to look at on its way, at its beginning. All of it costs next to nothing beside the step.
  struct Look {
    bool quantities = false;  // for quantities()
    bool statistics = false;  // adds to them
  };
  // One step. Collective.
  virtual void step(const Look& look) = 0;
  // At the beginning of the last step that looked at them. Collective.
  virtual std::vector<Quantity> quantities() = 0;
  // What these say against the results, in words; empty: nothing. The same on all processes; not collective.
  virtual std::string warning() const { return ""; }

  // The Courant number of the last step, of this process; infinite where a number is none. Not collective.
  virtual double courant_here() const = 0;
  virtual double courant_limit() const = 0;  // of the scheme
  // Whether the state has only numbers, on this process. Not collective.
  virtual bool is_finite_here() = 0;

  // Writes all that step() depends on, and the statistics. Collective.
  virtual void write(CheckpointWriter& writer) = 0;
  // Goes on from there. Collective. Error(invalid_argument) in words if it is of another problem; in `notes`,
  // what is different and does not prevent it.
  virtual void read(const Checkpoint& checkpoint, std::vector<std::string>& notes) = 0;

  // The fields, for looking at. Collective.
  virtual void write_snapshot(Series& series) = 0;
  // Files PREFIX.statistics.*, which say that they are of `step`; false if there are no statistics yet.
  // Collective.
  virtual bool write_statistics(const std::string& prefix, Index step) = 0;

  // The program's name ("program"), and what explains its results; for files. Not collective.
  virtual Attributes facts() const = 0;
  // What is simulated, and how; a line each. Collective.
  virtual std::vector<std::string> words() const = 0;
  // Where the time of all steps so far went: seconds, means over the processes. Collective.
  virtual std::vector<Quantity> times() const = 0;
};

class Setup {
 public:
  virtual ~Setup() = default;
  // Bound to this setup, which must live as long as they are used. Not collective.
  virtual std::vector<Key> keys() = 0;
  // Throws Error(invalid_argument) for settings that nothing can run with. Not collective.
  virtual void check() const = 0;
  // What it costs. Not collective.
  virtual Work work() const = 0;
  // At the beginning, or to go on from a checkpoint, of which the plan is taken: read() is called then.
  // Collective.
  virtual std::unique_ptr<Simulation> make(MPI_Comm comm, Checkpoint* checkpoint) const = 0;
};

struct Application {
  std::string name, meaning;
  std::unique_ptr<Setup> (*setup)();
};

const std::vector<Application>& applications();
// Error(invalid_argument) names the nearest known.
const Application& find_application(const std::string& name);

}  // namespace weft::apps
