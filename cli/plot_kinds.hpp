// The kinds of files that weft plot takes: a file plot_KIND.cpp and a row of the table in plot.cpp each.
#pragma once

#include <string>
#include <vector>

#include "json.hpp"
#include "numbers_file.hpp"

namespace weft::cli {

// As typed; empty: not given.
struct PlotRequest {
  std::string file, plot, data, what = "all", json;
};

// What a kind makes of a file.
struct Plotted {
  Json result;  // the numbers, for --json
  Json facts;   // for the picture: what draw_job.py takes
};

struct PlotKind {
  const char* program;                 // the attribute of that name of such files
  const char* contents;                // in words
  const char* ending;                  // of the name of such files, after that of the run
  std::vector<std::string> what;       // words of --what but "all"
  std::vector<std::string> published;  // words of --data but "none"
  // Reads the file, of this kind, and prints its numbers. The words of the request are known ones, or empty
  // (--data). Collective; the same Error everywhere: as NumbersFile has it, and (invalid_argument).
  Plotted (*plot)(const Session& session, const NumbersFile& file, const PlotRequest& request);
};

// Names of published data, for PlotKind.
template <class AllPublished>
std::vector<std::string> names_of_data(const AllPublished& all) {
  std::vector<std::string> names;
  for (const auto& published : all) names.emplace_back(published.name);
  return names;
}

extern const PlotKind channel_statistics_kind;
extern const PlotKind turbulence_history_kind;
extern const PlotKind turbulence_statistics_kind;

}  // namespace weft::cli
