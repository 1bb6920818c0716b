// The computation of the NAS FT benchmark on weft: a field of random numbers is transformed once, its
// modes decay as those of a diffusion equation, and each time level is transformed back and summed.
//
// NPB's array u(x, y, z), x fastest, is an array of shape {nz, ny, nx} in C order here.
#pragma once

#include <array>
#include <complex>
#include <vector>

#include "npb_ft_reference.hpp"
#include "weft/weft.hpp"

namespace weft::cli {

class NpbFt {
 public:
  using Complex = std::complex<double>;

  // Makes the plan and the arrays. Collective over `comm`.
  NpbFt(const NpbFtClass& problem, MPI_Comm comm, const Options& options);
  const Plan& plan() const { return plan_; }

  // The exponentials of one time step, the initial field, and its modes: what every run begins with.
  void start();
  // One time step on, back to points. Returns the checksum. Collective.
  Complex advance();
  // Makes the plan again, as a run that is timed must. Collective.
  void plan_again();

 private:
  void make_factors();
  void fill_points();
  void decay();
  Complex checksum() const;

  NpbFtClass problem_;
  MPI_Comm comm_;
  Options options_;
  Plan plan_;
  Field<Complex> points_;
  Field<Complex> modes_;
  std::array<std::vector<double>, 3> factors_;  // of this process's modes, by axis
};

// Passes if every checksum agrees with its reference to 1e-12, the rule of NPB. False for another count.
bool npb_ft_verified(const std::vector<std::complex<double>>& checksums,
                     const std::vector<std::complex<double>>& references);

// Mop/s by NPB's count of operations.
double npb_ft_mops(const NpbFtClass& problem, double seconds);

}  // namespace weft::cli
