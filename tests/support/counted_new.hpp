// Counts the allocations of a program, libraries included: replaces operator new. For one source of a
// program only. AddressSanitizer has an operator new of its own: with it nothing is counted.
#pragma once

#include <cstdlib>
#include <new>

namespace weft::test {
inline long n_allocations = 0;
}

#ifndef __SANITIZE_ADDRESS__
// noinline: GCC takes inlined malloc and free for a mismatch.
[[gnu::noinline]] void* operator new(std::size_t bytes) {
  ++weft::test::n_allocations;
  if (void* memory = std::malloc(bytes)) return memory;
  throw std::bad_alloc();
}
[[gnu::noinline]] void operator delete(void* memory) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
#endif
