// A case: a problem, the options of the plan, and the communicator to make it on. Everything that the
// tests of plans vary, as a value that prints in words.
#pragma once

#include <mpi.h>

#include <string>
#include <vector>

#include "weft/options.hpp"
#include "weft/problem.hpp"

namespace weft::test {

// Which processes of the job take part, and in which order.
enum class Team {
  whole,     // MPI_COMM_WORLD itself
  copy,      // a duplicate, freed as soon as the plan is made
  reversed,  // all, ranks in reversed order
  part,      // all but the last process, which does something else (all, if there is only one)
};

struct Case {
  Problem problem;
  std::vector<int> grid = {};  // empty: weft chooses
  std::string exchange = {};   // empty: weft chooses
  bool in_place = false;
  std::string memory = {};  // empty: the option is not set
  int lump = 0;             // fields of a message; 0: the option is not set
  bool misaligned = false;  // user arrays are not aligned to cache lines
  Team team = Team::whole;
  Options more = {};  // beside those above
};

// Number of processes of `team` in a job of n.
int team_size(Team team, int n);

// The team's communicator; MPI_COMM_NULL on a process that does not take part. Collective over
// MPI_COMM_WORLD. The caller frees it with release(), which knows what is not to be freed.
MPI_Comm make_team(Team team);
void release(MPI_Comm& team);

Options options_of(const Case& c);

// The case as C++ that makes it again.
std::string to_words(const Case& c);

}  // namespace weft::test
