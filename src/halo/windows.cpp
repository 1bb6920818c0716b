// What both ways to exchange halos through shared memory have in common: where arrays and parcels lie.
#include "halo/windows.hpp"

#include <algorithm>

#include "comm/check.hpp"

namespace weft::inline halo {

namespace {

std::size_t index_of(HaloWay way) { return way == HaloWay::fill ? 0 : 1; }

// Until it is so, for as long at most.
template <class Is>
void ask(std::chrono::steady_clock::duration most, const Is& is) {
  const auto end = std::chrono::steady_clock::now() + most;
  while (!is() && std::chrono::steady_clock::now() < end) continue;
}

}  // namespace

WindowHalo::WindowHalo(const HaloTask& task, const HaloPlace& place, Parcels parcels)
    : task_(task),
      window_(place.window),
      shared_(place.shared),
      parcels_(parcels),
      position_(place.position_of(task.rank)),
      neighbours_(task.fill.peers.size()),
      words_(static_cast<std::size_t>(task.n_fields), 0) {
  const Index bytes = task.arrays.element_bytes();
  for (HaloWay way : halo_ways) {
    std::vector<Index> here(place.mates.size(), 0), there(place.mates.size(), 0);
    Index start = 0;
    for (std::size_t i = 0; i < neighbours_.size(); ++i) {
      const PeerTransfer& peer = task.transfers(way).peers[i];
      const int position = place.position_of(peer.rank);
      neighbours_[i].position = position;
      const Index elements = parcels == Parcels::leaving ? peer.leaving_elements : peer.arriving_elements;
      here[static_cast<std::size_t>(position)] = start;
      neighbours_[i].here[index_of(way)] = start;
      start += elements * task.n_fields * bytes;
    }
    check_mpi(MPI_Alltoall(here.data(), 1, MPI_INT64_T, there.data(), 1, MPI_INT64_T, place.node),
              "telling where the parcels of a halo lie");
    for (Neighbour& neighbour : neighbours_)
      neighbour.there[index_of(way)] = there[static_cast<std::size_t>(neighbour.position)];
  }
  fields_.reserve(static_cast<std::size_t>(task.n_fields));
  const Box memory = box_with_ghosts(task.arrays.layout, task.rank);
  array_bytes_ = memory.n_points() * bytes;
}

void WindowHalo::start(HaloWay way, std::span<char* const> fields, std::uint64_t /*word*/) {
  way_ = way;
  began_ = std::chrono::steady_clock::now();
  fields_.assign(fields.begin(), fields.end());
  std::fill(words_.begin(), words_.end(), 0);
  for (std::size_t f = 0; shared_ != nullptr && f < fields_.size(); ++f)
    words_[f] = fields_[f] == nullptr ? 0 : shared_->word_of(fields_[f], array_bytes_);
  leave();
}

bool WindowHalo::progress() {
  return std::all_of(neighbours_.begin(), neighbours_.end(),
                     [&](const Neighbour& n) { return window_->has_entered(n.position); });
}

// The size of a field of the parcel that goes in one direction between this process and a neighbour: what
// leaves here arrives there.
char* WindowHalo::parcel_here(std::size_t peer, std::size_t field) const {
  const PeerTransfer& with = transfers().peers[peer];
  const Index elements = parcels_ == Parcels::leaving ? with.leaving_elements : with.arriving_elements;
  return window_->segment(position_) + neighbours_[peer].here[index_of(way_)] +
         static_cast<Index>(field) * elements * task_.arrays.element_bytes();
}

char* WindowHalo::parcel_there(std::size_t peer, std::size_t field) const {
  const PeerTransfer& with = transfers().peers[peer];
  const Index elements = parcels_ == Parcels::leaving ? with.arriving_elements : with.leaving_elements;
  return window_->segment(neighbours_[peer].position) + neighbours_[peer].there[index_of(way_)] +
         static_cast<Index>(field) * elements * task_.arrays.element_bytes();
}

char* WindowHalo::array_of(std::size_t peer, std::size_t field) const {
  const int position = neighbours_[peer].position;
  const std::uint64_t word = window_->word(position, static_cast<Index>(field));
  return word == 0 ? nullptr : shared_->address(word, position);
}

void WindowHalo::await_entry(std::size_t peer) const {
  const int position = neighbours_[peer].position;
  ask(brief_wait, [&] { return window_->has_entered(position); });
  window_->await_entry(position);
}

void WindowHalo::work_is_done() {
  constexpr std::chrono::steady_clock::duration most = std::chrono::milliseconds(1);
  work_ = std::min(most, std::chrono::steady_clock::now() - began_);
}

void WindowHalo::await_writing(std::size_t peer) const {
  const int position = neighbours_[peer].position;
  ask(work_, [&] { return window_->is_published(position); });
  window_->await(position);
}

void WindowHalo::await_all_ends() const {
  for (const Neighbour& neighbour : neighbours_) {
    ask(work_, [&] { return window_->has_ended(neighbour.position); });
    window_->await_end(neighbour.position);
  }
}

ExchangeCounts WindowHalo::counts(HaloWay way) const {
  const Transfers& all = task_.transfers(way);
  const bool reads = parcels_ == Parcels::leaving;
  return {reads ? "window-pull" : "window-push", 0, 0,
          (reads ? all.arriving_elements() : all.leaving_elements()) * task_.arrays.element_bytes(),
          2 * static_cast<Index>(neighbours_.size())};
}

}  // namespace weft::inline halo
