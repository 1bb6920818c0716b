// Turbulence in a box as a program of `weft run`.
#pragma once

#include <memory>

#include "common/simulation.hpp"

namespace weft::turbulence {

std::unique_ptr<apps::Setup> make_setup();

}  // namespace weft::turbulence
