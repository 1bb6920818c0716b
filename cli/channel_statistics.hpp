// The file of statistics of a turbulent channel flow that weft run writes, NAME.statistics.h5.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "session.hpp"

namespace weft::cli {

using Columns = std::map<std::string, std::vector<double>>;

struct ChannelStatistics {
  std::map<std::string, double>
      facts;        // numbers among the attributes of the file: "re_tau", "n_samples", ...
  Columns wall;     // the datasets of that group: profiles from the wall to the middle, in units of the wall
  Columns spectra;  // those of that group, in C order; empty: the file has none
};

// All of it, on every process. Collective; the same Error everywhere: as Hdf5Reader has it, and
// (invalid_argument) for datasets or attributes that are missing, of wrong shapes, or no numbers.
ChannelStatistics read_channel_statistics(const Session& session, const std::string& path);

}  // namespace weft::cli
