// The sweeps and exchanges of one direction of a plan that keeps whole stages, and the memory they use.
#include "plan/direction_maker.hpp"

#include <algorithm>

#include "geometry/storage.hpp"
#include "plan/array_as_stage.hpp"
#include "plan/products_in_place.hpp"
#include "plan/steps.hpp"
#include "plan/strips.hpp"

namespace weft {

Index bytes_of(const Storage& storage, const Problem& problem, bool real) {
  return storage.n_elements() * element_bytes(problem.precision, real);
}

BufferRules DirectionMaker::buffer_rules(const Storage& input, const Storage& output,
                                         const std::vector<const ExchangeRow*>& rows) const {
  BufferRules rules;
  rules.in_place = settings_.in_place;
  rules.overwrite_input = settings_.overwrite_input;
  if (route_.n_fields > 1) return rules;  // the fields of a stage lie side by side, the user's anywhere
  rules.input_bytes = bytes_of(input, problem_, route_.sweeps.front().from_real);
  rules.output_bytes = bytes_of(output, problem_, route_.sweeps.back().to_real);
  if (rules.in_place) rules.output_bytes = std::max(rules.input_bytes, rules.output_bytes);
  if (ends_.from_chunks) rules.input_bytes = 0;
  if (ends_.to_chunks) rules.output_bytes = 0;
  if (rows.empty()) return rules;
  if (rows.back() == &direct_push()) rules.output_bytes = 0;  // the peers may write there at any time
  if (rows.front() == &direct_pull()) rules.input_bytes = 0;  // and read here
  return rules;
}

LocalSweep DirectionMaker::local_sweep(std::size_t i, const View& source, const View& target) const {
  LocalSweep sweep = weft::local_sweep(route_.sweeps[i], problem_.precision, rank_, source, target);
  sweep.in_place = settings_.in_place && is_of_user(source) && is_of_user(target);
  sweep.reproducible = settings_.reproducible;
  set_details(blueprint_.choice, true, problem_.n_fields, sweep);
  return sweep;
}

// What the only exchange of a direction in place needs beside the array.
BufferNeeds DirectionMaker::needs_in_array(const Storage& input, const Storage& output,
                                           const ExchangeRow& row, ExchangeViews& views) const {
  const Redistribution& move = route_.moves.front();
  BufferNeeds needs;
  needs.sent_from_array = keeps_columns(views.outgoing, send_slot, input, route_.sweeps.front().axes);
  if (!needs.sent_from_array &&
      keeps_columns(views.incoming, receive_slot, output, route_.sweeps.back().axes)) {
    needs.received_in_array = true;
    keep_own_block_in_send(views, move, row, rank_);
  }
  needs.send = views.send_elements * move.element_bytes;
  needs.receive = views.receive_elements * move.element_bytes;
  return needs;
}

// Products in the memory of their factors, if the exchange after them can leave from there.
void DirectionMaker::leave_from_where_it_arrived(ExchangeViews& views, BufferNeeds& needs) const {
  if (ends_.arrived.pieces.empty() || needs.to_user) return;
  const std::optional<ExchangeViews> there = leaving_from(ends_.arrived, views, route_.moves.front(), rank_);
  if (!there) return;
  views = *there;
  const bool is_sent = !is_local(route_.moves.front());
  (is_sent ? needs.send_memory : needs.receive_memory) = ends_.busy;
  needs.swept_early = needs.swept_early || is_sent;
}

// A copy is done by the neighbouring exchange where that sends from plain arrays, or receives in them.
std::vector<bool> DirectionMaker::sweeps_that_run(const std::vector<const ExchangeRow*>& rows) const {
  std::vector<bool> runs(route_.sweeps.size(), true);
  if (rows.empty() || settings_.in_place) return runs;
  const std::size_t last = rows.size();
  if (rows.front()->plain_arrays && is_copy(0) && !is_of_chunks(0)) runs[0] = false;
  if (rows.back()->plain_arrays && is_copy(last) && !is_of_chunks(last)) runs[last] = false;
  return runs;
}

// Chunks of points are no strips of an exchange.
std::vector<Cutting> DirectionMaker::cuttings() const {
  std::vector<Cutting> cuttings = cuttings_of(route_);
  for (std::size_t i = 0; i < cuttings.size(); ++i)
    if (is_of_chunks(i)) cuttings[i] = Cutting::none;
  return cuttings;
}

Direction DirectionMaker::make(const Storage& input, const Storage& output,
                               const std::vector<const ExchangeRow*>& rows, const std::vector<int>& windows) {
  Direction direction;
  const std::size_t n_moves = route_.moves.size();
  std::vector<ExchangeViews> views;
  std::vector<BufferNeeds> needs;
  const std::vector<bool> runs = sweeps_that_run(rows);
  const bool in_array = array_may_be_a_stage(route_, rows, settings_.in_place);
  const std::vector<Cutting> cuttings = this->cuttings();
  for (std::size_t i = 0; i < n_moves; ++i) {
    const Redistribution& move = route_.moves[i];
    views.push_back(rows[i]->views(move, rank_, blueprint_.nodes));
    needs.push_back(in_array ? needs_in_array(input, output, *rows[i], views[i])
                             : BufferNeeds{views[i].send_elements * move.element_bytes,
                                           views[i].receive_elements * move.element_bytes, i == 0 && !runs[0],
                                           i + 1 == n_moves && !runs[n_moves]});
    // Points that go on to products arrive in the plan's memory: the direction after has no input.
    needs.back().own_memory = rows[i]->own_memory || (ends_.to_chunks && i + 1 == n_moves);
    needs.back().swept_early = cuttings[i + 1] == Cutting::before;
    if (i == 0) leave_from_where_it_arrived(views[i], needs[i]);
  }
  const std::vector<Buffers> buffers =
      assign_buffers(needs, buffer_rules(input, output, rows), blueprint_.stage_bytes, ends_.busy);
  for (std::size_t i = 0; i < n_moves; ++i) {
    const Redistribution& move = route_.moves[i];
    MoveStep step{rows[i], move, buffers[i].send, buffers[i].receive, windows[i], {}, {}};
    step.from = needs[i].from_user ? End{input, true} : End{plain_storage(move.from, rank_), false};
    step.to = needs[i].to_user ? End{output, true} : End{plain_storage(move.to, rank_), false};
    direction.moves.push_back(step);
  }
  for (std::size_t i = 0; i <= n_moves; ++i) {
    const View source =
        i == 0 ? (ends_.from_chunks ? View{} : whole_view(input, input_slot, 0))
               : in_slots_of_plan(views[i - 1].incoming, direction.moves[i - 1], blueprint_, rank_);
    const View target = i == n_moves
                            ? (ends_.to_chunks ? View{} : whole_view(output, output_slot, 0))
                            : in_slots_of_plan(views[i].outgoing, direction.moves[i], blueprint_, rank_);
    const bool only_private = (i == 0 && n_moves > 0 && rows.front() == &direct_pull()) ||
                              (i == n_moves && n_moves > 0 && rows.back() == &direct_push());
    SweepStep& step = direction.sweeps.emplace_back(SweepStep{
        local_sweep(i, source, target), runs[i], only_private, runs[i] ? cuttings[i] : Cutting::none});
    if (!runs[i] || is_of_chunks(i)) continue;
    blueprint_.tiles.hold(step.sweep, blueprint_.choice.threads);
    if (step.cutting == Cutting::none) continue;
    const Redistribution& move = route_.moves[step.cutting == Cutting::after ? i : i - 1];
    for (Index strip = 0; strip < n_strips(move); ++strip) {
      step.strips.push_back(strip_of(step.sweep, move.strips, strip));
      blueprint_.tiles.hold(step.strips.back(), blueprint_.choice.threads);
    }
  }
  return direction;
}

}  // namespace weft
