// The machine as users ask for it: rates of copying, and how well the FFT library fits the
// processor.
#include "weft/machine.hpp"

#include "comm/agree.hpp"
#include "kernels/instruction_sets.hpp"
#include "kernels/kernel.hpp"
#include "machine/rates.hpp"
#include "plan/settings.hpp"

namespace weft {

namespace {

// measure(communicators, seconds of patience) with options that are right on all processes.
template <class Measure>
auto measured(MPI_Comm comm, const Options& options, const char* doing, const Measure& measure) {
  const double seconds = patience_of(options);
  const std::shared_ptr<Communicators> comms = communicators_of(comm, seconds);
  const Doing measuring(doing, seconds);
  agree(
      comms->base(), [&] { settings_of(with_environment(options)); }, "", seconds);
  return measure(*comms, seconds);
}

}  // namespace

MachineRates measure_rates(MPI_Comm comm, const Options& options) {
  return measured(comm, options, "to measure the rates of the machine", measure_rates_on);
}

std::string processor_instructions() { return best_instructions(); }

LibraryFit fit_of(const std::string& fft_version, const std::string& processor) {
  LibraryFit fit{instructions_of_fftw(fft_version), is_fftw(fft_version), ""};
  if (fit.is_told) fit.remedy = remedy_for_fftw(fit.built_for, processor);
  if (fit.remedy.empty()) return fit;
  for (const Backend& row : backend_table())
    if (row.name != "fftw" && row.missing == nullptr) fit.remedy += ", or choose backend=" + row.name;
  return fit;
}

}  // namespace weft
