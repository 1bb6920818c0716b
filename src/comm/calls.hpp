// What each process calls, in order: different calls on different processes end in an error that names both,
// and not in wrong numbers or in a wait without end.
//
// A call begins by saying its word: which call on the communicator it is, counted from 1, and a hash of what
// it does. The processes of a node read each other's words on a board in shared memory, where a call begins,
// where it waits and where it ends; nobody waits for that. Between nodes words travel with what waits anyway:
// in the reduction by which processes agree, beside the data of a collective, which cannot say themselves
// what they belong to (messages have tags of their own, so that those of different calls never meet). A
// process that has waited for long tells its call to processes at the distances 1, 2, 4, ...; whoever is in
// another one finds that out, and passes on what it has found.
//
// The order is that of the calls of the main thread. A process that calls from other threads, too, may have
// another order; its words are not compared.
#pragma once

#include <mpi.h>

#include <array>
#include <atomic>
#include <cstdint>
#include <list>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace weft::inline comm {

// "to make a plan": what stands in errors, cut where it is too long. Calls of one kind have the same hash:
// they find out themselves how they differ.
struct CallName {
  CallName() = default;
  explicit CallName(const std::string& doing, const std::string& kind = "");
  std::uint32_t hash = 0;
  std::array<char, 116> text{};
};

class Calls {
 public:
  // `node`: of the processes that share memory with this one, whose ranks in `base` are `mates`. Collective
  // over `base`.
  Calls(MPI_Comm base, MPI_Comm node, std::vector<int> mates);
  ~Calls();
  Calls(const Calls&) = delete;
  Calls& operator=(const Calls&) = delete;

  // A collective call begins on this process. Throws Error(communication) if another process is known to have
  // made another call in its place, now or in an earlier call. Allocates nothing.
  void begin(const CallName& name);
  // It ends: the same Error, if a process of this node began another call in its place.
  void end();
  // Whoever waits looks now and then: the same Error, for any of the last calls.
  void look(double seconds_waited, double most_seconds);
  // MPI failed: finds out who calls what, and throws the same Error. Returns if nothing can be found out.
  void explain();
  // " (the last call of process 1 here was to close plan 1)", of the processes of this node that have not
  // begun the last call of this one; "" if all have.
  std::string who_is_missing() const;

  // This process has waited too long in its last call, for `who`: throws the error. Nobody is to wait for it
  // then, nor to go on as if it were there.
  [[noreturn]] void give_up(const std::string& who, const std::string& error);
  // For reductions by which processes agree, and nothing else.
  MPI_Comm control() const { return control_; }
  // Of the last call.
  std::uint64_t word() const { return word_; }
  // The board has the words of all processes of `group`; else they travel beside the data of collectives.
  bool are_on_board(const std::vector<int>& group) const;
  // After such an Error nothing can be said on the communicator.
  bool is_broken() const { return !broken_.empty(); }
  void free() { MPI_Comm_free(&control_); }

 private:
  static constexpr std::uint64_t n_kept = 8;  // calls that are remembered
  // What goes to other nodes: a word, or (is_verdict) what somebody has found out.
  struct Telling {
    std::uint64_t word = 0;
    std::int32_t rank = 0, is_verdict = 0;
    std::array<char, 384> text{};
  };
  struct Sent {
    Telling telling;
    MPI_Request request = MPI_REQUEST_NULL;
  };
  std::uint64_t oldest() const { return n_calls_ < n_kept ? 1 : n_calls_ - n_kept + 1; }
  void make_board(MPI_Comm node);
  std::atomic<std::uint64_t>& word_of(std::uint64_t call, std::size_t mate) const;
  std::atomic<std::uint64_t>& other_threads_of(std::size_t mate) const;
  char* text_of(std::uint64_t call, std::size_t mate) const;
  void compare(std::uint64_t first);
  void compare(const Telling& telling);
  void hear();
  void tell(const Telling& telling);
  void tell_call();
  [[noreturn]] void fail(std::uint64_t call, int rank, const char* doing);
  [[noreturn]] void end_with(const std::string& error);

  MPI_Comm control_ = MPI_COMM_NULL;
  int rank_ = 0, size_ = 1;
  std::vector<int> mates_;
  std::size_t position_ = 0;  // of this process among them
  std::shared_ptr<void> memory_;
  char* board_ = nullptr;  // null: there is none
  bool is_whole_ = true;   // the board has all processes
  std::mutex mutex_;
  std::uint64_t n_calls_ = 0, word_ = 0, n_told_ = 0;
  std::array<std::uint64_t, n_kept> words_{};
  std::array<CallName, n_kept> names_{};
  std::vector<Telling> early_;  // of calls that this process has not begun
  std::list<Sent> sent_;
  std::string broken_;  // the error of all later calls
};

// Those of the last call that this process began; null if they are gone.
Calls* latest_calls();
void leave_calls();  // what follows is no call on such a communicator
// Of weft's own communicator of all processes; null of any other.
Calls* calls_of(MPI_Comm base);
// Of all communicators, for those who wait and do not know what others wait for.
void look_at_calls(double seconds_waited, double most_seconds);

}  // namespace weft::inline comm
