// memory=low: the list of sweeps and exchanges of one direction, chunk by chunk. See in_place_scheme.hpp.
#include "direction/steps.hpp"
#include "direction/strategies.hpp"

namespace weft::inline direction {

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
  // A part of the array.
  struct Part {
    Storage storage;
    Index offset = 0;
    bool real = false;
    View view(Slot slot) const {
      View view = whole_view(storage, slot, 0);
      for (Piece& piece : view.pieces) piece.offset = offset;
      return view;
    }
  };
  bool is_moved(std::size_t move) const { return scheme_.chunks[move].n > 0; }
  bool cuts_its_axis(std::size_t move, std::size_t sweep) const {
    return scheme_.chunks[move].axis >= 0 && transforms(route_.sweeps[sweep], scheme_.chunks[move].axis);
  }
  bool rides_in(std::size_t sweep) const;   // on the sweeps that follow an exchange
  bool rides_out(std::size_t sweep) const;  // on the sweeps that lead to one
  Part part_of_array(At at, std::size_t sweep, const Chunking& chunks, Index chunk) const;
  void add_chunk(std::size_t move, Index chunk);
  void add_in_place(std::size_t sweep);
  LocalSweep& add_sweep(std::size_t sweep, bool rides);
  void read_from(const Part& part, LocalSweep& sweep) const;
  void write_to(const Part& part, LocalSweep& sweep) const;
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

Chunker::Part Chunker::part_of_array(At at, std::size_t sweep, const Chunking& chunks, Index chunk) const {
  Storage part = storage_at(at, sweep, scheme_, route_, task_.rank);
  Index offset = 0;
  if (chunks.axis >= 0) {
    const Range range = range_of(chunks, chunk, part.shape[chunks.axis]);
    part.shape[chunks.axis] = range.size();
    offset = range.begin * part.strides[chunks.axis];
  }
  const SweepSpec& spec = route_.sweeps[sweep];
  return {part, offset, at == At::before ? spec.from_real : spec.to_real};
}

// A sweep follows a sweep with an exchange between them that does nothing.
void Chunker::add_pause() {
  const Layout& layout = route_.sweeps.front().from;
  moves.push_back({.row = &local_exchange(),
                   .move = {layout, layout, scheme_.slot_bytes, route_.n_fields},
                   .is_local = true});
}

// Without its transform it is a copy. What it exchanges has no view of its own.
LocalSweep& Chunker::add_sweep(std::size_t i, bool rides) {
  if (sweeps.size() > moves.size()) add_pause();
  LocalSweep& sweep = sweeps.emplace_back(SweepStep{plain_.sweeps[i].sweep}).sweep;
  sweep.source = sweep.target = {};
  if (rides) return sweep;
  sweep.axes.clear();
  sweep.scale = 1;
  sweep.backend = LocalSweep{}.backend;
  return sweep;
}

void Chunker::read_from(const Part& part, LocalSweep& sweep) const {
  sweep.from = part.storage.shape;
  sweep.from_real = part.real;
  sweep.source = part.view(input_slot);
}

void Chunker::write_to(const Part& part, LocalSweep& sweep) const {
  sweep.to = part.storage.shape;
  sweep.to_real = part.real;
  sweep.target = part.view(output_slot);
}

// Messages of all chunks share two buffers.
void Chunker::add_chunk(std::size_t i, Index chunk) {
  const Chunking& chunks = scheme_.chunks[i];
  MoveStep step = plain_.moves[i];
  step.move = chunk_of(step.move, chunks, chunk);
  use_row(task_, *step.row, step);
  if (step.views.send_elements > 0) step.send = first_buffer_slot;
  if (step.views.receive_elements > 0) step.receive = first_buffer_slot + 1;
  step.from.storage = plain_storage(step.move.from, task_.rank);
  step.to.storage = plain_storage(step.move.to, task_.rank);
  LocalSweep& pack = add_sweep(i, rides_out(i));
  read_from(part_of_array(rides_out(i) ? At::before : At::after, i, chunks, chunk), pack);
  pack.to = step.from.storage.shape;
  pack.to_real = route_.sweeps[i].to_real;
  pack.stream = streams(task_, pack, false);
  moves.push_back(step);
  LocalSweep& unpack = add_sweep(i + 1, rides_in(i + 1));
  unpack.from = step.to.storage.shape;
  unpack.from_real = route_.sweeps[i + 1].from_real;
  write_to(part_of_array(rides_in(i + 1) ? At::after : At::before, i + 1, chunks, chunk), unpack);
  unpack.stream = streams(task_, unpack, true);
}

void Chunker::add_in_place(std::size_t i) {
  LocalSweep& sweep = add_sweep(i, true);
  read_from(part_of_array(At::before, i, {}, 0), sweep);
  write_to(part_of_array(At::after, i, {}, 0), sweep);
  sweep.stream = streams(task_, sweep, false);
}

void Chunker::add_all() {
  for (std::size_t i = 0; i < route_.sweeps.size(); ++i) {
    if (!route_.sweeps[i].axes.empty() && !rides_in(i) && !rides_out(i)) add_in_place(i);
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

}  // namespace weft::inline direction
