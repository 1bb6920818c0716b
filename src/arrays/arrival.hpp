// What every function of distributed arrays begins with: all processes are here, with the same arguments, and
// each has the memory that it needs.
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "comm/agree.hpp"
#include "weft/array_functions.hpp"
#include "weft/distribution.hpp"

namespace weft::inline arrays {

// Names and values of arguments.
using Facts = std::vector<std::pair<std::string, std::string>>;

// The facts of a distribution, in which its name in messages is `name`.
Facts facts_of(const Distribution& distribution, const std::string& name = "distribution");

// Throws Error(invalid_argument) if `memory` cannot hold an array of the distribution. Not collective.
void check_memory(const Distribution& distribution, const ConstMemory& memory,
                  const std::string& name = "the array");

// The first collective step of function `what`: throws the Error of the lowest rank on which `check` throws
// one, and Error(mismatch) unless all pass the same facts. One reduction of three numbers; more only to find
// the words of an error. What follows may wait inside MPI as long as the result lives. Collective over the
// communicator of the distribution.
[[nodiscard]] Doing arrive(const Distribution& distribution, const std::string& what, const Facts& facts,
                           const std::function<void()>& check);

}  // namespace weft::inline arrays
