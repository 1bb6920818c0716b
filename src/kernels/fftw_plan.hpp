// A plan of FFTW, and memory to plan on: what all kernels by FFTW have.
#pragma once

#include <cstdlib>
#include <cstring>
#include <string>

#include "kernels/fftw.hpp"
#include "weft/error.hpp"

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

// F: the functions of one precision.
template <class F>
class FftwPlan {
 public:
  FftwPlan() = default;
  ~FftwPlan() {
    const std::lock_guard lock(fftw_planner);
    F::destroy(plan_);
  }
  FftwPlan(const FftwPlan&) = delete;
  FftwPlan& operator=(const FftwPlan&) = delete;

  // The plan for lines of n points that `planned` makes.
  template <class Planned>
  void make(Index n, const Planned& planned) {
    const std::lock_guard lock(fftw_planner);
    plan_ = planned();
    if (plan_ == nullptr)
      fail(ErrorCode::resource, "FFTW made no plan for lines of " + std::to_string(n) + " points");
  }
  typename F::Plan get() const { return plan_; }

 private:
  typename F::Plan plan_ = nullptr;
};

}  // namespace weft::inline kernels
