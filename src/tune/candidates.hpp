// All choices that a tuner may try: a pure function of problem, processes and what the user has settled.
#pragma once

#include <string>
#include <vector>

#include "plan/blueprint.hpp"

namespace weft::inline tuning {

// What decides how many sweeps and exchanges there are, and what may be chosen then.
struct Placement {
  Choice base;                                      // grid, ranks and sweeps, with the defaults of all else
  std::size_t n_sweeps = 0;                         // that transform
  std::vector<std::vector<std::string>> exchanges;  // of each redistribution, those that apply
  std::vector<Index> lengths = {};                  // that its strips would divide, longest block
};

struct SearchSpace {
  std::vector<Placement> placements;
  std::vector<std::string> backends;
  std::vector<std::string> stores;
  std::vector<int> lines;
  std::vector<int> threads;
  std::vector<int> lumps;
  bool in_strips = true;  // messages may be cut into strips
  std::vector<int> carriers;
  std::vector<int> node_of;  // by rank, as of Machine
};

// `backends` are those that can be used, with the effort that pays; `n_processors` what a process has
// processors for. What `settings` say is the only value there; reproducible plans leave backend and lines.
SearchSpace search_space(const Problem& problem, int n_processes, const Settings& settings,
                         const Machine& machine, const std::vector<std::string>& backends, int n_processors);

// The choices of a placement with every combination of rows of shared memory and the first row of messages;
// all else as in its base. Rows of messages are much alike: another one is a detail.
std::vector<Choice> with_exchanges(const Placement& placement);

// The choices that differ from `choice` in one detail: for each detail, the backend of each sweep first, at
// last the row of messages and the way in which they travel (in strips, in lumps, by some of the processes of
// a node), a list with all its other values.
std::vector<std::vector<Choice>> with_other_details(const SearchSpace& space, const Placement& placement,
                                                    const Choice& choice);

// Every placement with every row of messages, in every way in which these travel; and, with the first row of
// messages, every combination of what sweeps do, which hardly depends on how messages travel. Without those
// that come to the same sweeps and exchanges.
std::vector<Choice> all_choices(const Problem& problem, const Settings& settings, const SearchSpace& space);

// What a choice comes to on process 0, as a text: equal for choices that differ in words only.
std::string signature_of(const Problem& problem, const Settings& settings, const Choice& choice,
                         const std::vector<int>& node_of);

}  // namespace weft::inline tuning
