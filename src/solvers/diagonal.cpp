// Operators that are diagonal in modes: u = -f / (k^2 + shift), one pass over the block in the order of
// memory.
//
// k^2 is a sum over the axes, so only one number per mode of each axis is kept. Along the axis that varies
// fastest it is added in a loop that the compiler can vectorise; where k^2 + shift is 0 (the mean), u is 0.
#include <type_traits>

#include "solvers/modes_solver.hpp"

namespace weft::inline solvers {

namespace {

template <class T>
class Diagonal : public ModesSolver {
 public:
  explicit Diagonal(const ModesProblem& problem)
      : problem_(problem), inner_(problem.storage.order.back()), parts_(problem.parts) {
    for (const double wave : problem.waves[inner_]) row_.push_back(static_cast<T>(wave));
  }

  void solve(const void* f, void* u, const void*, const void*) override {
    for (const Index n : problem_.lengths)
      if (n == 0) return;
    axis(0, 0, problem_.shift, static_cast<const T*>(f), static_cast<T*>(u));
  }

  Index bytes() const override {
    Index numbers = 0;
    for (const auto& waves : problem_.waves) numbers += static_cast<Index>(waves.size());
    return numbers * static_cast<Index>(sizeof(double)) + static_cast<Index>(row_.size() * sizeof(T));
  }

 private:
  // The axes from `depth` on, from the slowest in memory to the fastest; `sum` is that of the axes before.
  void axis(std::size_t depth, Index offset, double sum, const T* f, T* u) const {
    const int axis_here = problem_.storage.order[depth];
    if (depth + 1 == problem_.storage.order.size()) return row(f + offset, u + offset, static_cast<T>(sum));
    const Index stride = problem_.storage.strides[axis_here] * parts_;
    for (std::size_t i = 0; i < problem_.waves[axis_here].size(); ++i)
      axis(depth + 1, offset + static_cast<Index>(i) * stride, sum + problem_.waves[axis_here][i], f, u);
  }

  static T factor(T square) { return square == 0 ? T(0) : T(-1) / square; }

  void row(const T* f, T* u, T sum) const {
    const Index stride = problem_.storage.strides[inner_] * parts_;
    const auto n = static_cast<Index>(row_.size());
    if (stride == 1) {
      for (Index i = 0; i < n; ++i) u[i] = f[i] * factor(sum + row_[i]);
    } else if (stride == 2 && parts_ == 2) {
      for (Index i = 0; i < n; ++i) {
        const T by = factor(sum + row_[i]);
        u[2 * i] = f[2 * i] * by;
        u[2 * i + 1] = f[2 * i + 1] * by;
      }
    } else {
      for (Index i = 0; i < n; ++i)
        for (int part = 0; part < parts_; ++part)
          u[i * stride + part] = f[i * stride + part] * factor(sum + row_[i]);
    }
  }

  ModesProblem problem_;
  int inner_;  // the axis that varies fastest
  int parts_;
  std::vector<T> row_;  // its waves
};

}  // namespace

template <class T>
std::unique_ptr<ModesSolver> make_diagonal(const ModesProblem& problem) {
  return std::make_unique<Diagonal<T>>(problem);
}
template std::unique_ptr<ModesSolver> make_diagonal<float>(const ModesProblem&);
template std::unique_ptr<ModesSolver> make_diagonal<double>(const ModesProblem&);

}  // namespace weft::inline solvers
