// Row-major numbering of a k-dimensional array of processes.
#include <functional>
#include <numeric>

#include "weft/layout.hpp"

namespace weft {

int ProcessGrid::size() const { return std::accumulate(dims.begin(), dims.end(), 1, std::multiplies<>()); }

std::vector<int> ProcessGrid::coordinates_of(int rank) const {
  std::vector<int> coordinates(dims.size());
  for (std::size_t g = dims.size(); g-- > 0;) {
    coordinates[g] = rank % dims[g];
    rank /= dims[g];
  }
  return coordinates;
}

int ProcessGrid::rank_of(const std::vector<int>& coordinates) const {
  int rank = 0;
  for (std::size_t g = 0; g < dims.size(); ++g) rank = rank * dims[g] + coordinates[g];
  return rank;
}

}  // namespace weft
