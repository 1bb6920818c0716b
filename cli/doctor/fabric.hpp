// The networks of a node, and the ways that the MPI library has chosen.
#pragma once

#include <string>
#include <vector>

namespace weft::cli {

// A port of a network that is up.
struct NetworkDevice {
  std::string name, kind;  // "mlx5_0", "InfiniBand"
  double bits_per_second = 0;
};

// Those of this node, with hardware behind them: of a folder like /sys/class.
std::vector<NetworkDevice> network_devices(const std::string& folder = "/sys/class");

// "ob1", "tcp": components of Open MPI that are in use, of a text like /proc/self/maps; empty for other
// libraries and where they are one file.
std::vector<std::string> transports_in(const std::string& maps);

}  // namespace weft::cli
