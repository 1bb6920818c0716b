// Lists of steps as text for explain, with the time of each step alone. Steps have no names: the place of its
// function in the table says what a step is.
#pragma once

#include <algorithm>
#include <chrono>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "lines/program.hpp"
#include "weft/timers.hpp"

namespace weft::inline lines {

inline constexpr const char* form_words[] = {"columns", "rows", "mirrored columns", "columns of a table",
                                             "columns around the cache"};  // by Form
inline constexpr const char* factor_words[] = {"", ", times scale", ", times factors",
                                               ", times factors of lanes"};
inline constexpr const char* real_words[] = {
    "real",           "real back", "real",           "real back",       "real first",
    "real last back", "real pair", "real pair back", "real column back"};  // by RealStep

// What a step of this table does: its kind and radix, how it loads and stores, what results are multiplied
// with, and butterflies of a line times groups of lines.
template <class T>
std::string describe(const StepTable<T>& table, const Step<T>& step) {
  const std::string count = std::to_string(step.count), groups = std::to_string(step.groups);
  if (step.n_steps > 0) return "loop of " + count;
  if (step.function == table.transpose || step.function == table.transpose_reals)
    return "transpose, " + groups + " x " + std::to_string(step.others) + " points";
  const std::string counts = ", " + count + " x " + groups + " groups";
  const auto is_one_of = [&](StepFunction<T> a, StepFunction<T> b) {
    return step.function == a || step.function == b;
  };
  std::string kind = is_one_of(table.separate, table.separate_along) ? "separate halves"
                     : is_one_of(table.combine, table.combine_along) ? "combine halves"
                                                                     : "step";
  for (std::size_t radix = 1; radix <= most_radix; ++radix) {
    const std::string number = " " + std::to_string(radix);
    for (std::size_t from = 0; from < table.complex.size(); ++from)
      for (std::size_t to = 0; to < table.complex[from].size(); ++to)
        for (std::size_t factors = 0; factors < table.complex[from][to].size(); ++factors)
          if (table.complex[from][to][factors][radix] == step.function)
            return "complex" + number + ", " + form_words[from] + " to " + form_words[to] +
                   factor_words[factors] + counts;
    for (const auto& rows : table.real)
      for (std::size_t i = 0; i < rows.size(); ++i)
        if (rows[i][radix] == step.function) kind = real_words[i] + number;
  }
  return kind + ", " + form_words[step.lane_in != 2] + " to " + form_words[step.lane_out != 2] + counts;
}

// Adds the steps of a list, those of a loop behind it and one deeper. `seconds_of`: of one step alone.
template <class T>
void add_parts(std::vector<KernelPart>& parts, const StepTable<T>& table, std::span<const Step<T>> steps,
               int depth, const std::function<double(const Step<T>&)>& seconds_of) {
  for (const Step<T>& step : steps) {
    parts.push_back({describe(table, step), depth, seconds_of(step)});
    const std::span<const Step<T>> in_loop(step.steps, static_cast<std::size_t>(step.n_steps));
    add_parts<T>(parts, table, in_loop, depth + 1, [&](const Step<T>& inner) {
      Step<T> loop = step;
      loop.steps = &inner;
      loop.n_steps = 1;
      return seconds_of(loop);
    });
  }
}

// Of the fastest of several calls.
inline double least_seconds(const std::function<void()>& call) {
  double least = 0, sum = 0;
  for (int i = 0; i < 3 || sum < 1e-4; ++i) {
    const auto start = std::chrono::steady_clock::now();
    call();
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    least = i == 0 ? seconds : std::min(least, seconds);
    sum += seconds;
  }
  return least;
}

}  // namespace weft::inline lines
