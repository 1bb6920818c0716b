// What the next step of a flow depends on, as arrays of modes with names: for checkpoints.
#pragma once

#include <complex>
#include <string>

#include "weft/field.hpp"

namespace weft::apps {

using Modes = Field<std::complex<double>>;

struct StateArray {
  std::string name;
  Modes* modes;
};

}  // namespace weft::apps
