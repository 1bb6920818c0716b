// The machine of a prediction: stated, measured here, or typical. Processes without work.
#include "transform/predicting.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "program/text.hpp"
#include "weft/weft.hpp"

namespace weft::cli {

NamedMachine find_machine(const std::string& asked) {
  if (!asked.empty()) return {load_machine_file(asked), asked, ""};
  std::string why_not;
  if (const std::optional<MachineModel> here = machine_file(&why_not))
    return {*here, machine_file_path(), ""};
  return {typical_machine(), "typical",
          "predictions are those of a typical machine: " + why_not + ", or name one with --machine (" +
              join(machines_by_name()) + ")"};
}

std::string idle_processes(const Problem& problem, int n_processes, const Choice& choice,
                           int processes_per_node) {
  const Options options({{"choice", to_text(choice)}});
  const Description last = describe(problem, n_processes, n_processes - 1, options, processes_per_node);
  const bool idles =
      std::any_of(last.forward.sweeps.begin(), last.forward.sweeps.end(),
                  [](const auto& sweep) { return sweep.bytes_read == 0 || sweep.bytes_written == 0; });
  return idles ? fmt::format("no grid of {} processes gives each of them a part of {}", n_processes,
                             to_text(problem.shape))
               : "";
}

}  // namespace weft::cli
