// Which process grid a transform runs on when the user does not say.
#include "route/grid.hpp"

#include <algorithm>
#include <tuple>

#include "route/route.hpp"
#include "weft/error.hpp"

namespace weft::inline route {

namespace {

struct Fit {
  double imbalance = 1;  // points of the fullest process over those of an even division; of points or modes
  bool starves = false;  // some process gets nothing
};

Fit fit_of(const Problem& problem, const ProcessGrid& grid) {
  Fit fit;
  for (const auto& [shape, first] : {std::pair{problem.shape, 0UL}, std::pair{modes_shape(problem), 1UL}}) {
    double factor = 1;
    for (std::size_t g = 0; g < grid.dims.size(); ++g) {
      const Index n = shape[std::min(g + first, shape.size() - 1)], p = grid.dims[g];
      const Index largest = (n + p - 1) / p;
      factor *= static_cast<double>(largest * p) / static_cast<double>(n);
      fit.starves = fit.starves || p > n;
    }
    fit.imbalance = std::max(fit.imbalance, factor);
  }
  return fit;
}

// Rows as long as stay inside a node, where there are several; then the most even grid.
ProcessGrid best_of(const Problem& problem, int n_processes, int k, int processes_per_node) {
  const std::vector<ProcessGrid> all = grids_of(n_processes, k);
  const auto cost = [&](const ProcessGrid& grid) {
    const auto [low, high] = std::minmax_element(grid.dims.begin(), grid.dims.end());
    const Fit fit = fit_of(problem, grid);
    const bool several_nodes = processes_per_node < n_processes;
    const int row =
        several_nodes && k > 1 && processes_per_node % grid.dims.back() == 0 ? grid.dims.back() : 0;
    return std::make_tuple(fit.starves, -row, fit.imbalance, *high - *low, -grid.dims.back());
  };
  return *std::min_element(all.begin(), all.end(),
                           [&](const auto& a, const auto& b) { return cost(a) < cost(b); });
}

}  // namespace

std::vector<ProcessGrid> grids_of(int n_processes, int n_dims) {
  if (n_dims == 1) return {{{n_processes}}};
  std::vector<ProcessGrid> all;
  for (int factor = 1; factor <= n_processes; ++factor)
    if (n_processes % factor == 0)
      for (const ProcessGrid& rest : grids_of(n_processes / factor, n_dims - 1)) {
        all.push_back({{factor}});
        all.back().dims.insert(all.back().dims.end(), rest.dims.begin(), rest.dims.end());
      }
  return all;
}

ProcessGrid choose_grid(const Problem& problem, int n_processes, int processes_per_node) {
  if (problem.points) {  // the user's own grid, if a transform can run on it
    const ProcessGrid& own = problem.points->grid;
    if (own.dims.size() < problem.shape.size()) return own;
  }
  const int most = std::max(1, static_cast<int>(problem.shape.size()) - 1);
  constexpr double acceptable = 1.34;  // a third of the processes' time lost to uneven blocks
  const bool several_nodes = processes_per_node > 1 && processes_per_node < n_processes;
  for (int k = several_nodes && most > 1 ? 2 : 1; k < most; ++k) {
    ProcessGrid grid = best_of(problem, n_processes, k, processes_per_node);
    if (fit_of(problem, grid).imbalance < acceptable) return grid;
  }
  return best_of(problem, n_processes, most, processes_per_node);
}

std::vector<ProcessGrid> possible_grids(const Problem& problem, int n_processes) {
  const int most = std::max(1, static_cast<int>(problem.shape.size()) - 1);
  std::vector<ProcessGrid> all;
  for (int k = 1; k <= most; ++k)
    for (const ProcessGrid& grid : grids_of(n_processes, k))
      if (k == 1 || std::count(grid.dims.begin(), grid.dims.end(), 1) == 0) all.push_back(grid);
  std::vector<ProcessGrid> feeding;
  for (const ProcessGrid& grid : all)
    if (!fit_of(problem, grid).starves) feeding.push_back(grid);
  return feeding.empty() ? all : feeding;
}

void check_grid_size(const ProcessGrid& grid, int n_processes) {
  const std::string of = "the process grid " + to_text(grid);
  for (int p : grid.dims)
    if (p < 1) fail(of + " has a dimension below 1; every dimension is at least 1");
  double n_places = 1;  // the product may be more than any integer holds
  for (int p : grid.dims) n_places *= p;
  if (n_places != n_processes)
    fail(of + " is for " + std::to_string(static_cast<Index>(n_places)) + " processes, but there are " +
         std::to_string(n_processes) + "; give dimensions whose product is " + std::to_string(n_processes) +
         ", or grid=auto");
}

void check_grid(const Problem& problem, const ProcessGrid& grid) {
  const int n_axes = static_cast<int>(problem.shape.size());
  if (static_cast<int>(grid.dims.size()) >= std::max(n_axes, 2))
    fail("the process grid " + to_text(grid) + " has " + std::to_string(grid.dims.size()) +
         " dimensions, but an array of " + std::to_string(n_axes) +
         " axes is transformed on a grid of at most " + std::to_string(std::max(n_axes - 1, 1)));
}

}  // namespace weft::inline route
