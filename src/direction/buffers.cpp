// Which memory each exchange of a direction uses: a pure function.
#include "direction/buffers.hpp"

#include <algorithm>

namespace weft::inline direction {

namespace {

// The user's arrays that may be written now.
struct FreeArrays {
  bool output = false, input = false;
};

class Assigner {
 public:
  Assigner(const BufferRules& rules, std::vector<Index>& buffer_bytes)
      : rules_(rules), buffer_bytes_(buffer_bytes) {}

  // Memory of at least `bytes`: `slot`, or else the first that is not `busy`. Nothing needs no memory.
  Slot take(Slot slot, Index bytes, const std::vector<Slot>& busy, const FreeArrays& free) {
    if (slot == no_slot && bytes > 0) slot = pick(bytes, busy, free);
    if (slot >= first_buffer_slot) grow(static_cast<std::size_t>(slot - first_buffer_slot), bytes);
    return slot;
  }

 private:
  Slot pick(Index bytes, const std::vector<Slot>& busy, const FreeArrays& free) const {
    const auto is_busy = [&](Slot slot) { return std::count(busy.begin(), busy.end(), slot) != 0; };
    if (free.output && !is_busy(output_slot) && bytes <= rules_.output_bytes) return output_slot;
    if (free.input && !is_busy(input_slot) && bytes <= rules_.input_bytes) return input_slot;
    Slot slot = first_buffer_slot;
    while (is_busy(slot)) ++slot;
    return slot;
  }
  void grow(std::size_t buffer, Index bytes) {
    if (buffer_bytes_.size() <= buffer) buffer_bytes_.resize(buffer + 1, 0);
    buffer_bytes_[buffer] = std::max(buffer_bytes_[buffer], bytes);
  }

  const BufferRules& rules_;
  std::vector<Index>& buffer_bytes_;
};

// The sweep after exchange i reads what is sent, too: it begins while messages still leave, or finds the own
// parcel there, as after products in the memory of their factors.
bool is_swept_early(const Direction& direction, std::size_t i) {
  const Slot send = direction.moves[i].send;
  return direction.sweeps[i + 1].cutting == Cutting::before ||
         (i == 0 && send != no_slot && direction.factors && send == direction.factors->receive);
}

}  // namespace

void assign_buffers(Direction& direction, const BufferRules& rules, std::vector<Index>& buffer_bytes) {
  Assigner assigner(rules, buffer_bytes);
  Slot reading = direction.factors ? direction.factors->receive : input_slot;
  Slot sending = no_slot;  // what still leaves while the sweep before the exchange works
  for (std::size_t i = 0; i < direction.moves.size(); ++i) {
    MoveStep& step = direction.moves[i];
    const bool first = i == 0, last = i + 1 == direction.moves.size();
    const bool own_memory = step.row->own_memory || (last && !direction.output.is_user);
    // While the sweep after reads what was received, it writes the output, or the own parcel of what goes
    // there.
    const bool output_is_written_next = last || direction.moves[i + 1].receive == output_slot;
    const bool is_early = is_swept_early(direction, i);
    const FreeArrays free{!(first && rules.in_place) && !own_memory,
                          rules.overwrite_input && !rules.in_place && !first && !own_memory};
    step.send = assigner.take(step.send, step.views.send_elements * step.move.element_bytes,
                              {reading, step.receive, sending},
                              {free.output && !(output_is_written_next && is_early), free.input});
    step.receive =
        assigner.take(step.receive, step.views.receive_elements * step.move.element_bytes,
                      {reading, step.send, sending}, {free.output && !output_is_written_next, free.input});
    reading = step.receive;
    sending = is_early ? step.send : no_slot;
  }
}

}  // namespace weft::inline direction
