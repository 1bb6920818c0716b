// Which memory each exchange of a direction uses: a pure function.
//
// A message needs memory to be sent from and memory to be received in; the sweep before writes both
// (its own parcel goes straight to where it is read), the sweep after reads the latter. The output serves
// as a buffer where it is large enough and not in use, the input where the user allows it. What is left
// is private buffers: one for a slab, two for a pencil.
#pragma once

#include "direction/direction.hpp"

namespace weft::inline direction {

struct BufferRules {
  Index input_bytes = 0;  // of the user's arrays; 0: they may not serve as buffers
  Index output_bytes = 0;
  bool in_place = false;  // both are the same memory
  bool overwrite_input = false;
};

// Gives each exchange that needs memory and has none its buffers; `buffer_bytes` grows to hold them.
void assign_buffers(Direction& direction, const BufferRules& rules, std::vector<Index>& buffer_bytes);

}  // namespace weft::inline direction
