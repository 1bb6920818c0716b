// How an object is to be made: text keys and text values, the same in every language and on the command
// line. An unknown key or value is an error that names the nearest known one.
//
// Each object has a table of its options, a row for each key: plans, halos, datasets of HDF5 files, reading
// them, checkpoints, calibrations (option_objects()). In C++ what is made takes the keys where it is made,
// or a struct with the same members: weft::Halo(arrays, {{"periodic", "yes,no"}}).
#pragma once

#include <initializer_list>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "weft/export.h"

namespace weft WEFT_API {

struct OptionRow {
  std::string key;
  std::string values;    // what may be given, in words
  std::string standard;  // the default
  std::string meaning;
};

// What has options: "plan", "halo", "dataset", "reading", "checkpoint", "calibration". Not collective.
const std::vector<std::string>& option_objects();
// The options of a plan, or of a name of option_objects(); Error(invalid_argument), with the nearest name,
// for another one. Not collective.
const std::vector<OptionRow>& option_table();
const std::vector<OptionRow>& option_table(const std::string& object);

struct OptionTable;  // the rows of one object, and how values are checked
const OptionTable& table_of_plans();

// Keys and values as they are written where something is made: {{"exchange", "p2p"}, {"n_fields", "2"}}.
using OptionTexts = std::initializer_list<std::pair<const char*, std::string>>;

// Keys, values and defaults: see `option_table()`, or `weft info`. Keys of a plan that are not set are taken
// from the environment variable WEFT_OPTIONS ("exchange=alltoallv; timeout=60") when it is made, else from
// the table. Nothing here is collective.
// Example:
//   weft::Options options = {{"exchange", "alltoallv"}};
//   options.set("timeout", "60");
//   assert(options.get("timeout") == "60" && options.get("grid") == "auto" && !options.is_set("grid"));
//   const weft::Options of_halos = weft::options_for("halo", {{"corners", "no"}});
//   assert(of_halos.object() == "halo" && of_halos.get("exchange") == "auto");
class Options {
 public:
  // Of a plan.
  Options() : table_(&table_of_plans()) {}
  // Throws Error(invalid_argument) for an unknown key or value.
  Options(OptionTexts texts) : Options() { set(texts); }
  explicit Options(const OptionTable& table) : table_(&table) {}
  Options& set(const std::string& key, const std::string& value);
  Options& set(OptionTexts texts);
  // The value that was set, or the default.
  std::string get(const std::string& key) const;
  bool is_set(const std::string& key) const { return values_.count(key) != 0; }
  const std::string& object() const;                                            // whose they are
  const std::map<std::string, std::string>& values() const { return values_; }  // those that were set
  const OptionTable& table() const { return *table_; }
  bool operator==(const Options&) const = default;

 private:
  const OptionTable* table_;
  std::map<std::string, std::string> values_;
};

// Options of a name of option_objects(). Error(invalid_argument) for another name, an unknown key or value.
// Not collective.
Options options_for(const std::string& object, OptionTexts texts = {});

// `options`, with what WEFT_OPTIONS says about keys that they leave open: those that a plan is made with, and
// that describe(), which reads no environment, needs to tell the same. Throws Error(invalid_argument) in
// words if the variable cannot be read. Not collective. Example:
//   assert(weft::with_environment({{"exchange", "alltoallv"}}).get("exchange") == "alltoallv");
Options with_environment(const Options& options);

}  // namespace weft
