// What is recorded beside every measurement.
#include "program/machine.hpp"
#include "program/json.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <ctime>
#include <fstream>

#include "weft/version.hpp"
#include "weft/weft.hpp"

namespace weft::cli {

namespace {

// Of double precision; empty where there is no FFTW.
std::string fftw_file() {
  const std::vector<std::string> files = library_files("fftw");
  return files.empty() ? "" : files.front();
}

}  // namespace

double resident_bytes() {
  std::ifstream file("/proc/self/smaps_rollup");
  for (std::string word; file >> word;)
    if (double kib = 0; word == "Pss:" && file >> kib) return 1024 * kib;
  return 0;
}

Json machine_json(const Session& session) {
  const Computer computer = this_computer();
  Json caches = Json::array();
  for (const Cache& c : computer.caches)
    caches.push_back(
        {{"level", c.level}, {"kind", c.kind}, {"size", c.size}, {"shared_by_processors", c.shared}});
  return {{"date", fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr)))},
          {"host", computer.host},
          {"cpu", computer.cpu},
          {"processors", computer.n_processors},
          {"caches", caches},
          {"processes", session.size},
          {"processes_per_node", session.processes_per_node}};
}

Json versions_json() {
  return {{"weft", WEFT_VERSION},
          {"commit", WEFT_COMMIT},
          {"mpi", mpi_library()},
          {"fft", fft_library()},
          {"fft_file", fftw_file()}};
}

Json report_json(const Session& session, const Json& found) {
  Json report{
      {"command", session.command}, {"machine", machine_json(session)}, {"versions", versions_json()}};
  report.update(found);
  return report;
}

std::string version_text() {
  return fmt::format("weft {} (commit {})\nMPI  {}\nFFT  {}", WEFT_VERSION, WEFT_COMMIT, mpi_library(),
                     fft_library());
}

}  // namespace weft::cli
