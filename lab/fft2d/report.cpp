// The table in the layout of the paper: first one process, then a line for each number of processes.
#include <fmt/format.h>

#include <cstdlib>
#include <map>

#include "bench/rounds.hpp"
#include "fft2d.hpp"
#include "program/json.hpp"
#include "program/machine.hpp"
#include "transform/plan_json.hpp"
#include "weft/weft.hpp"

namespace weft::lab {

namespace {

// "Open MPI 4.1.4"
std::string mpi_name() {
  std::string name = mpi_library();
  if (const std::size_t v = name.find(" v"); v != std::string::npos) name.erase(v + 1, 1);
  return name;
}

std::string cell_text(const Fft2dCell& cell) {
  if (!cell.reason.empty()) return "-";
  return fmt::format("{:#.4g} ({:#.4g})", median_of(cell.elapsed), median_of(cell.cpu));
}

Json fft2d_cell_json(const Fft2dResult& result, const Fft2dRow& row, std::size_t i,
                     const std::string& algorithm) {
  const Fft2dCell& cell = row.cells[i];
  Json json = {{"shape", Json::array({result.size.length, result.size.length})},
               {"transform", "c2c"},
               {"precision", "double"},
               {"nfft", result.size.n_fft},
               {"processes", row.n_processes},
               {"algorithm", algorithm},
               {"applies", cell.reason.empty()},
               {"reason", cell.reason.empty() ? Json(nullptr) : Json(cell.reason)}};
  for (const char* key :
       {"choice", "elapsed", "cpu", "computing", "communicating", "hidden", "error", "error_limit"})
    json[key] = nullptr;
  if (!cell.reason.empty()) return json;
  json["choice"] = cell.choice;
  json["elapsed"] = rounds_json(cell.elapsed);
  json["cpu"] = rounds_json(cell.cpu);
  json["computing"] = rounds_json(cell.computing);
  json["communicating"] = rounds_json(cell.communicating);
  if (const auto hidden = hidden_share(row, i)) json["hidden"] = *hidden;
  json["error"] = cell.error;
  json["error_limit"] = cell.limit;
  return json;
}

// Of one process there is no algorithm: nothing is exchanged.
std::string algorithm_of(const Fft2dRow& row, std::size_t cell) {
  return row.n_processes == 1 ? "one process" : fft2d_algorithms()[cell].name;
}

// A line of the table: a cell for each algorithm.
template <class Cell>
std::string line_of(const std::string& name, const std::string& np, const Cell& cell) {
  std::string line = fmt::format("{:<17} {:>4}  ", name, np);
  for (std::size_t i = 0; i < fft2d_algorithms().size(); ++i) line += fmt::format(" {:<23}", cell(i));
  return line.substr(0, line.find_last_not_of(' ') + 1);
}

// What overlapping can hide, and what it does: computing and communicating of the algorithm that does one
// after the other, and the share hidden by those that overlap.
void print_hidden(const Session& session, const Fft2dResult& result) {
  const std::vector<Fft2dAlgorithm>& algorithms = fft2d_algorithms();
  for (std::size_t i = 0; i < algorithms.size(); ++i) {
    if (algorithms[i].name != unoverlapped_algorithm) continue;
    for (const Fft2dRow& row : result.rows) {
      if (row.n_processes == 1 || !row.cells[i].reason.empty()) continue;
      std::string line = fmt::format("{} on {}: computing {:#.4g}, communicating {:#.4g}; hidden",
                                     algorithms[i].name, row.n_processes, median_of(row.cells[i].computing),
                                     median_of(row.cells[i].communicating));
      for (std::size_t other = 0; other < algorithms.size(); ++other)
        if (const auto hidden = hidden_share(row, other))
          line += fmt::format("{} {:.0f} % by {}", line.ends_with("hidden") ? "" : ",", 100 * *hidden,
                              algorithms[other].name);
      say(session, "{}", line);
    }
  }
}

// By algorithm, why it is missing somewhere.
std::map<std::string, std::string> left_out_of(const Fft2dResult& result) {
  std::map<std::string, std::string> reasons;
  for (const Fft2dRow& row : result.rows)
    for (std::size_t i = 0; i < row.cells.size(); ++i)
      if (!row.cells[i].reason.empty()) reasons[algorithm_of(row, i)] = row.cells[i].reason;
  return reasons;
}

}  // namespace

bool fft2d_is_paced() {
  const char* pace = std::getenv("WEFT_SECONDS_PER_FLOP");
  return pace != nullptr && *pace != '\0';
}

void print_fft2d(const Session& session, const Fft2dResult& result) {
  if (!session.is_root()) return;
  const std::string head =
      fmt::format("system size LxL = {0}x{0}, nfft={1}", result.size.length, result.size.n_fft);
  say(session, "{}\n{}\nnp=1   {}", head, std::string(head.size(), '='),
      cell_text(result.rows.front().cells.front()));
  if (result.rows.size() > 1)
    say(session, "{}", line_of("", "np", [](std::size_t i) { return fft2d_algorithms()[i].name; }));
  for (const Fft2dRow& row : result.rows)
    if (row.n_processes > 1)
      say(session, "{}", line_of(mpi_name(), std::to_string(row.n_processes), [&](std::size_t i) {
            return cell_text(row.cells[i]);
          }));
  print_hidden(session, result);
  for (const auto& [name, reason] : left_out_of(result)) say(session, "{} is left out: {}", name, reason);
  say(session, "");
}

Json fft2d_json(const Session& session, const std::vector<Fft2dResult>& results, int n_rounds) {
  Json list = Json::array(), left_out = Json::array();
  for (const auto& [name, reason] : left_out_of(results.front()))
    left_out.push_back({{"name", name}, {"reason", reason}});
  for (const Fft2dResult& result : results)
    for (const Fft2dRow& row : result.rows)
      for (std::size_t i = 0; i < row.cells.size(); ++i)
        list.push_back(fft2d_cell_json(result, row, i, algorithm_of(row, i)));
  return report_json(
      session,
      {{"protocol", {{"paper", "fft2d"}, {"rounds", n_rounds}, {"cpu_includes_sleep", fft2d_is_paced()}}},
       {"results", list},
       {"left_out", left_out}});
}

}  // namespace weft::lab
