// The test code of "A new transpose split method for three-dimensional Fourier transforms" (sections 3, 3.1
// and appendix A), and what it found, as values.
//
// The axes of the array are y, z, x, from slowest to fastest: on the way from modes to points weft transforms
// y, then z, then x (complex to real), as the paper does. On a grid of P0 x P1 processes the modes are cut
// along z and x, the points along y and z; the exchange yz is among the P0 processes that have the same x, zx
// among the P1 that have the same y. Case b has P0 = 1.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "program/json.hpp"
#include "program/session.hpp"
#include "request.hpp"

namespace weft::lab {

struct SplitRequest : PaperRequest {
  int n_pairs = 1050;       // transforms to physical space and back
  int columns = 64;         // points along the axes that stay as they are
  int most_data = 1 << 18;  // N_data of the largest size
  bool chebyshev = false;   // y is a Chebyshev axis
};

// Of one value over the processes.
struct Spread {
  double mean = 0, min = 0, max = 0;
};

// Where the time of the transforms went, seconds of one process.
struct SplitSeconds {
  double total = 0, computing = 0, barrier = 0, zx = 0, yz = 0;
};

// The cases of the paper.
struct SplitCase {
  std::string name;     // "a"
  std::string meaning;  // in words
  std::string grid;
  Index nx = 0, nz = 0;
  bool has_zx = false, has_yz = false;  // which exchanges there are on this grid
};

// One size of one case.
struct SplitResult {
  SplitCase which;
  Index ny = 0;
  Extents shape;      // points
  std::string kinds;  // of the axes
  double n_data = 0;  // complex numbers of one process: N_y N_z (N_x / 2) / P
  std::string choice;
  int n_pairs = 0;                           // transforms to physical space, and as many back
  Spread total, computing, barrier, zx, yz;  // seconds
  Spread ratio;                              // performance ratio F by equation 1: computing / total
  Spread barrier_share, zx_share, yz_share, other_share;  // of the total
  Spread rate;                                            // of the exchange zx, MB/s; 0 without one
  std::optional<double> alone;                            // seconds of a pair on one process
  std::string why_not_alone;                              // if there are none
  double first_error = 0, last_error = 0;                 // relative, of the first call and after all of them
  double first_limit = 0, last_limit = 0;                 // what rounding explains
  bool is_right() const { return first_error <= first_limit && last_error <= last_limit; }
  // F with a T(1) that was measured.
  std::optional<double> measured_ratio(int n_processes) const;
};

struct SplitReport {
  int n_fields = 1;
  std::vector<SplitResult> results;
};

// N_data of one size.
double split_data(const SplitCase& which, Index ny, int n_processes);

// Cases and sizes, from what was asked for. Throws Error(invalid_argument) if there is no size.
std::array<SplitCase, 2> split_cases(const SplitRequest& request, int n_processes);
std::vector<Index> split_sizes(const SplitRequest& request, const SplitCase& which, int n_processes);

// Runs one size of one case. Collective.
SplitResult run_split(const Session& session, const SplitRequest& request, const SplitCase& which, Index ny);

// As the figures 4 to 7 of the paper, in tables; and as JSON.
void print_split(const Session& session, const SplitReport& report);
Json split_json(const Session& session, const SplitReport& report);

}  // namespace weft::lab
