// Planes are evaluated from the modes by their Chebyshev series: T_k(-y) = (-1)^k T_k(y), so that both walls
// take one pass.
#include "channel/spectra.hpp"

#include <cmath>
#include <numbers>

#include "common/exact_sums.hpp"

namespace weft::channel {
namespace {

constexpr std::size_t n_components = 3;

// T_k(y), k = 0 to n - 1.
std::vector<double> polynomials(double y, Index n) {
  std::vector<double> values;
  for (Index k = 0; k < n; ++k) values.push_back(std::cos(static_cast<double>(k) * std::acos(y)));
  return values;
}

// Half the energy of both planes, of each line.
void energies(const Lanes* u, const std::vector<double>& polynomial, double (&energy)[n_lanes]) {
  double even[2][n_lanes] = {}, odd[2][n_lanes] = {};
  for (std::size_t k = 0; k < polynomial.size(); ++k) {
    auto& sum = k % 2 == 0 ? even : odd;
    for (int lane = 0; lane < n_lanes; ++lane) {
      sum[0][lane] += polynomial[k] * u[k].re[lane];
      sum[1][lane] += polynomial[k] * u[k].im[lane];
    }
  }
  for (int lane = 0; lane < n_lanes; ++lane) {
    const double upper_re = even[0][lane] + odd[0][lane], upper_im = even[1][lane] + odd[1][lane];
    const double lower_re = even[0][lane] - odd[0][lane], lower_im = even[1][lane] - odd[1][lane];
    energy[lane] =
        0.5 * (upper_re * upper_re + upper_im * upper_im + lower_re * lower_re + lower_im * lower_im);
  }
}

}  // namespace

Spectra::Spectra(const Flow& flow, std::vector<double> distances)
    : flow_(flow),
      distances_(std::move(distances)),
      n_kx_(static_cast<std::size_t>(flow.settings().nx / 2 + 1)),
      n_kz_(static_cast<std::size_t>(flow.settings().nz / 2 + 1)),
      spacing_x_(2 * std::numbers::pi / flow.settings().length_x),
      spacing_z_(2 * std::numbers::pi / flow.settings().length_z) {
  for (const double distance : distances_)
    polynomials_.push_back(polynomials(1 - distance, flow.settings().ny));
  sums_.assign(begin(distances_.size(), 0), 0);
}

std::size_t Spectra::begin(std::size_t distance, std::size_t component) const {
  return (distance * n_components + component) * (n_kx_ + n_kz_);
}

// Modes with kx > 0 stand for those with -kx, too. The mean is no fluctuation.
void Spectra::add() {
  if (sums_.empty()) return;
  apps::ExactSums sums(sums_.size());
  std::vector<const Modes*> velocity;
  for (int i = 0; i < 3; ++i) velocity.push_back(&flow_.velocity(i));
  flow_.columns().sweep<std::complex<double>>(velocity, {}, [&](ColumnTile& tile) {
    std::array<std::size_t, n_lanes> kx{}, kz{};
    std::array<double, n_lanes> times{};
    const Waves& waves = flow_.waves()[tile.number()];
    for (int lane = 0; lane < tile.n_lines(); ++lane) {
      const auto i = static_cast<std::size_t>(lane);
      kx[i] = static_cast<std::size_t>(std::lround(std::abs(waves.alpha.of[lane]) / spacing_x_));
      kz[i] = static_cast<std::size_t>(std::lround(std::abs(waves.beta.of[lane]) / spacing_z_));
      times[i] = lane == waves.mean ? 0 : (kx[i] > 0 ? 2 : 1);
    }
    for (std::size_t component = 0; component < n_components; ++component) {
      Lanes* u = tile.column(0);
      tile.read(static_cast<int>(component), u);
      for (std::size_t d = 0; d < distances_.size(); ++d) {
        double energy[n_lanes];
        energies(u, polynomials_[d], energy);
        const std::size_t along_x = begin(d, component), along_z = along_x + n_kx_;
        for (std::size_t lane = 0; lane < static_cast<std::size_t>(tile.n_lines()); ++lane) {
          sums.add(along_x + kx[lane], times[lane] * energy[lane] / spacing_x_);
          sums.add(along_z + kz[lane], times[lane] * energy[lane] / spacing_z_);
        }
      }
    }
  });
  const std::vector<double> sample = sums.of_all(flow_.plan());
  for (std::size_t i = 0; i < sample.size(); ++i) sums_[i] += sample[i];
}

}  // namespace weft::channel
