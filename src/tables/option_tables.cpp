// All objects that have options, each with its table: what `weft info`, C, Fortran and Python go over. A new
// object is a line here, and its table beside what consumes it.
#include "base/option_table.hpp"
#include "halo/options.hpp"
#include "io/options.hpp"
#include "machine/options.hpp"

namespace weft {

namespace {

const std::vector<const OptionTable*>& tables() {
  static const std::vector<const OptionTable*> all = {&table_of_plans(),     &halo_options(),
                                                      &dataset_options(),    &read_options(),
                                                      &checkpoint_options(), &calibration_options()};
  return all;
}

}  // namespace

const std::vector<std::string>& option_objects() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all;
    for (const OptionTable* table : tables()) all.push_back(table->object);
    return all;
  }();
  return names;
}

namespace {

const OptionTable& find(const std::string& object) {
  for (const OptionTable* table : tables())
    if (table->object == object) return *table;
  fail_unknown("the object of options", option_objects(), object);
}

}  // namespace

Options options_for(const std::string& object, OptionTexts texts) { return Options(find(object)).set(texts); }

const std::vector<OptionRow>& option_table(const std::string& object) { return find(object).rows; }

}  // namespace weft
