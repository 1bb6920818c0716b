// Finding the best plan of a problem: what was tried, how long it took, and what was found.
//
// A plan is tuned when it is made with the option tune=measure (or estimate, exhaustive), and what was found
// by measuring is kept in the user's file of wisdom, so that the next plan of the same problem on the same
// machine is made at once. `weft tune` does the same from the command line; doc/tuning.md explains it.
#pragma once

#include <mpi.h>

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "weft/choice.hpp"
#include "weft/export.h"
#include "weft/options.hpp"
#include "weft/problem.hpp"

namespace weft WEFT_API {

// A choice that the tuner looked at.
struct Candidate {
  Choice choice;
  double estimated_seconds = 0;            // of a forward and a backward call of all fields
  std::optional<double> measured_seconds;  // the same, of the slowest process
};

struct Tuning {
  Choice choice;                       // the best
  std::string from;                    // "wisdom", "measurement", "estimate" or "rule"
  std::vector<Candidate> ranking;      // best first; empty if the choice is from wisdom or by rule
  std::optional<double> pair_seconds;  // measured, of the best: now, or when it was kept
  double seconds = 0;                  // that tuning took
  bool kept = false;                   // the choice is in wisdom_path(), since now or since it was found
  std::vector<std::string> remarks;    // in words: ignored wisdom, the end of the budget, ...
};

// Told on every process how far tuning is, in a few words. It must not throw and not communicate.
using TuningProgress = std::function<void(const std::string&)>;

// Finds the best choice of a plan. Plans are made and run on arrays that are made for it: as much memory as
// for two plans and their arrays. The result is the same on all processes. Collective over `comm`. Errors as
// of a Plan, on every process or on none.
// problem: what is to be planned, the same on all processes.
// options: as of a plan, the same on all processes; without tune among them as with tune=measure. Those that
//     settle something (grid, exchange, backend, stores, threads) leave only the rest open.
//     Error(invalid_argument) for the option choice, which settles all.
// progress: is told on every process how far tuning is.
// Example:
//   const weft::Tuning tuning = weft::tune(weft::r2c({16, 12, 10}), MPI_COMM_WORLD, {{"wisdom", "ignore"}});
//   assert(tuning.from == "measurement" && tuning.ranking.front().choice == tuning.choice);
//   weft::Plan plan(weft::r2c({16, 12, 10}), MPI_COMM_WORLD, {{"choice", weft::to_text(tuning.choice)}});
Tuning tune(const Problem& problem, MPI_Comm comm, const Options& options = {},
            const TuningProgress& progress = {});

// `options` with all that a choice settles taken from `choice`, and no further tuning: a plan made with them
// has that choice. Not collective.
// Errors: none.
// Example:
//   const weft::Options options = weft::with_choice({{"grid", "2x1"}, {"timeout", "60"}},
//                                                   weft::parse_choice("1x2 native alltoallv"));
//   assert(options.get("grid") == "auto" && options.get("choice") == "1x2 native alltoallv");
//   assert(options.get("timeout") == "60");
Options with_choice(const Options& options, const Choice& choice);

// Where wisdom is kept, whether the file exists or not: wisdom.toml in $WEFT_HOME, else in
// $XDG_DATA_HOME/weft, else in $HOME/.local/share/weft; empty if the environment names none of them. Not
// collective.
// Errors: none.
// Example:
//   std::printf("wisdom is kept in %s\n", weft::wisdom_path().c_str());
std::string wisdom_path();

}  // namespace weft
