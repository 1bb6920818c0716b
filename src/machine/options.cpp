// The table of the options of a calibration: one row per key. Each is a member of Calibration.
#include "machine/options.hpp"

namespace weft::inline machine {

const ValueTable<Calibration>& calibration_options() {
  static const ValueTable<Calibration> table(
      "calibration", {switch_row("quick", &Calibration::quick,
                                 "few lengths, short measurements: some seconds instead of 40, less exact"),
                      seconds_row("timeout", &Calibration::timeout,
                                  "how long to wait for a process that does not come (600: as WEFT_OPTIONS "
                                  "says, if it does)")});
  return table;
}

}  // namespace weft::inline machine

namespace weft {

Calibration Calibration::of(const Options& options) { return calibration_options().read(options); }

}  // namespace weft
