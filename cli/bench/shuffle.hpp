// The order of turns: what is compared takes turns in an order that changes from round to round.
#pragma once

#include <cstddef>
#include <vector>

namespace weft::cli {

// 0..n-1 in an order that depends on the round; Fisher and Yates with the same numbers on all processes.
std::vector<std::size_t> order_in_round(std::size_t n, int round);

}  // namespace weft::cli
