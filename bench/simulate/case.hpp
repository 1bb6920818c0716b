// What one run simulates, from the words of the command line.
#pragma once

#include <string>

#include "weft/weft.hpp"

namespace simulate {

struct Case {
  weft::Problem problem;
  weft::Options options = {{"exchange", "alltoallv"}, {"wisdom", "ignore"}};
  std::string machine = "typical";  // whose sweeps: "typical", or a machine file
  bool data = false;                // arrays with data, transformed and verified; else folded memory
  int repeats = 1;                  // pairs of calls
  std::string json;                 // file to write; empty: none
};

inline constexpr const char* usage =
    "smpirun ... simulate --shape 512x512x512 [--transform r2c|c2c] [--precision double|single] [--set KEY=VALUE]...\n"
    "                     [--machine typical|FILE] [--data] [--repeats 1] [--json FILE]\n"
    "--set grid=8x4, exchange=pairwise, ... are options of weft's plans. --data: real arrays, transformed and verified;\n"
    "without it memory is folded and nothing is computed. Start it by: python3 bench/simulate";

// Throws weft::Error(invalid_argument) in words.
Case parse(int n_words, char** words);

}  // namespace simulate
