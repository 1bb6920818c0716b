// What is neither a sweep nor the start of a message is waiting: for others to have read or written shared
// memory, for their messages, and at barriers.
#include "npb/ft_clocks.hpp"

namespace weft::cli {

void NpbFtClocks::add(const NpbFtClocks& other) {
  calculation += other.calculation;
  sending += other.sending;
  idle += other.idle;
  planning += other.planning;
}

void NpbFtClocks::add(const Plan& plan) {
  for (const StageTimer& timer : plan.timers()) {
    if (timer.kind == "sweep")
      calculation += timer.seconds;
    else if (timer.kind == "sending")
      sending += timer.seconds;
    else
      idle += timer.seconds;
  }
}

void NpbFtBytes::add(const NpbFtBytes& other) {
  sent += other.sent;
  shared += other.shared;
}

void NpbFtBytes::add(const Counts& counts, int n_transforms) {
  for (const ExchangeCounts& exchange : counts.exchanges) {
    sent += static_cast<double>(exchange.bytes_sent) * n_transforms;
    shared += static_cast<double>(exchange.peer_bytes) * n_transforms;
  }
}

}  // namespace weft::cli
