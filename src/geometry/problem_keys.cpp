// The table of a problem's text keys: one row per field, with what it takes and how it is read and written.
//
// C, Fortran and Python set problems through it, and plans prove with it that all processes ask for the same.
#include <type_traits>

#include "base/key_table.hpp"
#include "geometry/axis_kinds.hpp"
#include "weft/error.hpp"
#include "weft/problem.hpp"

namespace weft {

namespace {

struct Row {
  OptionRow shown;
  void (*set)(Problem& problem, const Row& row, const std::string& value);  // throws in words
  std::string (*get)(const Problem& problem, const Row& row);
};

std::vector<std::string> words_of(const Row& row) { return split(row.shown.values, '|'); }

// A field that is an enumeration, or yes and no: the words of the row are its values, in their order.
template <auto Member>
void set_word(Problem& problem, const Row& row, const std::string& value) {
  const std::vector<std::string> words = words_of(row);
  known_value(row.shown.key, value, words);
  for (std::size_t i = 0; i < words.size(); ++i)
    if (words[i] == value)
      problem.*Member = static_cast<std::remove_reference_t<decltype(problem.*Member)>>(i);
}
template <auto Member>
std::string get_word(const Problem& problem, const Row& row) {
  return words_of(row)[static_cast<std::size_t>(problem.*Member)];
}

template <auto Member>
void set_whole(Problem& problem, const Row& row, const std::string& value) {
  problem.*Member = parse_whole(row.shown.key, value);
}
template <auto Member>
std::string get_whole(const Problem& problem, const Row&) {
  return std::to_string(problem.*Member);
}

// A list of numbers; the standard is the word for an empty one.
template <auto Member>
void set_list(Problem& problem, const Row& row, const std::string& value) {
  std::remove_reference_t<decltype(problem.*Member)> list;
  const std::string wrong = row.shown.key + " is '" + value + "', give " + row.shown.values;
  if (value != row.shown.standard) {
    for (const std::string& part : split(value, ','))
      list.push_back(parse_whole(wrong + ": one of them", part));
    if (list.empty()) fail(wrong);
  }
  problem.*Member = list;
}
template <auto Member>
std::string get_list(const Problem& problem, const Row& row) {
  return (problem.*Member).empty() ? row.shown.standard : join(problem.*Member);
}

void set_kinds(Problem& problem, const Row& row, const std::string& value) {
  std::vector<AxisKind> kinds;
  for (const std::string& part : split(value, ',')) {
    known_value(row.shown.key, part, axis_kind_names());
    for (const AxisKindRow& kind : axis_kind_rows)
      if (kind.name == part) kinds.push_back(kind.axis);
  }
  if (kinds.size() == 1 && kinds.front() == AxisKind::fourier) kinds.clear();
  problem.kinds = kinds;
}
std::string get_kinds(const Problem& problem, const Row&) {
  std::vector<std::string> names;
  for (AxisKind kind : problem.kinds) names.emplace_back(row_of(kind).name);
  return names.empty() ? "fourier" : join(names, ",");
}

const std::vector<Row>& rows() {
  static const std::vector<Row> table = {
      {{"transform", "c2c|r2c|r2r|none", "c2c", "complex, real to complex, real, or only a redistribution"},
       set_word<&Problem::transform>,
       get_word<&Problem::transform>},
      {{"precision", "single|double", "double", "precision of points and modes"},
       set_word<&Problem::precision>,
       get_word<&Problem::precision>},
      {{"axes", "all or numbers with commas between them, as 0,2", "all",
        "transformed axes; for r2c the last Fourier axis listed is the real one"},
       set_list<&Problem::axes>,
       get_list<&Problem::axes>},
      {{"kinds", join(axis_kind_names(), "|") + ", with commas between them", "fourier",
        "kinds of the transformed axes, in the order of `axes`; fourier alone: all axes"},
       set_kinds,
       get_kinds},
      {{"kept", "all or lengths with commas between them, as 32,32,32", "all",
        "points of the coarser grid whose modes are kept, for each axis (3/2 rule: two thirds)"},
       set_list<&Problem::kept>,
       get_list<&Problem::kept>},
      {{"sign", "-1 or +1", "-1", "sign of the exponent of the forward transform"},
       set_whole<&Problem::sign>,
       get_whole<&Problem::sign>},
      {{"norm", "backward|ortho|forward", "backward", "which direction divides by the number of points"},
       set_word<&Problem::norm>,
       get_word<&Problem::norm>},
      {{"n_fields", "a whole number from 1 on", "1", "most fields in one call"},
       set_whole<&Problem::n_fields>,
       get_whole<&Problem::n_fields>},
      {{"output", "last|input|scrambled", "last",
        "layout of the modes: as the last transform leaves them, cut like the points, or for one axis in "
        "scrambled order"},
       set_word<&Problem::output>,
       get_word<&Problem::output>},
      {{"order", "fast|C", "fast", "order of the modes in memory"},
       set_word<&Problem::order>,
       get_word<&Problem::order>},
      {{"points_order", "C or axes with commas between them, as 1,0,2", "C",
        "order of the points in memory: axes from slowest to fastest varying"},
       set_list<&Problem::points_order>,
       get_list<&Problem::points_order>},
      {{"modes_order", "order or axes with commas between them, as 1,0,2", "order",
        "order of the modes in memory, in place of the key `order`: axes from slowest to fastest varying"},
       set_list<&Problem::modes_order>,
       get_list<&Problem::modes_order>},
      {{"points_padding", "none or numbers with commas between them, as 0,0,2", "none",
        "elements of an array behind the block of the points, for each axis"},
       set_list<&Problem::points_padding>,
       get_list<&Problem::points_padding>},
      {{"modes_padding", "none or numbers with commas between them, as 0,0,2", "none",
        "elements of an array behind the block of the modes, for each axis"},
       set_list<&Problem::modes_padding>,
       get_list<&Problem::modes_padding>},
      {{"real_elements", "no|yes", "no", "with transform none: real instead of complex elements"},
       set_word<&Problem::real_elements>,
       get_word<&Problem::real_elements>},
  };
  return table;
}

const Row& find_row(const std::string& key) { return row_of(rows(), "problem key", key); }

}  // namespace

const std::vector<OptionRow>& problem_table() {
  static const std::vector<OptionRow> table = shown_rows(rows());
  return table;
}

void set(Problem& problem, const std::string& key, const std::string& value) {
  const Row& row = find_row(key);
  row.set(problem, row, value);
}

std::string get(const Problem& problem, const std::string& key) {
  const Row& row = find_row(key);
  return row.get(problem, row);
}

}  // namespace weft
