// Estimates that rows of the table share.
#include <algorithm>

#include "exchange/exchange.hpp"
#include "exchange/traffic.hpp"
#include "model/lookups.hpp"

namespace weft::inline exchange {

double seconds_of_padded(const Redistribution& move, int rank, Index bytes, const Surroundings& around) {
  const auto n = static_cast<int>(group_of(move, rank).size());
  if (n < 2) return 0;
  if (is_one_node(around)) return exchange_seconds(around.model, n, bytes);
  return exchange_seconds(around.model, traffic_of(move, rank, around, true).peers, bytes);
}

double seconds_of_messages(const Redistribution& move, int rank, const Surroundings& around) {
  if (!is_one_node(around)) {
    const Traffic traffic = traffic_of(move, rank, around);
    return exchange_seconds(around.model, traffic.peers, traffic.bytes);
  }
  const std::vector<int> group = group_of(move, rank);
  if (group.size() < 2) return 0;
  Index most = 0;
  for (int peer : group)
    if (peer != rank) most = std::max(most, piece_between(move, rank, peer).n_points());
  return exchange_seconds(around.model, static_cast<int>(group.size()),
                          most * move.element_bytes * move.n_fields);
}

// The library takes the pieces from the array element by element and puts them back so: where it was not
// measured, as long as two copies.
double seconds_of_datatypes(const Redistribution& move, int rank, const Surroundings& around) {
  const Index bytes = count_messages("", move, rank).bytes_sent * move.n_fields;
  double packing = 0;
  if (!around.model.datatypes.empty())
    packing = peer_seconds(around.model.datatypes, bytes);
  else if (bytes > 0)
    packing = 4.0 * static_cast<double>(bytes) / copy_rate(around.model, around.n_on_node, 2 * bytes);
  return seconds_of_messages(move, rank, around) + packing;
}

double seconds_of_flags(const Redistribution& move, int rank, const Surroundings& around) {
  const auto n = static_cast<int>(group_of(move, rank).size());
  const Index bytes = count_messages("", move, rank).bytes_sent * move.n_fields;
  return n < 2 ? 0 : 2 * flag_seconds(around.model, n) + peer_seconds(around.model.peers, bytes);
}

}  // namespace weft::inline exchange
