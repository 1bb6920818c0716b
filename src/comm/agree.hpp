// All processes throw the same error, or none does.
//
// Each process tries a piece of local work; the first that failed (by rank) tells the others its
// message. Nothing collective may happen inside the work.
#pragma once

#include <mpi.h>

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "comm/wait.hpp"
#include "comm/watchdog.hpp"
#include "weft/layout.hpp"

namespace weft::inline comm {

// What a function does, while it lives ("to write a dataset"): it stands in the errors of agree() and its
// like where they are not told otherwise, and what the function waits for inside a library is watched
// (comm/watchdog.hpp), for `seconds` and what it takes to move `bytes`. Of several the first counts:
// functions call each other.
class Doing {
 public:
  explicit Doing(const char* doing, double seconds = default_timeout(), Index bytes = 0);
  ~Doing();
  Doing(const Doing&) = delete;
  Doing& operator=(const Doing&) = delete;

 private:
  bool is_first_;
  Watchdog watchdog_;
};

// Runs `work` on every process of `comm`; if it throws an Error on any, all throw the Error of the lowest
// such rank. Collective over `comm`. Error(communication) if some process does not come `doing` ("to make a
// plan") in `seconds`.
void agree(MPI_Comm comm, const std::function<void()>& work, const std::string& doing = "",
           double seconds = default_timeout());

// Throws Error(mismatch) on all processes unless the list of (name, value) pairs is the same on all.
// Collective over `comm`. Error(communication) as of agree().
void require_equal(MPI_Comm comm, const std::vector<std::pair<std::string, std::string>>& facts,
                   const std::string& doing = "", double seconds = default_timeout());

// The same for one small number, in one short message: Error(mismatch) unless all pass the same `value` of
// what is called `name`.
void require_equal_numbers(MPI_Comm comm, const std::string& name, int value, const std::string& doing,
                           double seconds = default_timeout());

// The smallest of each number of all processes. `kind`: of the call (CallName). Collective over `comm`;
// Error(communication) as of agree().
std::array<std::int64_t, 4> minima(MPI_Comm comm, const std::array<std::int64_t, 4>& numbers,
                                   const std::string& doing, double seconds, const std::string& kind = "");

// The text of `root`, on all processes. Collective over `comm`.
std::string broadcast(MPI_Comm comm, std::string text, int root);

}  // namespace weft::inline comm
