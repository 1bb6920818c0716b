// The table of strategies.
#include "direction/strategies.hpp"

namespace weft::inline direction {

Strategy direct_ends_strategy();
Strategy plain_ends_strategy();
Strategy strips_strategy();
Strategy array_as_buffer_strategy();
Strategy products_in_place_strategy();
Strategy in_chunks_strategy();

const std::vector<Strategy>& strategies() {
  static const std::vector<Strategy> table = {
      direct_ends_strategy(),     plain_ends_strategy(),        strips_strategy(),
      array_as_buffer_strategy(), products_in_place_strategy(), in_chunks_strategy()};
  return table;
}

}  // namespace weft::inline direction
