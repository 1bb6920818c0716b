// How a plan is to be made: text keys and text values, the same in every language and on the command
// line. An unknown key or value is an error that names the nearest known one.
#pragma once

#include <initializer_list>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "weft/export.h"

namespace weft WEFT_API {

// Keys, values and defaults: see `option_table()`, or `weft info`. Keys that are not set are taken from the
// environment variable WEFT_OPTIONS ("exchange=alltoallv; timeout=60") when a plan is made, else from the
// table.
// Example:
//   weft::Options options = {{"exchange", "alltoallv"}};
//   options.set("timeout", "60");
//   assert(options.get("timeout") == "60" && options.get("grid") == "auto" && !options.is_set("grid"));
class Options {
 public:
  Options() = default;
  // Throws Error(invalid_argument) for an unknown key or value.
  Options(std::initializer_list<std::pair<const char*, std::string>> pairs);
  Options& set(const std::string& key, const std::string& value);
  // The value that was set, or the default.
  std::string get(const std::string& key) const;
  bool is_set(const std::string& key) const { return values_.count(key) != 0; }
  bool operator==(const Options&) const = default;

 private:
  std::map<std::string, std::string> values_;
};

struct OptionRow {
  std::string key;
  std::string values;    // what may be given, in words
  std::string standard;  // the default
  std::string meaning;
};

const std::vector<OptionRow>& option_table();

// `options`, with what WEFT_OPTIONS says about keys that they leave open: those that a plan is made with, and
// that describe(), which reads no environment, needs to tell the same. Throws Error(invalid_argument) in
// words if the variable cannot be read. Not collective. Example:
//   assert(weft::with_environment({{"exchange", "alltoallv"}}).get("exchange") == "alltoallv");
Options with_environment(const Options& options);

}  // namespace weft
