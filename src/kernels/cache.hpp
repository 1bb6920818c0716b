// Kernels, each made once and shared by all sweeps of a plan.
#pragma once

#include <map>
#include <memory>
#include <string>

#include "kernels/kernel.hpp"

namespace weft {

class KernelCache {
 public:
  // `backend` as in a choice, with its effort.
  const Kernel& get(const std::string& backend, const KernelSpec& spec) {
    std::unique_ptr<Kernel>& kernel = kernels_[{backend, spec}];
    if (!kernel) {
      const BackendChoice choice = find_backend(backend);
      kernel = choice.row->make(spec, choice.effort);
    }
    return *kernel;
  }

 private:
  std::map<std::pair<std::string, KernelSpec>, std::unique_ptr<Kernel>> kernels_;
};

}  // namespace weft
