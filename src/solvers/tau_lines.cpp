// The factors of the tau method for all lines of a process.
#include "solvers/tau_lines.hpp"

#include <algorithm>
#include <array>

namespace weft::inline solvers {

template <class T>
TauLines<T>::TauLines(Index n, int parts, double interval, const Walls& walls,
                      const std::vector<double>& squares)
    : parts_(parts),
      n_(n),
      walls_(walls),
      slope_(2 / interval),
      table_(rounded<T>(make_tau_table(n_, parts_, interval, walls_))),
      n_tiles_((squares.size() + tau_lanes - 1) / tau_lanes),
      kappas_(n_tiles_ * tau_lanes),
      inverses_(n_tiles_ * tile_size()),
      pivots_(n_tiles_ * 4 * tau_lanes) {
  factor(interval, squares);
}

template <class T>
void TauLines<T>::factor(double interval, const std::vector<double>& squares) {
  const TauTable<double> table = make_tau_table(n_, parts_, interval, walls_);
  std::vector<double> inverse(static_cast<std::size_t>(n_));
  std::array<double, 4> pivots{};
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

template <class T>
void TauLines<T>::solve(std::size_t tile, const T* ends, T* x) const {
  const std::size_t first = tile * tau_lanes;
  solve_tau_tile(
      table_,
      {kappas_.data.get() + first, inverses_.data.get() + tile * tile_size(), pivots_.data.get() + 4 * first},
      ends, x);
  for (auto line = std::lower_bound(free_.begin(), free_.end(), first);
       line != free_.end() && *line < first + tau_lanes; ++line)
    finish_free(*line - first, ends, x);
}

// The line that the equation and both slopes fix up to a constant: what f has too much in its mean is taken
// off u_2, to which alone it goes, so that the slopes are right; u_0 makes the mean of u zero. The integral
// of T_k over [-1, 1] is 2 / (1 - k^2) for even k.
template <class T>
void TauLines<T>::finish_free(std::size_t lane, const T* ends, T* x) const {
  for (int part = 0; part < parts_; ++part) {
    const auto at = [&](Index k) -> T& {
      return x[static_cast<std::size_t>(k * parts_ + part) * tau_lanes + lane];
    };
    const double upper = ends[static_cast<std::size_t>(part) * tau_lanes + lane];
    const double lower = ends[static_cast<std::size_t>(parts_ + part) * tau_lanes + lane];
    double wanted = (upper / walls_.upper.slope - lower / walls_.lower.slope) / (2 * slope_), mean = 0;
    for (Index k = 2; k < n_; k += 2) wanted -= static_cast<double>(k * k) * static_cast<double>(at(k));
    at(2) += static_cast<T>(wanted / 4);
    for (Index k = 2; k < n_; k += 2) mean += at(k) / static_cast<double>(1 - k * k);
    at(0) = static_cast<T>(-mean);
  }
}

template <class T>
Index TauLines<T>::bytes() const {
  const std::size_t numbers = kappas_.size + inverses_.size + pivots_.size + 5 * table_.w[0].size();
  return static_cast<Index>(numbers * sizeof(T));
}

template class TauLines<float>;
template class TauLines<double>;

}  // namespace weft::inline solvers
