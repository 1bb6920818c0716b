// The file of statistics of a turbulent channel flow that weft run writes, NAME.statistics.h5.
#pragma once

#include "numbers_file.hpp"

namespace weft::cli {

struct ChannelStatistics {
  Facts facts;      // numbers among the attributes of the file: "re_tau", "n_samples", ...
  Columns wall;     // the datasets of that group: profiles from the wall to the middle, in units of the wall
  Columns spectra;  // those of that group, in C order; empty: the file has none
};

// All of it, on every process. Collective; the same Error everywhere, as NumbersFile has it.
ChannelStatistics read_channel_statistics(const NumbersFile& file);

}  // namespace weft::cli
