// Everything about a plan that is known without talking: for one process, as a value.
#include "plan/blueprint.hpp"

#include <algorithm>

#include "geometry/storage.hpp"
#include "plan/buffers.hpp"
#include "sweep/tiling.hpp"
#include "weft/error.hpp"

namespace weft {
namespace {

// Arrays of more bytes than this do not stay in cache until they are read again.
constexpr Index least_streamed_bytes = 4 << 20;

// The axis transformed last varies fastest, if the last sweep transforms one; else C order.
Axes modes_order(const Problem& problem, const Route& route) {
  Axes order = c_order(static_cast<int>(problem.shape.size()));
  const std::vector<AxisTransform>& last = route.sweeps.back().axes;
  if (problem.order == Order::fast && !last.empty())
    std::rotate(order.begin() + last.back().axis, order.begin() + last.back().axis + 1, order.end());
  return order;
}

Index bytes_of(const Storage& storage, const Problem& problem, bool real) {
  return storage.n_elements() * element_bytes(problem.precision, real);
}

// The rows of a direction, where the copies at its ends fall away if the user's arrays are shared.
std::vector<const ExchangeRow*> with_direct_ends(const Route& route, std::vector<const ExchangeRow*> rows,
                                                 const Settings& settings) {
  if (!settings.shared_arrays || settings.in_place || rows.empty()) return rows;
  const auto is_copy = [](const SweepSpec& sweep) { return sweep.axes.empty(); };
  const bool ends_in_copy = is_copy(route.sweeps.back()), begins_with_copy = is_copy(route.sweeps.front());
  if (ends_in_copy && rows.back()->shares_memory) rows.back() = &direct_push();
  if (begins_with_copy && rows.front()->shares_memory && rows.front() != &direct_push())
    rows.front() = &direct_pull();
  return rows;
}

// Makes the steps of one direction.
class DirectionMaker {
 public:
  DirectionMaker(const Problem& problem, int rank, const Settings& settings, const Route& route,
                 Blueprint& blueprint)
      : problem_(problem), rank_(rank), settings_(settings), route_(route), blueprint_(blueprint) {}

  Direction make(const Storage& input, const Storage& output, const std::vector<const ExchangeRow*>& rows,
                 const std::vector<int>& windows);

 private:
  bool is_copy(std::size_t sweep) const { return route_.sweeps[sweep].axes.empty(); }
  BufferRules buffer_rules(const Storage& input, const Storage& output,
                           const std::vector<const ExchangeRow*>& rows) const;
  LocalSweep local_sweep(std::size_t i, const View& source, const View& target) const;
  Piece own_piece_of_user(const Piece& piece, const MoveStep& step) const;
  View relocated(View view, const MoveStep& step) const;

