// Strategies by name: one row of a table for each.
//
// Not collective.
//
// Example:
//   struct Scheme {
//     std::string name;
//     int n_stages;
//   };
//   const std::vector<Scheme> schemes = {{"cnab2", 1}, {"rk3", 3}};
//   assert(weft::find_by_name(schemes, "scheme", "rk3").n_stages == 3);
//   assert(weft::names_of(schemes) == "cnab2 or rk3");
#pragma once

#include <string>
#include <vector>

#include "weft/export.h"
#include "weft/words.hpp"

namespace weft WEFT_API {

// The row of `table` whose member `name` is `name`. Else Error(invalid_argument): "scheme 'rk4' is unknown;
// the nearest is 'rk3' (known: cnab2, rk3)".
// what: the name of the setting in the error: "scheme".
template <class Row>
const Row& find_by_name(const std::vector<Row>& table, const std::string& what, const std::string& name) {
  std::vector<std::string> known;
  for (const Row& row : table) {
    if (row.name == name) return row;
    known.push_back(row.name);
  }
  fail_unknown(what, known, name);
}

// The names of the rows of `table` in one text, for the meaning of a key: "cnab2 or rk3". Errors: none.
template <class Row>
std::string names_of(const std::vector<Row>& table) {
  std::vector<std::string> names;
  for (const Row& row : table) names.push_back(row.name);
  return join(names, " or ");
}

}  // namespace weft
