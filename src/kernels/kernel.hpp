// The backends, whose kernels transform lines: one file and one row of the table for each.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/space.hpp"
#include "lines/block.hpp"
#include "lines/kernel.hpp"
#include "weft/problem.hpp"

namespace weft::inline kernels {

struct Backend {
  std::string name;
  std::vector<std::string> efforts;  // accepted after the name, as in "fftw:measure"; the first is the
                                     // default, and empty if there is nothing to choose
  // Null only where the lines are in tables and the backend has no kernel for them.
  std::unique_ptr<Kernel> (*make)(const KernelSpec& spec, const std::string& effort);
  std::string (*version)();
  std::string (*version_for)(Kind kind, Index n);  // the version of what transforms lines of n points
  // Why it cannot be used on this machine, and the remedy; "" if it can. Null for rows that are always there.
  // May load a library.
  std::string (*missing)() = nullptr;
  std::string tuned_effort = {};  // with which a tuner tries it
  bool reaches_memory = false;    // its kernels do (lines/kernel.hpp)
  // What the library has learned by measuring, as text, and its way back into another process: empty and
  // false if there is nothing or it is refused; and how it forgets all. Null if the backend does not learn.
  std::string (*export_wisdom)() = nullptr;
  bool (*import_wisdom)(const std::string& text) = nullptr;
  void (*forget_wisdom)() = nullptr;
  // A kernel for all axes of an array in one piece (lines/block.hpp), or null where there is none. Null for
  // rows that have none.
  std::unique_ptr<BlockKernel> (*make_block)(const BlockSpec& spec) = nullptr;
  // The files of the library that it has loaded; null for rows that are in weft itself.
  std::vector<std::string> (*files)() = nullptr;
  // Name of the memory space whose arrays it transforms; sweep/sweep_table.hpp has the sweeps of a space.
  std::string space = host_space.name;
};

const std::vector<Backend>& backend_table();
// Those that work on arrays of that space, in the order of the table; the first is the one of `auto`.
std::vector<const Backend*> backends_on(const Space& space);

// What its `missing` says; "" for rows that are always there.
std::string why_missing(const Backend& row);

// The row and the effort of "native", "fftw" or "fftw:measure". Error(invalid_argument) names the nearest
// known.
struct BackendChoice {
  const Backend* row = nullptr;
  std::string effort;
};
BackendChoice find_backend(const std::string& text);

}  // namespace weft::inline kernels
