// What `weft model` predicts, as values, and its forms: a table, words, and JSON.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "program/json.hpp"
#include "program/session.hpp"
#include "weft/weft.hpp"

namespace weft::cli {

// One number of processes.
struct ModelRow {
  int n_processes = 1;
  std::optional<Prediction> predicted;
  std::optional<NodeMemory> node;  // of process 0; none: not known
  std::string reason;              // in words, if nothing is predicted
};

struct ModelResult {
  Problem problem;
  std::string program;  // "weft" or "block-transpose"
  MachineModel machine;
  std::string machine_name;    // its file or name; "typical"
  double seconds_of_one = 0;   // of a pair on one process; 0: not known
  std::vector<ModelRow> rows;  // ascending
};

// The row that takes least. There is one with a prediction.
const ModelRow& best_row(const ModelResult& result);

// T(1) / T(P), and that over P; 0 where the time of one process is not known.
double speedup(const ModelResult& result, const ModelRow& row);
double efficiency(const ModelResult& result, const ModelRow& row);

void print_model(const Session& session, const ModelResult& result);
void print_stages(const Session& session, const ModelResult& result, const ModelRow& row);
Json model_report_json(const Session& session, const ModelResult& result);

}  // namespace weft::cli
