// Strategies by name: one row of a table for each.
#pragma once

#include <string>
#include <vector>

namespace weft::apps {

// Throws Error(invalid_argument): "scheme 'rk4' is unknown; the nearest is 'rk3' (known: cnab2, rk3)".
[[noreturn]] void fail_unknown(const std::string& what, const std::string& name,
                               const std::vector<std::string>& known);

// The row of `table` whose member `name` is `name`; `what` says what it is the name of.
template <class Row>
const Row& find_by_name(const std::vector<Row>& table, const std::string& what, const std::string& name) {
  std::vector<std::string> known;
  for (const Row& row : table) {
    if (row.name == name) return row;
    known.push_back(row.name);
  }
  fail_unknown(what, name, known);
}

template <class Row>
std::vector<std::string> names_of(const std::vector<Row>& table) {
  std::vector<std::string> names;
  for (const Row& row : table) names.push_back(row.name);
  return names;
}

}  // namespace weft::apps
