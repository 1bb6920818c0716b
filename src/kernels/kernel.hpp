// A kernel transforms lines of a tile that sits in cache.
//
// It knows nothing of views, padding or processes. Its lines may run through the tile with any
// stride, differently on input and output, so that a transform also transposes its tile in passing.
// A backend is one file and one row of the table.
#pragma once

#include <compare>
#include <memory>
#include <string>
#include <vector>

#include "base/kind.hpp"
#include "base/space.hpp"
#include "lines/block.hpp"
#include "weft/layout.hpp"
#include "weft/problem.hpp"

namespace weft::inline kernels {

struct Lines {
  Index step = 1;  // elements from one point of a line to the next
  Index next = 0;  // elements from one line to the next
  auto operator<=>(const Lines&) const = default;
};

struct KernelSpec {
  Kind kind = Kind::c2c;
  Precision precision = Precision::double_;
  Index n = 1;    // points of a line
  int sign = -1;  // of the exponent; of r2c and c2r too
  Index n_lines = 1;
  Lines in, out;         // in elements of the input and of the output
  bool real = false;     // of kinds that are not Fourier: elements are real
  EndFactors ends = {};  // of the same
  bool apart = false;    // the bits of a line do not depend on what other lines hold
  Kept kept = {};        // modes of a line in memory
  auto operator<=>(const KernelSpec&) const = default;
};

// Lines wherever they are in memory: contiguous ones, with one address for each, or one address for each
// point, where that point of all lines lies side by side.
struct LineAddresses {
  bool along = true;  // contiguous lines
  const char* const* rows = nullptr;
};

// How a kernel reads and writes memory.
struct MemoryMode {
  double scale = 1;       // multiplies the results
  bool stream = false;    // stores around the cache; rows of the output are aligned to 64 bytes
  bool in_place = false;  // each line is written where it was read
  Index ahead = 0;        // bytes: memory at this distance behind the rows of points will be read soon
};

class Kernel {
 public:
  virtual ~Kernel() = default;
  // Memory that a running kernel needs, aligned to 64 bytes. Each thread gives memory of its own, whatever it
  // holds: a kernel itself does not change when it runs.
  virtual Index scratch_bytes() const { return 0; }
  // Transforms all lines. `in` and `out` do not overlap and are aligned to 64 bytes; `in` is destroyed.
  virtual void run(void* in, void* out, void* scratch) const = 0;

  // Some kernels also work on memory itself, without tiles: any number of lines, `along` as their Lines say;
  // input and output do not overlap, the input is not changed.
  virtual bool reaches_memory() const { return false; }
  virtual void run_lines(const LineAddresses& /*in*/, const LineAddresses& /*out*/, Index /*n_lines*/,
                         const MemoryMode& /*mode*/, void* /*scratch*/) const {}
};

struct Backend {
  std::string name;
  std::vector<std::string> efforts;  // accepted after the name, as in "fftw:measure"; the first is the
                                     // default, and empty if there is nothing to choose
  std::unique_ptr<Kernel> (*make)(const KernelSpec& spec, const std::string& effort);
  std::string (*version)();
  std::string (*version_for)(Kind kind, Index n);  // the version of what transforms lines of n points
  // Why it cannot be used on this machine, and the remedy; "" if it can. Null for rows that are always there.
  // May load a library.
  std::string (*missing)() = nullptr;
  std::string tuned_effort = {};  // with which a tuner tries it
  bool reaches_memory = false;    // its kernels mostly do
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
