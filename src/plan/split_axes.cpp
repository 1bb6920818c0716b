// The table of the ways to split axes.
#include "plan/split_axes.hpp"

namespace weft::inline plan {

const SplitAxes* split_axes_of(const Problem& problem, const Choice& choice) {
  for (const SplitAxes* row : {&cyclic_split, &six_step_split})
    if (row->applies(problem, choice)) return row;
  return nullptr;
}

}  // namespace weft::inline plan
