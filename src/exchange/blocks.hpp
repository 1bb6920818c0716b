// Contiguous blocks of messages, one for each process of a group: sizes and starts, pure.
#pragma once

#include <vector>

#include "geometry/redistribution.hpp"

namespace weft {

struct BlockList {
  std::vector<Index> sizes;   // elements of one field, by position in the group
  std::vector<Index> starts;  // elements; the fields of a block lie one after the other
  Index total = 0;            // elements of all fields of all blocks
};

// What `rank` sends: nothing to itself.
BlockList blocks_to_send(const Redistribution& move, int rank);
// What `rank` receives, its own block included.
BlockList blocks_to_receive(const Redistribution& move, int rank);

// Elements that one counted unit of a message has, so that all counts and starts fit an int.
// Error(not_applicable) where there is no such unit.
Index message_unit(const BlockList& blocks, int n_fields);

}  // namespace weft
