// What programs that time the steps of a simulation share: words of the command, ways that take turns,
// results.
#pragma once

#include <mpi.h>

#include <cstdio>
#include <fstream>
#include <functional>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <vector>

#include "times.hpp"
#include "weft/options.hpp"

struct StepCommand {
  int n_rounds = 15;
  std::string json;     // file
  std::string options;  // of the plan, as they were said
};

// Takes `--rounds N`, `--json FILE` and key=value (an option of the plan); `other(word, next)` gets all else,
// and the word after it by next().
template <class Other>
StepCommand parse_steps(int argc, char** argv, weft::Options& options, Other other) {
  StepCommand command;
  int i = 1;
  const auto next = [&]() -> std::string {
    if (i + 1 >= argc) throw std::invalid_argument(std::string(argv[i]) + " wants a value");
    return argv[++i];
  };
  for (; i < argc; ++i) {
    const std::string word = argv[i];
    const std::size_t equals = word.find('=');
    if (word == "--rounds") {
      command.n_rounds = std::stoi(next());
    } else if (word == "--json") {
      command.json = next();
    } else if (equals != std::string::npos) {
      options.set(word.substr(0, equals), word.substr(equals + 1));
      command.options += (command.options.empty() ? "" : " ") + word;
    } else {
      other(word, next);
    }
  }
  return command;
}

// Runs the ways in turns; their seconds in each round but the first one, which touches memory, and what
// `more` then says of the round, all of the slowest process. Collective.
inline std::vector<std::vector<double>> in_turns(
    const std::vector<std::function<void()>>& ways, int n_rounds,
    const std::function<std::vector<double>()>& more = [] { return std::vector<double>{}; }) {
  std::vector<std::vector<double>> rounds;
  for (int round = 0; round <= n_rounds; ++round) {
    std::vector<double> seconds;
    for (const auto& way : ways) {
      MPI_Barrier(MPI_COMM_WORLD);
      const double start = MPI_Wtime();
      way();
      seconds.push_back(MPI_Wtime() - start);
    }
    for (const double value : more()) seconds.push_back(value);
    MPI_Allreduce(MPI_IN_PLACE, seconds.data(), static_cast<int>(seconds.size()), MPI_DOUBLE, MPI_MAX,
                  MPI_COMM_WORLD);
    if (round > 0) rounds.push_back(seconds);
  }
  return rounds;
}

// What `value` says of each round.
inline Times over(const std::vector<std::vector<double>>& rounds,
                  const std::function<double(const std::vector<double>&)>& value) {
  Times times;
  for (const std::vector<double>& round : rounds) times.seconds.push_back(value(round));
  return times;
}

// The sum over all processes. Collective.
inline double sum_of(double here) {
  MPI_Allreduce(MPI_IN_PLACE, &here, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  return here;
}

// Between MPI_Init and MPI_Finalize: `measure` returns the file for the results, if any, and these.
inline int main_of_steps(int argc, char** argv, const char* name,
                         const std::function<std::pair<std::string, nlohmann::json>(int, char**)>& measure) {
  MPI_Init(&argc, &argv);
  try {
    const auto [file, results] = measure(argc, argv);
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0 && !file.empty())
      std::ofstream(file) << nlohmann::json{{"results", results}}.dump() << "\n";
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s: error: %s\n", name, error.what());
    MPI_Abort(MPI_COMM_WORLD, 2);
  }
  MPI_Finalize();
  return 0;
}
