// Kernels, each made once and shared by all sweeps of a plan and all threads, and the scratch memory in which
// each thread runs them.
#pragma once

#include <cstdlib>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "kernels/kernel.hpp"
#include "weft/error.hpp"

namespace weft::inline kernels {

class KernelCache {
 public:
  explicit KernelCache(int n_threads = 1) : scratch_(static_cast<std::size_t>(n_threads)) {}

  // `backend` as in a choice, with its effort.
  const Kernel& get(const std::string& backend, const KernelSpec& spec) {
    std::unique_ptr<Kernel>& kernel = kernels_[{backend, spec}];
    if (!kernel) {
      const BackendChoice choice = find_backend(backend);
      std::unique_ptr<Kernel> made = choice.row->make(spec, choice.effort);
      have_scratch(made->scratch_bytes());
      kernel = std::move(made);
    }
    return *kernel;
  }

  // For the kernels that were made so far, when this thread runs them; valid until the next is made.
  void* scratch(int thread) const { return scratch_[static_cast<std::size_t>(thread)].get(); }

 private:
  struct Free {
    void operator()(void* memory) const { std::free(memory); }
  };

  void have_scratch(Index bytes) {
    if (bytes <= scratch_bytes_) return;
    constexpr std::size_t alignment = 128;  // two lines of the cache are fetched together
    const std::size_t rounded = (static_cast<std::size_t>(bytes) + alignment - 1) / alignment * alignment;
    for (auto& memory : scratch_) {
      memory.reset(std::aligned_alloc(alignment, rounded));
      if (!memory) fail(ErrorCode::resource, "there is no memory for the scratch of a kernel");
    }
    scratch_bytes_ = bytes;
  }

  std::map<std::pair<std::string, KernelSpec>, std::unique_ptr<Kernel>> kernels_;
  std::vector<std::unique_ptr<void, Free>> scratch_;  // by thread
  Index scratch_bytes_ = 0;                           // of each
};

}  // namespace weft::inline kernels
