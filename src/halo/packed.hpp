// Halos in parcels: packed where they leave, unpacked where they arrive.
#pragma once

#include "halo/exchange.hpp"

namespace weft::inline halo {

// The parcel for (from) a neighbour.
struct PackedParcel {
  std::size_t peer = 0;   // number of the neighbour in the transfers
  char* at = nullptr;     // of the first field
  Index field_bytes = 0;  // from field to field
};

// One way: its parcels, and what moves them.
struct PackedWay {
  const Transfers* transfers = nullptr;
  std::unique_ptr<Exchange> exchange;
  std::vector<PackedParcel> out, in;  // `in` by ascending neighbours: the order of sums
  ExchangeCounts counts;
};

class PackedHalo : public HaloExchange {
 public:
  PackedHalo(PackedWay fill, PackedWay add, int n_fields);
  void start(HaloWay way, std::span<char* const> fields, std::uint64_t word) override;
  bool progress() override { return way_->exchange->progress(); }
  void finish() override;
  ExchangeCounts counts(HaloWay way) const override { return at(way).counts; }

 private:
  const PackedWay& at(HaloWay way) const { return way == HaloWay::fill ? fill_ : add_; }

  PackedWay fill_, add_;
  const PackedWay* way_ = nullptr;  // of the call
  std::vector<char*> fields_;
};

}  // namespace weft::inline halo
