// How a simulation went: a table in time, as a CSV file that is whole after every write.
#pragma once

#include <string>
#include <vector>

#include "common/simulation.hpp"

namespace weft::apps {

// Belongs to one process; nothing is collective.
class History {
 public:
  // Of a file PATH. What is there up to `n_steps` stays: rows of later steps were lost with the program that
  // had made them, and are made again.
  History(std::string path, Index n_steps);

  void add(Index step, double time, double courant, const std::vector<Quantity>& quantities);
  // Writes aside and renames. Error(resource) in words.
  void write() const;

 private:
  std::string path_, head_, rows_;
};

}  // namespace weft::apps
