// What both ways to exchange halos through shared memory have in common: where arrays and parcels lie.
//
// A process tells its neighbours in each call, in words beside its flags, which of its arrays lie in memory
// that they can reach. Such an array is read (or written) by them where it is; for others there is a parcel
// for each neighbour in the window, and the process itself copies between parcel and array.
#pragma once

#include <chrono>

#include "halo/exchange.hpp"

namespace weft::inline halo {

class WindowHalo : public HaloExchange {
 public:
  enum class Parcels { leaving, arriving };  // what lies in a segment
  // Collective over the node.
  WindowHalo(const HaloTask& task, const HaloPlace& place, Parcels parcels);

  void start(HaloWay way, std::span<char* const> fields, std::uint64_t word) override;
  bool progress() override;
  ExchangeCounts counts(HaloWay way) const override;

 protected:
  struct Neighbour {
    int position = 0;         // on the node
    Index here[2] = {0, 0};   // bytes: its parcel in my segment, by way
    Index there[2] = {0, 0};  // bytes: my parcel in its segment
  };

  virtual void leave() = 0;  // before the neighbours are told that this process has come
  std::size_t n_fields() const { return fields_.size(); }
  char* parcel_here(std::size_t peer, std::size_t field) const;
  char* parcel_there(std::size_t peer, std::size_t field) const;
  // The array of a neighbour that has entered; null: it lies where nobody reaches it.
  char* array_of(std::size_t peer, std::size_t field) const;
  bool is_shared(std::size_t field) const { return words_[field] != 0; }
  // A process that offers its core gets it back after milliseconds where others want it, and a halo takes a
  // few hundred microseconds. So before it waits it asks again and again: briefly for a neighbour to come;
  // for one to be ready, as long as its own work took, because neighbours have about as much to do.
  void await_entry(std::size_t peer) const;
  void await_writing(std::size_t peer) const;
  void await_all_ends() const;
  void work_is_done();
  const Transfers& transfers() const { return task_.transfers(way_); }

  const HaloTask& task_;
  SharedWindow* window_;
  const SharedArrays* shared_;
  Parcels parcels_;
  int position_;                       // of this process on the node
  std::vector<Neighbour> neighbours_;  // as in the transfers
  HaloWay way_ = HaloWay::fill;
  std::vector<char*> fields_;
  std::vector<std::uint64_t> words_;               // of my arrays
  std::chrono::steady_clock::time_point began_{};  // this call
  std::chrono::steady_clock::duration work_{};     // of this process in this call: at most a millisecond
  Index array_bytes_ = 0;
};

// The rows' own.
std::unique_ptr<HaloExchange> make_halo_pull(const HaloRow&, const HaloTask& task, const HaloPlace& place);
std::unique_ptr<HaloExchange> make_halo_push(const HaloRow&, const HaloTask& task, const HaloPlace& place);

}  // namespace weft::inline halo
