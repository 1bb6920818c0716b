// All processes throw the same error, or none does.
#include "comm/agree.hpp"

#include <array>
#include <cstdint>
#include <memory>

#include "base/checksum.hpp"
#include "comm/calls.hpp"
#include "comm/check.hpp"

namespace weft::inline comm {

namespace {

// The value of `name` in `facts`, or "nothing".
std::string value_of(const std::string& name, const std::vector<std::pair<std::string, std::string>>& facts) {
  for (const auto& [key, value] : facts)
    if (key == name) return value;
  return "nothing";
}

std::string text_of(const std::vector<std::pair<std::string, std::string>>& facts) {
  std::string text;
  for (const auto& [name, value] : facts) text += name + '\0' + value + '\0';
  return text;
}

std::vector<std::pair<std::string, std::string>> parse(const std::string& text) {
  std::vector<std::pair<std::string, std::string>> facts;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t middle = text.find('\0', begin), end = text.find('\0', middle + 1);
    facts.emplace_back(text.substr(begin, middle - begin), text.substr(middle + 1, end - middle - 1));
    begin = end + 1;
  }
  return facts;
}

thread_local const char* current = nullptr;

std::string what_is_done(const std::string& asked) {
  return !asked.empty() ? asked : current != nullptr ? current : "to the same call";
}

// Another word than that of agree(): the numbers of one say nothing to the other.
std::string comparing(const std::string& asked) { return what_is_done(asked) + ", to compare arguments"; }

}  // namespace

// Whoever waits in weft itself gets its Error before the watchdog speaks. A disk of 10 MB/s is slow.
Doing::Doing(const char* doing, double seconds, Index bytes)
    : is_first_(current == nullptr), watchdog_(doing, seconds + 2 + static_cast<double>(bytes) / 1e7) {
  if (is_first_) current = doing;
}

Doing::~Doing() {
  if (is_first_) current = nullptr;
}

// With the word of the call and its negative, which differ in size where the words do. Between nodes this is
// how words are compared.
std::array<std::int64_t, 4> minima(MPI_Comm comm, const std::array<std::int64_t, 4>& numbers,
                                   const std::string& asked, double seconds, const std::string& kind) {
  const std::string doing = what_is_done(asked);
  Calls* const calls = calls_of(comm);
  std::int64_t word = 0;
  if (calls != nullptr) {
    calls->begin(CallName(doing, kind));
    word = static_cast<std::int64_t>(calls->word());
  }
  using Numbers = std::array<std::int64_t, 6>;
  auto smallest =
      std::make_unique<Numbers>(Numbers{numbers[0], numbers[1], numbers[2], numbers[3], word, -word});
  MPI_Request request = MPI_REQUEST_NULL;
  try {
    check_mpi(MPI_Iallreduce(MPI_IN_PLACE, smallest->data(), static_cast<int>(smallest->size()), MPI_INT64_T,
                             MPI_MIN, calls != nullptr ? calls->control() : comm, &request),
              "agreeing on an error");
    wait_for(request, doing, seconds);
  } catch (...) {
    static_cast<void>(smallest.release());  // MPI may still write to it
    if (calls != nullptr) calls->explain();
    throw;
  }
  const auto& [a, b, c, d, least, minus_most] = *smallest;
  if (calls != nullptr) calls->end();
  if (least != -minus_most) {
    calls->explain();
    fail(ErrorCode::communication, "some other process is in another call" + std::string(remedy_of_waiting));
  }
  return {a, b, c, d};
}

std::string broadcast(MPI_Comm comm, std::string text, int root) {
  int length = static_cast<int>(text.size());
  check_mpi(MPI_Bcast(&length, 1, MPI_INT, root, comm), "telling the length of a text");
  text.resize(length);
  check_mpi(MPI_Bcast(text.data(), length, MPI_CHAR, root, comm), "telling a text");
  return text;
}

void agree(MPI_Comm comm, const std::function<void()>& work, const std::string& doing, double seconds) {
  int rank = 0, size = 0;
  check_mpi(MPI_Comm_rank(comm, &rank), "asking for the rank");
  check_mpi(MPI_Comm_size(comm, &size), "asking for the number of processes");
  std::string message;
  int code = 0;
  try {
    work();
  } catch (const Error& error) {
    message = error.what();
    code = static_cast<int>(error.code());
  } catch (const std::bad_alloc&) {
    message = "there is no memory left to make the plan; use more processes";
    code = static_cast<int>(ErrorCode::resource);
  }
  const int first = static_cast<int>(minima(comm, {code == 0 ? size : rank}, doing, seconds)[0]);
  if (first == size) return;
  message = broadcast(comm, message, first);
  check_mpi(MPI_Bcast(&code, 1, MPI_INT, first, comm), "telling an error code");
  fail(static_cast<ErrorCode>(code), message);
}

void require_equal(MPI_Comm comm, const std::vector<std::pair<std::string, std::string>>& facts,
                   const std::string& doing, double seconds) {
  // In one short message first; only if the sums differ the texts are compared.
  const std::uint64_t sum = checksum_number(text_of(facts));
  const auto hash = static_cast<std::int64_t>(sum >> 1U);
  const auto [least, minus_most, zero, none] = minima(comm, {hash, -hash}, comparing(doing), seconds);
  if (least == -minus_most) return;
  int rank = 0;
  check_mpi(MPI_Comm_rank(comm, &rank), "asking for the rank");
  const std::vector<std::pair<std::string, std::string>> first = parse(broadcast(comm, text_of(facts), 0));
  agree(
      comm,
      [&] {
        const auto complain = [&](const std::string& name) {
          fail(ErrorCode::mismatch, "'" + name + "' is " + value_of(name, first) + " on process 0 and " +
                                        value_of(name, facts) + " on process " + std::to_string(rank) +
                                        "; pass the same on every process");
        };
        for (const auto& [name, value] : facts)
          if (value_of(name, first) != value) complain(name);
        for (const auto& [name, value] : first)
          if (value_of(name, facts) != value) complain(name);
      },
      doing, seconds);
}

void require_equal_numbers(MPI_Comm comm, const std::string& name, int value, const std::string& doing,
                           double seconds) {
  const auto [least, minus_most, zero, none] = minima(comm, {value, -value}, comparing(doing), seconds);
  if (least != -minus_most)
    fail(ErrorCode::mismatch, "the number of " + name + " is " + std::to_string(least) +
                                  " on some process and " + std::to_string(-minus_most) +
                                  " on another; pass the same number on every process");
}

}  // namespace weft::inline comm
