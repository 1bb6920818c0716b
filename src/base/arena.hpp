// The memory of a plan: aligned blocks, counted, released together.
//
// Blocks are aligned to a page, so that vector and non-temporal stores never straddle a cache line at
// the start of a row, and different blocks never share one.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "weft/layout.hpp"

namespace weft::inline base {

class Arena {
 public:
  static constexpr std::size_t alignment = 4096;

  // `bytes` of zeroed memory (null for none); lives as long as the arena. Error(resource) when there
  // is no memory left.
  char* allocate(Index bytes);
  Index allocated_bytes() const { return allocated_bytes_; }  // sum of what was asked for

 private:
  struct Free {
    void operator()(char* p) const;
  };
  std::vector<std::unique_ptr<char, Free>> blocks_;
  Index allocated_bytes_ = 0;
};

}  // namespace weft::inline base
