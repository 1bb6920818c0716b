// Options of an object: text keys and text values, the same in every language and on the command line. An
// unknown key or value is an error that names the nearest known one.
//
// Each object has a table of its options, a row for each key: plans, halos, datasets of HDF5 files, reading
// them, checkpoints, calibrations (option_objects()). In C++ a constructor takes the keys, or a struct with
// the same members: weft::Halo(arrays, {{"periodic", "yes,no"}}).
//
// Not collective: all functions here.
// Example:
//   for (const std::string& object : weft::option_objects()) assert(!weft::option_table(object).empty());
#pragma once

#include <initializer_list>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "weft/export.h"

namespace weft WEFT_API {

// One option: a row of the table.
struct OptionRow {
  std::string key;
  std::string values;    // the possible values, as text
  std::string standard;  // the default
  std::string meaning;
};

// The objects with options: "plan", "halo", "dataset", "reading" (of a dataset), "checkpoint", "calibration".
// Not collective. Errors: none.
const std::vector<std::string>& option_objects();
// The options of a plan, or of another object: for each the key, its values, its default, and its meaning.
// Not collective.
// object: one of `option_objects()`, as "halo"; Error(invalid_argument), with the nearest name, for another
//     word.
const std::vector<OptionRow>& option_table();
const std::vector<OptionRow>& option_table(const std::string& object);

struct OptionTable;  // the rows of one object, and how values are checked
// The rows of plans. Errors: none.
const OptionTable& table_of_plans();

// Keys and values of a constructor: {{"exchange", "p2p"}, {"n_fields", "2"}}.
using OptionTexts = std::initializer_list<std::pair<const char*, std::string>>;

// Options of an object, as text keys and text values; the table of its options lists them, as `weft info`
// does. An option that is not set has its default. For a plan the environment variable WEFT_OPTIONS
// ("exchange=alltoallv; timeout=60") replaces defaults when the plan is made. An object refuses options of
// another one. Not collective.
// Example:
//   weft::Options options = {{"exchange", "alltoallv"}};
//   options.set("timeout", "60");
//   assert(options.get("timeout") == "60" && options.get("grid") == "auto" && !options.is_set("grid"));
//   const weft::Options of_halos = weft::options_for("halo", {{"corners", "no"}});
//   assert(of_halos.object() == "halo" && of_halos.get("exchange") == "auto");
class Options {
 public:
  // Options of a plan, of which none is set. Errors: none.
  Options() : table_(&table_of_plans()) {}
  // Options of a plan.
  // texts: keys and values to set; Error(invalid_argument), with the nearest known word, for unknown ones.
  Options(OptionTexts texts) : Options() { set(texts); }
  // Options of an object, of which none is set. Errors: none.
  // table: of the object.
  explicit Options(const OptionTable& table) : table_(&table) {}
  // Sets an option. Error(invalid_argument), with the nearest known word, for an unknown key or value; the
  // options are then unchanged.
  // key, value: of the table of the object.
  Options& set(const std::string& key, const std::string& value);
  // Sets several options, in their order up to one that is wrong.
  // texts: keys and values; Error(invalid_argument) for unknown ones.
  Options& set(OptionTexts texts);
  // The value that was set, or the default.
  // key: of the option; Error(invalid_argument), with the nearest known word, for an unknown one.
  std::string get(const std::string& key) const;
  // Was the option set? Errors: none; an unknown one was not.
  // key: of the option.
  bool is_set(const std::string& key) const { return values_.count(key) != 0; }
  // The name of the object whose options they are. Errors: none.
  const std::string& object() const;
  // Values that were set, by key. Errors: none.
  const std::map<std::string, std::string>& values() const { return values_; }
  // The rows of the object. Errors: none.
  const OptionTable& table() const { return *table_; }
  bool operator==(const Options&) const = default;

 private:
  const OptionTable* table_;
  std::map<std::string, std::string> values_;
};

// Options of an object. Not collective.
// object: one of `option_objects()`, as "halo"; Error(invalid_argument), with the nearest name, for another
//     word.
// texts: keys and values to set; Error(invalid_argument), with the nearest known word, for unknown ones.
Options options_for(const std::string& object, OptionTexts texts = {});

// Adds the keys of WEFT_OPTIONS that `options` leave open. A plan uses the result. describe(), which reads no
// environment, needs it to describe the same plan. Not collective. Error(invalid_argument), with the reason,
// if the variable cannot be read.
// options: of a plan; Error(invalid_argument) for those of another object.
// Example:
//   assert(weft::with_environment({{"exchange", "alltoallv"}}).get("exchange") == "alltoallv");
Options with_environment(const Options& options);

}  // namespace weft
