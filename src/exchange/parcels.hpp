// Parcels, one for each process of a group: where they lie, pure.
//
// The fields of a parcel follow each other. Where the move is cut into strips, the axis of the strips varies
// slowest in a parcel, so that a strip of a parcel is contiguous; the lists below are then those of one
// strip, in the memory of the whole.
#pragma once

#include <vector>

#include "exchange/exchange.hpp"
#include "geometry/redistribution.hpp"

namespace weft::inline exchange {

struct ParcelList {
  std::vector<Index> sizes;          // elements of one field, by position in the group
  std::vector<Index> starts;         // elements, of the first field
  std::vector<Index> field_strides;  // elements, from field to field of a parcel
  Index total = 0;                   // elements of all fields of all parcels, and of all strips
};

// What a row needs that moves such parcels, whatever they are parts of: the ends of a move, or halos.
struct ParcelSetup {
  int rank = 0;                   // in the plan's communicator
  std::vector<int> group;         // ranks that take part, ascending
  MPI_Comm comm = MPI_COMM_NULL;  // of the group
  MessagePlace send, receive;
  ParcelList out, in;  // by position in the group; nothing for this process itself
  int n_fields = 1;    // most fields of a call
  int element_bytes = 0;
  bool in_strips = false;  // each field of a parcel is a message
  double timeout_seconds = default_timeout_seconds;
  bool words_beside = false;
  int tag = 0;
};

// The parcels of a move.
ParcelSetup parcel_setup(const ExchangeSetup& setup);

// The exchange of a row, of such parcels and of those of a move.
template <class Own>
std::unique_ptr<Exchange> exchange_of_parcels(const ParcelSetup& setup) {
  return std::make_unique<Own>(setup);
}
template <class Own>
std::unique_ptr<Exchange> exchange_of_move(const ExchangeSetup& setup) {
  return std::make_unique<Own>(parcel_setup(setup));
}

// What `rank` sends: nothing to itself.
ParcelList parcels_to_send(const Redistribution& move, int rank);
// What `rank` receives, and then its own parcel, which the sweep before writes: so what comes from others
// lies as what goes to them in the move the other way.
ParcelList parcels_to_receive(const Redistribution& move, int rank);

// The views of rows whose messages are such parcels.
ExchangeViews parcel_views(const Redistribution& move, int rank, const Nodes& nodes);

// The order of the axes in a parcel, slowest first.
Axes parcel_order(const Redistribution& move);

// Elements that one counted unit of a message has, so that all counts and starts fit an int.
// Error(not_applicable) where there is no such unit; it names the row.
Index message_unit(const ParcelList& parcels, int n_fields, const std::string& row);

}  // namespace weft::inline exchange
