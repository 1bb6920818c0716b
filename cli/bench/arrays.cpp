// All processes have their arrays, or none goes on.
#include "bench/arrays.hpp"

#include <algorithm>
#include <new>

#include "weft/weft.hpp"

namespace weft::cli {

Arrays make_arrays(const Session& session, std::size_t bytes, int n_fields, std::vector<Memory>& memory) {
  const std::size_t n_arrays = 2 * static_cast<std::size_t>(n_fields);
  bytes = std::max<std::size_t>(bytes, 1);
  bool fits = true;
  try {
    for (std::size_t i = 0; i < n_arrays; ++i) memory.emplace_back(bytes);
  } catch (const std::bad_alloc&) {
    fits = false;
  }
  if (maximum(session, fits ? 0 : 1) > 0)
    fail(ErrorCode::resource,
         fmt::format("no memory for {} arrays of {} bytes on each process; use smaller arrays "
                     "or more processes",
                     n_arrays, bytes));
  Arrays arrays;
  for (std::size_t i = 0; i < n_arrays; ++i)
    (i % 2 == 0 ? arrays.points : arrays.modes).push_back(memory[i].data());
  return arrays;
}

}  // namespace weft::cli
