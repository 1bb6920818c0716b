// What `weft bench` is asked for: the command line, and its meaning as problem and options of plans.
#pragma once

#include <CLI/App.hpp>
#include <string>
#include <vector>

#include "weft/weft.hpp"

namespace weft::cli {

// As typed; empty: not given.
struct BenchRequest {
  std::string shape = "128x128x128";
  std::string transform = "r2c";
  std::string axes;
  std::string precision = "double";
  std::string output = "last";
  std::string order = "fast";
  int n_fields = 1;
  std::string grid, exchange, backend, choice;
  std::vector<std::string> settings;  // "key=value" of the option table
  int n_rounds = 10;
  int inner = 3;
  std::vector<std::string> peers;
  bool explain = false;
  std::string json;
  std::string fftw_library;  // acted upon before MPI starts, see fftw_library.hpp
};

// Declares the options of `request` on the parser.
void add_options(CLI::App& app, BenchRequest& request);

// Throws Error(invalid_argument) for what does not make a problem.
Problem problem_of(const BenchRequest& request);

// One way to make the plan that was asked for.
struct PlanRequest {
  std::string exchange;  // by name; empty: the default
  Options options;
  bool may_be_missing = false;  // one of all: left out, with the reason, where its backend is missing
};

// One for each exchange and backend asked for. Throws Error(invalid_argument) for unknown keys and values.
std::vector<PlanRequest> plans_of(const BenchRequest& request);

}  // namespace weft::cli
