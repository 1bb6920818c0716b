// What each process calls, in order.
//
// The board: of each of the last calls, the words of all processes side by side, so that comparing them reads
// few cache lines; then a mark for each process; then the names of the calls.
#include "comm/calls.hpp"

#include <algorithm>
#include <utility>

#include "base/checksum.hpp"
#include "comm/check.hpp"
#include "comm/communicators.hpp"
#include "comm/shared_arrays.hpp"
#include "weft/words.hpp"

namespace weft::inline comm {

namespace {

constexpr int telling_tag = 1;
constexpr double seconds_before_telling = 1;  // unless the timeout is short
constexpr double seconds_to_find_out = 2;
constexpr std::size_t text_bytes = sizeof(CallName::text);

constexpr const char* remedy =
    "; every process must make the same calls in the same order. This communicator is of no use any more: "
    "end "
    "the program";

Calls* latest = nullptr;

std::uint64_t number_of(std::uint64_t word) { return word >> 32U; }

// What is no word of any call that can be meant.
std::uint64_t word_of_giving_up(std::uint64_t word) { return word ^ 1U; }

bool is_main_thread() {
  int is_main = 1;
  MPI_Is_thread_main(&is_main);
  return is_main != 0;
}

template <std::size_t n>
void copy(std::array<char, n>& to, const std::string& text) {
  to.fill(0);
  text.copy(to.data(), n - 1);
}

}  // namespace

CallName::CallName(const std::string& doing, const std::string& kind) {
  copy(text, doing);
  hash = static_cast<std::uint32_t>(checksum_number(kind.empty() ? doing : kind));
}

Calls::Calls(MPI_Comm base, MPI_Comm node, std::vector<int> mates) : mates_(std::move(mates)) {
  check_mpi(MPI_Comm_dup(base, &control_), "duplicating the communicator");
  MPI_Comm_set_errhandler(control_, MPI_ERRORS_RETURN);
  check_mpi(MPI_Comm_rank(base, &rank_), "asking for the rank");
  check_mpi(MPI_Comm_size(base, &size_), "asking for the number of processes");
  const auto position = std::find(mates_.begin(), mates_.end(), rank_);
  position_ = static_cast<std::size_t>(position - mates_.begin());
  if (mates_.size() > 1 && !waits_inside_mpi()) make_board(node);
  is_whole_ = size_ == 1 || waits_inside_mpi() ||
              (board_ != nullptr && mates_.size() == static_cast<std::size_t>(size_));
}

// All of it belongs to the first process of the node.
void Calls::make_board(MPI_Comm node) {
  const std::size_t bytes =
      (n_kept + 1) * mates_.size() * sizeof(std::uint64_t) + n_kept * mates_.size() * text_bytes;
  SharedArrays arrays(node, mates_);
  memory_ = arrays.allocate(position_ == 0 ? static_cast<Index>(bytes) : 0);
  if (memory_) board_ = arrays.address(arrays.word_of(memory_.get(), 0), 0);
  check_mpi(MPI_Barrier(node), "waiting for the first process to clear the board");
}

Calls* latest_calls() { return latest; }
void leave_calls() { latest = nullptr; }

// Memory that MPI may still read stays until the program ends.
Calls::~Calls() {
  if (latest == this) latest = nullptr;
  static std::list<Sent> kept;
  kept.splice(kept.end(), sent_);
}

std::atomic<std::uint64_t>& Calls::word_of(std::uint64_t call, std::size_t mate) const {
  return reinterpret_cast<std::atomic<std::uint64_t>*>(board_)[call % n_kept * mates_.size() + mate];
}

std::atomic<std::uint64_t>& Calls::other_threads_of(std::size_t mate) const {
  return reinterpret_cast<std::atomic<std::uint64_t>*>(board_)[n_kept * mates_.size() + mate];
}

char* Calls::text_of(std::uint64_t call, std::size_t mate) const {
  return board_ + (n_kept + 1) * mates_.size() * sizeof(std::uint64_t) +
         (call % n_kept * mates_.size() + mate) * text_bytes;
}

void Calls::begin(const CallName& name) {
  if (size_ == 1) return;
  const std::lock_guard lock(mutex_);
  if (is_broken()) weft::fail(ErrorCode::communication, broken_);
  latest = this;
  ++n_calls_;
  word_ = n_calls_ << 32U | name.hash;
  words_[n_calls_ % n_kept] = word_;
  names_[n_calls_ % n_kept] = name;
  if (board_ != nullptr) {
    std::copy(name.text.begin(), name.text.end(), text_of(n_calls_, position_));
    if (!is_main_thread()) other_threads_of(position_).store(1, std::memory_order_relaxed);
    word_of(n_calls_, position_).store(word_, std::memory_order_release);
    std::atomic_thread_fence(
        std::memory_order_seq_cst);  // of two calls that differ, one at least sees the other
    compare(n_calls_);
  }
  if (is_whole_) return;
  hear();
  const std::vector<Telling> early = std::exchange(early_, {});
  for (const Telling& telling : early) compare(telling);
}

void Calls::end() {
  if (board_ == nullptr) return;
  const std::lock_guard lock(mutex_);
  compare(n_calls_);
}

void Calls::look(double seconds_waited, double most_seconds) {
  if (size_ == 1 || n_calls_ == 0) return;
  const std::lock_guard lock(mutex_);
  if (is_broken()) return;  // has been said on this process
  if (board_ != nullptr) compare(oldest());
  if (is_whole_) return;
  hear();
  if (seconds_waited > std::min(seconds_before_telling, most_seconds / 4)) tell_call();
}

void Calls::explain() {
  if (size_ == 1 || n_calls_ == 0 || is_broken()) return;
  look(seconds_to_find_out, seconds_to_find_out);
  if (is_whole_) return;
  for (Limit limit(seconds_to_find_out); limit.wait_on();) {
  }
}

// With the words of the processes of the node, from call `first` on.
void Calls::compare(std::uint64_t first) {
  for (std::uint64_t call = first; call <= n_calls_; ++call) {
    const std::uint64_t mine = words_[call % n_kept];
    for (std::size_t mate = 0; mate < mates_.size(); ++mate) {
      const std::uint64_t other = word_of(call, mate).load(std::memory_order_acquire);
      if (other == mine || number_of(other) != number_of(mine)) continue;
      if (other_threads_of(mate).load(std::memory_order_relaxed) != 0 ||
          other_threads_of(position_).load(std::memory_order_relaxed) != 0)
        continue;
      if (other == word_of_giving_up(mine))
        end_with("process " + std::to_string(mates_[mate]) + " gave up: " + text_of(call, mate) +
                 remedy_of_waiting);
      fail(call, mates_[mate], text_of(call, mate));
    }
  }
}

void Calls::compare(const Telling& telling) {
  const std::uint64_t call = number_of(telling.word);
  if (call > n_calls_) return early_.push_back(telling);
  if (telling.is_verdict != 0) end_with(telling.text.data());
  if (call >= oldest() && words_[call % n_kept] != telling.word)
    fail(call, telling.rank, telling.text.data());
}

void Calls::give_up(const std::string& who, const std::string& error) {
  const std::lock_guard lock(mutex_);
  if (is_broken() || n_calls_ == 0) weft::fail(ErrorCode::communication, error);
  if (board_ != nullptr) {
    const CallName name(who);
    std::copy(name.text.begin(), name.text.end(), text_of(n_calls_, position_));
    word_of(n_calls_, position_).store(word_of_giving_up(word_), std::memory_order_release);
  }
  end_with(error);
}

void Calls::hear() {
  for (;;) {
    int is_there = 0;
    MPI_Message message = MPI_MESSAGE_NULL;
    Telling telling;
    check_mpi(MPI_Improbe(MPI_ANY_SOURCE, telling_tag, control_, &is_there, &message, MPI_STATUS_IGNORE),
              "asking what others call");
    if (is_there == 0) return;
    check_mpi(MPI_Mrecv(&telling, sizeof(telling), MPI_BYTE, &message, MPI_STATUS_IGNORE),
              "hearing what others call");
    compare(telling);
  }
}

void Calls::tell(const Telling& telling) {
  std::erase_if(sent_, [](Sent& sent) {
    int done = 0;
    return MPI_Test(&sent.request, &done, MPI_STATUS_IGNORE) == MPI_SUCCESS && done != 0;
  });
  const auto send = [&](int distance) {
    sent_.push_back({telling});
    check_mpi(MPI_Isend(&sent_.back().telling, sizeof(Telling), MPI_BYTE, (rank_ + distance) % size_,
                        telling_tag, control_, &sent_.back().request),
              "telling what this process calls");
  };
  for (int distance = 1; distance < size_; distance *= 2) {
    send(distance);
    send(size_ - distance);
  }
}

void Calls::tell_call() {
  if (n_told_ == n_calls_ || !is_main_thread()) return;
  n_told_ = n_calls_;
  Telling telling{word_, rank_};
  copy(telling.text, names_[n_calls_ % n_kept].text.data());
  tell(telling);
}

void Calls::fail(std::uint64_t call, int rank, const char* doing) {
  std::pair<int, std::string> first{rank_, names_[call % n_kept].text.data()}, second{rank, doing};
  if (second < first) std::swap(first, second);
  end_with("process " + std::to_string(first.first) + " came " + first.second + ", process " +
           std::to_string(second.first) + " came " + second.second + remedy);
}

// Whoever waits on another node may know nothing of it.
void Calls::end_with(const std::string& error) {
  broken_ = error;
  if (!is_whole_) {
    Telling verdict{word_, rank_, 1};
    copy(verdict.text, error);
    tell(verdict);
  }
  weft::fail(ErrorCode::communication, error);
}

std::string Calls::who_is_missing() const {
  if (board_ == nullptr) return "";
  constexpr std::size_t most_named = 3;
  std::vector<std::string> missing;
  for (std::size_t mate = 0; mate < mates_.size(); ++mate) {
    std::uint64_t last = 0;
    for (std::uint64_t call = 0; call < n_kept; ++call)
      last = std::max(last, number_of(word_of(call, mate).load(std::memory_order_acquire)));
    if (last >= n_calls_) continue;
    const std::string process = "process " + std::to_string(mates_[mate]);
    missing.push_back(last == 0 ? process + " has made no call here"
                                : "the last call of " + process + " here was " + text_of(last, mate));
  }
  const std::size_t n = missing.size();
  if (n == 0) return "";
  if (n > most_named) missing.resize(most_named);
  return " (" + join(missing, "; ") +
         (n > most_named ? "; and " + std::to_string(n - most_named) + " more" : "") + ")";
}

bool Calls::are_on_board(const std::vector<int>& group) const {
  return waits_inside_mpi() || std::all_of(group.begin(), group.end(), [&](int rank) {
           return rank == rank_ ||
                  (board_ != nullptr && std::binary_search(mates_.begin(), mates_.end(), rank));
         });
}

}  // namespace weft::inline comm
