// Chebyshev tau for all lines of a process: gathers 16 lines at a time into a tile in cache, real and
// imaginary parts apart, solves them side by side (tau_kernel.hpp), and writes them back.
//
// Lines are taken in the order of memory, so that where another axis varies fastest 16 of them are one row,
// and where the Chebyshev axis does, 16 columns that lie together. The line of the mean may be known up to a
// constant only (no shift, slopes at both ends): it is finished by itself.
#include <algorithm>
#include <array>
#include <new>

#include "solvers/tau_factors.hpp"
#include "solvers/tile_copy.hpp"

namespace weft {
namespace {

template <class T>
struct Aligned {
  explicit Aligned(std::size_t n)
      : size(n),
        data(
            static_cast<T*>(::operator new (std::max<std::size_t>(n, 1) * sizeof(T), std::align_val_t{64}))) {
    std::fill_n(data.get(), n, T(0));
  }
  struct Free {
    void operator()(T* p) const { ::operator delete (p, std::align_val_t{64}); }
  };
  std::size_t size;
  std::unique_ptr<T[], Free> data;
};

template <class T>
class Tau : public ModesSolver {
 public:
  explicit Tau(const ModesProblem& problem)
      : parts_(problem.parts),
        n_(problem.lengths[problem.chebyshev]),
        stride_(problem.storage.strides[problem.chebyshev] * parts_),
        walls_(problem.walls),
        slope_(2 / problem.interval),
        table_(rounded<T>(make_tau_table(n_, parts_, problem.interval, walls_))),
        begins_(begins_of(problem, problem.storage)),
        wall_begins_(begins_of(problem, problem.wall)),
        n_tiles_((begins_.size() + tau_lanes - 1) / tau_lanes),
        kappas_(n_tiles_ * tau_lanes),
        inverses_(n_tiles_ * tile_size()),
        pivots_(n_tiles_ * 4 * tau_lanes),
        x_(tile_size() * static_cast<std::size_t>(parts_)),
        ends_(static_cast<std::size_t>(2 * parts_) * tau_lanes) {
    factor(problem);
  }

  void solve(const void* f, void* u, const void* upper, const void* lower) override {
    for (std::size_t tile = 0; tile < n_tiles_; ++tile) {
      const std::size_t first = tile * tau_lanes,
                        count = std::min<std::size_t>(tau_lanes, begins_.size() - first);
      const TileLines lines{std::span(begins_).subspan(first, count), stride_, n_, parts_};
      gather_lines(lines, static_cast<const T*>(f), x_.data.get());
      gather_ends(static_cast<const T*>(upper), static_cast<const T*>(lower), first, count);
      solve_tau_tile(table_,
                     {kappas_.data.get() + first, inverses_.data.get() + tile * tile_size(),
                      pivots_.data.get() + 4 * first},
                     ends_.data.get(), x_.data.get());
      for (auto line = std::lower_bound(free_.begin(), free_.end(), first);
           line != free_.end() && *line < first + count; ++line)
        finish_free(*line - first);
      scatter_lines(lines, x_.data.get(), static_cast<T*>(u));
    }
  }

  Index bytes() const override {
    const std::size_t numbers =
        kappas_.size + inverses_.size + pivots_.size + x_.size + ends_.size + 5 * table_.w[0].size();
    return static_cast<Index>(numbers * sizeof(T) + (begins_.size() + wall_begins_.size()) * sizeof(Index));
  }

 private:
  std::size_t tile_size() const { return static_cast<std::size_t>(n_) * tau_lanes; }

  // Where lines begin in an array of this storage, in numbers, in the order in which the modes lie in memory.
  std::vector<Index> begins_of(const ModesProblem& problem, const Storage& storage) const {
    return over_lines<Index>(problem, 0,
                             [&](int axis, Index mode) { return mode * storage.strides[axis] * parts_; });
  }
  // k^2 + shift of each line.
  std::vector<double> squares_of(const ModesProblem& problem) const {
    return over_lines<double>(problem, problem.shift, [&](int axis, Index mode) {
      return problem.waves[axis][static_cast<std::size_t>(mode)];
    });
  }
  // For all modes of the other axes `start` and what each axis adds to it.
  template <class V, class Term>
  static std::vector<V> over_lines(const ModesProblem& problem, V start, Term&& term) {
    std::vector<V> sums = {start};
    for (const int axis : problem.storage.order) {  // from slowest to fastest
      if (axis == problem.chebyshev) continue;
      std::vector<V> finer;
      finer.reserve(sums.size() * static_cast<std::size_t>(problem.lengths[axis]));
      for (const V sum : sums)
        for (Index mode = 0; mode < problem.lengths[axis]; ++mode) finer.push_back(sum + term(axis, mode));
      sums.swap(finer);
    }
    return sums;
  }

