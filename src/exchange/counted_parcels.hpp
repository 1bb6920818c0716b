// The parcels of a process as the counts and starts of an all-to-all: those that go out, or those
// that come in.
#pragma once

#include <string>
#include <vector>

#include "comm/datatype.hpp"
#include "exchange/parcels.hpp"

namespace weft::inline exchange {

class CountedParcels {
 public:
  enum class Way { out, in };
  // Error(not_applicable) names the row where 32-bit numbers cannot count the parcels.
  CountedParcels(const ParcelSetup& setup, Way way, const std::string& row);

  char* address(const Call& call) const { return place_.address(call); }
  MPI_Datatype unit() const { return unit_.get(); }
  // Calls of the collective for so many fields: of a strip, one for each, because its fields do not lie side
  // by side.
  Index n_calls(Index n_fields) const { return in_strips_ ? n_fields : 1; }
  // By position in the group, in units: of calls for `n_fields`; of call number i.
  const int* counts(Index n_fields) const { return counts_[in_strips_ ? 0 : n_fields - 1].data(); }
  const int* starts(Index i) const { return starts_[i].data(); }

 private:
  MessagePlace place_;
  bool in_strips_;
  Datatype unit_;
  std::vector<std::vector<int>> counts_, starts_;
};

}  // namespace weft::inline exchange
