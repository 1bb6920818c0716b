// A peer that is any program: it prints a line "seconds X" for each forward-backward pair it timed.
//
// It cannot share a round with our processes (one MPI job does not start inside another), so rank 0 runs it
// between rounds; the other processes sleep meanwhile, or they would take its processors. It may itself be a
// call of mpirun.
#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <sstream>

#include "bench/peers.hpp"
#include "program/other_program.hpp"
#include "weft/error.hpp"

namespace weft::cli {

namespace {

std::vector<double> seconds_in(const std::string& output) {
  std::vector<double> seconds;
  std::istringstream lines(output);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string word;
    double value = 0;
    if (words >> word >> value && word == "seconds" && value > 0) seconds.push_back(value);
  }
  return seconds;
}

}  // namespace

double run_program(const Session& session, const Program& program) {
  double seconds = 0;
  std::string problem;
  if (session.is_root()) {
    const Finished finished = run_other_program({"/bin/sh", "-c", program.command});
    std::vector<double> all = seconds_in(finished.output);
    if (finished.status != 0)
      problem = fmt::format("{} failed ({}); run it by hand to see why", program.name,
                            status_in_words(finished.status));
    else if (all.empty())
      problem = fmt::format("{} printed no line \"seconds X\" (X: seconds of one forward-backward pair)",
                            program.name);
    else {
      std::nth_element(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(all.size() / 2), all.end());
      seconds = all[all.size() / 2];
    }
  }
  wait_asleep(session.comm, std::numeric_limits<double>::infinity());
  throw_problem(session, problem);
  MPI_Bcast(&seconds, 1, MPI_DOUBLE, 0, session.comm);
  return seconds;
}

}  // namespace weft::cli
