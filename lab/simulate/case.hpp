// What one run simulates, from the words of the command line.
#pragma once

#include <optional>
#include <string>

#include "weft/weft.hpp"

namespace simulate {

// Messages of a machine as a model has them: seconds of an empty one, and bytes in a second.
struct Network {
  double start = 0, rate = 0;            // between nodes
  double node_start = 0, node_rate = 0;  // within a node
};

struct Case {
  weft::Problem problem;
  weft::Options options = {{"exchange", "alltoallv"}, {"wisdom", "ignore"}};
  std::string machine = "typical";  // whose sweeps: "typical", or a machine file
  bool data = false;                // arrays with data, transformed and verified; else folded memory
  std::optional<Network> network;   // for the prediction beside the simulation; none: there is none
  int predict_processes = 0;        // instead of a simulation, the prediction for so many; 0: simulate
  int predict_per_node = 1;         // of them on a node
  int repeats = 1;                  // pairs of calls
  std::string json;                 // file to write; empty: none
};

inline constexpr const char* usage =
    "smpirun ... simulate --shape 512x512x512 [--transform r2c|c2c] [--precision double|single] [--set "
    "KEY=VALUE]...\n"
    "                     [--machine typical|FILE] [--network S,B,S,B] [--data] [--predict P:N] [--repeats "
    "1] [--json FILE]\n"
    "--set grid=8x4, exchange=pairwise, ... are options of weft's plans. --data: real arrays, transformed "
    "and verified;\n"
    "without it memory is folded and nothing is computed. --network: seconds of an empty message and bytes "
    "in a second,\n"
    "between nodes and within one, for the prediction; --predict P:N: that alone, for P processes, N of a "
    "node. Start it by: python3 lab/simulate";

// Throws weft::Error(invalid_argument) in words.
Case parse(int n_words, char** words);

}  // namespace simulate
