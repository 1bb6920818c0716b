// The loop of `weft run`: steps until the end, and all that is done between them.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "common/keys.hpp"
#include "common/signals.hpp"
#include "common/simulation.hpp"

namespace weft::apps {

// What every simulation is told besides its own settings. 0: never, or no limit.
struct RunSettings {
  std::string name = "run";  // of the files: NAME.weft, NAME.history.csv, ...
  double until = 1;          // time at which it ends
  Index most_steps = 0;      // of all jobs together
  double wall_minutes = 0;   // of this job: then a checkpoint, and stop
  double courant_limit = 0;  // 0: that of the scheme
  Index history_every = 10;  // steps, as all of these
  Index checkpoint_every = 1000;
  Index snapshot_every = 0;
  Index statistics_every = 10;
  double statistics_from = 0;  // time
};

// Keys of the tables [run] and [output].
std::vector<Key> keys_of(RunSettings& settings);
// Throws Error(invalid_argument) in words. Not collective.
void check(const RunSettings& settings);

std::string checkpoint_path(const RunSettings& settings);

// How the loop speaks to the user; called on all processes with the same values, one of which prints them.
struct Voice {
  std::function<void(const std::string&)> say;  // a line
  // After each step, with what was measured in it: the Courant number and the quantities, or nothing. It
  // costs next to nothing and sends no message.
  std::function<void(const std::vector<Quantity>&)> stepped;
};

enum class Ending {
  finished,  // the time or the number of steps is reached
  stopped,   // before: by SIGUSR2, SIGTERM or the limit of wall time; a checkpoint is there
};

struct Outcome {
  Ending ending = Ending::finished;
  Index step = 0;  // of the last state, the one of the checkpoint, and its time
  double time = 0;
  Index n_steps = 0;   // of this job
  double seconds = 0;  // of steps and all that was between them
  std::vector<Quantity> times;
};

// Runs `simulation` to its end, or until one of the processes gets a signal; `checkpoint` is the one that it
// goes on from, if it does. Collective. Errors: those of files; Error(invalid_argument) where the Courant
// number is above the limit or a number is none, with the checkpoint to go on from.
Outcome run(Simulation& simulation, std::optional<Checkpoint> checkpoint, const RunSettings& settings,
            MPI_Comm comm, const Voice& voice, const Signals& signals);

}  // namespace weft::apps
