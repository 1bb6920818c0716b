// How a simulation went: a table in time, as a CSV and an HDF5 file that are whole after every write.
#pragma once

#include <string>
#include <vector>

#include "common/simulation.hpp"

namespace weft::apps {

// Belongs to one process; nothing is collective.
class History {
 public:
  // Of files PREFIX.history.csv and PREFIX.history.h5. What is there up to `n_steps` stays: rows of later
  // steps were lost with the program that had made them, and are made again. `facts` are attributes of the
  // HDF5 file, among them the program.
  History(std::string prefix, Index n_steps, Attributes facts);

  void add(Index step, double time, double courant, const std::vector<Quantity>& quantities);
  // Writes aside and renames. Error(resource) in words.
  void write() const;

 private:
  void write_hdf5() const;

  std::string prefix_, head_, rows_;
  Attributes facts_;
};

}  // namespace weft::apps
