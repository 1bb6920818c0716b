// Which memory each exchange of a direction uses: a pure function.
#include "plan/buffers.hpp"

#include <algorithm>

namespace weft {
namespace {

class Assigner {
 public:
  Assigner(const BufferRules& rules, std::vector<Index>& stage_bytes)
      : rules_(rules), stage_bytes_(stage_bytes) {}

  // The first memory of at least `bytes` that is not `busy`.
  Slot pick(Index bytes, const std::vector<Slot>& busy, bool output_is_free, bool input_is_free) {
    const auto is_busy = [&](Slot slot) { return std::count(busy.begin(), busy.end(), slot) != 0; };
    if (output_is_free && !is_busy(output_slot) && bytes <= rules_.output_bytes) return output_slot;
    if (input_is_free && !is_busy(input_slot) && bytes <= rules_.input_bytes) return input_slot;
    Slot slot = first_stage_slot;
    while (is_busy(slot)) ++slot;
    const auto stage = static_cast<std::size_t>(slot - first_stage_slot);
    if (stage_bytes_.size() <= stage) stage_bytes_.resize(stage + 1, 0);
    stage_bytes_[stage] = std::max(stage_bytes_[stage], bytes);
    return slot;
  }

 private:
  const BufferRules& rules_;
  std::vector<Index>& stage_bytes_;
};

}  // namespace

std::vector<Buffers> assign_buffers(const std::vector<BufferNeeds>& needs, const BufferRules& rules,
                                    std::vector<Index>& stage_bytes, Slot reading) {
  Assigner assigner(rules, stage_bytes);
  std::vector<Buffers> all;
  for (std::size_t i = 0; i < needs.size(); ++i) {
    const bool first = i == 0, last = i + 1 == needs.size();
    // While the sweep after reads what was received, it writes the output, or the own block of what goes
    // there.
    const bool output_is_written_next = last || needs[i + 1].to_user;
    const bool output_is_free = !(first && rules.in_place) && !needs[i].own_memory;
    const bool input_is_free = rules.overwrite_input && !rules.in_place && !first && !needs[i].own_memory;
    const bool output_is_kept = output_is_written_next && needs[i].swept_early;
    const Slot sending = first || !needs[i - 1].swept_early ? no_slot : all.back().send;
    Buffers buffers{needs[i].send_memory, needs[i].receive_memory};
    if (needs[i].from_user) buffers.send = input_slot;
    if (needs[i].to_user) buffers.receive = output_slot;
    if (needs[i].sent_from_array) buffers.send = output_slot;
    if (needs[i].received_in_array) buffers.receive = output_slot;
    if (buffers.send == no_slot && needs[i].send > 0)
      buffers.send = assigner.pick(needs[i].send, {reading, buffers.receive, sending},
                                   output_is_free && !output_is_kept, input_is_free);
    if (buffers.receive == no_slot && needs[i].receive > 0)
      buffers.receive = assigner.pick(needs[i].receive, {reading, buffers.send, sending},
                                      output_is_free && !output_is_written_next, input_is_free);
    reading = buffers.receive;
    all.push_back(buffers);
  }
  return all;
}

}  // namespace weft