  void factor(const ModesProblem& problem) {
    const TauTable<double> table = make_tau_table(n_, parts_, problem.interval, walls_);
    std::vector<double> inverse(static_cast<std::size_t>(n_));
    std::array<double, 4> pivots{};
    const std::vector<double> squares = squares_of(problem);
    for (std::size_t line = 0; line < squares.size(); ++line) {
      const double kappa = squares[line] * table.scale;
      factor_line(table, walls_, kappa, inverse, pivots);
      if (has_free_constant(kappa, walls_)) free_.push_back(line);
      const std::size_t tile = line / tau_lanes, lane = line % tau_lanes;
      kappas_.data[line] = static_cast<T>(kappa);
      for (std::size_t k = 0; k < inverse.size(); ++k)
        inverses_.data[tile * tile_size() + k * tau_lanes + lane] = static_cast<T>(inverse[k]);
      for (std::size_t i = 0; i < pivots.size(); ++i)
        pivots_.data[(tile * 4 + i) * tau_lanes + lane] = static_cast<T>(pivots[i]);
    }
  }

  T* tile_at(Index k, int part, std::size_t lane) const {
    return x_.data.get() + static_cast<std::size_t>(k * parts_ + part) * tau_lanes + lane;
  }

  void gather_ends(const T* upper, const T* lower, std::size_t first, std::size_t count) const {
    T* to = ends_.data.get();
    for (const T* from : {upper, lower})
      for (int part = 0; part < parts_; ++part, to += tau_lanes)
        for (std::size_t lane = 0; lane < count; ++lane)
          to[lane] = from == nullptr ? T(0) : from[wall_begins_[first + lane] + part];
  }

  // The line that the equation and both slopes fix up to a constant: what f has too much in its mean is taken
  // off u_2, to which alone it goes, so that the slopes are right; u_0 makes the mean of u zero. The integral
  // of T_k over [-1, 1] is 2 / (1 - k^2) for even k.
  void finish_free(std::size_t lane) const {
    for (int part = 0; part < parts_; ++part) {
      const double upper = ends_.data[static_cast<std::size_t>(part) * tau_lanes + lane];
      const double lower = ends_.data[static_cast<std::size_t>(parts_ + part) * tau_lanes + lane];
      double wanted = (upper / walls_.upper.slope - lower / walls_.lower.slope) / (2 * slope_), mean = 0;
      for (Index k = 2; k < n_; k += 2)
        wanted -= static_cast<double>(k * k) * static_cast<double>(*tile_at(k, part, lane));
      *tile_at(2, part, lane) += static_cast<T>(wanted / 4);
      for (Index k = 2; k < n_; k += 2) mean += *tile_at(k, part, lane) / static_cast<double>(1 - k * k);
      *tile_at(0, part, lane) = static_cast<T>(-mean);
    }
  }

  int parts_;
  Index n_;       // coefficients of a line
  Index stride_;  // between them, in numbers
  Walls walls_;
  double slope_;  // d/dy of what is 1 per unit of [-1, 1]
  TauTable<T> table_;
  std::vector<Index> begins_, wall_begins_;  // of the lines, in numbers
  std::size_t n_tiles_;
  Aligned<T> kappas_, inverses_, pivots_;  // of all tiles
  Aligned<T> x_, ends_;                    // the tile at work
  std::vector<std::size_t> free_;          // lines that are known up to a constant only, ascending
};

}  // namespace

template <class T>
std::unique_ptr<ModesSolver> make_tau(const ModesProblem& problem) {
  return std::make_unique<Tau<T>>(problem);
}
template std::unique_ptr<ModesSolver> make_tau<float>(const ModesProblem&);
template std::unique_ptr<ModesSolver> make_tau<double>(const ModesProblem&);

}  // namespace weft
