// Estimates that rows of the table share.
#include <algorithm>

#include "exchange/exchange.hpp"
#include "model/lookups.hpp"

namespace weft {

double seconds_of_blocks(int n, Index bytes, const Surroundings& around) {
  if (n < 2) return 0;
  if (around.one_node) return exchange_seconds(around.model, n, bytes);
  // The processes of a node share its way out.
  return around.n_on_node * (n - 1) * message_seconds(around.model, bytes, false);
}

double seconds_of_messages(const Redistribution& move, int rank, const Surroundings& around) {
  const std::vector<int> group = group_of(move, rank);
  Index most = 0;
  for (int peer : group)
    if (peer != rank) most = std::max(most, piece_between(move, rank, peer).n_points());
  return seconds_of_blocks(static_cast<int>(group.size()), most * move.element_bytes * move.n_fields, around);
}

// The library takes the pieces from the array element by element and puts them back so.
double seconds_of_datatypes(const Redistribution& move, int rank, const Surroundings& around) {
  const Index bytes = count_messages("", move, rank).bytes_sent * move.n_fields;
  const double packing =
      bytes > 0 ? 4.0 * static_cast<double>(bytes) / copy_rate(around.model, around.n_on_node, 2 * bytes) : 0;
  return seconds_of_messages(move, rank, around) + packing;
}

double seconds_of_flags(const Redistribution& move, int rank, const Surroundings& around) {
  const auto n = static_cast<int>(group_of(move, rank).size());
  return n < 2 ? 0 : 2 * flag_seconds(around.model, n);
}

}  // namespace weft
