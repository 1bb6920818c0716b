// The channel flow as an application of `weft run`.
#pragma once

#include <memory>

#include "common/simulation.hpp"

namespace weft::channel {

std::unique_ptr<apps::Setup> make_setup();

}  // namespace weft::channel
