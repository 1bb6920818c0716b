// memory=low: the list of sweeps and exchanges of one direction, chunk by chunk. See in_place_scheme.hpp.
#include "memory/steps.hpp"
#include "memory/strategies.hpp"

namespace weft {
namespace {

class Chunker {
 public:
  Chunker(const DirectionTask& task, const Direction& plain)
      : task_(task),
        plain_(plain),
        route_(route_of(task, plain)),
        scheme_(plain.is_backward ? reversed(*task.scheme) : *task.scheme) {}
  void add_all();
  std::vector<SweepStep> sweeps;
  std::vector<MoveStep> moves;

 private:
  // A part of the array, on one side of a sweep; without a view: what is exchanged.
  struct Side {
    Extents shape;
    View view;
    bool real = false;
  };
  bool is_moved(std::size_t move) const { return scheme_.chunks[move].n > 0; }
  bool cuts_its_axis(std::size_t move, std::size_t sweep) const {
    return scheme_.chunks[move].axis >= 0 && transforms(route_.sweeps[sweep], scheme_.chunks[move].axis);
  }
  bool rides_in(std::size_t sweep) const;   // on the sweeps that follow an exchange
  bool rides_out(std::size_t sweep) const;  // on the sweeps that lead to one
  Side array_before(std::size_t sweep, const Chunking& chunks, Index chunk, Slot slot) const;
  Side array_after(std::size_t sweep, const Chunking& chunks, Index chunk, Slot slot) const;
  Side part_of(const Storage& storage, bool real, const Chunking& chunks, Index chunk, Slot slot) const;
  void add_chunk(std::size_t move, Index chunk);
  void add_sweep(std::size_t sweep, bool rides, const Side& from, const Side& to, bool may_stream);
  void add_pause();

  const DirectionTask& task_;
  const Direction& plain_;
  const Route& route_;
  const InPlaceScheme scheme_;
};

bool Chunker::rides_in(std::size_t sweep) const {
  return sweep > 0 && is_moved(sweep - 1) && !cuts_its_axis(sweep - 1, sweep);
}

bool Chunker::rides_out(std::size_t sweep) const {
  return sweep < route_.moves.size() && is_moved(sweep) && !cuts_its_axis(sweep, sweep) && !rides_in(sweep);
}

Chunker::Side Chunker::part_of(const Storage& storage, bool real, const Chunking& chunks, Index chunk,
                               Slot slot) const {
  Storage part = storage;
  Index offset = 0;
  if (chunks.axis >= 0) {
    const Range range = range_of(chunks, chunk, storage.shape[chunks.axis]);
    part.shape[chunks.axis] = range.size();
    offset = range.begin * storage.strides[chunks.axis];
  }
  Side side{part.shape, whole_view(part, slot, 0), real};
  for (Piece& piece : side.view.pieces) piece.offset = offset;
  return side;
}

Chunker::Side Chunker::array_before(std::size_t sweep, const Chunking& chunks, Index chunk, Slot slot) const {
  return part_of(storage_before(scheme_, route_, sweep, task_.rank), route_.sweeps[sweep].from_real, chunks,
                 chunk, slot);
}

Chunker::Side Chunker::array_after(std::size_t sweep, const Chunking& chunks, Index chunk, Slot slot) const {
  return part_of(storage_after(scheme_, route_, sweep, task_.rank), route_.sweeps[sweep].to_real, chunks,
                 chunk, slot);
}

// A sweep follows a sweep with an exchange between them that does nothing.
void Chunker::add_pause() {
  const Layout& layout = route_.sweeps.front().from;
  moves.push_back({.row = &local_exchange(),
                   .move = {layout, layout, scheme_.slot_bytes, route_.n_fields},
                   .is_local = true});
}

void Chunker::add_sweep(std::size_t i, bool rides, const Side& from, const Side& to, bool may_stream) {
  if (sweeps.size() > moves.size()) add_pause();
  LocalSweep sweep = plain_.sweeps[i].sweep;
  if (!rides) {  // only a copy
    sweep.axes.clear();
    sweep.scale = 1;
    sweep.backend = LocalSweep{}.backend;
  }
  sweep.from = from.shape;
  sweep.to = to.shape;
  sweep.source = from.view;
  sweep.target = to.view;
  sweep.from_real = from.real;
  sweep.to_real = to.real;
  sweep.stream = streams(task_, sweep, may_stream);
  sweeps.push_back({sweep});
}

// Messages of all chunks share two stages.
void Chunker::add_chunk(std::size_t i, Index chunk) {
  const Chunking& chunks = scheme_.chunks[i];
  MoveStep step = plain_.moves[i];
  step.move = chunk_of(step.move, chunks, chunk);
  use_row(task_, *step.row, step);
  if (step.views.send_elements > 0) step.send = first_stage_slot;
  if (step.views.receive_elements > 0) step.receive = first_stage_slot + 1;
  step.from.storage = plain_storage(step.move.from, task_.rank);
  step.to.storage = plain_storage(step.move.to, task_.rank);
  const Side out =
      rides_out(i) ? array_before(i, chunks, chunk, input_slot) : array_after(i, chunks, chunk, input_slot);
  const Side in = rides_in(i + 1) ? array_after(i + 1, chunks, chunk, output_slot)
                                  : array_before(i + 1, chunks, chunk, output_slot);
  const Side sent{step.from.storage.shape, {}, route_.sweeps[i].to_real},
      received{step.to.storage.shape, {}, route_.sweeps[i + 1].from_real};
  add_sweep(i, rides_out(i), out, sent, false);
  moves.push_back(step);
  add_sweep(i + 1, rides_in(i + 1), received, in, true);
}

void Chunker::add_all() {
  for (std::size_t i = 0; i < route_.sweeps.size(); ++i) {
    if (!route_.sweeps[i].axes.empty() && !rides_in(i) && !rides_out(i))
      add_sweep(i, true, array_before(i, {}, 0, input_slot), array_after(i, {}, 0, output_slot), false);
    if (i < route_.moves.size())
      for (Index chunk = 0; chunk < scheme_.chunks[i].n; ++chunk) add_chunk(i, chunk);
  }
  if (sweeps.empty()) sweeps.push_back({{}, false});
}

bool has_scheme(const DirectionTask& task, const Direction&) { return task.scheme.has_value(); }

void cut_direction(const DirectionTask& task, Direction& direction) {
  Chunker chunker(task, direction);
  chunker.add_all();
  direction.sweeps = std::move(chunker.sweeps);
  direction.moves = std::move(chunker.moves);
}

}  // namespace

Strategy in_chunks_strategy() { return {has_scheme, cut_direction}; }

}  // namespace weft
