// The options of a plan, parsed.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "direction/settings.hpp"
#include "weft/choice.hpp"
#include "weft/machine_model.hpp"
#include "weft/options.hpp"
#include "weft/problem.hpp"

namespace weft::inline plan {

enum class Tune { off, estimate, measure, exhaustive };

struct Settings : DirectionSettings {
  std::optional<ProcessGrid> grid;  // none: chosen
  std::string deal = "blocks";      // of the axes: blocks, cycles, or auto
  std::string exchange;             // "auto", or the row for every redistribution
  std::string backend;              // "auto", or that of every sweep
  std::string stores;               // "auto", or those of every sweep
  std::optional<Choice> choice;     // all of these at once
  std::optional<int> lump;          // fields of one message, 0: all; none: as the tuner finds, without it all
  bool barriers = false;            // all meet before each exchange
  int threads = 0;  // of each process; 0: as the tuner finds, without it all processors of the process
  Tune tune = Tune::off;
  std::optional<int> tune_seconds;  // none: as long as is usual for `tune`
  bool looks_up_wisdom = true;      // what was found before
  bool keeps_wisdom = true;         // what is found now
  double timeout_seconds = 0;
};

// Keys of options that a choice settles as well.
inline constexpr const char* keys_of_choice[] = {"grid",   "deal",    "exchange", "backend",
                                                 "stores", "threads", "lump"};

// Options are checked when they are set; this only reads them.
Settings settings_of(const Options& options);

// Options that a program did not set are taken from this variable: "exchange=alltoallv; timeout=60".
inline constexpr const char* options_variable = "WEFT_OPTIONS";

// The timeout of `options` and the environment, as far as they can be read: they may be wrong, and differ
// between processes.
double patience_of(const Options& options);

// Problem and options as names and values, to be compared between processes.
std::vector<std::pair<std::string, std::string>> facts_of(const Problem& problem, const Options& options);

}  // namespace weft::inline plan
