// The table of options: one row per key, with what it takes and how a value is checked.
#include "weft/options.hpp"

#include <algorithm>
#include <cstdlib>

#include "base/option_table.hpp"
#include "comm/wait.hpp"
#include "exchange/exchange.hpp"
#include "kernels/kernel.hpp"
#include "plan/parse_grid.hpp"
#include "plan/settings.hpp"
#include "plan/step.hpp"
#include "sweep/team.hpp"
#include "weft/error.hpp"

namespace weft {

namespace {

struct SettingRow {
  OptionRow shown;
  void (*check)(const SettingRow& row, const std::string& value);  // throws in words
};

// The value is one of the words that the row shows, separated by "|".
void check_word(const SettingRow& row, const std::string& value) {
  known_value("option " + row.shown.key, value, split(row.shown.values, '|'));
}

void check_grid_text(const SettingRow&, const std::string& value) {
  if (value != "auto") parse_grid(value);
}

void check_exchange(const SettingRow&, const std::string& value) {
  if (value != "auto") step_of(value);
}

void check_lump(const SettingRow& row, const std::string& value) {
  if (value != "auto" && value != "all" && parse_positive(value) == 0)
    fail("option " + row.shown.key + " is '" + value + "'; give auto, all, or a whole number of fields");
}

void check_space(const SettingRow&, const std::string& value) { find_space(value); }

void check_backend(const SettingRow&, const std::string& value) {
  if (value != "auto") find_backend(value);
}

void check_choice(const SettingRow&, const std::string& value) {
  if (value != "auto") parse_choice(value);
}

void check_seconds(const SettingRow& row, const std::string& value) {
  if (parse_positive(value) == 0)
    fail("option " + row.shown.key + " is '" + value + "'; give a whole number of seconds greater than 0");
}

void check_threads(const SettingRow& row, const std::string& value) {
  const int n = value == "auto" ? 1 : parse_positive(value);
  if (n == 0 || n > most_threads)
    fail("option " + row.shown.key + " is '" + value + "'; give auto or a whole number from 1 to " +
         std::to_string(most_threads));
}

void check_tune_seconds(const SettingRow& row, const std::string& value) {
  if (value != "auto" && value != "0" && parse_positive(value) == 0)
    fail("option " + row.shown.key + " is '" + value +
         "'; give auto, or a whole number of seconds (0: nothing is measured)");
}

constexpr Index standard_low_bytes = Index{32} << 20;

// What memory=VALUE allows beside the array; nothing for "normal". Throws in words.
std::optional<Index> low_bytes_of(const std::string& value) {
  if (value == "normal") return std::nullopt;
  if (value == "low") return standard_low_bytes;
  const int bytes = value.starts_with("low:") ? parse_positive(value.substr(4)) : 0;
  if (bytes == 0)
    fail("option memory is '" + value +
         "'; give normal, low, or low:BYTES with the most bytes that a process may use beside the array");
  return bytes;
}

void check_memory(const SettingRow&, const std::string& value) { low_bytes_of(value); }

const std::vector<SettingRow>& setting_rows() {
  static const std::vector<SettingRow> table = {
      {{"grid", "auto or numbers with x between them, as 4x2", "auto",
        "process grid on which the transforms run"},
       check_grid_text},
      {{"deal", "blocks|cycles|auto", "blocks",
        "how axes are dealt out to the processes: in blocks, or point by point in turns, with one exchange "
        "for any number of axes (auto: by tuning, else blocks)"},
       check_word},
      {{"exchange", "auto|" + join(exchange_names(), "|") + ", or pipelined:NAME:WIDTH", "auto",
        "how every redistribution is done; pipelined: in strips of WIDTH indices, each of which travels "
        "while the next one is transformed"},
       check_exchange},
      {{"backend", "auto|" + join(backend_names(), "|"), "auto",
        "library of the kernels: weft's own (native, also auto without tuning), or an FFT library with its "
        "effort of planning; mkl if Intel's library is found when a plan is made"},
       check_backend},
      {{"choice", "auto or a line of text, as '4x2 native alltoallv window-pull'", "auto",
        "grid, backend, one exchange for each redistribution, and details: reproduces a plan"},
       check_choice},
      {{"in_place", "no|yes", "no", "input and output are the same array"}, check_word},
      {{"memory", "normal, low or low:BYTES, as low:8388608", "normal",
        "low (in_place=yes only): at most 32 MiB, or BYTES, beside the array, at the cost of more copies"},
       check_memory},
      {{"overwrite_input", "no|yes", "no",
        "the input may serve as a buffer: less memory with several exchanges"},
       check_word},
      {{"arrays", "private|shared", "private",
        "memory of points() and modes(); shared: the processes of a node write and read each other's arrays, "
        "without a copy at the end of a route"},
       check_word},
      {{"space", join(space_names(), "|"), host_space.name,
        "memory space of the arrays of the program and of the plan; Plan::points() and modes() allocate "
        "there"},
       check_space},
      {{"stores", "auto|cached|stream", "auto",
        "whether sweeps write through the cache or around it (auto: around it for arrays that do not fit)"},
       check_word},
      {{"threads", "auto or a whole number", "1",
        "threads of each process within the sweeps (auto: by tuning, else as many as its processors)"},
       check_threads},
      {{"lump", "auto, all or a whole number", "auto",
        "fields of a call in one message; the next ones are transformed while it travels (auto: by tuning, "
        "else all)"},
       check_lump},
      {{"barriers", "no|yes", "no",
        "all processes meet before each exchange, so that times() separates waiting from transfer; slower"},
       check_word},
      {{"tune", "off|estimate|measure|exhaustive", "off",
        "how unset options are chosen: off = rules, estimate = machine file, measure = time the best "
        "candidates, exhaustive = time all"},
       check_word},
      {{"tune_seconds", "auto or whole seconds, also 0", "auto",
        "limit of measuring (auto: 60, exhaustive 3600); then the best choice so far is taken"},
       check_tune_seconds},
      {{"wisdom", "use|ignore|renew", "use",
        "the user's file of wisdom in tuning: use = look up and keep plans, ignore = neither, renew = keep "
        "only"},
       check_word},
      {{"convolve", "no|yes", "no",
        "the plan can also compute products of fields block by block in cache (convolve), with memory for "
        "it"},
       check_word},
      {{"reproducible", "no|yes", "no",
        "the same bits on every number of processes, grid and exchange; up to 1.5 times as slow"},
       check_word},
      {{"timeout", "whole seconds", "600",
        "time to wait for a process that does not come to a call, before an error"},
       check_seconds},
  };
  return table;
}

}  // namespace

std::string why_missing(const std::string& backend) { return why_missing(*find_backend(backend).row); }

std::vector<std::string> library_files(const std::string& backend) {
  const Backend& row = *find_backend(backend).row;
  return row.files == nullptr ? std::vector<std::string>() : row.files();
}

const OptionTable& table_of_plans() {
  static const OptionTable table = {"plan", shown_rows(setting_rows()),
                                    [](std::size_t i, const std::string& value) {
                                      const SettingRow& row = setting_rows()[i];
                                      row.check(row, value);
                                    }};
  return table;
}

const std::vector<OptionRow>& option_table() { return table_of_plans().rows; }

}  // namespace weft

