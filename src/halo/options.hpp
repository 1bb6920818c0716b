// The options of a halo.
#pragma once

#include "base/option_table.hpp"
#include "weft/halo.hpp"

namespace weft::inline halo {

const ValueTable<HaloOptions>& halo_options();

}  // namespace weft::inline halo
