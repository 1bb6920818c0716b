// "FFTs on a cluster": one 2-D complex transform by three algorithms, and their times, as values.
//
//   fftw     transforms, one all-to-all, transforms
//   fft2d-i  the same with messages of derived types, all started at once
//   fft2d-p  each line is sent as soon as it is transformed, by persistent messages
//   fft2d-s  not in the paper: 16 lines at a time, by messages as those of fft2d-i
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "program/json.hpp"
#include "program/session.hpp"
#include "request.hpp"
#include "weft/layout.hpp"

namespace weft::lab {

struct Fft2dAlgorithm {
  std::string name;                    // of its column
  std::vector<std::string> exchanges;  // the first one that this weft has
};
const std::vector<Fft2dAlgorithm>& fft2d_algorithms();

// The one whose computing and communicating come one after the other: what the others can overlap.
inline constexpr const char* unoverlapped_algorithm = "fft2d-i";

struct Fft2dRequest : PaperRequest {
  std::string sizes = "1600:6,800:24,400:96";  // L:NFFT,...; those of the paper
};

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
  std::vector<double> cpu;      // user and system time, and slept by WEFT_SECONDS_PER_FLOP, the same
  std::vector<double> computing, communicating;  // in sweeps and in exchanges, the same
  double error = 0, limit = 0;
  bool is_right() const { return !reason.empty() || error <= limit; }
};

struct Fft2dRow {
  int n_processes = 1;
  std::vector<Fft2dCell> cells;  // in the order of the algorithms; of one process only one
};

// (T(fft2d-i) - T) / min(computing, communicating) of fft2d-i, of medians: 1 if the shorter one is hidden
// behind the other; nothing for a cell that overlaps nothing, and without fft2d-i.
std::optional<double> hidden_share(const Fft2dRow& row, std::size_t cell);

// Whether processors are slowed by WEFT_SECONDS_PER_FLOP.
bool fft2d_is_paced();

struct Fft2dResult {
  Fft2dSize size;
  std::vector<Fft2dRow> rows;  // the first one is of one process
};

// As in the paper; and as JSON.
void print_fft2d(const Session& session, const Fft2dResult& result);
Json fft2d_json(const Session& session, const std::vector<Fft2dResult>& results, int n_rounds);

}  // namespace weft::lab
