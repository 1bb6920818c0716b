// A machine in numbers, from which estimates of plans are made. `weft calibrate` measures it
// (weft/calibration.hpp) and keeps it in a file.
//
// All times are seconds, all sizes bytes, all rates bytes read plus bytes written in a second by one process.
// Lists lack values that were not measured (messages between nodes on one node, barriers on one process).
#pragma once

#include <string>
#include <vector>

#include "weft/export.h"
#include "weft/layout.hpp"
#include "weft/problem.hpp"

namespace weft WEFT_API {

// Bytes read plus bytes written in a second by one process that copies.
struct CopyRate {
  double cached = 0;  // inside its own cache, by ordinary stores
  double memory = 0;  // from memory to memory, around the cache, as large sweeps write
};

// The transform of one line of a tile that sits in cache.
struct LineTime {
  std::string backend;    // with its effort, as in a choice: "native", "fftw:estimate"
  std::string transform;  // "c2c", "r2c" or "c2r"
  Precision precision = Precision::double_;
  Index n = 1;         // points of the line
  double seconds = 0;  // of one line
  bool operator==(const LineTime&) const = default;
};

// A copy, while several processes of a node copy at the same time.
struct CopyTime {
  int n_processes = 1;          // of the node, copying at once
  Index working_set = 0;        // bytes of the two arrays of one process, from and to
  double bytes_per_second = 0;  // of one process; the largest working set is written around the cache
  bool operator==(const CopyTime&) const = default;
};

// How much longer sweeps take than their lines in cache and their copies alone: the cost of strides, pages
// and short rows. Measured on transforms of one process, by as many processes at once.
struct SweepTime {
  int n_processes = 1;    // of the node, sweeping at once
  std::string backend;    // with its effort
  std::string shape;      // "planes" of several axes; of one axis how its lines lie before and after: "lines
                          // to rows" are contiguous at first, and side by side then
  std::string transform;  // "r2c", "c2r", or "c2c" where all axes are complex; "c2c of odd rows": lines that
                          // lie side by side and fill no whole vectors, as the modes of a real axis
  Precision precision = Precision::double_;
  Index footprint = 0;  // bytes of all arrays of the process that take turns in its caches
  double ratio = 1;     // to lines and copies alone
  bool operator==(const SweepTime&) const = default;
};

// A message from one process to another, nothing else going on.
struct MessageTime {
  Index bytes = 0;
  bool same_node = true;
  double seconds = 0;    // one way
  double both_ways = 0;  // while the receiver sends as large a one to the sender
  bool operator==(const MessageTime&) const = default;
};

// The time of messages by a formula, for machines that are described and not measured.
struct MessageLaw {
  bool same_node = false;
  double start = 0;                  // seconds of an empty message
  double bytes_per_second = 0;       // of one process that sends
  double link_bytes_per_second = 0;  // of all processes of a node together, between nodes
  Index eager_bytes = 0;             // larger messages are sent after a request to the receiver; 0: none
  double rendezvous = 0;             // seconds of the request
  double duplex = 1;                 // time of two that send to each other at once over that of one: 1 to 2
  bool operator==(const MessageLaw&) const = default;
};

// Each process sends a block to each other process.
struct ExchangeTime {
  int n_processes = 1;
  Index bytes_per_pair = 0;
  double seconds = 0;
  bool operator==(const ExchangeTime&) const = default;
};

// The cost of an exchange beside its flags or messages.
struct PeerTime {
  int n_processes = 1;  // all of which do so
  Index bytes = 0;      // that each takes from the others
  double seconds = 0;
  bool operator==(const PeerTime&) const = default;
};

// A number of processes wait for each other.
struct MeetingTime {
  int n_processes = 1;
  double seconds = 0;
  bool operator==(const MeetingTime&) const = default;
};

// All measurements, with their place and method.
struct MachineModel {
  std::string host;              // on which process 0 ran
  std::string kind;              // of its computer, from kind_of()
  std::string date;              // when it was measured: "2026-11-21T18:57:47Z"
  std::string weft_version;      // that measured
  std::string mpi;               // from mpi_library()
  int n_processes = 1;           // that took part
  int processes_per_node = 1;    // on the node that had most
  bool quick = false;            // few lengths and short measurements
  bool oversubscribed = false;   // more processes than processors on some node
  bool loaded = false;           // other programs took time of the processors
  std::vector<std::string> why;  // reasons of oversubscribed or loaded

  // By formula instead of measured, on machines that are described by hand (`by_hand`).
  bool by_hand = false;
  double operation_seconds = 0;  // of one of the 5 n log2 n operations of a complex line of n points, half
                                 // as many for a real one; 0: lines are measured
  std::vector<MessageLaw> laws;  // within a node, between nodes; where there is none: measured

  std::vector<LineTime> lines;
  std::vector<CopyTime> copies;
  std::vector<SweepTime> sweeps;
  std::vector<MessageTime> messages;
  std::vector<ExchangeTime> exchanges;  // all at once, by MPI_Alltoallv
  std::vector<ExchangeTime> rounds;     // one peer after the other, by pairwise, on several nodes
  std::vector<MeetingTime> barriers;    // MPI_Barrier, on all nodes
  std::vector<PeerTime> peers;          // through windows: what sweeps read or write lies in others' caches
  std::vector<PeerTime> datatypes;      // MPI takes the elements from arrays and puts them back
  std::vector<MeetingTime> flags;       // a round of flags in memory that the processes of a node share

  bool operator==(const MachineModel&) const = default;
};

}  // namespace weft
