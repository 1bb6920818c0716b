// The memory of a plan: aligned blocks of one space, counted, released together.
//
// Blocks are aligned to a page, so that vector and non-temporal stores never straddle a cache line at
// the start of a row, and different blocks never share one.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "base/space.hpp"
#include "weft/layout.hpp"

namespace weft::inline base {

class Arena {
 public:
  static constexpr std::size_t alignment = 4096;

  Arena() = default;
  explicit Arena(const Space& space) : space_(&space) {}

  // `bytes` of zeroed memory (null for none); lives as long as the arena. Error(resource) when there
  // is no memory left.
  char* allocate(Index bytes);
  const Space& space() const { return *space_; }
  Index allocated_bytes() const { return allocated_bytes_; }  // sum of what was asked for

 private:
  struct Free {
    const Space* space;
    Index bytes;
    void operator()(char* p) const { space->release(p, bytes); }
  };
  const Space* space_ = &host_space;
  std::vector<std::unique_ptr<char, Free>> blocks_;
  Index allocated_bytes_ = 0;
};

}  // namespace weft::inline base
