// The measuring protocol: of Dalcin, Mortensen and Keyes (J. Parallel Distrib. Comput. 128, 2019,
// section 4), with all implementations in turn.
//
// A round gives every implementation one turn: a barrier, then a batch of forward-backward pairs without
// a break; the time is the maximum over the processes, divided by the number of pairs. All have batches of as
// many pairs: as many as the fastest needs to be timed well, unless the user says how many. The order changes
// from round to round, so that nobody always follows the same neighbour. Ratios are taken inside a round,
// where the machine was in the same state, and their median is reported.
#pragma once

#include <memory>
#include <vector>

#include "bench/implementation.hpp"
#include "bench/peers.hpp"
#include "bench/truth.hpp"
#include "program/session.hpp"

namespace weft::cli {

// What is timed in one turn, the same for all implementations and processes.
struct Batch {
  int n_pairs = 0;
  bool is_chosen = false;  // by how long the pairs of this problem take, not by the user
  // Whether no clock is read inside the pairs whose time is reported; forward and backward are then timed in
  // as many pairs of their own.
  bool is_unbroken = false;
};

// Seconds per transform (pair: of forward and backward together), one entry for each round.
struct Times {
  std::vector<double> forward;
  std::vector<double> backward;
  std::vector<double> pair;
};

struct Verified {
  double round_trip = 0;  // relative l2 error of the points after forward and backward
  double modes = 0;       // relative l2 error of the modes that were summed directly
  double worst() const;   // the larger one; NaN if one of them is
};

struct Contestant {
  std::unique_ptr<Implementation> implementation;
  Times times = {};
  Verified error = {};      // largest of the checks before and after the rounds
  double bind_seconds = 0;  // planning on the arrays, largest over processes
};

struct TimedProgram {
  Program program;
  std::vector<double> pair = {};  // seconds, one entry for each round
};

double minimum_of(const std::vector<double>& values);
double median_of(std::vector<double> values);
// Median over the rounds of theirs / ours.
double median_ratio(const std::vector<double>& theirs, const std::vector<double>& ours);
// Where that median lies with 95 % confidence, by the order statistics of the rounds.
struct Interval {
  double low = 0, high = 0;
};
Interval ratio_interval(const std::vector<double>& theirs, const std::vector<double>& ours);

// The one whose worst error is larger, or NaN.
Verified worse_of(const Verified& a, const Verified& b);
// The larger error, or NaN.
double worse_of(double a, double b);

// One forward and backward call on fresh points, compared with the truth. Collective.
Verified verify(const Session& session, const Problem& problem, const Truth& truth,
                Implementation& implementation);

// Warms up with a turn each or several, then times, in batches of n_pairs (0: chosen); returns what a batch
// was. Collective.
Batch run_rounds(const Session& session, const Problem& problem, std::vector<Contestant>& contestants,
                 std::vector<TimedProgram>& programs, int n_rounds, int n_pairs);

}  // namespace weft::cli
