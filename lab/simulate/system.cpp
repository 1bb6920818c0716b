// What the library asks of the system, answered by the simulation: the clock, sleeping, memory.
//
// All simulated processes are threads of one real process that take turns; while one computes, simulated time
// stands still. Here steady_clock tells the simulated time, and sleeping lets it pass. Folded memory is one
// piece of SMPI's shared malloc: it maps few real pages again and again, and SMPI does not copy messages
// between such blocks. Every process takes its blocks from the same piece, so that thousands of them need no
// more of the system than one.
#include <simgrid/actor.h>
#include <simgrid/engine.h>
#include <smpi/smpi.h>

#include <chrono>
#include <cstdlib>
#include <ctime>
#include <limits>
#include <map>
#include <new>
#include <string>

#include "world.hpp"

extern "C" {
void* __real_aligned_alloc(std::size_t alignment, std::size_t bytes);
void __real_free(void* memory);
void* __real_memset(void* memory, int value, std::size_t bytes);
}

namespace simulate {
namespace {

constexpr std::size_t page = 4096;
constexpr const char* fold_variable = "WEFT_SIMULATE_FOLD";  // of the real process: where the piece is

char* fold_begin = nullptr;  // null: memory is not folded
char* fold_end = nullptr;
char* fold_next = nullptr;  // of this process

char* from_fold(std::size_t bytes) {
  char* block = fold_next;
  fold_next += (bytes + page - 1) / page * page;
  if (fold_next > fold_end) throw std::bad_alloc();
  return block;
}

}  // namespace

double now() { return simgrid_get_clock(); }

void sleep_for(double seconds) {
  if (seconds > 0) sg_actor_sleep_for(seconds);
}

void fold_memory(std::size_t bytes) {
  bytes = (bytes + page - 1) / page * page;
  const char* known = std::getenv(fold_variable);
  if (known == nullptr) {
    auto* piece = static_cast<char*>(smpi_shared_malloc(bytes, __FILE__, __LINE__));
    setenv(fold_variable, std::to_string(reinterpret_cast<std::uintptr_t>(piece)).c_str(), 1);
    known = std::getenv(fold_variable);
  }
  fold_begin = fold_next = reinterpret_cast<char*>(std::strtoull(known, nullptr, 10));
  fold_end = fold_begin + bytes;
}

bool is_folded(const void* address) { return address >= fold_begin && address < fold_end; }

void* allocate(std::size_t bytes) {
  if (fold_begin != nullptr) return from_fold(bytes);
  void* memory = __real_aligned_alloc(page, (bytes + page - 1) / page * page);
  if (memory == nullptr) throw std::bad_alloc();
  __real_memset(memory, 0, bytes);
  return memory;
}

void release(void* memory) {
  if (!is_folded(memory)) __real_free(memory);
}

}  // namespace simulate

extern "C" {

std::chrono::steady_clock::time_point __wrap__ZNSt6chrono3_V212steady_clock3nowEv() {
  using Time = std::chrono::steady_clock;
  return Time::time_point(
      std::chrono::duration_cast<Time::duration>(std::chrono::duration<double>(simulate::now())));
}

// `flags` says whether `wanted` is a time on the clock or how long to sleep.
int __wrap_clock_nanosleep(clockid_t, int flags, const timespec* wanted, timespec*) {
  const double seconds = static_cast<double>(wanted->tv_sec) + 1e-9 * static_cast<double>(wanted->tv_nsec);
  simulate::sleep_for(flags == TIMER_ABSTIME ? seconds - simulate::now() : seconds);
  return 0;
}

int __wrap_nanosleep(const timespec* wanted, timespec* left) {
  return __wrap_clock_nanosleep(CLOCK_MONOTONIC, 0, wanted, left);
}

void* __wrap_aligned_alloc(std::size_t alignment, std::size_t bytes) {
  if (simulate::fold_begin == nullptr || alignment < simulate::page)
    return __real_aligned_alloc(alignment, bytes);
  return simulate::from_fold(bytes);
}

void __wrap_free(void* memory) { simulate::release(memory); }

void* __wrap_memset(void* memory, int value, std::size_t bytes) {
  return simulate::is_folded(memory) ? memory : __real_memset(memory, value, bytes);
}

// The nodes of a simulation have as much memory as it takes; what this machine needs is a small part of it.
std::int64_t __wrap__ZN4weft22available_memory_bytesEv() {
  return std::numeric_limits<std::int64_t>::max() / 4;
}

}  // extern "C"
