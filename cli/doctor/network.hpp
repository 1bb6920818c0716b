// What `weft doctor` knows of the network between the nodes of a job, and how it judges it: a second table of
// checks, of the whole job and not of a node. Measured by doctor_links.cpp, made up by tests.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "doctor/fabric.hpp"
#include "doctor/finding.hpp"
#include "program/session.hpp"
#include "weft/layout.hpp"

namespace weft::cli {

// A round of messages of one size between two processes: all are sent at once, then all are awaited.
struct Traffic {
  Index bytes = 0;           // of a message
  int n_messages = 1;        // of a round, in each direction that is used
  double one_way = 0;        // seconds of a round in which one of the processes sends
  double both_ways = 0;      // seconds of a round in which both send
  double slowdown() const;   // both_ways / one_way: 1 in full duplex, 2 in half duplex
  double rate() const;       // bytes per second, one way
  double rate_each() const;  // bytes per second of each process while both send
};

// Between the first processes of two nodes.
struct LinkFacts {
  std::string from, to;   // the nodes, by host
  double latency = 0;     // seconds of an empty message, one way
  Traffic large, medium;  // as exchanges send: 1 MiB (less on slow links) and 64 KiB
  Traffic small;          // several of 16 KiB, which MPI libraries send without asking the receiver
};

struct NetworkFacts {
  std::string mpi;                    // name and version
  std::vector<std::string> settings;  // "NAME=VALUE" in the environment, that decide how messages travel
  int n_nodes = 1;
  std::vector<LinkFacts> links;  // none on one node
  bool is_in_job = false;
  std::vector<NetworkDevice> devices;   // of the node of process 0
  std::vector<std::string> transports;  // of process 0
};

struct NetworkCheck {
  std::string name;
  std::optional<Finding> (*judge)(const NetworkFacts& facts);  // nothing: there is nothing to judge
};

const std::vector<NetworkCheck>& network_check_table();

// Bytes per second of large messages, one way: the median of all links, of which there must be one.
double median_rate(const NetworkFacts& facts);

// Which nodes are measured with each other: 0 with 1, 2 with 3, ..., an odd last one with 0; if these are
// more than `most`, so many of them, evenly spread. Pairs with every node once or twice; none for one node.
std::vector<std::pair<int, int>> pairs_of_nodes(int n_nodes, int most);

// Measures the links, one after the other, in about a second each; processes that are not measured sleep.
// Nodes are those that plans see, so WEFT_PROCESSES_PER_NODE counts. The facts are on rank 0, elsewhere none.
// Collective. Error(invalid_argument) everywhere if that variable is not a number greater than 0.
NetworkFacts measure_network(const Session& session);

}  // namespace weft::cli
