// "FFTs on a cluster": one 2-D complex transform by three algorithms, and their times, as values.
//
//   fftw     transforms, one all-to-all, transforms
//   fft2d-i  the same with messages of derived types, all started at once
//   fft2d-p  each line is sent as soon as it is transformed, by persistent messages
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "session.hpp"
#include "weft/layout.hpp"

namespace weft::cli {

struct Fft2dAlgorithm {
  std::string name;                    // of its column
  std::vector<std::string> exchanges;  // the first one that this weft has
};
const std::vector<Fft2dAlgorithm>& fft2d_algorithms();

// L x L points, transformed n_fft times: forward and backward in turn.
struct Fft2dSize {
  Index length = 0;
  int n_fft = 0;
};

// One algorithm on one number of processes.
struct Fft2dCell {
  std::string reason;           // why it was not run; empty if it was
  std::string choice;           // of the plan
  std::vector<double> elapsed;  // seconds of n_fft transforms, largest over processes, in each round
  std::vector<double> cpu;      // user and system time, the same
  double error = 0, limit = 0;
  bool is_right() const { return !reason.empty() || error <= limit; }
};

struct Fft2dRow {
  int n_processes = 1;
  std::vector<Fft2dCell> cells;  // in the order of the algorithms; of one process only one
};

struct Fft2dResult {
  Fft2dSize size;
  std::vector<Fft2dRow> rows;  // the first one is of one process
};

// As in the paper; and as JSON.
void print_fft2d(const Session& session, const Fft2dResult& result);
nlohmann::ordered_json fft2d_json(const Session& session, const std::vector<Fft2dResult>& results,
                                  int n_rounds);

}  // namespace weft::cli
