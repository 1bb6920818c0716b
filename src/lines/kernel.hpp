// A kernel transforms lines that lie evenly spaced in memory.
//
// It knows nothing of views, padding or processes. Its lines may lie with any stride, differently on input
// and output, so that a transform also transposes its lines in passing.
#pragma once

#include <compare>
#include <memory>

#include "base/kind.hpp"
#include "weft/layout.hpp"
#include "weft/problem.hpp"

namespace weft::inline lines {

struct Lines {
  Index step = 1;      // elements from one point of a line to the next
  Index next = 0;      // elements from one line to the next
  bool table = false;  // points are at distances from the first one that a call says
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
  // Of kernels that work on memory itself, without tiles:
  double scale = 1;       // multiplies the results
  bool in_place = false;  // each line is written where it was read
  Index least_lines = 0;  // that a kernel has whose lines shall have the same bits; 0: n_lines
  bool stream = false;    // to a table: store around the cache where the addresses are aligned
  Index ahead = 0;        // bytes: memory at this distance behind what is read will be read soon
  auto operator<=>(const KernelSpec&) const = default;
};

// Bytes from the first point of a line to each of its points.
struct LineTables {
  const Index* in = nullptr;
  const Index* out = nullptr;
  bool is_aligned = false;  // those of the output are multiples of 64
};

class Kernel {
 public:
  virtual ~Kernel() = default;
  // Memory that a running kernel needs, aligned to 64 bytes. Each thread gives memory of its own, whatever it
  // holds: a kernel itself does not change when it runs.
  virtual Index scratch_bytes() const { return 0; }
  // Transforms all lines. `in` and `out` do not overlap, are aligned to 64 bytes, and `in` is destroyed.
  // Kernels that reach memory leave `in` as it is, and take any addresses of elements.
  virtual void run(void* in, void* out, void* scratch) const = 0;
  // The same of a kernel that was made for tables.
  virtual void run_at(void* in, void* out, const LineTables& /*tables*/, void* scratch) const {
    run(in, out, scratch);
  }
};

}  // namespace weft::inline lines
