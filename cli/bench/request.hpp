// What `weft bench` is asked for: the command line, and its meaning as problem and options of plans.
#pragma once

#include <string>
#include <vector>

#include "program/arguments.hpp"
#include "transform/request.hpp"
#include "weft/weft.hpp"

namespace weft::cli {

// As typed; empty: not given.
struct BenchRequest : TransformRequest {
  std::string choice;  // a text, several with semicolons between, or "all"
  std::string tune;    // off, or how
  int n_rounds = 10;
  int inner = 0;  // pairs in a batch; 0: as many as it takes
  std::vector<std::string> peers;
  bool explain = false;
  std::string json;
  std::string plot;  // picture of what --explain finds
  std::string fftw_wisdom;
  std::string fftw_library;  // acted upon before MPI starts, see fftw_library.hpp
};

// Declares the options of `request` on the parser.
void add_options(const Arguments& arguments, BenchRequest& request);

// Whether the plan is one that a tuner finds, and whether all that it looked at is to be shown.
bool wants_tuning(const BenchRequest& request);
bool wants_ranking(const BenchRequest& request);

// Options for the tuner, if one is wanted. Throws Error(invalid_argument) for unknown keys and values, and
// for options that contradict each other.
Options tuning_options(const BenchRequest& request);

// One way to make the plan that was asked for.
struct PlanRequest {
  std::string exchange;  // by name; empty: the default
  Options options;
  bool may_be_missing = false;  // one of all: left out, with the reason, where its backend is missing
};

// One for each choice, exchange and backend asked for, if no tuning is wanted. Throws as tuning_options().
std::vector<PlanRequest> plans_of(const BenchRequest& request);

}  // namespace weft::cli
