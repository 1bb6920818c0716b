// Which memory each exchange of a direction uses: a pure function.
//
// A message needs memory to be sent from and memory to be received in; the sweep before writes both
// (its own block goes straight to where it is read), the sweep after reads the latter. The output serves
// as a stage where it is large enough and not in use, the input where the user allows it. What is left
// is private stages: one for a slab, two for a pencil.
#pragma once

#include "plan/blueprint.hpp"

namespace weft {

struct BufferRules {
  Index input_bytes = 0;  // of the user's arrays; 0: they may not serve as stages
  Index output_bytes = 0;
  bool in_place = false;  // both are the same memory
  bool overwrite_input = false;
};

// What one exchange needs, in bytes.
struct BufferNeeds {
  Index send = 0;
  Index receive = 0;
  bool from_user = false;          // sent straight from the input
  bool to_user = false;            // received straight into the output
  bool sent_from_array = false;    // in place: the array is where messages leave from
  bool received_in_array = false;  // in place: the array is where messages arrive
  bool own_memory = false;         // not in the user's arrays
  bool swept_early = false;        // the sweep after reads what is sent, too: it begins while messages still
                                   // leave, or finds the own block there
  Slot send_memory = no_slot;      // it has memory already
  Slot receive_memory = no_slot;
};

struct Buffers {
  Slot send = no_slot;
  Slot receive = no_slot;
};

// The buffers of each exchange; `stage_bytes` grows to hold them. The first sweep reads `reading`.
std::vector<Buffers> assign_buffers(const std::vector<BufferNeeds>& needs, const BufferRules& rules,
                                    std::vector<Index>& stage_bytes, Slot reading = input_slot);

}  // namespace weft
