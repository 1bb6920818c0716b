// window-push: each process copies its elements straight into the ghost cells of its neighbours.
//
// The mirror of window-pull: a process tells that it has come (its ghost cells may be written), writes to
// each neighbour that has come, tells that it has written, and waits for what its neighbours write. What
// crosses between processes are stores, which nobody waits for, instead of loads.
//
// Only copies are pushed into arrays. To add, two neighbours might add to one element at a time: ghost cells
// go into parcels of the owner's window, and it adds them itself.
#include <algorithm>

#include "halo/windows.hpp"

namespace weft::inline halo {

namespace {

class HaloPush : public WindowHalo {
 public:
  HaloPush(const HaloTask& task, const HaloPlace& place) : WindowHalo(task, place, Parcels::arriving) {}

  void finish() override {
    for (std::size_t i = 0; i < neighbours_.size(); ++i) {
      const PeerTransfer& peer = transfers().peers[i];
      await_entry(i);
      for (std::size_t f = 0; f < n_fields(); ++f) {
        char* array = array_of(i, f);
        if (array != nullptr)
          copy_all(peer.push, fields_[f], array);
        else
          copy_all(peer.pack, fields_[f], parcel_there(i, f));
        clear_all(peer.clear, fields_[f]);
      }
    }
    window_->publish();
    work_is_done();
    for (std::size_t i = 0; i < neighbours_.size(); ++i) {
      await_writing(i);
      for (std::size_t f = 0; f < n_fields(); ++f)
        if (!is_shared(f)) arrive(transfers(), transfers().peers[i].unpack, parcel_here(i, f), fields_[f]);
    }
  }

 private:
  void leave() override {
    if (way_ == HaloWay::add) std::fill(words_.begin(), words_.end(), 0);
    window_->enter_round(words_);
  }
};

}  // namespace

std::unique_ptr<HaloExchange> make_halo_push(const HaloRow&, const HaloTask& task, const HaloPlace& place) {
  return std::make_unique<HaloPush>(task, place);
}

HaloRow halo_push_row() {
  return {.name = "window-push",
          .shares_memory = true,
          .uses_window = true,
          .window_bytes = [](const HaloTask& task, const HaloPlace&) { return task.arriving_bytes(); },
          .make = make_halo_push};
}

}  // namespace weft::inline halo
