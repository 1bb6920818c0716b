// All choices that a tuner may try.
#include "tune/candidates.hpp"

#include <algorithm>
#include <set>

#include "direction/strips.hpp"
#include "geometry/part.hpp"
#include "plan/cycles.hpp"
#include "plan/step.hpp"
#include "route/grid.hpp"
#include "sweep/tiling.hpp"
#include "weft/error.hpp"

namespace weft::inline tuning {

namespace {

// Lines of a tile beside the standard.
constexpr int other_lines[] = {8, 32, 64};
constexpr Index numbers_of_strips[] = {2, 4, 8};
// All of a number of axes send the same messages.
constexpr std::size_t most_cyclic_grids = 4;

void add_exchanges(const Settings& settings, const Machine& machine, const Redistribution& move,
                   Placement& placement) {
  std::vector<std::string>& names = placement.exchanges.emplace_back();
  const StepChoice settled = settings.exchange == "auto" ? StepChoice{} : step_of(settings.exchange);
  for (const ExchangeRow& row : exchange_table())
    if ((settled.row == nullptr || settled.row == &row) && applies(row, move, machine))
      names.push_back(step_text(StepChoice{&row, settled.width}));
}

bool travels(const std::string& step) { return step_of(step).row->window_group == nullptr; }

bool same_sweeps(const Route& a, const Route& b) {
  return std::equal(a.sweeps.begin(), a.sweeps.end(), b.sweeps.begin(), b.sweeps.end(),
                    [](const SweepSpec& x, const SweepSpec& y) {
                      return x.axes.size() == y.axes.size() && x.from == y.from && x.to == y.to;
                    });
}

std::vector<ProcessGrid> grids_to_try(const Problem& problem, int n_processes, const Settings& settings,
                                      const std::string& deal) {
  if (settings.grid) return {*settings.grid};
  if (deal == "blocks") return possible_grids(problem, n_processes);
  try {
    std::vector<ProcessGrid> grids = cyclic_grids(problem, n_processes);
    grids.resize(std::min(grids.size(), most_cyclic_grids));
    return grids;
  } catch (const Error&) {
    return {};
  }
}

// The placements on one grid; none where the problem cannot run on it.
void add_placements(const Problem& problem, const Settings& settings, const Machine& machine,
                    const Choice& on_grid, std::vector<Placement>& placements) {
  const auto n_processes = static_cast<int>(machine.node_of.size());
  const bool is_prescribed = problem.points || problem.modes || on_grid.deal == "cycles";
  std::vector<Route> seen;
  for (const char* ranks : {"rows", "columns"}) {
    if (std::string(ranks) == "columns" && (is_prescribed || on_grid.grid.dims.size() < 2)) continue;
    for (const char* sweeps : {"joined", "apart", "late"}) {
      Placement placement{on_grid, 0, {}};
      placement.base.ranks = ranks;
      placement.base.sweeps = sweeps;
      try {
        check_placement(problem, n_processes, placement.base, settings);
        const Route route = route_of(problem, placement.base, settings);
        if (std::any_of(seen.begin(), seen.end(), [&](const Route& r) { return same_sweeps(r, route); }))
          continue;
        seen.push_back(route);
        for (const SweepSpec& sweep : route.sweeps) placement.n_sweeps += sweep.axes.empty() ? 0 : 1;
        for (std::size_t i = 0; i < route.moves.size(); ++i) {
          if (is_local(route.moves[i])) continue;
          add_exchanges(settings, machine, route.moves[i], placement);
          const int axis = strips_for(route, i, 1).axis;
          placement.lengths.push_back(axis < 0 ? 1 : longest_block(route.moves[i].from, axis));
        }
      } catch (const Error&) {
        continue;
      }
      if (std::none_of(placement.exchanges.begin(), placement.exchanges.end(),
                       [](const auto& names) { return names.empty(); }))
        placements.push_back(placement);
    }
  }
}

// Every list of `n` of the names.
std::vector<std::vector<std::string>> lists_of(const std::vector<std::vector<std::string>>& names) {
  std::vector<std::vector<std::string>> lists{{}};
  for (const std::vector<std::string>& here : names) {
    std::vector<std::vector<std::string>> longer;
    for (const std::vector<std::string>& list : lists)
      for (const std::string& name : here) {
        longer.push_back(list);
        longer.back().push_back(name);
      }
    lists = longer;
  }
  return lists;
}

std::string joined(const std::vector<std::string>& backends) {
  if (std::all_of(backends.begin(), backends.end(), [&](const auto& b) { return b == backends.front(); }))
    return backends.front();
  std::string text = backends.front();
  for (std::size_t i = 1; i < backends.size(); ++i) text += "," + backends[i];
  return text;
}

// The choices with another backend in one sweep.
std::vector<Choice> with_other_backends(const SearchSpace& space, const Placement& placement,
                                        const Choice& choice, std::size_t sweep) {
  std::vector<Choice> choices;
  const std::vector<std::string> now = backends_of(choice, placement.n_sweeps);
  for (const std::string& backend : space.backends) {
    if (now[sweep] == backend) continue;
    std::vector<std::string> others = now;
    others[sweep] = backend;
    choices.push_back(choice);
    choices.back().backend = joined(others);
  }
  return choices;
}

// The choices with another value of one detail.
template <class Value>
std::vector<Choice> with_other(const std::vector<Value>& values, const Choice& choice,
                               Value Choice::*detail) {
  std::vector<Choice> choices;
  for (const Value& value : values) {
    if (value == choice.*detail) continue;
    choices.push_back(choice);
    choices.back().*detail = value;
  }
  return choices;
}

// The same messages in strips: each block in `n`.
std::optional<Choice> with_strips(const Placement& placement, const Choice& choice, Index n) {
  Choice other = choice;
  for (std::size_t i = 0; i < choice.steps.size(); ++i) {
    const StepChoice step = step_of(choice.steps[i]);
    if (!step.row->in_strips || placement.lengths[i] < n) continue;
    other.steps[i] = step_text(StepChoice{step.row, (placement.lengths[i] + n - 1) / n});
  }
  if (other == choice) return std::nullopt;
  return other;
}

// The choices with another row of messages, for all that travels.
std::vector<Choice> with_other_messages(const Placement& placement, const Choice& choice) {
  std::set<std::string> rows;
  for (const std::vector<std::string>& names : placement.exchanges)
    for (const std::string& name : names)
      if (travels(name)) rows.insert(name);
  std::vector<Choice> choices;
  for (const std::string& row : rows) {
    Choice other = choice;
    for (std::string& step : other.steps)
      if (travels(step)) step = row;
    if (!(other == choice)) choices.push_back(other);
  }
  return choices;
}

// The choices whose messages travel otherwise than all at once.
std::vector<Choice> with_other_ways(const SearchSpace& space, const Placement& placement,
                                    const Choice& choice) {
  std::vector<Choice> choices;
  for (Index n : numbers_of_strips)
    if (const auto other = space.in_strips ? with_strips(placement, choice, n) : std::nullopt)
      choices.push_back(*other);
  for (const Choice& other : with_other(space.lumps, choice, &Choice::lump))
    if (!choice.steps.empty()) choices.push_back(other);
  for (const Choice& other : with_other(space.carriers, choice, &Choice::carriers))
    if (std::count(choice.steps.begin(), choice.steps.end(), "node") != 0) choices.push_back(other);
  return choices;
}

}  // namespace

SearchSpace search_space(const Problem& problem, int n_processes, const Settings& settings,
                         const Machine& machine, const std::vector<std::string>& backends, int n_processors) {
  SearchSpace space;
  space.node_of = machine.node_of;
  const bool fixed_backend = settings.backend != "auto" || settings.reproducible;
  if (fixed_backend)
    space.backends = {settings.backend == "auto" ? backend_table().front().name : settings.backend};
  else
    space.backends = backends;
  if (settings.stores == "auto")
    space.stores = {"auto", "cached", "stream"};
  else
    space.stores = {settings.stores};
  space.lines = {0};
  if (!settings.reproducible)
    space.lines.insert(space.lines.end(), std::begin(other_lines), std::end(other_lines));
  if (settings.threads > 0) {
    space.threads = {settings.threads};
  } else {
    space.threads = {1};
    if (n_processors > 1) space.threads.push_back(n_processors);
  }
  space.lumps = {settings.lump.value_or(0)};
  if (!settings.lump && problem.n_fields > 1 && !settings.low_memory_bytes) space.lumps.push_back(1);
  space.carriers = {0, 1};
  space.in_strips = settings.exchange == "auto" && !settings.low_memory_bytes;
  for (const char* deal : {"blocks", "cycles"}) {
    if (settings.deal != "auto" && settings.deal != deal) continue;
    for (const ProcessGrid& grid : grids_to_try(problem, n_processes, settings, deal)) {
      Choice base{grid, space.backends.front(), {}};
      base.deal = deal;
      base.stores = space.stores.front();
      base.threads = space.threads.front();
      base.lump = space.lumps.front();
      add_placements(problem, settings, machine, base, space.placements);
    }
  }
  return space;
}

std::vector<Choice> with_exchanges(const Placement& placement) {
  std::vector<std::vector<std::string>> names = placement.exchanges;
  for (std::vector<std::string>& of_move : names) {
    const auto first = std::find_if(of_move.begin(), of_move.end(), travels);
    const std::string kept = first == of_move.end() ? "" : *first;
    std::erase_if(of_move, [&](const std::string& name) { return travels(name) && name != kept; });
  }
  std::vector<Choice> choices;
  for (const std::vector<std::string>& steps : lists_of(names)) {
    choices.push_back(placement.base);
    choices.back().steps = steps;
  }
  return choices;
}

std::vector<std::vector<Choice>> with_other_details(const SearchSpace& space, const Placement& placement,
                                                    const Choice& choice) {
  std::vector<std::vector<Choice>> all;
  for (std::size_t sweep = 0; sweep < placement.n_sweeps; ++sweep)
    all.push_back(with_other_backends(space, placement, choice, sweep));
  all.push_back(with_other(space.stores, choice, &Choice::stores));
  all.push_back(with_other(space.lines, choice, &Choice::lines));
  all.push_back(with_other(space.threads, choice, &Choice::threads));
  all.push_back(with_other_messages(placement, choice));
  all.push_back(with_other_ways(space, placement, choice));
  return all;
}

std::vector<Choice> all_choices(const Problem& problem, const Settings& settings, const SearchSpace& space) {
  std::vector<Choice> all;
  std::set<std::string> signatures;
  for (const Placement& placement : space.placements) {
    const std::vector<std::vector<std::string>> per_sweep(placement.n_sweeps, space.backends);
    const std::vector<std::vector<std::string>> backends = lists_of(per_sweep);
    const auto add = [&](const Choice& choice) {
      const std::string signature = signature_of(problem, settings, choice, space.node_of);
      if (!signature.empty() && signatures.insert(signature).second) all.push_back(choice);
    };
    for (const Choice& exchanged : with_exchanges(placement)) {
      std::vector<Choice> by_row = with_other_messages(placement, exchanged);
      by_row.insert(by_row.begin(), exchanged);
      for (const Choice& of_row : by_row) {
        add(of_row);
        for (const Choice& choice : with_other_ways(space, placement, of_row)) add(choice);
      }
      for (const std::vector<std::string>& list : backends)
        for (const std::string& stores : space.stores)
          for (int lines : space.lines)
            for (int threads : space.threads) {
              Choice choice = exchanged;
              if (!list.empty()) choice.backend = joined(list);
              choice.stores = stores;
              choice.lines = lines;
              choice.threads = threads;
              add(choice);
            }
    }
  }
  return all;
}

std::string signature_of(const Problem& problem, const Settings& settings, const Choice& choice,
                         const std::vector<int>& node_of) {
  std::string text = to_text(choice.grid) + choice.deal + choice.ranks + std::to_string(choice.threads);
  Blueprint blueprint;
  try {
    blueprint = make_blueprint(problem, 0, settings, choice, node_of);
  } catch (const Error&) {
    return "";
  }
  text += " " + std::to_string(blueprint.fields_of_lump);
  for (const Direction* direction : {&blueprint.forward, &blueprint.backward}) {
    for (const SweepStep& step : direction->sweeps) {
      text += " " + std::to_string(step.sweep.axes.size()) + (step.sweep.stream ? "s" : "c");
      if (step.sweep.axes.empty() || !step.runs) continue;
      text += step.sweep.backend;
      const Tiling tiling = make_tiling(step.sweep);
      for (const Chunks& chunks : tiling.blocks) text += ":" + std::to_string(chunks.size);
      for (const BlockPlan& block : tiling.variants)
        for (const PassPlan& pass : block.passes)
          for (const Chunks& chunks : pass.chunks) text += "," + std::to_string(chunks.size);
    }
    for (const MoveStep& step : direction->moves) {
      text += " " + step.row->name;
      if (const Index n = n_strips(step.move); n > 1)
        text += ":" + std::to_string(step.move.strips.axis) + ":" + std::to_string(step.move.strips.width);
      if (step.row->name == "node") text += ":" + std::to_string(choice.carriers);
    }
  }
  return text;
}

}  // namespace weft::inline tuning
