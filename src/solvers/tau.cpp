// Chebyshev tau for all lines of a process: gathers 16 lines at a time into a tile in cache, real and
// imaginary parts apart, solves them side by side (tau_lines.hpp), and writes them back.
//
// Lines are taken in the order of memory, so that where another axis varies fastest 16 of them are one row,
// and where the Chebyshev axis does, 16 columns that lie together.
#include <algorithm>

#include "solvers/lines.hpp"
#include "solvers/tau_lines.hpp"
#include "solvers/tile_copy.hpp"

namespace weft::inline solvers {

namespace {

template <class T>
class Tau : public ModesSolver {
 public:
  explicit Tau(const ModesProblem& problem)
      : parts_(problem.parts),
        n_(problem.lengths[problem.chebyshev]),
        stride_(problem.storage.strides[problem.chebyshev] * parts_),
        begins_(begins_of(problem, problem.storage)),
        wall_begins_(begins_of(problem, problem.wall)),
        lines_(n_, parts_, problem.interval, problem.walls, squares_of(problem)),
        x_(lines_.tile_size() * static_cast<std::size_t>(parts_)),
        ends_(static_cast<std::size_t>(2 * parts_) * tau_lanes) {}

  void solve(const void* f, void* u, const void* upper, const void* lower) override {
    for (std::size_t tile = 0; tile < lines_.n_tiles(); ++tile) {
      const std::size_t first = tile * tau_lanes,
                        count = std::min<std::size_t>(tau_lanes, begins_.size() - first);
      const TileLines lines{std::span(begins_).subspan(first, count), stride_, n_, parts_};
      gather_lines(lines, static_cast<const T*>(f), x_.data.get());
      gather_ends(static_cast<const T*>(upper), static_cast<const T*>(lower), first, count);
      lines_.solve(tile, ends_.data.get(), x_.data.get());
      scatter_lines(lines, x_.data.get(), static_cast<T*>(u));
    }
  }

  Index bytes() const override {
    return lines_.bytes() + static_cast<Index>((x_.size + ends_.size) * sizeof(T) +
                                               (begins_.size() + wall_begins_.size()) * sizeof(Index));
  }

 private:
  std::vector<Index> begins_of(const ModesProblem& problem, const Storage& storage) const {
    return begins_of_lines(problem.storage.order, problem.lengths, problem.chebyshev, storage, parts_);
  }
  // k^2 + shift of each line.
  static std::vector<double> squares_of(const ModesProblem& problem) {
    return over_lines<double>(
        problem.storage.order, problem.lengths, problem.chebyshev, problem.shift,
        [&](int axis, Index mode) { return problem.waves[axis][static_cast<std::size_t>(mode)]; });
  }

  void gather_ends(const T* upper, const T* lower, std::size_t first, std::size_t count) const {
    T* to = ends_.data.get();
    for (const T* from : {upper, lower})
      for (int part = 0; part < parts_; ++part, to += tau_lanes)
        for (std::size_t lane = 0; lane < count; ++lane)
          to[lane] = from == nullptr ? T(0) : from[wall_begins_[first + lane] + part];
  }

  int parts_;
  Index n_;                                  // coefficients of a line
  Index stride_;                             // between them, in numbers
  std::vector<Index> begins_, wall_begins_;  // of the lines, in numbers
  TauLines<T> lines_;
  Aligned<T> x_, ends_;  // the tile at work
};

}  // namespace

template <class T>
std::unique_ptr<ModesSolver> make_tau(const ModesProblem& problem) {
  return std::make_unique<Tau<T>>(problem);
}
template std::unique_ptr<ModesSolver> make_tau<float>(const ModesProblem&);
template std::unique_ptr<ModesSolver> make_tau<double>(const ModesProblem&);

}  // namespace weft::inline solvers
