// Calibration as users ask for it: the parts of transforms first, then whole ones.
#include "machine/calibrate.hpp"

#include "comm/agree.hpp"
#include "machine/options.hpp"
#include "plan/settings.hpp"
#include "tune/exchange_costs.hpp"
#include "tune/sweep_times.hpp"

namespace weft {

namespace {

template <class Given>
MachineModel calibrate_as(MPI_Comm comm, const Given& given) {
  Calibration how;
  agree(
      communicators_of(comm)->base(), [&] { how = calibration_options().read(given); }, "to calibrate");
  return calibrate(comm, how);
}

}  // namespace

MachineModel calibrate(MPI_Comm comm, OptionTexts how) { return calibrate_as(comm, how); }
MachineModel calibrate(MPI_Comm comm, const Options& how) { return calibrate_as(comm, how); }

MachineModel calibrate(MPI_Comm comm, const Calibration& how, const Options& options) {
  const bool is_asked_for = how.timeout != Calibration{}.timeout && how.timeout > 0;
  const double seconds = is_asked_for ? how.timeout : patience_of(options);
  const std::shared_ptr<Communicators> comms = communicators_of(comm, seconds);
  const Doing doing("to calibrate", seconds);
  agree(
      comms->base(),
      [&] {
        calibration_options().check_members(how);
        settings_of(with_environment(options));
      },
      "", seconds);
  MachineModel model = calibrate_on(*comms, seconds, how);
  const Site site(*comms, seconds, how.quick);
  model.sweeps = measure_sweeps(site, model, how.progress);
  measure_exchange_costs(site, model, how.progress);
  return model_of_process_0(comms->base(), model);
}

}  // namespace weft
