// A choice and its line of text: "2x1 native window-pull lines=32".
#include "weft/choice.hpp"

#include <algorithm>

#include "base/key_table.hpp"
#include "exchange/exchange.hpp"
#include "kernels/kernel.hpp"
#include "plan/parse_grid.hpp"
#include "plan/step.hpp"
#include "sweep/team.hpp"
#include "weft/error.hpp"
#include "weft/words.hpp"

namespace weft {

namespace {

constexpr int most_lines = 4096, most_fields_of_lump = 4096, most_carriers = 4096;

struct Row {
  OptionRow shown;
  std::string (*get)(const Choice& choice);
  void (*set)(const Row& row, Choice& choice, const std::string& value);  // throws in words
};

const std::string& word_of(const Row& row, const std::string& value) {
  known_value("the detail " + row.shown.key, value, split(row.shown.values, '|'));
  return value;
}

int number_of(const Row& row, const std::string& value, int most) {
  const int number = parse_positive(value);
  if (number == 0 || number > most)
    fail("the detail " + row.shown.key + " is '" + value + "'; give a whole number from 1 to " +
         std::to_string(most));
  return number;
}

const std::vector<Row>& rows() {
  static const std::vector<Row> table = {
      {{"stores", "auto|cached|stream", "auto",
        "whether sweeps write through the cache or around it (auto: around it for arrays that do not fit)"},
       [](const Choice& c) { return c.stores; },
       [](const Row& row, Choice& c, const std::string& value) { c.stores = word_of(row, value); }},
      {{"lines", "auto or a whole number", "auto", "lines of a tile (auto: rows of 256 bytes)"},
       [](const Choice& c) { return c.lines == 0 ? std::string("auto") : std::to_string(c.lines); },
       [](const Row& row, Choice& c, const std::string& value) {
         c.lines = value == "auto" ? 0 : number_of(row, value, most_lines);
       }},
      {{"sweeps", "joined|apart|late", "joined",
        "axes that share one sweep: as many as are local, each alone, or as many as the last sweep can take"},
       [](const Choice& c) { return c.sweeps; },
       [](const Row& row, Choice& c, const std::string& value) { c.sweeps = word_of(row, value); }},
      {{"ranks", "rows|columns", "rows",
        "dimension of the grid with neighbouring processes: the last (rows) or the first (columns)"},
       [](const Choice& c) { return c.ranks; },
       [](const Row& row, Choice& c, const std::string& value) { c.ranks = word_of(row, value); }},
      {{"deal", "blocks|cycles", "blocks",
        "how axes are dealt out to the processes: in blocks, or point by point in turns"},
       [](const Choice& c) { return c.deal; },
       [](const Row& row, Choice& c, const std::string& value) { c.deal = word_of(row, value); }},
      {{"threads", "a whole number", "1", "threads of each process within the sweeps"},
       [](const Choice& c) { return std::to_string(c.threads); },
       [](const Row& row, Choice& c, const std::string& value) {
         c.threads = number_of(row, value, most_threads);
       }},
      {{"lump", "all or a whole number", "all",
        "fields in one message; the next ones are transformed while it travels"},
       [](const Choice& c) { return c.lump == 0 ? std::string("all") : std::to_string(c.lump); },
       [](const Row& row, Choice& c, const std::string& value) {
         c.lump = value == "all" ? 0 : number_of(row, value, most_fields_of_lump);
       }},
      {{"lanes", "all or a whole number", "all",
        "processes of a node that send its messages to other nodes (exchange node)"},
       [](const Choice& c) { return c.carriers == 0 ? std::string("all") : std::to_string(c.carriers); },
       [](const Row& row, Choice& c, const std::string& value) {
         c.carriers = value == "all" ? 0 : number_of(row, value, most_carriers);
       }},
  };
  return table;
}

}  // namespace

const std::vector<OptionRow>& detail_table() {
  static const std::vector<OptionRow> table = shown_rows(rows());
  return table;
}

}  // namespace weft

namespace weft::inline plan {

ProcessGrid parse_grid(const std::string& text) {
  ProcessGrid grid;
  for (const std::string& part : split(text, 'x')) grid.dims.push_back(parse_positive(part));
  for (int p : grid.dims)
    if (p == 0) grid.dims.clear();
  if (grid.dims.empty())
    fail("grid '" + text +
         "' is not a process grid; write positive numbers with x between them, as in 2x4, or auto");
  return grid;
}

}  // namespace weft::inline plan

namespace weft {

std::string to_text(const Choice& choice) {
  std::string text = to_text(choice.grid) + " " + choice.backend;
  for (const std::string& step : choice.steps) text += " " + step;
  for (const Row& row : rows())
    if (row.get(choice) != row.shown.standard) text += " " + row.shown.key + "=" + row.get(choice);
  return text;
}

Choice parse_choice(const std::string& text) {
  std::vector<std::string> words;
  for (const std::string& word : split(text, ' '))
    if (!word.empty()) words.push_back(word);
  if (words.size() < 2)
    fail("choice '" + text +
         "' is not complete; write grid, backend and one exchange for each redistribution, as in '2x1 native "
         "window-pull'");
  Choice choice{parse_grid(words[0]), words[1], {}};
  for (const std::string& backend : split(choice.backend, ',')) find_backend(backend);
  for (std::size_t i = 2; i < words.size(); ++i) {
    const std::size_t equals = words[i].find('=');
    if (equals == std::string::npos) {
      choice.steps.push_back(step_text(step_of(words[i])));
    } else {
      const Row& row = row_of(rows(), "detail of a choice", words[i].substr(0, equals));
      row.set(row, choice, words[i].substr(equals + 1));
    }
  }
  return choice;
}

std::vector<std::string> backends_of(const Choice& choice, std::size_t n_sweeps) {
  std::vector<std::string> named = split(choice.backend, ',');
  if (named.size() == 1) return std::vector<std::string>(n_sweeps, named.front());
  if (named.size() != n_sweeps)
    fail("choice '" + to_text(choice) + "' names " + std::to_string(named.size()) +
         " backends, but there are " + std::to_string(n_sweeps) +
         " sweeps that transform; name one for all, or one for each");
  return named;
}

}  // namespace weft
