// Measuring choices by making plans and running them, in both directions, on arrays of their own.
#pragma once

#include <mpi.h>

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/arena.hpp"
#include "tune/search.hpp"
#include "weft/options.hpp"
#include "weft/weft.hpp"

namespace weft::inline tuning {

class PlanTrials : public Trials {
 public:
  // `comm` is the user's, `base` weft's own of the same processes; `options` leave the choice open. Where
  // processes take turns on a processor every sample is disturbed, and all count. Collective, and so is
  // everything below. The slowest process counts.
  PlanTrials(const Problem& problem, MPI_Comm comm, MPI_Comm base, const Options& options, bool takes_turns,
             TuningProgress progress);
  std::optional<Comparison> compare(const Choice& choice, const Care& care, double give_up_above) override;
  double spent() override;
  void tell(const SearchState& state) override;

  int n_measured() const { return n_measured_; }
  // The share of all samples in which some process had to wait for a processor that others had; 0 where the
  // processes themselves take turns.
  double disturbed_share() const;
  // The first reason for which some choice could not be run, if there was one.
  const std::string& refusal() const { return refusal_; }

 private:
  // Memory for one array, of the largest plan so far.
  struct Array {
    Arena arena;
    Index bytes = 0;
    void* data = nullptr;
  };
  // A plan and the arrays on which it runs.
  struct Runner {
    Plan plan;
    std::vector<std::shared_ptr<void>> shared = {};          // its own arrays, if it has arrays=shared
    std::vector<void*> points = {}, modes = {};              // of each field
    std::vector<const void*> points_in = {}, modes_in = {};  // the same, as inputs
    double least_seconds = 0;                                // of a pair of calls, so far
  };
  std::unique_ptr<Runner> make_runner(const Choice& choice);
  void use_arrays(Runner& runner) const;
  void fill(void* array, Index bytes) const;
  Sample sample(Runner& runner, int n_pairs, double& spent);
  void warm_up(Runner& runner);
  void add_sample(Runner& runner, std::vector<Sample>& samples, double& spent);
  Comparison take_turns(Runner& runner, const Care& care, double give_up_above);
  void make_reference(bool anew);
  static void close(std::unique_ptr<Runner> runner);

  const Problem& problem_;
  MPI_Comm comm_, base_;
  bool takes_turns_;
  Options options_;
  TuningProgress progress_;
  double start_;
  std::vector<Array> memory_;  // points and modes of each field; of all plans, one after the other
  // The first plan that could be run; all others are compared with it, sample by sample.
  std::unique_ptr<Runner> reference_;
  std::optional<Choice> reference_choice_;
  int n_measured_ = 0, n_samples_ = 0, n_disturbed_ = 0;
  std::string refusal_;
};

}  // namespace weft::inline tuning
