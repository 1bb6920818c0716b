// Tables of text keys, of problems and of options: finding a row, and what users see of all.
#pragma once

#include <string>
#include <vector>

#include "weft/options.hpp"
#include "weft/words.hpp"

namespace weft::inline base {

// The row of `key`. `Row` has a member `shown` of type OptionRow. Throws Error(invalid_argument) with the
// nearest known key: "option 'gird' is unknown; the nearest is 'grid' ...".
template <class Row>
const Row& row_of(const std::vector<Row>& rows, const std::string& what, const std::string& key) {
  std::vector<std::string> keys;
  for (const Row& row : rows) {
    if (row.shown.key == key) return row;
    keys.push_back(row.shown.key);
  }
  fail_unknown(what, keys, key);
}

template <class Row>
std::vector<OptionRow> shown_rows(const std::vector<Row>& rows) {
  std::vector<OptionRow> shown;
  for (const Row& row : rows) shown.push_back(row.shown);
  return shown;
}

}  // namespace weft::inline base
