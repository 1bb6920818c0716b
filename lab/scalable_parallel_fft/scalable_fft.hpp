// "Scalable parallel FFT for spectral simulations on a Beowulf cluster" (Dmitruk, Wang, Matthaeus, Zhang and
// Seckel, Parallel Computing 27, 2001): a 3-D real transform by slabs, its computing and communicating on
// more and more processes by several exchanges, and the formulas of the paper with constants measured in the
// same run.
#pragma once

#include <string>
#include <vector>

#include "program/json.hpp"
#include "program/session.hpp"
#include "request.hpp"
#include "weft/layout.hpp"
#include "weft/options.hpp"

namespace weft::lab {

inline constexpr const char* scalable_fft_name = "scalable-parallel-fft";

struct ScalableRequest : PaperRequest {
  ScalableRequest() { precision = "single"; }
  std::string sizes = "64,128";  // N of N^3
  int most_bytes = 1 << 20;      // of a message between two processes
};

// What is asked for.
struct ScalablePlan {
  std::vector<Index> lengths;          // N of N^3
  std::vector<int> n_processes;        // ascending; 1 is always among them
  std::vector<std::string> exchanges;  // steps of a choice: "pairwise", "pipelined:p2p:8"
  bool takes_all = false;              // all exchanges that send messages: what does not apply is left out
};
// Throws Error(invalid_argument) in words.
ScalablePlan scalable_plan_of(const ScalableRequest& request, int n_processes);

// Seconds of a message of so many bytes between two processes, mean over many.
struct LinkTime {
  Index bytes = 0;
  double one_way = 0;    // half of there and back
  double both_ways = 0;  // both send one and receive one
};

// Seconds of a message of w words: per_word * w + intercept, by least squares over the large messages.
struct LinkLine {
  double per_word = 0;   // a word is a real number of 4 bytes
  double intercept = 0;  // may be negative: it comes from large messages
};

// Process 0 and another one, on another node if there is one; the others asleep.
struct Link {
  int partner = 0;  // 0: there is no other process
  bool between_nodes = false;
  std::vector<LinkTime> times;
  LinkLine one_way, both_ways;
  double startup() const { return times.empty() ? 0 : times.front().one_way; }  // of the smallest message
};
Link measure_link(const Session& session, Index most_bytes);  // collective

// Seconds for copying a word of `bytes` bytes from memory to memory, by process 0 alone. Collective.
double measure_copying(const Session& session, int bytes);

// A 3-D transform by one call of FFTW and by weft's plan of one process, in turn, neither slowed by
// WEFT_SECONDS_PER_FLOP: seconds in each round.
struct Sequential {
  std::vector<double> fftw, weft;
};
Sequential measure_sequential(const Session& alone, const Options& options, Index n, Precision precision,
                              int n_rounds);

// One exchange on one number of processes: seconds of one transform in each round, of the process with most.
struct ScalableCell {
  std::string exchange;  // as asked; empty: one process
  std::string reason;    // why it was not run; empty if it was
  std::string choice;    // of the plan
  bool has_barrier = false;
  std::vector<double> total, computing, communicating, barrier;
  Index bytes_sent = 0, messages = 0;  // by the process that sends most
  double error = 0, limit = 0;
  bool is_right() const { return !reason.empty() || error <= limit; }
};

// Options of the plan: slabs, and a barrier before the exchange, if it is not in strips. Throws
// Error(invalid_argument) for an unknown exchange and for settings that contradict this.
Options scalable_options(const ScalableRequest& request, const std::string& exchange, int n_processes);

struct ScalableRow {
  int n_processes = 1;
  std::vector<ScalableCell> cells;
};
// Collective over `session`, whose processes all take part.
ScalableRow run_scalable_row(const Session& session, const ScalableRequest& request, const ScalablePlan& plan,
                             Index n);

struct ScalableResult {
  Index n = 0;
  int word_bytes = 4;
  Sequential sequential;
  std::vector<ScalableRow> rows;  // the first one is of one process

  double operations() const;        // 5/2 N^3 log2(N^3)
  double alone() const;             // T(1): seconds of one process, by the parallel algorithm
  double sequential_ratio() const;  // FFTW's time to weft's
  double per_operation() const;     // t_c
};

// Equations 4 and 5 of the paper, in seconds.
struct ScalableModel {
  double computing = 0;      // t_c's term of equation 4
  double copying = 0;        // t_a's term, which weft does not have
  double communicating = 0;  // equation 5
};
ScalableModel scalable_model(const ScalableResult& result, int n_processes, const Link& link,
                             double per_copy);

void print_link(const Session& session, const Link& link, double per_copy, int word_bytes);
void print_scalable(const Session& session, const ScalableResult& result, const Link& link, double per_copy);
// On process 0.
Json scalable_json(const Session& session, const ScalableRequest& request,
                   const std::vector<ScalableResult>& results, const Link& link, double per_copy);

}  // namespace weft::lab
