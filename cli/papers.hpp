// Measurements that papers published, as commands: a table, one row and one file for each paper.
#pragma once

#include <string>
#include <vector>

#include "arguments.hpp"
#include "bench_request.hpp"
#include "session.hpp"

namespace weft::cli {

struct Paper {
  const char* name;
  const char* meaning;
  std::vector<std::string> options;                 // that it takes; all others of `weft bench` are refused
  int (*run)(const Session&, const BenchRequest&);  // returns the exit status; collective
  const char* precision = nullptr;                  // if none is asked for; null: as without a paper
};

const std::vector<Paper>& papers();

// The table as the help shows it.
std::string papers_in_words();

// The paper of that name, null for an empty name. Throws Error(invalid_argument) if there is none, and if an
// option was given on `arguments` that does not go with it (or only goes with papers, and there is none).
const Paper* paper_asked(const Arguments& arguments, const std::string& name);

// Sets what the paper has as its own default, as far as it was not given on `arguments`.
void set_defaults(const Paper& paper, const Arguments& arguments, BenchRequest& request);

int run_transpose_split(const Session& session, const BenchRequest& request);
int run_fft2d(const Session& session, const BenchRequest& request);
int run_scalable_fft(const Session& session, const BenchRequest& request);

}  // namespace weft::cli
