// Who makes the sweeps of plans.
#include "plan/sweep_maker.hpp"

namespace weft::inline plan {

std::unique_ptr<AnySweep> SweepMaker::make(const LocalSweep& sweep, const SweepParts& parts) {
  return make_sweep(sweep, parts);
}

std::unique_ptr<AnyProductSweep> SweepMaker::make(const ProductPlan& plan, const SweepParts& parts,
                                                  const std::vector<char*>& buffers, const Box& local) {
  return std::make_unique<ProductSweep>(plan, parts.kernels, parts.workspaces, buffers, parts.team, local);
}

SweepMakers& sweep_makers() {
  static SweepMakers makers;
  return makers;
}

}  // namespace weft::inline plan
