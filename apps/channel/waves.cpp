// Wavenumbers of the lines of each tile.
#include "channel/waves.hpp"

namespace weft::channel {

std::vector<Waves> waves_of(const Columns& columns, int z, int x, Index nz, Index nx) {
  std::vector<Waves> all(columns.n_tiles());
  columns.sweep({}, {}, [&](ColumnTile& tile) {
    Waves& waves = all[tile.number()];
    waves = Waves{};
    for (int lane = 0; lane < tile.n_lines(); ++lane) {
      const Index mode_z = tile.mode(z, lane), mode_x = tile.mode(x, lane);
      if (mode_z == 0 && mode_x == 0) waves.mean = lane;
      const bool has_no_sign = 2 * mode_z == nz || 2 * mode_x == nx;
      const double alpha = has_no_sign ? 0 : tile.wavenumbers(x).of[lane];
      const double beta = has_no_sign ? 0 : tile.wavenumbers(z).of[lane];
      const double square = alpha * alpha + beta * beta, inverse = square > 0 ? 1 / square : 0;
      waves.alpha.of[lane] = alpha;
      waves.beta.of[lane] = beta;
      waves.minus_alpha.of[lane] = -alpha;
      waves.minus_beta.of[lane] = -beta;
      waves.square.of[lane] = square;
      waves.minus_square.of[lane] = -square;
      waves.is_wave.of[lane] = square > 0 ? 1 : 0;
      waves.alpha_share.of[lane] = alpha * inverse;
      waves.beta_share.of[lane] = beta * inverse;
      waves.minus_beta_share.of[lane] = -beta * inverse;
    }
  });
  return all;
}

}  // namespace weft::channel
