// Contiguous blocks of messages, one for each process of a group: where they lie, pure.
//
// The fields of a block follow each other. Where the move is cut into strips, the axis of the strips varies
// slowest in a block, so that a strip of a block is contiguous; the lists below are then those of one strip,
// in the memory of the whole.
#pragma once

#include <vector>

#include "exchange/exchange.hpp"
#include "geometry/redistribution.hpp"

namespace weft::inline exchange {

struct BlockList {
  std::vector<Index> sizes;          // elements of one field, by position in the group
  std::vector<Index> starts;         // elements, of the first field
  std::vector<Index> field_strides;  // elements, from field to field of a block
  Index total = 0;                   // elements of all fields of all blocks, and of all strips
};

// What a row needs that moves such blocks, whatever they are parts of: the ends of a move, or halos.
struct BlockSetup {
  int rank = 0;                   // in the plan's communicator
  std::vector<int> group;         // ranks that take part, ascending
  MPI_Comm comm = MPI_COMM_NULL;  // of the group
  MessagePlace send, receive;
  BlockList out, in;  // by position in the group; nothing for this process itself
  int n_fields = 1;   // most fields of a call
  int element_bytes = 0;
  bool in_strips = false;  // each field of a block is a message
  double timeout_seconds = default_timeout_seconds;
  bool words_beside = false;
  int tag = 0;
};

// The blocks of a move.
BlockSetup block_setup(const ExchangeSetup& setup);

// The machine of a row, of such blocks and of those of a move.
template <class Machine>
std::unique_ptr<Exchange> machine_of_blocks(const BlockSetup& setup) {
  return std::make_unique<Machine>(setup);
}
template <class Machine>
std::unique_ptr<Exchange> machine_of_move(const ExchangeSetup& setup) {
  return std::make_unique<Machine>(block_setup(setup));
}

// What `rank` sends: nothing to itself.
BlockList blocks_to_send(const Redistribution& move, int rank);
// What `rank` receives, and then its own block, which the sweep before writes: so what comes from others lies
// as what goes to them in the move the other way.
BlockList blocks_to_receive(const Redistribution& move, int rank);

// The views of rows whose messages are such blocks.
ExchangeViews block_views(const Redistribution& move, int rank, const Nodes& nodes);

// The order of the axes in a block, slowest first.
Axes block_order(const Redistribution& move);

// Elements that one counted unit of a message has, so that all counts and starts fit an int.
// Error(not_applicable) where there is no such unit; it names the row.
Index message_unit(const BlockList& blocks, int n_fields, const std::string& row);

}  // namespace weft::inline exchange
