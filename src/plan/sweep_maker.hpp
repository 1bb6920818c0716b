// Who makes the sweeps of plans: weft, unless a program that emulates other processors puts its own in place
// (lab/emulation).
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "plan/blueprint.hpp"
#include "sweep/products.hpp"
#include "sweep/sweep_table.hpp"

namespace weft::inline plan {

// Of one plan.
class SweepMaker {
 public:
  virtual ~SweepMaker() = default;
  virtual std::unique_ptr<AnySweep> make(const LocalSweep& sweep, const SweepParts& parts);
  virtual std::unique_ptr<AnyProductSweep> make(const ProductPlan& plan, const SweepParts& parts,
                                                const std::vector<char*>& buffers, const Box& local);
};

// Of which plan: process `rank`, `node_of` as in Machine.
struct PlanOfSweeps {
  const Problem& problem;
  const Blueprint& blueprint;
  int rank = 0;
  const std::vector<int>& node_of;
};

struct SweepMakers {
  // Which sweeps these are; the same on all processes. Part of what plans are known by. Empty: weft's own.
  std::string name;
  std::unique_ptr<SweepMaker> (*of_plan)(const PlanOfSweeps& plan) = nullptr;  // null: weft's own
};

// Those of plans that are made from now on in this process. Not collective.
SweepMakers& sweep_makers();

}  // namespace weft::inline plan
