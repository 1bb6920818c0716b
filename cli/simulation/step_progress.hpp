// The progress of `weft run`: how far a simulation is, how fast, and what it measured last.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "common/run_loop.hpp"
#include "program/progress.hpp"

namespace weft::cli {

class StepProgress {
 public:
  // From where the simulation is now: what a job before has done is not counted. All references are kept.
  StepProgress(Progress& progress, const apps::Simulation& simulation, const apps::RunSettings& settings);
  // After each step; what was measured in it, or nothing.
  void stepped(const std::vector<apps::Quantity>& measured);
  // After the last one.
  void finish();

 private:
  void mark(double now);
  // "step 1200 of 5000, t=3.42 of 10, 41 steps/s, 1 min 32 s left, courant_number=0.41 energy=0.123"
  std::string text() const;
  double steps_left() const;
  std::optional<double> seconds_left() const;

  Progress& progress_;
  const apps::Simulation& simulation_;
  const apps::RunSettings& settings_;
  Index n_steps_ = 0;  // as of the last mark: a look at the last state is a step that does not count
  double time_ = 0;
  Pace steps_, times_;
  std::string measured_;
};

}  // namespace weft::cli
