// Data whose transform is known: a few plane waves of different heights.
#pragma once

#include "weft/weft.hpp"

namespace simulate {

// Fills the points of this process.
void fill_waves(const weft::Plan& plan, void* points);
// Largest difference from the modes of these waves, and from their points, relative to the highest mode or
// point; of this process.
double error_of_modes(const weft::Plan& plan, const void* modes);
double error_of_points(const weft::Plan& plan, const void* points);

}  // namespace simulate
