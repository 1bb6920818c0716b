// The parcels of a process as messages of their own, one for each peer: those that go out, or those
// that come in.
//
// All fields of a parcel are one message; of a strip, each field is one, because the fields of a parcel do
// not lie side by side there. Parcels of more than 2^31 bytes are counted in whole fields.
#pragma once

#include <vector>

#include "comm/datatype.hpp"
#include "comm/in_flight.hpp"
#include "exchange/exchange.hpp"
#include "exchange/parcels.hpp"

namespace weft::inline exchange {

class ParcelMessages {
 public:
  enum class Way { out, in };
  // When a message counts as sent: when its memory may be written again, or when the peer receives it.
  enum class Sent { given_away, taken };
  ParcelMessages(const ParcelSetup& setup, Way way, Sent sent = Sent::given_away);

  // True if there is something for (from) the peer at this position in the group; never for this process.
  bool has(std::size_t position) const { return sizes_[position] > 0; }
  // Messages to each such peer, in a call with so many fields; and to all of them, in one with all fields.
  Index n_messages(Index n_fields) const { return in_strips_ ? n_fields : 1; }
  Index most() const;
  // Begins to send (to receive) the messages of a call.
  void start(std::size_t position, const Call& call, InFlight& messages) const;
  // Number i of these messages as a request that can be started again and again. Collective over nothing.
  MPI_Request request(std::size_t position, Index i, const Call& call) const;

  int peer(std::size_t position) const { return group_[position]; }
  const MessagePlace& place() const { return place_; }

 private:
  struct Message {
    char* address;
    Index bytes;
    int count;
    MPI_Datatype type;
  };
  Message message(std::size_t position, Index i, const Call& call) const;

  Way way_;
  Sent sent_;
  MPI_Comm comm_;
  int tag_;
  std::vector<int> group_;
  MessagePlace place_;
  bool in_strips_;
  Index n_fields_;                     // most of a call
  std::vector<Index> sizes_, starts_;  // bytes, by position: of one field; of the first field
  std::vector<Index> field_strides_;   // bytes, from field to field of a parcel
  std::vector<Datatype> types_;        // one field of the parcels that are too large to be counted in bytes
  std::vector<int> type_of_;           // by position: number of the type, -1: bytes
};

}  // namespace weft::inline exchange
