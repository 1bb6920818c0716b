// What several commands ask alike: a transform, and options of its plan. Options of a plan go to the library
// as text, so their values and the errors about them are the same as in every other interface.
#pragma once

#include <string>
#include <vector>

#include "program/arguments.hpp"
#include "weft/weft.hpp"

namespace weft::cli {

// As typed; empty: not given.
struct TransformRequest {
  std::string shape = "128x128x128";
  std::string transform = "r2c";
  std::string axes, kinds, kept;
  std::string precision = "double";
  std::string output = "last";
  std::string order = "fast";
  int n_fields = 1;
  std::string grid, exchange, backend;
  std::vector<std::string> settings;  // "key=value" of the option table
};

// Title of the options of a plan, in the help.
inline constexpr const char* plan_group = "The plan (see: weft info)";

// Declare the options of `request` on the parser: --shape and all else that makes the problem; --grid,
// --exchange, --backend and --set.
void add_problem_options(const Arguments& arguments, TransformRequest& request);
void add_plan_options(const Arguments& arguments, TransformRequest& request);

// Throws Error(invalid_argument) for what does not make a problem.
Problem problem_of(const TransformRequest& request);

// The options of a plan. Throws Error(invalid_argument) for unknown keys and values, and for a key that is
// said twice.
Options options_of(const TransformRequest& request);

// Sets what the option `said_by` of the command line says of the key. Throws Error(invalid_argument) if --set
// says something of it, too.
void set_once(Options& options, const std::string& key, const std::string& value, const std::string& said_by);

}  // namespace weft::cli
