// A transform with its plan and its arrays, to see what its stages take.
#pragma once

#include <mpi.h>

#include <memory>
#include <string>
#include <vector>

#include "base/arena.hpp"
#include "weft/weft.hpp"

namespace weft::inline tuning {

class TrialTransform {
 public:
  // The plan is as `choice` says ("2 native alltoallv"), whatever WEFT_OPTIONS does. Collective over `comm`,
  // and so are the others; throws what Plan does.
  TrialTransform(const Problem& problem, MPI_Comm comm, const std::string& choice);

  const Problem& problem() const { return problem_; }
  const Options& options() const { return options_; }
  const Plan& plan() const { return *plan_; }
  MPI_Comm comm() const { return comm_; }

  // What each stage of this process took, forward then backward.
  std::vector<StageTime> run();

 private:
  char* allocate(const Storage& storage, const ElementType& element);

  Problem problem_;
  MPI_Comm comm_;
  Options options_;
  std::unique_ptr<Plan> plan_;
  Arena arena_;
  char *points_ = nullptr, *modes_ = nullptr;
};

// Of each transform the stages with their medians over several rounds, for at least `seconds` by the clock of
// process 0: in turns, so that all see the same weather. All on the same processes; collective over them.
std::vector<std::vector<StageTime>> medians(const std::vector<TrialTransform*>& transforms, double seconds);

}  // namespace weft::inline tuning
