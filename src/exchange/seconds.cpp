// Estimates that rows of the table share.
#include <algorithm>

#include "exchange/exchange.hpp"
#include "model/lookups.hpp"

namespace weft {

double seconds_of_messages(const Redistribution& move, int rank, const Surroundings& around) {
  const std::vector<int> group = group_of(move, rank);
  Index most = 0;
  for (int peer : group)
    if (peer != rank) most = std::max(most, piece_between(move, rank, peer).n_points());
  const Index bytes = most * move.element_bytes * move.n_fields;
  const auto n = static_cast<int>(group.size());
  if (n < 2) return 0;
  const double meeting = barrier_seconds(around.model, n);  // that all have come (doc/design/002)
  if (around.one_node) return meeting + exchange_seconds(around.model, n, bytes);
  // The processes of a node share its way out.
  return meeting + around.n_on_node * (n - 1) * message_seconds(around.model, bytes, false);
}

double seconds_of_flags(const Redistribution& move, int rank, const Surroundings& around) {
  const auto n = static_cast<int>(group_of(move, rank).size());
  return n < 2 ? 0 : 2 * flag_seconds(around.model, n);
}

}  // namespace weft
