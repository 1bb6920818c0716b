// Spectra in time of a turbulent flow in a box: of energy, dissipation, transfer, and of scalars; as files.
#pragma once

#include <string>
#include <vector>

#include "common/tables.hpp"
#include "turbulence/shell_sums.hpp"
#include "weft/checkpoint.hpp"

namespace weft::turbulence {

// Samples of all spectra, the same on all processes.
class SpectraInTime {
 public:
  // The box must live as long as this. Not collective.
  explicit SpectraInTime(const Box& box);

  // Not collective.
  void add(Index step, double time, const Shells& shells);
  Index n_samples() const { return static_cast<Index>(times_.size()); }
  // Means over the samples, by shell: wavenumbers k, then the spectra, whose sums times the width of a shell
  // are those of the flow. Error(invalid_argument) without samples.
  std::vector<apps::Column> means() const;

  // All samples, in a checkpoint and from it. Collective.
  void write(CheckpointWriter& writer, MPI_Comm comm) const;
  void read(const Checkpoint& checkpoint, MPI_Comm comm);
  // Files PREFIX.statistics.h5, with means and samples, and PREFIX.statistics.csv, with means; `step` is the
  // one that they were written at. Collective; Errors of files.
  void write_files(const std::string& prefix, Index step, MPI_Comm comm) const;

 private:
  const Box& box_;
  std::size_t n_shells_;
  std::vector<apps::Column> spectra_;  // names, units, and n_shells values of each sample
  std::vector<double> times_, steps_;
};

}  // namespace weft::turbulence
