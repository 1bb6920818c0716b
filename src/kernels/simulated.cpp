// simulated: kernels that compute nothing.
#include "kernels/simulated.hpp"

namespace weft {
namespace {

class NoKernel : public Kernel {
 public:
  void run(void*, void*, void*) const override {}
};

std::unique_ptr<Kernel> make_none(const KernelSpec&, const std::string&) {
  return std::make_unique<NoKernel>();
}

}  // namespace

Backend simulated_backend() {
  Backend row{.name = simulated_name,
              .efforts = {""},
              .make = make_none,
              .version = [] { return std::string("simulated"); },
              .version_for = [](Kind, Index) { return std::string("simulated"); }};
  row.computes = false;
  return row;
}

}  // namespace weft
