// A plan of FFTW, and memory to plan on: what all kernels by FFTW have.
#pragma once

#include <cstdlib>
#include <cstring>
#include <string>

#include "kernels/fftw_library.hpp"
#include "weft/error.hpp"
#include "weft/layout.hpp"

namespace weft::inline kernels {

// Scratch for the planner, zero, aligned as the tiles of a sweep are.
template <class Real>
struct FftwTile {
  explicit FftwTile(Index n_reals) {
    const std::size_t bytes = (static_cast<std::size_t>(n_reals) * sizeof(Real) + 63) / 64 * 64;
    data = static_cast<Real*>(std::aligned_alloc(64, bytes));
    if (data == nullptr) fail(ErrorCode::resource, "there is no memory to plan an FFTW kernel");
    std::memset(data, 0, bytes);
  }
  ~FftwTile() { std::free(data); }
  FftwTile(const FftwTile&) = delete;
  FftwTile& operator=(const FftwTile&) = delete;
  Real* data;
};

template <class Real>
class FftwPlan {
  using Functions = FftwFunctions<Real>;

 public:
  // Throws Error(resource) where FFTW is missing.
  FftwPlan() : functions_(find_fftw().needed().functions<Real>()) {}
  ~FftwPlan() {
    const std::lock_guard lock(fftw_planner);
    functions_.destroy(plan_);
  }
  FftwPlan(const FftwPlan&) = delete;
  FftwPlan& operator=(const FftwPlan&) = delete;

  // The plan for lines of n points that `planned` makes of the functions.
  template <class Planned>
  void make(Index n, const Planned& planned) {
    const std::lock_guard lock(fftw_planner);
    plan_ = planned(functions_);
    if (plan_ == nullptr)
      fail(ErrorCode::resource, "FFTW made no plan for lines of " + std::to_string(n) + " points");
  }
  const Functions& functions() const { return functions_; }
  typename Functions::Plan get() const { return plan_; }

 private:
  const Functions& functions_;
  typename Functions::Plan plan_ = nullptr;
};

}  // namespace weft::inline kernels
