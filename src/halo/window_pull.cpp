// window-pull: each process copies its ghost cells straight from the arrays of its neighbours.
//
// Where arrays lie in shared memory every byte is read once and written once, and no message is sent: as much
// as copying the same pieces within one process, plus two flags for each neighbour. A process tells that it
// has come (its array is complete), copies from each neighbour that has come, tells that it has finished, and
// waits until its neighbours have finished reading, because then the array is the caller's again. Where an
// array is private its owner packs parcels first, and the last wait can be left to the beginning of the next
// call.
//
// To add, the owner pulls ghost cells: everybody writes only to its own array, in one order.
#include "halo/windows.hpp"

namespace weft::inline halo {

namespace {

class HaloPull : public WindowHalo {
 public:
  HaloPull(const HaloTask& task, const HaloPlace& place) : WindowHalo(task, place, Parcels::leaving) {}

  void finish() override {
    for (std::size_t i = 0; i < neighbours_.size(); ++i) {
      const PeerTransfer& peer = transfers().peers[i];
      await_entry(i);
      for (std::size_t f = 0; f < n_fields(); ++f) {
        const char* array = array_of(i, f);
        if (array != nullptr)
          arrive(transfers(), peer.pull, array, fields_[f]);
        else
          arrive(transfers(), peer.unpack, parcel_there(i, f), fields_[f]);
      }
    }
    window_->end_round();
    work_is_done();
    bool any_is_read = false;
    for (std::size_t f = 0; f < n_fields(); ++f) any_is_read = any_is_read || is_shared(f);
    if (any_is_read) await_all_ends();
    for (std::size_t f = 0; f < n_fields(); ++f)
      if (is_shared(f)) clear(f);
  }

 private:
  void leave() override {
    await_all_ends();  // of the round before: parcels and words are read no more
    for (std::size_t f = 0; f < n_fields(); ++f) {
      if (is_shared(f)) continue;
      for (std::size_t i = 0; i < neighbours_.size(); ++i)
        copy_all(transfers().peers[i].pack, fields_[f], parcel_here(i, f));
      clear(f);
    }
    window_->enter_round(words_);
  }
  void clear(std::size_t field) {
    for (const PeerTransfer& peer : transfers().peers) clear_all(peer.clear, fields_[field]);
  }
};

}  // namespace

std::unique_ptr<HaloExchange> make_halo_pull(const HaloRow&, const HaloTask& task, const HaloPlace& place) {
  return std::make_unique<HaloPull>(task, place);
}

HaloRow halo_pull_row() {
  return {.name = "window-pull",
          .shares_memory = true,
          .uses_window = true,
          .window_bytes = [](const HaloTask& task, const HaloPlace&) { return task.leaving_bytes(); },
          .make = make_halo_pull};
}

}  // namespace weft::inline halo
