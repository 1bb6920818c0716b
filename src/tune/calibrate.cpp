// Calibration as users ask for it: the parts of transforms first, then whole ones.
#include "machine/calibrate.hpp"
#include "comm/agree.hpp"
#include "plan/settings.hpp"
#include "tune/exchange_costs.hpp"
#include "tune/sweep_times.hpp"

namespace weft {

MachineModel calibrate(MPI_Comm comm, const Calibration& how, const Options& options) {
  const double seconds = patience_of(options);
  const std::shared_ptr<Communicators> comms = communicators_of(comm, seconds);
  const Doing doing("to calibrate", seconds);
  agree(
      comms->base(), [&] { settings_of(with_environment(options)); }, "", seconds);
  MachineModel model = calibrate_on(*comms, seconds, how);
  const Site site(*comms, seconds, how.quick);
  model.sweeps = measure_sweeps(site, model, how.progress);
  measure_exchange_costs(site, model, how.progress);
  return model_of_process_0(comms->base(), model);
}

}  // namespace weft