  const Problem& problem_;
  const int rank_;
  const Settings& settings_;
  const Route& route_;
  Blueprint& blueprint_;
};

BufferRules DirectionMaker::buffer_rules(const Storage& input, const Storage& output,
                                         const std::vector<const ExchangeRow*>& rows) const {
  BufferRules rules;
  rules.in_place = settings_.in_place;
  rules.overwrite_input = settings_.overwrite_input;
  if (problem_.n_fields > 1) return rules;  // the fields of a stage lie side by side, the user's anywhere
  rules.input_bytes = bytes_of(input, problem_, route_.sweeps.front().from_real);
  rules.output_bytes = bytes_of(output, problem_, route_.sweeps.back().to_real);
  if (rules.in_place) rules.output_bytes = std::max(rules.input_bytes, rules.output_bytes);
  if (rows.empty()) return rules;
  if (rows.back() == &direct_push()) rules.output_bytes = 0;  // the peers may write there at any time
  if (rows.front() == &direct_pull()) rules.input_bytes = 0;  // and read here
  return rules;
}

LocalSweep DirectionMaker::local_sweep(std::size_t i, const View& source, const View& target) const {
  const SweepSpec& spec = route_.sweeps[i];
  LocalSweep sweep{spec.axes,
                   box_of(spec.from, rank_).shape(),
                   box_of(spec.to, rank_).shape(),
                   source,
                   target,
                   spec.from_real,
                   spec.to_real,
                   spec.scale,
                   problem_.precision,
                   false,
                   settings_.reproducible};
  const Index written = whole_box(sweep.to).n_points() * element_bytes(problem_.precision, sweep.to_real);
  sweep.stream = settings_.stores == Stores::stream ||
                 (settings_.stores == Stores::automatic && written >= least_streamed_bytes);
  return sweep;
}

// Where the own piece of a move lies in the user's array that receives it.
Piece DirectionMaker::own_piece_of_user(const Piece& piece, const MoveStep& step) const {
  Piece own{piece.box, output_slot, 0, step.to.storage.strides, 0};
  const Box inside = relative_to(piece_between(step.move, rank_, rank_), box_of(step.move.to, rank_));
  for (int a = 0; a < inside.n_axes(); ++a) own.offset += inside.ranges[a].begin * own.strides[a];
  return own;
}

// Slots of an exchange become slots of the plan.
View DirectionMaker::relocated(View view, const MoveStep& step) const {
  for (Piece& piece : view.pieces) {
    if (piece.slot == send_slot)
      piece.slot = step.send;
    else if (piece.slot == receive_slot && step.to.is_user)
      piece = own_piece_of_user(piece, step);
    else if (piece.slot == receive_slot)
      piece.slot = step.receive;
    else
      piece.slot = piece.slot - first_window_slot + blueprint_.windows[step.window].first_slot;
  }
  return view;
}

Direction DirectionMaker::make(const Storage& input, const Storage& output,
                               const std::vector<const ExchangeRow*>& rows, const std::vector<int>& windows) {
  Direction direction;
  const std::size_t n_moves = route_.moves.size();
  std::vector<ExchangeViews> views;
  std::vector<BufferNeeds> needs;
  std::vector<bool> runs(n_moves + 1, true);
  for (std::size_t i = 0; i < n_moves; ++i) {
    const Redistribution& move = route_.moves[i];
    const bool plain = rows[i]->plain_arrays && !settings_.in_place;
    if (plain && i == 0 && is_copy(0)) runs[0] = false;
    if (plain && i + 1 == n_moves && is_copy(n_moves)) runs[n_moves] = false;
    views.push_back(rows[i]->views(move, rank_));
    needs.push_back({views[i].send_elements * move.element_bytes,
                     views[i].receive_elements * move.element_bytes, i == 0 && !runs[0],
                     i + 1 == n_moves && !runs[n_moves]});
  }
  const std::vector<Buffers> buffers =
      assign_buffers(needs, buffer_rules(input, output, rows), blueprint_.stage_bytes);
  for (std::size_t i = 0; i < n_moves; ++i) {
    const Redistribution& move = route_.moves[i];
    MoveStep step{rows[i], move, buffers[i].send, buffers[i].receive, windows[i], {}, {}};
    step.from = needs[i].from_user ? End{input, true} : End{plain_storage(move.from, rank_), false};
    step.to = needs[i].to_user ? End{output, true} : End{plain_storage(move.to, rank_), false};
    direction.moves.push_back(step);
  }
  for (std::size_t i = 0; i <= n_moves; ++i) {
    const View source =
        i == 0 ? whole_view(input, input_slot, 0) : relocated(views[i - 1].incoming, direction.moves[i - 1]);
    const View target =
        i == n_moves ? whole_view(output, output_slot, 0) : relocated(views[i].outgoing, direction.moves[i]);
    const bool only_private = (i == 0 && n_moves > 0 && rows.front() == &direct_pull()) ||
                              (i == n_moves && n_moves > 0 && rows.back() == &direct_push());
    direction.sweeps.push_back({local_sweep(i, source, target), runs[i], only_private});
    if (!runs[i]) continue;
    const Tiling tiling = make_tiling(direction.sweeps.back().sweep);
    blueprint_.tile_in_bytes = std::max(blueprint_.tile_in_bytes, tiling.in_bytes);
    blueprint_.tile_out_bytes = std::max(blueprint_.tile_out_bytes, tiling.out_bytes);
    blueprint_.block_bytes = std::max(blueprint_.block_bytes, tiling.block_bytes);
  }
  return direction;
}

Counts counts_of(const Direction& direction, const Problem& problem, int rank) {
  Counts counts;
  for (const SweepStep& step : direction.sweeps) {
    if (!step.runs || step.only_private) continue;
    SweepCounts& sweep = counts.sweeps.emplace_back();
    for (const AxisTransform& transform : step.sweep.axes) sweep.axes.push_back(transform.axis);
    sweep.bytes_read =
        whole_box(step.sweep.from).n_points() * element_bytes(problem.precision, step.sweep.from_real);
    sweep.bytes_written =
        whole_box(step.sweep.to).n_points() * element_bytes(problem.precision, step.sweep.to_real);
  }
  for (const MoveStep& step : direction.moves) counts.exchanges.push_back(step.row->counts(step.move, rank));
  return counts;
}

}  // namespace

Blueprint make_blueprint(const Problem& problem, int rank, const Settings& settings, const Choice& choice) {
  Blueprint blueprint;
  const Route asked = make_route(problem, choice.grid, settings.reproducible);
  const Route route = settings.in_place && asked.moves.empty() ? with_stage(asked) : asked;
  const Route back = reversed(route);
  blueprint.choice = choice;
  blueprint.points = route.sweeps.front().from;
  blueprint.modes = route.sweeps.back().to;
  blueprint.points_storage =
      dense_storage(box_of(blueprint.points, rank).shape(), c_order(blueprint.points.n_axes()));
  blueprint.modes_storage = dense_storage(box_of(blueprint.modes, rank).shape(), modes_order(problem, route));

  std::vector<const ExchangeRow*> rows;
  std::size_t n_named = 0;
  for (const Redistribution& move : route.moves)
    rows.push_back(is_local(move) ? &local_exchange() : &find_exchange(choice.steps[n_named++]));
  const std::vector<const ExchangeRow*> rows_there = with_direct_ends(route, rows, settings);
  std::reverse(rows.begin(), rows.end());
  const std::vector<const ExchangeRow*> rows_back = with_direct_ends(back, rows, settings);

  std::vector<int> windows;
  Slot next_slot = first_stage_slot + most_stages;
  for (std::size_t i = 0; i < route.moves.size(); ++i) {
    windows.push_back(-1);
    if (!rows_there[i]->shares_memory) continue;
    const std::size_t return_trip = route.moves.size() - 1 - i;
    const Redistribution& there = route.moves[i];
    const Index elements =
        std::max(rows_there[i]->views(there, rank).window_elements,
                 rows_back[return_trip]->views(back.moves[return_trip], rank).window_elements);
    const bool tells = rows_there[i] != rows_back[return_trip] || rows_there[i] == &direct_push();
    windows[i] = static_cast<int>(blueprint.windows.size());
    blueprint.windows.push_back({group_name(there), group_of(there, rank), elements * there.element_bytes,
                                 tells ? there.n_fields : 0, next_slot});
    next_slot += static_cast<Slot>(blueprint.windows.back().group.size());
  }
  blueprint.n_slots = next_slot;
  blueprint.forward = DirectionMaker(problem, rank, settings, route, blueprint)
                          .make(blueprint.points_storage, blueprint.modes_storage, rows_there, windows);
  std::reverse(windows.begin(), windows.end());
  blueprint.backward = DirectionMaker(problem, rank, settings, back, blueprint)
                           .make(blueprint.modes_storage, blueprint.points_storage, rows_back, windows);
  return blueprint;
}

Index total_bytes(const WindowPlan& window) { return window.bytes + window_overhead_bytes(window.n_words); }

Description describe_blueprint(const Blueprint& blueprint, const Problem& problem, int rank) {
  Description description{blueprint.choice,
                          blueprint.points,
                          blueprint.modes,
                          box_of(blueprint.points, rank),
                          box_of(blueprint.modes, rank),
                          blueprint.points_storage,
                          blueprint.modes_storage,
                          counts_of(blueprint.forward, problem, rank),
                          counts_of(blueprint.backward, problem, rank),
                          {}};
  for (Index bytes : blueprint.stage_bytes) description.memory.stages += bytes;
  for (const WindowPlan& window : blueprint.windows) description.memory.windows += total_bytes(window);
  description.memory.tiles = blueprint.tile_in_bytes + blueprint.tile_out_bytes + blueprint.block_bytes;
  return description;
}

int Counts::n_copies() const {
  return static_cast<int>(
      std::count_if(sweeps.begin(), sweeps.end(), [](const SweepCounts& s) { return s.axes.empty(); }));
}

Description describe(const Problem& problem, int n_processes, int rank, const Options& options,
                     int processes_per_node) {
  const auto fail = [](const std::string& text) { throw Error(ErrorCode::invalid_argument, text); };
  if (n_processes < 1) fail("a plan needs at least 1 process, not " + std::to_string(n_processes));
  if (rank < 0 || rank >= n_processes)
    fail("there is no process " + std::to_string(rank) + "; ranks are 0 to " +
         std::to_string(n_processes - 1));
  if (processes_per_node < 1)
    fail("a node has at least 1 process, not " + std::to_string(processes_per_node));
  check(problem);
  Machine machine;
  for (int r = 0; r < n_processes; ++r)
    machine.node_of.push_back(r / processes_per_node * processes_per_node);
  const Settings settings = settings_of(options);
  const Choice choice = decide(problem, n_processes, settings, machine);
  return describe_blueprint(make_blueprint(problem, rank, settings, choice), problem, rank);
}

}  // namespace weft
