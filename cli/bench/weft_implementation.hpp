// weft itself as one of the implementations of a benchmark.
#pragma once

#include "bench/implementation.hpp"
#include "program/session.hpp"
#include "weft/weft.hpp"

namespace weft::cli {

class WeftImplementation : public Implementation {
 public:
  // Makes the plan. Collective. Throws what Plan throws.
  WeftImplementation(const Session& session, const Problem& problem, const Options& options);
  std::string name() const override { return "weft " + to_text(plan_.choice()); }
  std::string library() const override { return "weft"; }
  std::size_t array_bytes() const override;
  void bind(const Arrays& arrays) override;
  const Block& points() const override { return points_; }
  const Block& modes() const override { return modes_; }
  const Arrays& arrays() const override { return arrays_; }
  void forward() override;
  void backward() override;
  double pair_scale() const override { return 1; }  // Norm::backward divides

  const Plan& plan() const { return plan_; }
  void reset_timers() { plan_.reset_timers(); }
  // Seconds of each stage of one call, maximum over processes, the median of a few calls; it works on what is
  // in the arrays. Collective.
  std::vector<StageTime> stage_times(const Session& session, void (WeftImplementation::*call)());
  // What the plan reports of this process, with the median of each time over some calls; on what is in the
  // arrays. Collective.
  static constexpr int n_explained_calls = 5;
  PlanReport explained(const Session& session);
  double plan_seconds() const { return plan_seconds_; }        // largest over processes
  double resident_growth() const { return resident_growth_; }  // bytes, while the plan was made

 private:
  void take_shared_arrays();

  double resident_before_;  // first: the plan below changes it
  double seconds_before_;
  Plan plan_;
  double plan_seconds_;
  double resident_growth_;
  bool in_place_;
  Block points_;
  Block modes_;
  Arrays arrays_;
  std::vector<std::shared_ptr<void>> shared_arrays_;  // of the plan, if it has the option arrays=shared
  std::vector<const void*> points_in_;                // arrays_, as inputs
  std::vector<const void*> modes_in_;
};

// Bytes of an array that each of these plans can use; null ones are none. 1 if there is none.
std::size_t largest_array(const std::vector<std::unique_ptr<WeftImplementation>>& plans);

}  // namespace weft::cli
