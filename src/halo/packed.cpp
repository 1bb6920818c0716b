// Halos in parcels: packed where they leave, unpacked where they arrive.
//
// The rows of the exchange table that move such parcels do the rest; each neighbour gets one, with all pieces
// of all fields. Costs a copy on either side beside what the row does.
#include "halo/packed.hpp"

#include <algorithm>
#include <numeric>

#include "comm/check.hpp"
#include "exchange/parcels.hpp"
#include "weft/error.hpp"

namespace weft::inline halo {

PackedHalo::PackedHalo(PackedWay fill, PackedWay add, int n_fields)
    : fill_(std::move(fill)), add_(std::move(add)) {
  fields_.reserve(static_cast<std::size_t>(n_fields));
}

void PackedHalo::start(HaloWay way, std::span<char* const> fields, std::uint64_t word) {
  way_ = &at(way);
  fields_.assign(fields.begin(), fields.end());
  way_->exchange->acquire();
  for (const PackedParcel& parcel : way_->out)
    for (std::size_t f = 0; f < fields_.size(); ++f)
      copy_all(way_->transfers->peers[parcel.peer].pack, fields_[f],
               parcel.at + static_cast<Index>(f) * parcel.field_bytes);
  Call call;
  call.n_fields = static_cast<Index>(fields_.size());
  call.word = word;
  way_->exchange->publish(call);
  for (const PeerTransfer& peer : way_->transfers->peers)
    for (char* field : fields_) clear_all(peer.clear, field);
}

void PackedHalo::finish() {
  way_->exchange->ready();
  for (const PackedParcel& parcel : way_->in)
    for (std::size_t f = 0; f < fields_.size(); ++f)
      arrive(*way_->transfers, way_->transfers->peers[parcel.peer].unpack,
             parcel.at + static_cast<Index>(f) * parcel.field_bytes, fields_[f]);
  way_->exchange->release();
}

namespace {

// Parcels one after the other; `padded` elements each, if that is not 0, for all processes.
struct Arranged {
  ParcelList list;  // by rank
  std::vector<PackedParcel> parcels;
};

Arranged arrange(const HaloTask& task, HaloWay way, bool leaving, int n_processes, Index padded,
                 char* memory) {
  const std::vector<PeerTransfer>& peers = task.transfers(way).peers;
  const Index bytes = task.arrays.element_bytes();
  Arranged all;
  std::size_t next = 0;
  for (int rank = 0; rank < n_processes; ++rank) {
    Index size = padded;
    if (next < peers.size() && peers[next].rank == rank) {
      if (padded == 0) size = leaving ? peers[next].leaving_elements : peers[next].arriving_elements;
      all.parcels.push_back({next++, memory + all.list.total * bytes, size * bytes});
    }
    all.list.sizes.push_back(size);
    all.list.starts.push_back(all.list.total);
    all.list.field_strides.push_back(size);
    all.list.total += size * task.n_fields;
  }
  return all;
}

// The largest parcel of any two processes. Collective.
Index largest_parcel(const HaloTask& task, MPI_Comm comm) {
  Index largest = 1;
  for (HaloWay way : halo_ways)
    for (const PeerTransfer& peer : task.transfers(way).peers)
      largest = std::max({largest, peer.leaving_elements, peer.arriving_elements});
  check_mpi(MPI_Allreduce(MPI_IN_PLACE, &largest, 1, MPI_INT64_T, MPI_MAX, comm),
            "finding the largest parcel of a halo");
  return largest;
}

PackedWay packed_way(const ExchangeRow& row, const HaloTask& task, const HaloPlace& place, HaloWay way,
                     Index padded, char* send, char* receive) {
  const int n = place.comms.size();
  Arranged out = arrange(task, way, true, n, padded, send);
  Arranged in = arrange(task, way, false, n, padded, receive);
  PackedWay packed{&task.transfers(way), nullptr, out.parcels, in.parcels, {row.name, 0, 0, 0, 0}};
  packed.counts.messages = padded > 0 ? n - 1 : static_cast<Index>(out.parcels.size());
  packed.counts.bytes_sent = (padded > 0 ? (n - 1) * padded : out.list.total / task.n_fields) *
                             static_cast<Index>(task.arrays.element_bytes());
  std::vector<int> group(static_cast<std::size_t>(n));
  std::iota(group.begin(), group.end(), 0);
  packed.exchange = row.make_of_parcels({.rank = task.rank,
                                         .group = group,
                                         .comm = place.comms.base(),
                                         .send = {send, nullptr},
                                         .receive = {receive, nullptr},
                                         .out = std::move(out.list),
                                         .in = std::move(in.list),
                                         .n_fields = task.n_fields,
                                         .element_bytes = task.arrays.element_bytes(),
                                         .timeout_seconds = place.timeout_seconds,
                                         .words_beside = !place.comms.calls().are_on_board(group),
                                         .tag = place.tag + (way == HaloWay::fill ? 0 : 1)});
  return packed;
}

std::unique_ptr<HaloExchange> make_packed(const HaloRow& row, const HaloTask& task, const HaloPlace& place) {
  const ExchangeRow& exchange = *row.exchange;
  const Index padded = exchange.pads ? largest_parcel(task, place.comms.base()) : 0;
  const Index bytes = padded * place.comms.size() * task.n_fields * task.arrays.element_bytes();
  char* const send = place.arena.allocate(padded > 0 ? bytes : task.leaving_bytes());
  char* const receive = place.arena.allocate(padded > 0 ? bytes : task.arriving_bytes());
  const auto way = [&](HaloWay w) { return packed_way(exchange, task, place, w, padded, send, receive); };
  PackedWay fill = way(HaloWay::fill);
  return std::make_unique<PackedHalo>(std::move(fill), way(HaloWay::add), task.n_fields);
}

}  // namespace

HaloRow halo_parcel_row(const ExchangeRow& row) {
  return {.name = row.name, .exchange = &row, .make = make_packed};
}

}  // namespace weft::inline halo
