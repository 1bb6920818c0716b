// What the user left open: the grid, and the exchange of each redistribution.
#include <algorithm>

#include "geometry/storage.hpp"
#include "kernels/kernel.hpp"
#include "plan/blueprint.hpp"
#include "plan/cycles.hpp"
#include "plan/split_axes.hpp"
#include "plan/step.hpp"
#include "route/grid.hpp"
#include "weft/error.hpp"
#include "weft/words.hpp"

namespace weft::inline plan {

namespace {

// Largest number of consecutive ranks on one node, if all nodes have as many; else 1.
int processes_per_node(const std::vector<int>& node_of) {
  const int first = static_cast<int>(std::count(node_of.begin(), node_of.end(), node_of.front()));
  for (std::size_t rank = 0; rank < node_of.size(); ++rank)
    if (node_of[rank] != static_cast<int>(rank) / first * first) return 1;
  return static_cast<int>(node_of.size()) % first == 0 ? first : 1;
}

// True if every group of this move lies on one node.
bool groups_share_memory(const Redistribution& move, const Machine& machine) {
  for (int rank = 0; rank < move.from.n_processes(); ++rank)
    if (machine.node_of[group_leader(move, rank)] != machine.node_of[rank]) return false;
  return true;
}

std::string default_exchange(const Redistribution& move, const Settings& settings, const Machine& machine) {
  if (!settings.space->is_host)
    for (const ExchangeRow& row : exchange_table())
      if (works_on(row, *settings.space) && applies(row, move, machine)) return row.name;
  return machine.windows_fit && groups_share_memory(move, machine) ? "window-pull" : "alltoallv";
}

// In words: which exchanges there are for that space.
std::string exchanges_on(const Space& space) {
  std::vector<std::string> names;
  for (const ExchangeRow& row : exchange_table())
    if (works_on(row, space)) names.push_back("exchange=" + row.name);
  return names.empty() ? "one process, or space=host" : join(names, ", ");
}

void check_step(const std::string& text, const Redistribution& move, const Settings& settings,
                const Machine& machine) {
  const StepChoice step = step_of(text);
  const ExchangeRow& row = *step.row;
  if (const std::string reason = why_missing(row); !reason.empty())
    fail(ErrorCode::not_applicable, "exchange " + row.name + " cannot be used: " + reason);
  if (settings.low_memory_bytes && step.width > 0)
    fail(ErrorCode::not_applicable, "memory=low moves the array in chunks of its own, step '" + text +
                                        "' in strips; use exchange=" + row.name + ", or memory=normal");
  if (!works_on(row, *settings.space))
    fail(ErrorCode::not_applicable, "exchange " + row.name + " moves arrays of " + join(row.spaces, ", ") +
                                        " memory, but the plan has space=" + settings.space->name + "; use " +
                                        exchanges_on(*settings.space));
  if (row.window_group == nullptr) return;
  if (row.shares_memory && !groups_share_memory(move, machine))
    fail(ErrorCode::not_applicable,
         "exchange " + row.name + " needs all processes of a redistribution on one node, but " +
             "some are on others; use exchange=alltoallv, or a grid whose rows lie inside a node");
  if (!machine.windows_fit)
    fail(ErrorCode::resource, "exchange " + row.name +
                                  " needs more shared memory than this node has free in /dev/shm; "
                                  "enlarge it, or use exchange=alltoallv");
}

// Backends of other spaces, and axes that are split by looking at the arrays.
void check_space(const Problem& problem, const Choice& choice, const Settings& settings) {
  const Space& space = *settings.space;
  for (const std::string& name : split(choice.backend, ','))
    if (const Backend& row = *find_backend(name).row; !works_on(row.space, space))
      fail(ErrorCode::not_applicable, "backend " + row.name + " transforms arrays of " + row.space +
                                          " memory, but the plan has space=" + space.name +
                                          "; use backend=auto, or space=" + row.space);
  if (choice.deal == "cycles") require_host(space, "deal=cycles");
  if (split_axes_of(problem, choice) != nullptr)
    require_host(space, "a transform of one axis over several processes");
}

// Options that need host memory whatever is chosen.
void check_space(const Settings& settings) {
  const std::pair<bool, const char*> all[] = {{settings.low_memory_bytes.has_value(), "memory=low"},
                                              {settings.in_place, "in_place=yes"},
                                              {settings.shared_arrays, "arrays=shared"},
                                              {settings.convolve, "convolve=yes"},
                                              {settings.tune != Tune::off, "tuning"}};
  for (const auto& [is_wanted, what] : all)
    if (is_wanted) require_host(*settings.space, what);
}

// The backend that is not named.
std::string standard_backend(const Space& space) {
  const std::vector<const Backend*> rows = backends_on(space);
  if (rows.empty())
    fail(ErrorCode::not_applicable,
         std::string("no backend transforms arrays in space=") + space.name + "; use space=host");
  return rows.front()->name;
}

void check_reproducible(const Choice& choice) {
  const auto refuse = [](const std::string& what, const std::string& remedy) {
    fail(ErrorCode::not_applicable, "reproducible=yes and " + what + " exclude each other: " + remedy);
  };
  for (const std::string& name : split(choice.backend, ',')) {
    const BackendChoice backend = find_backend(name);
    if (backend.effort != backend.row->efforts.front())
      refuse("backend " + name, "what is measured differs from run to run; use backend=" + backend.row->name);
  }
  if (choice.lines != 0)
    refuse("lines=" + std::to_string(choice.lines), "it fixes the lines of a tile itself; leave lines out");
}

}  // namespace

bool applies(const ExchangeRow& row, const Redistribution& move, const Machine& machine) {
  return why_missing(row).empty() && (row.window_group == nullptr || machine.windows_fit) &&
         (!row.shares_memory || groups_share_memory(move, machine));
}

namespace {

// Throws Error(not_applicable) if the way in which axes share sweeps would leave the arrays of the user
// elsewhere than usual.
void check_sweeps(const Problem& problem, const Choice& choice, const Settings& settings) {
  if (choice.sweeps == "joined") return;
  const Route route = route_of(problem, choice, settings);
  Choice plain = choice;
  plain.sweeps = "joined";
  plain.backend = backend_table().front().name;
  const Route usual = route_of(problem, plain, settings);
  if (!(usual.sweeps.back().to == route.sweeps.back().to))
    fail(ErrorCode::not_applicable,
         "sweeps=" + choice.sweeps + " would leave the modes in layout " + to_text(route.sweeps.back().to) +
             " instead of " + to_text(usual.sweeps.back().to) +
             "; use sweeps=joined, or prescribe the layout of the modes (output=input)");
}

void check_size(const std::optional<Layout>& layout, const char* side, int n_processes) {
  if (layout && layout->n_processes() != n_processes)
    fail(std::string("the layout of the ") + side + " (" + to_text(*layout) + ") is for " +
         std::to_string(layout->n_processes()) + " processes, but there are " + std::to_string(n_processes) +
         "; give one for as many as there are");
}

}  // namespace

void check_placement(const Problem& problem, int n_processes, const Choice& choice,
                     const Settings& settings) {
  check_grid_size(choice.grid, n_processes);
  if (const SplitAxes* split = split_axes_of(problem, choice))
    split->check(problem, choice, settings);
  else
    check_grid(problem, choice.grid);
  check_sweeps(problem, choice, settings);
}

Choice decide(const Problem& problem, int n_processes, const Settings& settings, const Machine& machine) {
  check_space(settings);
  if (settings.low_memory_bytes && !settings.in_place)
    fail(ErrorCode::not_applicable,
         "memory=low is for plans whose input and output are one array; set in_place=yes as well, or use "
         "memory=normal");
  if (settings.low_memory_bytes && (says_memory(problem, true) || says_memory(problem, false)))
    fail(ErrorCode::not_applicable,
         "memory=low says itself how the array lies in memory; leave points_order, modes_order, "
         "points_padding and modes_padding out, or use memory=normal");
  if (settings.convolve && settings.in_place)
    fail(ErrorCode::not_applicable,
         "convolve=yes and in_place=yes exclude each other: the points of a product are nowhere in "
         "memory; leave in_place out (an output of convolve may be the array of an input)");
  check_size(problem.points, "points", n_processes);
  check_size(problem.modes, "modes", n_processes);
  Choice choice;
  if (settings.choice) {
    choice = *settings.choice;
  } else {
    choice.backend = settings.backend == "auto" ? standard_backend(*settings.space) : settings.backend;
    choice.stores = settings.stores;
    choice.threads = settings.threads > 0 ? settings.threads : machine.n_processors;
    choice.lump = settings.lump.value_or(0);
    if (settings.deal == "cycles") choice.deal = settings.deal;
    choice.grid = settings.grid ? *settings.grid
                  : choice.deal == "cycles"
                      ? cyclic_grids(problem, n_processes).front()
                      : choose_grid(problem, n_processes, processes_per_node(machine.node_of));
  }
  check_space(problem, choice, settings);
  check_placement(problem, n_processes, choice, settings);
  if (settings.low_memory_bytes && choice.lump != 0)
    fail(ErrorCode::not_applicable,
         "memory=low and lump=" + std::to_string(choice.lump) +
             " exclude each other: the memory of a lump is not shared; use lump=all, or memory=normal");
  if (settings.reproducible) check_reproducible(choice);
  const Route route = route_of(problem, choice, settings);
  std::vector<Redistribution> moves;
  for (const Redistribution& move : route.moves)
    if (!is_local(move)) moves.push_back(move);
  if (settings.choice && choice.steps.size() != moves.size())
    fail("choice '" + to_text(choice) + "' names " + std::to_string(choice.steps.size()) +
         " exchanges, but this problem on grid " + to_text(choice.grid) + " has " +
         std::to_string(moves.size()) + " redistributions; name one for each");
  for (std::size_t i = 0; i < moves.size(); ++i) {
    if (!settings.choice)
      choice.steps.push_back(settings.exchange == "auto" ? default_exchange(moves[i], settings, machine)
                                                         : settings.exchange);
    check_step(choice.steps[i], moves[i], settings, machine);
  }
  return choice;
}

}  // namespace weft::inline plan
