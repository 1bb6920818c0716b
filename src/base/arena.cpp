// The memory of a plan: aligned blocks of one space, counted, released together.
#include "base/arena.hpp"

#include <string>

#include "weft/error.hpp"

namespace weft::inline base {

char* Arena::allocate(Index bytes) {
  if (bytes <= 0) return nullptr;
  auto* block = static_cast<char*>(space_->allocate(bytes));
  if (block == nullptr)
    fail(ErrorCode::resource, "there is no memory for a buffer of " + std::to_string(bytes) +
                                  " bytes; use more processes, or in_place=yes");
  blocks_.emplace_back(block, Free{space_, bytes});
  allocated_bytes_ += bytes;
  return block;
}

}  // namespace weft::inline base
