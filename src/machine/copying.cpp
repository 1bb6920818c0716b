// Copying between two arrays for a given time.
#include "machine/copying.hpp"

#include <algorithm>
#include <chrono>
#include <string>

#include "base/memory.hpp"
#include "sweep/copy.hpp"
#include "weft/error.hpp"

namespace weft::inline machine {

namespace {

constexpr Index mib = Index{1} << 20;
constexpr Index piece_bytes = mib;  // copied between two looks at the clock

}  // namespace

Index memory_copy_bytes(Index largest_cache, Index n_on_node) {
  const Index wanted = std::clamp<Index>(2 * largest_cache, 64 * mib, 256 * mib);
  const Index affordable = static_cast<Index>(available_memory_bytes()) / (8 * n_on_node);
  return std::max(std::min(wanted, affordable) / piece_bytes, Index{4}) * piece_bytes;
}

CopyArrays allocate_copy_arrays(Arena& arena, Index bytes) {
  try {
    return {bytes, arena.allocate(bytes), arena.allocate(bytes)};
  } catch (const Error&) {
    fail(ErrorCode::resource, "there is no memory for two arrays of " + std::to_string(bytes) +
                                  " bytes to measure rates of copying; measure before the program "
                                  "allocates its arrays");
  }
}

double rate_of_copies(const CopyArrays& arrays, bool stream, double seconds) {
  using Clock = std::chrono::steady_clock;
  CopyMode mode;
  mode.stream = stream;
  const Index piece = std::min(arrays.bytes, piece_bytes);
  CopyBox box;
  box.add(piece / mode.element_bytes, 1, 1);
  const auto start = Clock::now();
  double bytes = 0, passed = 0;
  for (Index at = 0; passed < seconds; at = at + 2 * piece <= arrays.bytes ? at + piece : 0) {
    copy_box(box, arrays.from + at, arrays.to + at, mode);
    if (stream) finish_streams();
    bytes += 2 * static_cast<double>(piece);
    passed = std::chrono::duration<double>(Clock::now() - start).count();
  }
  return bytes / passed;
}

}  // namespace weft::inline machine
