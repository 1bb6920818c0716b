// What is gathered of a turbulent channel flow in time, and what it comes to: profiles of means, stresses,
// and spectra, with the units of the wall.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "channel/plane_means.hpp"
#include "channel/spectra.hpp"
#include "weft/checkpoint.hpp"

namespace weft::channel {

// Profiles over y of a channel, from the upper wall to the lower.
struct Profiles {
  Line y, u, w;         // means
  Line uu, vv, ww, uv;  // covariances of what is left
  Line viscous;         // nu dU/dy
  Line storage;         // of momentum that means have gained: see below
  double u_tau = 0;     // of the mean shear at both walls
};

// Sums over samples. The same on all processes but for the spectra, whose sums are those of each process.
//
// The mean momentum equation, integrated from the middle: nu dU/dy - <uv> = -u_tau^2 y + storage, where
// storage is the integral of (U at the end - U at the beginning) / time without its mean over the channel: 0
// when statistics are complete.
class Statistics {
 public:
  Statistics(const Flow& flow, std::vector<double> distances);

  // The means over planes of the flow at `time`, and -dP/dx. Not collective.
  void add(const Means& means, double time, double pressure_gradient);
  // Adds the spectra of the flow as it is; call it as often as add(). Not collective.
  void add_spectra() { spectra_.add(); }

  Index n_samples() const { return n_samples_; }
  double time_start() const { return time_start_; }
  double time_end() const { return time_end_; }
  // Error(invalid_argument) without samples.
  Profiles profiles() const;

  // All sums, in a checkpoint and from it. Collective.
  void write(CheckpointWriter& writer, MPI_Comm comm) const;
  void read(const Checkpoint& checkpoint, MPI_Comm comm);
  // Files PREFIX.statistics.h5 and PREFIX.statistics.csv; `step` is the one that they were written at.
  // Collective; Errors of files.
  void write_files(const std::string& prefix, Index step, MPI_Comm comm) const;

 private:
  std::vector<double> flat() const;

  const Flow& flow_;
  Spectra spectra_;
  Index n_samples_ = 0;
  double time_start_ = 0, time_end_ = 0;
  double gradient_ = 0;  // sum
  Means sums_;
  Line u_start_, u_end_;
};

}  // namespace weft::channel
