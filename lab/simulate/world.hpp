// What the driver and the calls that it answers for the library share, on each simulated process.
#pragma once

#include <cstddef>
#include <cstdint>

namespace simulate {

// Seconds since the simulation began; and this process does nothing for so long.
double now();
void sleep_for(double seconds);

// --- memory (system.cpp)
// ------------------------------------------------------------------------------------

// From now on blocks of a page or more come from one piece of `bytes` that all processes share: what is in
// them is lost, and messages between them are not copied. Call it before the first plan. The same size on all
// processes.
void fold_memory(std::size_t bytes);
bool is_folded(const void* address);

// Memory of an array: aligned to a page, folded or not.
void* allocate(std::size_t bytes);
void release(void* memory);

// --- messages (messages.cpp)
// --------------------------------------------------------------------------------

// What this process has sent to others by the exchanges, not counting what it says to itself.
struct Traffic {
  std::int64_t messages = 0;
  std::int64_t bytes = 0;
};
Traffic& traffic();

// Bytes read plus bytes written in a second where MPI picks the elements of a message from an array, or puts
// them back; 0: that takes no time.
void set_packing_rate(double bytes_per_second);

}  // namespace simulate
