// The makers of sweeps. A new one is a file with a row function, and two lines here.
#include "sweep/sweep_table.hpp"

#include "sweep/block_sweep.hpp"
#include "sweep/pairing.hpp"
#include "weft/error.hpp"

namespace weft::inline sweep {

namespace {

// By blocks where there is a block kernel, else by tiles.
std::unique_ptr<AnySweep> make_on_host(const LocalSweep& sweep, const SweepParts& parts) {
  if (is_pairing(sweep)) return std::make_unique<PairingSweep>(sweep, parts.team);
  Blocks blocks = blocks_of(sweep);
  if (blocks.kernel)
    return std::make_unique<BlockSweep>(sweep, std::move(blocks), parts.workspaces, parts.team);
  return std::make_unique<Sweep>(sweep, parts.kernels, parts.workspaces, parts.team);
}

void hold_on_host(TileMemory& memory, const LocalSweep& sweep, int n_threads) {
  memory.hold_blocks_or_tiles(sweep, n_threads);
}

}  // namespace

const std::vector<SweepRow>& sweep_table() {
  static const std::vector<SweepRow> table = {
      {host_space.name, make_on_host, hold_on_host},
  };
  return table;
}

const SweepRow& sweeps_on(const Space& space) {
  for (const SweepRow& row : sweep_table())
    if (works_on(row.space, space)) return row;
  fail(ErrorCode::not_applicable,
       std::string("nothing sweeps over arrays in space=") + space.name + "; use space=host");
}

std::unique_ptr<AnySweep> make_sweep(const LocalSweep& sweep, const SweepParts& parts) {
  return sweeps_on(*sweep.space).make(sweep, parts);
}

}  // namespace weft::inline sweep
