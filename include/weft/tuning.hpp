// The search for the best plan of a problem: the choices tried, their times, and the result.
//
// The option tune=measure (or estimate, exhaustive) tunes a plan when it is made. A choice found by measuring
// is kept in the user's file of wisdom, and the next plan of the same problem on the same machine is made at
// once. `weft tune` does the same from the command line; doc/tuning.md explains it.
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

// A choice that the tuner estimated or measured.
struct Candidate {
  Choice choice;
  double estimated_seconds = 0;            // of a forward and a backward call of all fields
  std::optional<double> measured_seconds;  // the same, of the slowest process
};

// What tuning found: the result of `tune()`.
struct Tuning {
  Choice choice;                       // the best
  std::string from;                    // "wisdom", "measurement", "estimate" or "rule"
  std::vector<Candidate> ranking;      // best first; empty if the choice is from wisdom or by rule
  std::optional<double> pair_seconds;  // measured, of the best: now, or when it was kept
  double seconds = 0;                  // that tuning took
  bool kept = false;                   // the choice is in wisdom_path(), from now or from before
  std::vector<std::string> remarks;    // texts: ignored wisdom, the end of the budget, ...
};

// Called on every process with the progress of tuning, in a few words. It must not throw and not communicate.
using TuningProgress = std::function<void(const std::string&)>;

// Finds the best choice of a plan. Plans and arrays are made for the search: memory for two plans and their
// arrays. The result is the same on all processes. Collective over `comm`. Errors as of a Plan, on every
// process or on none.
// problem: the problem to plan, the same on all processes.
// options: as of a plan, the same on all processes; the default of tune is measure here. The rest is searched
//     where grid, exchange, backend, stores or threads are set. Error(invalid_argument) for the option
//     choice, which settles all.
// progress: called on every process with the progress of tuning.
// Example:
//   const weft::Tuning tuning = weft::tune(weft::r2c({16, 12, 10}), MPI_COMM_WORLD, {{"wisdom", "ignore"}});
//   assert(tuning.from == "measurement" && tuning.ranking.front().choice == tuning.choice);
//   weft::Plan plan(weft::r2c({16, 12, 10}), MPI_COMM_WORLD, {{"choice", weft::to_text(tuning.choice)}});
Tuning tune(const Problem& problem, MPI_Comm comm, const Options& options = {},
            const TuningProgress& progress = {});

// Sets in `options` all that a choice settles, from `choice`, and no further tuning: a plan made with the
// result has that choice. Not collective. Errors: none.
// Example:
//   const weft::Options options = weft::with_choice({{"grid", "2x1"}, {"timeout", "60"}},
//                                                   weft::parse_choice("1x2 native alltoallv"));
//   assert(options.get("grid") == "auto" && options.get("choice") == "1x2 native alltoallv");
//   assert(options.get("timeout") == "60");
Options with_choice(const Options& options, const Choice& choice);

// The path of the file of wisdom, whether it exists or not: wisdom.toml in $WEFT_HOME, else in
// $XDG_DATA_HOME/weft, else in $HOME/.local/share/weft; empty if the environment names none of them. Not
// collective. Errors: none.
// Example:
//   std::printf("wisdom is kept in %s\n", weft::wisdom_path().c_str());
std::string wisdom_path();

}  // namespace weft
