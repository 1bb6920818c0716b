// memory=low: the list of sweeps and exchanges of one direction, chunk by chunk.
#include "plan/low_memory.hpp"

#include <algorithm>

#include "plan/steps.hpp"

namespace weft {
namespace {

class ChunkedDirection {
 public:
  ChunkedDirection(const Problem& problem, const Route& route, const InPlaceScheme& scheme,
                   const std::vector<const ExchangeRow*>& rows, const std::vector<int>& windows, int rank,
                   const Settings& settings, Blueprint& blueprint)
      : problem_(problem),
        route_(route),
        scheme_(scheme),
        rows_(rows),
        windows_(windows),
        rank_(rank),
        settings_(settings),
        blueprint_(blueprint) {}
  Direction make();

 private:
  // A part of the array, on one side of a sweep.
  struct Side {
    Extents shape;  // of the part
    View view;
    bool real = false;
  };
  bool is_moved(std::size_t move) const { return scheme_.chunks[move].n > 0; }
  bool cuts_its_axis(std::size_t move, std::size_t sweep) const;
  bool rides_in(std::size_t sweep) const;   // on the sweeps that follow an exchange
  bool rides_out(std::size_t sweep) const;  // on the sweeps that lead to one
  Side array_before(std::size_t sweep, const Chunking& chunks, Index chunk, Slot slot) const;
  Side array_after(std::size_t sweep, const Chunking& chunks, Index chunk, Slot slot) const;
  Side part_of(const Storage& storage, bool real, const Chunking& chunks, Index chunk, Slot slot) const;
  void add_chunk(std::size_t move, Index chunk);
  void add_sweep(const SweepSpec* spec, const Side& from, const Side& to, bool in_array);
  void add_move(const MoveStep& step);
  Slot stage(int number, Index bytes);

