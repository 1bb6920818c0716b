// The last calls of a plan in numbers: bytes, seconds and the bound of each step. The text of Plan::explain()
// and the JSON of `weft bench --explain` are made from this. All are values. Not collective. Errors: none.
// Example:
//   weft::Plan plan(weft::r2c({16, 12, 10}), MPI_COMM_WORLD);
//   const weft::PlanReport report = plan.report();
//   assert(weft::to_text(report) == plan.explain());
//   assert(report.forward.n_fields == 0 && report.forward.seconds() == 0);
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "weft/export.h"
#include "weft/layout.hpp"
#include "weft/machine.hpp"
#include "weft/timers.hpp"

namespace weft WEFT_API {

// One sweep or exchange of the last call in its direction, on this process, for all fields of that call.
struct StepReport {
  std::string step;              // "sweep 2,1", "copy", "window-pull", as in Plan::times()
  std::string what;              // in a sentence, with the bytes of one field
  bool is_exchange = false;      // else a sweep
  Index bytes = 0;               // a sweep: read plus written; an exchange: sent in messages
  double seconds = 0;            // of the last call; 0 before it
  double before = 0, after = 0;  // of an exchange, in `seconds`: until others had read, for others' data
  double bound_seconds = 0;      // of the bytes at the rate below; 0: not known
  std::string rate;              // the rate: "cache" or "memory"
  // Time of the kernels of a sweep with the lines in cache, after Plan::measure_arithmetic().
  std::optional<double> arithmetic_seconds;
  // Of a sweep of an array in cache, after Plan::measure_arithmetic(): its visits, each with its steps behind
  // it, with the times of one thread. Empty for other sweeps.
  std::vector<KernelPart> parts;
  // The prediction of the machine file for the step, if there is one.
  std::optional<double> predicted_seconds;

  // The bytes of the step in a second; 0 before a call.
  double bandwidth() const { return seconds > 0 ? static_cast<double>(bytes) / seconds : 0; }
  // How much of the bound the step reached; 0 before a call, or if the bound is not known.
  double percent() const { return seconds > 0 ? 100 * bound_seconds / seconds : 0; }
};

// All steps of a direction, in order.
struct DirectionReport {
  std::vector<StepReport> steps;
  Index n_fields = 0;  // of the last call; 0: there was none

  double seconds() const;                           // Seconds of all steps.
  double bound_seconds() const;                     // The bounds of all steps; 0: not known.
  std::optional<double> predicted_seconds() const;  // The prediction of the machine file, if there is one.
  double percent() const;                           // How much of the bound all steps reached; 0: not known.
  // The reason for the time beyond the bound, as text; empty if times or bounds are not known.
  std::string verdict() const;
};

// What a plan is and where its time went: the result of `Plan::report()`.
struct PlanReport {
  std::vector<std::string> head;  // choice, layouts, process: one line each
  DirectionReport forward, backward;
  std::vector<std::string> notes;     // memory, remarks, rates, the FFT library and what to do about it
  std::optional<MachineRates> rates;  // those of the bounds
};

// The text of `report`, as of Plan::explain(): lines, each with its end. Not collective.
std::string to_text(const PlanReport& report);

}  // namespace weft
