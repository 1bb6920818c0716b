// What a plan is made from, as texts by key: the shape and the keys of its problem, its choice, the number of
// processes, and what FFT libraries learned.
#pragma once

#include <map>
#include <string>

#include "weft/choice.hpp"
#include "weft/layout.hpp"
#include "weft/problem.hpp"

namespace weft {

class Plan;

}  // namespace weft

namespace weft::inline io {

using Ingredients = std::map<std::string, std::string>;

// Collective over the plan's processes; complete on the first one.
Ingredients ingredients_of(const Plan& plan);
// One of them. Error(invalid_argument) if there is none of that name, or no plan.
const std::string& entry(const Ingredients& plan, const std::string& key);
// What FFT libraries learned on process `rank`: each has measured for itself, and may have come to another
// result than the others.
std::string fft_wisdom_of(const Ingredients& plan, int rank);

// The problem; layouts of its own only if they are for that many processes. Throws Error(invalid_argument)
// for texts that no plan has.
Problem problem_of(const Ingredients& plan, int n_processes);
bool has_layouts(const Ingredients& plan);
int n_processes_of(const Ingredients& plan);

// "64x64 2x1 0,1 0:32,32 1,0": shape, grid, cut axes, block sizes of axes that have their own, ghost cells;
// "-" for none.
std::string layout_words(const Layout& layout);
Layout parse_layout_words(const std::string& words);

}  // namespace weft::inline io
