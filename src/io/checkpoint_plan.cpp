// What a plan is made from, as texts.
#include "io/checkpoint_plan.hpp"

#include <algorithm>

#include "comm/agree.hpp"
#include "tune/known_plans.hpp"
#include "weft/error.hpp"
#include "weft/version.hpp"
#include "weft/weft.hpp"
#include "weft/words.hpp"

namespace weft::inline io {

namespace {

constexpr const char* no_words = "-";

std::string list_of(const Extents& numbers, const char* separator) {
  std::vector<std::string> words;
  for (const Index number : numbers) words.push_back(std::to_string(number));
  return words.empty() ? no_words : join(words, separator);
}

Extents numbers_in(const std::string& text, char separator) {
  Extents numbers;
  if (text == no_words) return numbers;
  for (const std::string& word : split(text, separator)) {
    std::size_t end = 0;
    try {
      numbers.push_back(std::stoll(word, &end));
    } catch (const std::exception&) {
      end = 0;
    }
    if (end == 0 || end != word.size())
      fail("the plan in the checkpoint has '" + text + "', no list of numbers");
  }
  return numbers;
}

std::vector<int> small(const Extents& numbers) {
  std::vector<int> small_ones;
  for (const Index number : numbers) {
    small_ones.push_back(static_cast<int>(number));
    if (small_ones.back() != number)
      fail("the plan in the checkpoint has the number " + std::to_string(number) + " in a layout");
  }
  return small_ones;
}
Extents large(const std::vector<int>& numbers) { return {numbers.begin(), numbers.end()}; }

// Each text once: "fft_wisdom.0", ...; and "fft_wisdom", the number of the text of each process.
void add_fft_wisdom(const Plan& plan, Ingredients& texts) {
  const MPI_Comm comm = plan.points_distribution().comm();
  const std::string mine = learned_for(plan.choice());
  std::vector<std::string> distinct, numbers;
  for (int rank = 0; rank < plan.points_layout().n_processes(); ++rank) {
    const std::string text = broadcast(comm, mine, rank);
    if (plan.rank() != 0) continue;
    const auto found = std::find(distinct.begin(), distinct.end(), text);
    numbers.push_back(std::to_string(found - distinct.begin()));
    if (found != distinct.end()) continue;
    texts["fft_wisdom." + numbers.back()] = text;
    distinct.push_back(text);
  }
  texts["fft_wisdom"] = join(numbers, ",");
}

}  // namespace

std::string layout_words(const Layout& layout) {
  std::vector<std::string> splits;
  for (std::size_t axis = 0; axis < layout.splits.size(); ++axis)
    if (!layout.splits[axis].block_sizes.empty())
      splits.push_back(std::to_string(axis) + ":" + list_of(layout.splits[axis].block_sizes, ","));
  return list_of(layout.shape, "x") + " " + list_of(large(layout.grid.dims), "x") + " " +
         list_of(large(layout.cut), ",") + " " + (splits.empty() ? no_words : join(splits, ";")) + " " +
         list_of(layout.ghosts, ",");
}

Layout parse_layout_words(const std::string& words) {
  const std::vector<std::string> parts = split(words, ' ');
  if (parts.size() != 5) fail("the plan in the checkpoint has the layout '" + words + "'");
  Layout layout;
  layout.shape = numbers_in(parts[0], 'x');
  layout.grid.dims = small(numbers_in(parts[1], 'x'));
  layout.cut = small(numbers_in(parts[2], ','));
  layout.ghosts = numbers_in(parts[4], ',');
  if (parts[3] != no_words) layout.splits.resize(layout.shape.size());
  for (const std::string& one : parts[3] == no_words ? std::vector<std::string>{} : split(parts[3], ';')) {
    const std::size_t colon = one.find(':');
    const Extents axis = numbers_in(one.substr(0, colon), ',');
    if (colon == std::string::npos || axis.size() != 1 || axis[0] < 0 ||
        axis[0] >= static_cast<Index>(layout.splits.size()))
      fail("the plan in the checkpoint has the blocks '" + one + "'");
    layout.splits[static_cast<std::size_t>(axis[0])].block_sizes = numbers_in(one.substr(colon + 1), ',');
  }
  return layout;
}

Ingredients ingredients_of(const Plan& plan) {
  const Problem& problem = plan.problem();
  Ingredients texts;
  texts["shape"] = list_of(problem.shape, "x");
  for (const OptionRow& row : problem_table()) texts["problem." + row.key] = get(problem, row.key);
  if (problem.points) texts["points"] = layout_words(*problem.points);
  if (problem.modes) texts["modes"] = layout_words(*problem.modes);
  texts["processes"] = std::to_string(plan.points_layout().n_processes());
  texts["choice"] = to_text(plan.choice());
  texts["mpi"] = mpi_library();
  texts["weft"] = WEFT_VERSION;
  texts["fft_versions"] = fft_library();
  add_fft_wisdom(plan, texts);
  return texts;
}

const std::string& entry(const Ingredients& plan, const std::string& key) {
  const auto found = plan.find(key);
  if (found == plan.end())
    fail(plan.empty() ? "the checkpoint has no plan; add one when it is written (add_plan)"
                      : "the plan in the checkpoint has no '" + key + "'");
  return found->second;
}

std::string fft_wisdom_of(const Ingredients& plan, int rank) {
  const std::vector<std::string> numbers = split(entry(plan, "fft_wisdom"), ',');
  if (rank >= static_cast<int>(numbers.size()))
    fail("the plan in the checkpoint has no FFT wisdom of process " + std::to_string(rank));
  return entry(plan, "fft_wisdom." + numbers[static_cast<std::size_t>(rank)]);
}

Problem problem_of(const Ingredients& plan, int n_processes) {
  Problem problem;
  problem.shape = numbers_in(entry(plan, "shape"), 'x');
  for (const OptionRow& row : problem_table())  // a key that an older weft did not know is as usual
    if (const auto found = plan.find("problem." + row.key); found != plan.end())
      set(problem, row.key, found->second);
  if (n_processes_of(plan) != n_processes) return problem;
  if (plan.count("points") != 0) problem.points = parse_layout_words(plan.at("points"));
  if (plan.count("modes") != 0) problem.modes = parse_layout_words(plan.at("modes"));
  return problem;
}

bool has_layouts(const Ingredients& plan) { return plan.count("points") != 0 || plan.count("modes") != 0; }

int n_processes_of(const Ingredients& plan) {
  return parse_whole("the number of processes of the plan in the checkpoint", entry(plan, "processes"));
}

}  // namespace weft::inline io