  const Problem& problem_;
  const Route& route_;
  const InPlaceScheme& scheme_;
  const std::vector<const ExchangeRow*>& rows_;
  const std::vector<int>& windows_;
  const int rank_;
  const Settings& settings_;
  Blueprint& blueprint_;
  Direction direction_;
};

bool ChunkedDirection::cuts_its_axis(std::size_t move, std::size_t sweep) const {
  const std::vector<AxisTransform>& axes = route_.sweeps[sweep].axes;
  return std::any_of(axes.begin(), axes.end(),
                     [&](const AxisTransform& t) { return t.axis == scheme_.chunks[move].axis; });
}

bool ChunkedDirection::rides_in(std::size_t sweep) const {
  return sweep > 0 && is_moved(sweep - 1) && !cuts_its_axis(sweep - 1, sweep);
}

bool ChunkedDirection::rides_out(std::size_t sweep) const {
  return sweep < route_.moves.size() && is_moved(sweep) && !cuts_its_axis(sweep, sweep) && !rides_in(sweep);
}

ChunkedDirection::Side ChunkedDirection::part_of(const Storage& storage, bool real, const Chunking& chunks,
                                                 Index chunk, Slot slot) const {
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

ChunkedDirection::Side ChunkedDirection::array_before(std::size_t sweep, const Chunking& chunks, Index chunk,
                                                      Slot slot) const {
  return part_of(storage_before(scheme_, route_, sweep, rank_), route_.sweeps[sweep].from_real, chunks, chunk,
                 slot);
}

ChunkedDirection::Side ChunkedDirection::array_after(std::size_t sweep, const Chunking& chunks, Index chunk,
                                                     Slot slot) const {
  return part_of(storage_after(scheme_, route_, sweep, rank_), route_.sweeps[sweep].to_real, chunks, chunk,
                 slot);
}

// A sweep follows a sweep with an exchange between them that does nothing.
void ChunkedDirection::add_sweep(const SweepSpec* spec, const Side& from, const Side& to, bool in_array) {
  if (direction_.sweeps.size() > direction_.moves.size()) {
    const Layout& layout = route_.sweeps.front().from;
    direction_.moves.push_back({&local_exchange(),
                                {layout, layout, scheme_.slot_bytes, route_.n_fields},
                                no_slot,
                                no_slot,
                                -1,
                                {},
                                {}});
  }
  LocalSweep sweep{{}, from.shape, to.shape, from.view, to.view, from.real, to.real, 1, problem_.precision};
  if (spec != nullptr) {
    sweep.axes = spec->axes;
    sweep.scale = spec->scale;
    if (!spec->backend.empty()) sweep.backend = spec->backend;
  }
  sweep.in_place = is_of_user(sweep.source) && is_of_user(sweep.target);
  sweep.reproducible = settings_.reproducible;
  set_details(blueprint_.choice, in_array, problem_.n_fields, sweep);
  direction_.sweeps.push_back({sweep, true});
  blueprint_.tiles.hold(sweep, blueprint_.choice.threads);
}

// An exchange follows an exchange with a sweep between them that does not run.
void ChunkedDirection::add_move(const MoveStep& step) {
  if (direction_.sweeps.size() == direction_.moves.size()) direction_.sweeps.push_back({{}, false});
  direction_.moves.push_back(step);
}

Slot ChunkedDirection::stage(int number, Index bytes) {
  if (bytes == 0) return no_slot;
  const auto n = static_cast<std::size_t>(number) + 1;
  if (blueprint_.stage_bytes.size() < n) blueprint_.stage_bytes.resize(n, 0);
  blueprint_.stage_bytes[n - 1] = std::max(blueprint_.stage_bytes[n - 1], bytes);
  return first_stage_slot + number;
}

void ChunkedDirection::add_chunk(std::size_t i, Index chunk) {
  const Chunking& chunks = scheme_.chunks[i];
  const Redistribution move = chunk_of(route_.moves[i], chunks, chunk);
  const ExchangeViews views = rows_[i]->views(move, rank_, blueprint_.nodes);
  const MoveStep step{rows_[i],
                      move,
                      stage(0, views.send_elements * move.element_bytes),
                      stage(1, views.receive_elements * move.element_bytes),
                      windows_[i],
                      {plain_storage(move.from, rank_), false},
                      {plain_storage(move.to, rank_), false}};
  const SweepSpec *before = &route_.sweeps[i], *after = &route_.sweeps[i + 1];
  const Side out =
      rides_out(i) ? array_before(i, chunks, chunk, input_slot) : array_after(i, chunks, chunk, input_slot);
  const Side in = rides_in(i + 1) ? array_after(i + 1, chunks, chunk, output_slot)
                                  : array_before(i + 1, chunks, chunk, output_slot);
  add_sweep(rides_out(i) ? before : nullptr, out,
            {box_of(move.from, rank_).shape(), in_slots_of_plan(views.outgoing, step, blueprint_, rank_),
             before->to_real},
            false);
  add_move(step);
  add_sweep(rides_in(i + 1) ? after : nullptr,
            {box_of(move.to, rank_).shape(), in_slots_of_plan(views.incoming, step, blueprint_, rank_),
             after->from_real},
            in, true);
}

Direction ChunkedDirection::make() {
  for (std::size_t i = 0; i < route_.sweeps.size(); ++i) {
    if (!route_.sweeps[i].axes.empty() && !rides_in(i) && !rides_out(i))
      add_sweep(&route_.sweeps[i], array_before(i, {}, 0, input_slot), array_after(i, {}, 0, output_slot),
                false);
    if (i < route_.moves.size())
      for (Index chunk = 0; chunk < scheme_.chunks[i].n; ++chunk) add_chunk(i, chunk);
  }
  if (direction_.sweeps.size() == direction_.moves.size()) direction_.sweeps.push_back({{}, false});
  return direction_;
}

}  // namespace

Direction low_memory_direction(const Problem& problem, const Route& route, const InPlaceScheme& scheme,
                               const std::vector<const ExchangeRow*>& rows, const std::vector<int>& windows,
                               int rank, const Settings& settings, Blueprint& blueprint) {
  return ChunkedDirection(problem, route, scheme, rows, windows, rank, settings, blueprint).make();
}

}  // namespace weft
