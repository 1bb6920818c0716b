// Which memory each exchange of a direction uses: a pure function.
//
// A message needs memory to be sent from and memory to be received in; the sweep before writes both
// (its own block goes straight to where it is read), the sweep after reads the latter. The output serves
// as a stage where it is large enough and not in use, the input where the user allows it. What is left
// is private stages: one for a slab, two for a pencil.
#pragma once

#include "direction/direction.hpp"

namespace weft::inline direction {

struct BufferRules {
  Index input_bytes = 0;  // of the user's arrays; 0: they may not serve as stages
  Index output_bytes = 0;
  bool in_place = false;  // both are the same memory
  bool overwrite_input = false;
};

// Gives each exchange that needs memory and has none its buffers; `stage_bytes` grows to hold them.
void assign_buffers(Direction& direction, const BufferRules& rules, std::vector<Index>& stage_bytes);

}  // namespace weft::inline direction
