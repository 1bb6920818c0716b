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
  require_equal(comms->base(), calibration_options().facts(how), "to calibrate", seconds);
  const Site site(*comms, seconds, how.quick);
  Calibrated found = begin_calibration(site);
  std::vector<Measurement> list = measurements_of_parts(site, found);
  for (const auto& of_transforms : {measurements_of_sweeps, measurements_of_exchange_costs})
    for (Measurement& measurement : of_transforms(site, found.model)) list.push_back(std::move(measurement));
  run(list, how.progress);
  return finish_calibration(site, found);
}

}  // namespace weft
