// Memory of the processes of a node that all of them can read, with flags that say what is in it.
//
// Each process owns one segment, first touched by itself and aligned to a page's cache lines. A round
// is one exchange through the window: everybody writes its own segment (after all readers of the round
// before have finished), publishes it, reads the segments of its peers when these are published, and
// says that it has finished. The counters belong to the window, so that any sequence of forward and
// backward calls is safe; nobody waits for more than it needs.
//
// A round may instead be entered with words that tell the others something for this round (see
// exchange/direct.cpp); then who awaits whom is up to the processes themselves.
#pragma once

#include <mpi.h>

#include <atomic>
#include <cstdint>
#include <span>
#include <vector>

#include "comm/wait.hpp"
#include "weft/layout.hpp"

namespace weft::inline comm {

class SharedWindow {
 public:
  // `bytes` of this process's segment, and the most words that it tells the others in a round. All processes
  // of `comm` must share memory. Collective.
  SharedWindow(MPI_Comm comm, Index bytes, double timeout_seconds, int n_words = 0);
  ~SharedWindow();  // collective; does nothing after MPI_Finalize
  SharedWindow(const SharedWindow&) = delete;
  SharedWindow& operator=(const SharedWindow&) = delete;

  char* segment(int rank) const { return segments_[rank]; }

  // Leaves the memory to MPI_Finalize: the destructor will not communicate.
  void abandon() { window_ = MPI_WIN_NULL; }

  void begin_round();                 // until all readers of the round before have finished with my segment
  void next_round();                  // without waiting: I write only what nobody else has read or will
  void publish();                     // my segment is complete
  void await(int rank);               // until the segment of `rank` is complete
  bool is_published(int rank) const;  // await() would not wait
  void deliver();                     // what others send me from elsewhere is in my segment, too
  bool is_delivered(int rank) const;  // that has been said of the segment of `rank`
  void end_round();                   // I have finished reading

  // The next round begins here, with these words; nobody reads those of my last round any more.
  void enter_round(std::span<const std::uint64_t> words);
  void await_entry(int rank);        // until `rank` has entered this round
  bool has_entered(int rank) const;  // await_entry() would not wait
  void await_end(int rank);          // until `rank` has finished reading in this round
  bool has_ended(int rank) const;    // await_end() would not wait
  // What `rank` told, as soon as it has entered or published this round.
  std::uint64_t word(int rank, Index i) const { return words_[rank][i]; }

 private:
  // Each counter on its own pair of cache lines.
  struct alignas(128) Counters {
    std::atomic<std::uint64_t> published;               // rounds that this process has written
    alignas(128) std::atomic<std::uint64_t> finished;   // rounds that this process has read
    alignas(128) std::atomic<std::uint64_t> entered;    // rounds whose words are there
    alignas(128) std::atomic<std::uint64_t> delivered;  // rounds whose messages from elsewhere are there
  };

  MPI_Win window_ = MPI_WIN_NULL;
  Patience patience_;
  int rank_ = 0;
  std::uint64_t round_ = 0;
  std::vector<char*> segments_;
  std::vector<Counters*> counters_;
  std::vector<std::uint64_t*> words_;
};

// Bytes that a window's counters and words take beside each segment, alignment included.
Index window_overhead_bytes(int n_words = 0);

// Bytes free in the file system that holds shared memory on this node.
Index free_shared_bytes();

}  // namespace weft::inline comm
