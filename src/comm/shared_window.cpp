// Memory of the processes of a node that all of them can read, with flags that say what is in it.
#include "comm/shared_window.hpp"

#include <sys/statvfs.h>

#include <algorithm>
#include <cstring>
#include <limits>
#include <new>

#include "comm/check.hpp"
#include "comm/communicators.hpp"

namespace weft::inline comm {

namespace {

// MPI libraries return bases that are not aligned (Open MPI 4.1: 8 bytes past a cache line). The offset
// within a page is the same in all processes, so everybody aligns every segment alike.
constexpr std::uintptr_t segment_alignment = 128;

char* aligned(void* base) {
  const auto address = reinterpret_cast<std::uintptr_t>(base);
  return reinterpret_cast<char*>((address + segment_alignment - 1) / segment_alignment * segment_alignment);
}

constexpr std::uintptr_t sizeof_counters = 4 * segment_alignment;

Index bytes_of_words(int n_words) {
  const auto line = static_cast<Index>(segment_alignment);
  return (n_words * static_cast<Index>(sizeof(std::uint64_t)) + line - 1) / line * line;
}

}  // namespace

Index window_overhead_bytes(int n_words) {
  return static_cast<Index>(segment_alignment + sizeof_counters) + bytes_of_words(n_words);
}

Index free_shared_bytes() {
  struct statvfs facts {};
  if (statvfs("/dev/shm", &facts) != 0) return std::numeric_limits<Index>::max();
  return static_cast<Index>(facts.f_bavail) * static_cast<Index>(facts.f_frsize);
}

SharedWindow::SharedWindow(MPI_Comm comm, Index bytes, double timeout_seconds, int n_words)
    : patience_{comm, timeout_seconds} {
  static_assert(sizeof(Counters) == sizeof_counters);
  int size = 0;
  check_mpi(MPI_Comm_rank(comm, &rank_), "asking for the rank");
  check_mpi(MPI_Comm_size(comm, &size), "asking for the number of processes");
  MPI_Info info = MPI_INFO_NULL;
  check_mpi(MPI_Info_create(&info), "making an info object");
  MPI_Info_set(info, "alloc_shared_noncontig", "true");
  void* base = nullptr;
  const int code = MPI_Win_allocate_shared(static_cast<MPI_Aint>(bytes + window_overhead_bytes(n_words)), 1,
                                           info, comm, &base, &window_);
  MPI_Info_free(&info);
  check_mpi(code, "allocating a shared window");
  for (int peer = 0; peer < size; ++peer) {
    MPI_Aint peer_bytes = 0;
    int unit = 0;
    check_mpi(MPI_Win_shared_query(window_, peer, &peer_bytes, &unit, &base), "asking for a shared segment");
    char* start = aligned(base);
    counters_.push_back(reinterpret_cast<Counters*>(start));
    words_.push_back(reinterpret_cast<std::uint64_t*>(start + sizeof(Counters)));
    segments_.push_back(start + sizeof(Counters) + bytes_of_words(n_words));
  }
  new (counters_[rank_]) Counters{};
  std::memset(segments_[rank_], 0, static_cast<std::size_t>(bytes));
  check_mpi(MPI_Barrier(comm), "waiting for the shared segments");
}

SharedWindow::~SharedWindow() {
  if (mpi_is_usable() && window_ != MPI_WIN_NULL) MPI_Win_free(&window_);
}

void SharedWindow::begin_round() {
  for (int peer = 0; peer < static_cast<int>(counters_.size()); ++peer)
    wait_until(counters_[peer]->finished, round_, peer, patience_);
  ++round_;
}

void SharedWindow::next_round() { ++round_; }

void SharedWindow::publish() { counters_[rank_]->published.store(round_, std::memory_order_release); }

void SharedWindow::await(int rank) { wait_until(counters_[rank]->published, round_, rank, patience_); }

bool SharedWindow::is_published(int rank) const {
  return counters_[rank]->published.load(std::memory_order_acquire) >= round_;
}

void SharedWindow::deliver() { counters_[rank_]->delivered.store(round_, std::memory_order_release); }

bool SharedWindow::is_delivered(int rank) const {
  return counters_[rank]->delivered.load(std::memory_order_acquire) >= round_;
}

void SharedWindow::end_round() { counters_[rank_]->finished.store(round_, std::memory_order_release); }

void SharedWindow::enter_round(std::span<const std::uint64_t> words) {
  ++round_;
  std::copy(words.begin(), words.end(), words_[rank_]);
  counters_[rank_]->entered.store(round_, std::memory_order_release);
}

void SharedWindow::await_entry(int rank) { wait_until(counters_[rank]->entered, round_, rank, patience_); }

bool SharedWindow::has_entered(int rank) const {
  return counters_[rank]->entered.load(std::memory_order_acquire) >= round_;
}

bool SharedWindow::has_ended(int rank) const {
  return counters_[rank]->finished.load(std::memory_order_acquire) >= round_;
}

void SharedWindow::await_end(int rank) { wait_until(counters_[rank]->finished, round_, rank, patience_); }

}  // namespace weft::inline comm
