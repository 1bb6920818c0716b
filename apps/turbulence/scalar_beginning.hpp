// Scalars to begin with: a row for each.
#pragma once

#include <string>
#include <vector>

#include "turbulence/beginning.hpp"

namespace weft::turbulence {

struct ScalarBeginning {
  std::string name, meaning;
  void (*start)(Box& box, std::size_t i, const BeginningChoice& choice);  // scalar i. Collective
};

//   zero     nothing: what a mean gradient feeds
//   random   phases as those of a random flow, others for each scalar; the variance is the square of the
//   amplitude cosines  cos x cos y cos z in a box of 2 pi, as periods of others file     the dataset
//   scalar_0, scalar_1, ... of an HDF5 file, as a snapshot has them
const std::vector<ScalarBeginning>& scalar_beginnings();
// Error(invalid_argument) names the nearest known.
const ScalarBeginning& find_scalar_beginning(const std::string& name);

}  // namespace weft::turbulence
