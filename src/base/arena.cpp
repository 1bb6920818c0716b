// The memory of a plan: aligned blocks, counted, released together.
#include "base/arena.hpp"

#include <cstdlib>
#include <cstring>
#include <string>

#include "weft/error.hpp"

namespace weft::inline base {

void Arena::Free::operator()(char* p) const { std::free(p); }

char* Arena::allocate(Index bytes) {
  if (bytes <= 0) return nullptr;
  const std::size_t rounded = (static_cast<std::size_t>(bytes) + alignment - 1) / alignment * alignment;
  auto* block = static_cast<char*>(std::aligned_alloc(alignment, rounded));
  if (block == nullptr)
    fail(ErrorCode::resource, "there is no memory for a stage of " + std::to_string(bytes) +
                                  " bytes; use more processes, or in_place=yes");
  blocks_.emplace_back(block);
  std::memset(block, 0, rounded);
  allocated_bytes_ += bytes;
  return block;
}

}  // namespace weft::inline base
