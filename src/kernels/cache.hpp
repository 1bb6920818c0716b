// Kernels of one backend, each made once and shared by all sweeps of a plan.
#pragma once

#include <map>
#include <memory>
#include <string>

#include "kernels/kernel.hpp"

namespace weft {

class KernelCache {
 public:
  explicit KernelCache(const std::string& backend) : backend_(find_backend(backend)) {}

  const Kernel& get(const KernelSpec& spec) {
    std::unique_ptr<Kernel>& kernel = kernels_[spec];
    if (!kernel) kernel = backend_.row->make(spec, backend_.effort);
    return *kernel;
  }

 private:
  BackendChoice backend_;
  std::map<KernelSpec, std::unique_ptr<Kernel>> kernels_;
};

}  // namespace weft
