// How a simulation went: a table in time, as a CSV and an HDF5 file that are whole after every write.
#pragma once

#include <string>
#include <vector>

#include "common/simulation.hpp"

namespace weft::apps {

// The rows are on process 0. They are part of the checkpoint: with it they are kept or lost, whenever the
// program is killed, and the files are written anew from there.
class History {
 public:
  // Of files PREFIX.history.csv and PREFIX.history.h5, of no row. `facts` are attributes of the HDF5 file,
  // among them the program. Not collective.
  History(std::string prefix, Attributes facts, MPI_Comm comm);

  // Goes on from there. Older checkpoints have no rows: those of the CSV file up to `n_steps` are taken.
  // Collective.
  void read(const Checkpoint& checkpoint, Index n_steps);
  void write(CheckpointWriter& writer) const;  // collective

  // The same on all processes. Not collective. Error(invalid_argument) if the rows before have other columns.
  void add(Index step, double time, double courant, const std::vector<Quantity>& quantities);
  // The files; process 0 alone. Writes aside and renames. Error(resource) in words.
  void write_files() const;

 private:
  bool is_first() const { return rank_ == 0; }
  Index n_rows() const;
  Distribution on_first(Index n_rows) const;
  void read_csv(Index n_steps);
  std::string csv() const;
  void write_hdf5() const;

  std::string prefix_;
  Attributes facts_;
  MPI_Comm comm_;
  int rank_ = 0, n_processes_ = 1;
  std::vector<std::string> titles_;  // "energy [U^2]"
  std::vector<double> rows_;         // of process 0, one after the other
};

}  // namespace weft::apps
