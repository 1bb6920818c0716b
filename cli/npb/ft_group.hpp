// What a group of processes needs for NAS FT: a plan, the points and the modes, how modes decay, and the sum
// over some points of a time level.
//
// NPB's array u(x, y, z), x fastest, is an array of shape {nz, ny, nx} in C order here.
#pragma once

#include <array>
#include <complex>
#include <vector>

#include "npb/ft_clocks.hpp"
#include "npb/ft_reference.hpp"
#include "weft/weft.hpp"

namespace weft::cli {

// The transform of a class.
Problem npb_ft_transform(const NpbFtClass& problem);

class NpbFtGroup {
 public:
  using Complex = std::complex<double>;

  // Makes the plan of `transform` and the arrays. Collective over `comm`, as all that says so below.
  NpbFtGroup(const NpbFtClass& problem, const Problem& transform, MPI_Comm comm, const Options& options);
  const Plan& plan() const { return plan_; }
  const Field<Complex>& modes() const { return modes_; }
  // Makes the plan again, as a run that is timed must, and starts the clocks. Collective.
  void plan_again();
  // Of this process, since plan_again().
  NpbFtClocks clocks() const;

  // The exponentials of `n_steps` time steps.
  void make_factors(int n_steps);
  // Fills the points with the random numbers of the benchmark and transforms them. Collective.
  void transform_initial_field();
  // The modes become `from` (which they may be) times the exponentials.
  void decay(const Field<Complex>& from);
  // Modes to points, and the checksum of these. Collective.
  Complex time_level();
  // The same in two calls, with progress between them: the modes must stay until the second. Collective.
  void start_time_level() { plan_.backward_start(modes_, points_); }
  void progress() { plan_.progress(); }
  Complex finish_time_level();

 private:
  void fill_points();
  Complex checksum();
  Complex own_part_of_checksum() const;

  NpbFtClass problem_;
  MPI_Comm comm_;
  Problem transform_;
  Options options_;
  Plan plan_;
  Field<Complex> points_;
  Field<Complex> modes_;
  NpbFtClocks clocks_;                          // without those of the plan
  std::array<std::vector<double>, 3> factors_;  // of this process's modes, by axis
};

}  // namespace weft::cli
