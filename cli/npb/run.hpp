// One timed run of NAS FT, and what is told of it.
#pragma once

#include <complex>
#include <string>
#include <vector>

#include "npb/ft.hpp"
#include "program/arguments.hpp"
#include "program/json.hpp"
#include "program/session.hpp"
#include "transform/request.hpp"

namespace weft::cli {

struct NpbRequest {
  std::string name = "S";  // of the class
  TransformRequest ways;   // grid, exchange and settings; the rest is not asked
  std::string choice;
  std::string compare;    // exchanges with commas between them; empty: one run
  int n_rounds = 5;       // of a comparison
  std::string reference;  // file with other checksums
  std::string json;
  bool overlap = false;
  NpbFtMaker make = {};  // how it is run; empty: as `overlap` says
  // Throws Error(invalid_argument) for --overlap beside another way.
  NpbFtMaker maker() const;
};

struct NpbOutcome {
  std::vector<std::complex<double>> checksums;
  double seconds = 0;  // largest over processes
  double mean = 0;     // seconds, mean over processes
  bool verified = false;
  std::string choice;
  NpbFtClocks clocks;  // mean over processes
  NpbFtVolume volume;  // sum over processes
  NpbFtDetails details;
};

// The options of the plans. Throws Error(invalid_argument) for those that the benchmark cannot have.
Options options_of(const NpbRequest& request);

// Starts, and runs with a clock; `tell` gets the choice before the run and each checksum. Collective.
using TellChoice = std::function<void(const std::string& choice)>;
NpbOutcome run_npb(const Session& session, const NpbFtClass& problem, const Options& options,
                   const NpbFtMaker& make, const TellChoice& tell_choice, const NpbFt::Tell& tell);

// Bytes in messages of a run: of its timed part, and with the transform before it.
double npb_sent_bytes(const NpbFtVolume& volume);
double npb_whole_run_bytes(const NpbFtVolume& volume);

void print_shares(const Session& session, const NpbOutcome& outcome);
void print_volume(const Session& session, const NpbFtClass& problem, const NpbOutcome& outcome);
Json shares_json(const NpbOutcome& outcome);
Json volume_json(const Session& session, const NpbFtClass& problem, const NpbOutcome& outcome);

// Runs each exchange of request.compare in turn, in rounds, and prints a table. Returns the exit status: 1 if
// a run had wrong checksums. Collective.
int compare_npb(const Session& session, const NpbFtClass& problem, const NpbRequest& request);

// Declares the options of `request` on the parser; and the whole command, which returns the exit status.
void add_npb_ft_options(const Arguments& arguments, NpbRequest& request);
int run_npb_ft(const Session& session, const NpbRequest& request);

}  // namespace weft::cli
