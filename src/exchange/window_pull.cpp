// window-pull: the sweep after reads the other processes' memory. Nothing is copied, nothing is sent.
//
// Each process writes its array once, into its own segment of a window that the processes of a node
// share, and raises a flag. The next sweep gathers its lines from all segments. On a node this is the
// least that can be moved: every byte is written once and read once.
#include "exchange/exchange.hpp"

namespace weft {
namespace {

ExchangeViews views_of(const Redistribution& move, int rank) {
  ExchangeViews views;
  const std::vector<int> group = group_of(move, rank);
  const Box after = box_of(move.to, rank);
  for (std::size_t i = 0; i < group.size(); ++i) {
    const Slot slot = first_window_slot + static_cast<Slot>(i);
    const Storage storage = stage_storage(move, move.from, group[i]);
    const Index stride = stage_field_stride(move, move.from, group[i]);
    if (group[i] == rank) {
      views.outgoing = whole_view(storage, slot, stride);
      views.window_elements = stride * move.n_fields;
    }
    const Box there = box_of(move.from, group[i]), box = intersect(there, after);
    if (box.empty()) continue;
    Piece piece{relative_to(box, after), slot, 0, storage.strides, stride};
    const Box inside = relative_to(box, there);
    for (int a = 0; a < box.n_axes(); ++a) piece.offset += inside.ranges[a].begin * storage.strides[a];
    views.incoming.pieces.push_back(piece);
  }
  return views;
}

ExchangeCounts counts_of(const Redistribution& move, int rank) {
  ExchangeCounts counts{"window-pull", 0, 0, 0, 0};
  const std::vector<int> group = group_of(move, rank);
  for (int peer : group) {
    const Index points = peer == rank ? 0 : piece_between(move, peer, rank).n_points();
    counts.peer_bytes += points * move.element_bytes;
    counts.flags += points > 0 ? 1 : 0;  // until its segment is published
  }
  counts.flags += static_cast<Index>(group.size()) - 1;  // until all have finished with the round before
  return counts;
}

class WindowPull : public Exchange {
 public:
  explicit WindowPull(const ExchangeSetup& setup) : window_(setup.window) {
    for (std::size_t i = 0; i < setup.group.size(); ++i)
      if (!piece_between(setup.move, setup.group[i], setup.rank).empty())
        sources_.push_back(static_cast<int>(i));
  }
  void acquire() override { window_->begin_round(); }
  void publish(const Call&) override { window_->publish(); }
  void ready() override {
    for (int source : sources_) window_->await(source);
  }
  void release() override { window_->end_round(); }

 private:
  SharedWindow* window_;
  std::vector<int> sources_;  // positions in the group of those whose memory is read
};

}  // namespace

ExchangeRow window_pull_row() {
  return {"window-pull",
          "each process writes its own shared memory, the next sweep reads that of its peers (one node)",
          true,
          false,
          views_of,
          counts_of,
          [](const ExchangeSetup& setup) -> std::unique_ptr<Exchange> {
            return std::make_unique<WindowPull>(setup);
          }};
}

}  // namespace weft
