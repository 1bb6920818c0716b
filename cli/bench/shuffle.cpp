// Random numbers of the standard library's simplest generator, which are the same everywhere.
#include "bench/shuffle.hpp"

#include <numeric>
#include <random>
#include <utility>

namespace weft::cli {

std::vector<std::size_t> order_in_round(std::size_t n, int round) {
  std::vector<std::size_t> order(n);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::minstd_rand random(static_cast<unsigned>(round) + 1);
  random.discard(8);
  for (std::size_t i = n; i > 1; --i) std::swap(order[i - 1], order[random() % i]);
  return order;
}

}  // namespace weft::cli