namespace weft::inline plan {

Settings settings_of(const Options& options) {
  table_of_plans().check_object(options);
  Settings settings;
  if (options.get("grid") != "auto") settings.grid = parse_grid(options.get("grid"));
  settings.deal = options.get("deal");
  settings.exchange = options.get("exchange");
  settings.backend = options.get("backend");
  if (options.get("choice") != "auto") {
    for (const char* other : keys_of_choice)
      if (options.is_set(other) && options.get(other) != "auto")
        fail(std::string("options choice and ") + other + " are both set; a choice already says it, leave " +
             other + " out (" + options_variable + " counts as well)");
    settings.choice = parse_choice(options.get("choice"));
  }
  settings.in_place = options.get("in_place") == "yes";
  settings.low_memory_bytes = low_bytes_of(options.get("memory"));
  settings.overwrite_input = options.get("overwrite_input") == "yes";
  settings.shared_arrays = options.get("arrays") == "shared";
  settings.space = &find_space(options.get("space"));
  settings.stores = options.get("stores");
  settings.reproducible = options.get("reproducible") == "yes";
  settings.convolve = options.get("convolve") == "yes";
  if (options.get("threads") != "auto") settings.threads = parse_positive(options.get("threads"));
  if (const std::string lump = options.get("lump"); lump != "auto") settings.lump = parse_positive(lump);
  settings.barriers = options.get("barriers") == "yes";
  const std::vector<std::string> levels = {"off", "estimate", "measure", "exhaustive"};
  settings.tune =
      static_cast<Tune>(std::find(levels.begin(), levels.end(), options.get("tune")) - levels.begin());
  if (const std::string seconds = options.get("tune_seconds"); seconds != "auto")
    settings.tune_seconds = parse_positive(seconds);
  settings.looks_up_wisdom = options.get("wisdom") == "use";
  settings.keeps_wisdom = options.get("wisdom") != "ignore";
  settings.timeout_seconds = parse_positive(options.get("timeout"));
  return settings;
}

double patience_of(const Options& options) {
  try {
    return settings_of(with_environment(options)).timeout_seconds;
  } catch (const Error&) {
    return default_timeout_seconds;
  }
}

std::vector<std::pair<std::string, std::string>> facts_of(const Problem& problem, const Options& options) {
  std::vector<std::pair<std::string, std::string>> facts = {
      {"shape", to_text(problem.shape)},
      {"points", problem.points ? to_text(*problem.points) : "default"},
      {"modes", problem.modes ? to_text(*problem.modes) : "default"},
  };
  for (const OptionRow& row : problem_table()) facts.emplace_back(row.key, get(problem, row.key));
  for (const OptionRow& row : option_table()) facts.emplace_back("option " + row.key, options.get(row.key));
  return facts;
}

}  // namespace weft::inline plan

namespace weft {

Options with_environment(const Options& options) {
  table_of_plans().check_object(options);
  Options merged = options;
  const char* text = std::getenv(options_variable);
  if (text == nullptr) return merged;
  for (std::string item : split(text, ';')) {
    item.erase(0, item.find_first_not_of(' '));
    item.erase(item.find_last_not_of(' ') + 1);
    if (item.empty()) continue;
    const std::string where = std::string("environment variable ") + options_variable + ": ";
    const std::size_t equals = item.find('=');
    if (equals == std::string::npos)
      fail(where + "'" + item + "' is not of the form key=value; separate several by semicolons");
    try {
      Options().set(item.substr(0, equals), item.substr(equals + 1));
    } catch (const Error& error) {
      fail(error.code(), where + error.what());
    }
    const std::string key = item.substr(0, equals);
    if (!options.is_set(key)) merged.set(key, item.substr(equals + 1));
  }
  return merged;
}

}  // namespace weft
