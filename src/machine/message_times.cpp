// Seconds of messages between two processes, and of exchanges among all.
#include "machine/message_times.hpp"

#include <algorithm>
#include <utility>

#include "base/arena.hpp"
#include "base/narrow.hpp"
#include "comm/agree.hpp"
#include "comm/check.hpp"

namespace weft {
namespace {

constexpr Index largest_message = Index{4} << 20;
constexpr Index most_exchanged = Index{16} << 20;  // bytes that a process sends in an exchange

std::vector<Index> message_sizes() {
  std::vector<Index> sizes{8};
  for (Index bytes = 16; bytes <= largest_message; bytes *= 4) sizes.push_back(bytes);
  return sizes;
}

// Memory to send from and to receive in, on every process or an Error on all.
std::pair<char*, char*> buffers(const Site& site, Arena& arena, Index bytes) {
  std::pair<char*, char*> both;
  agree(
      site.comm(),
      [&] {
        both = {arena.allocate(bytes), arena.allocate(bytes)};
      },
      "to calibrate", site.seconds);
  return both;
}

// The first two processes that are on one node, or on two; the same rank twice if there are none.
std::pair<int, int> partners(const Site& site, bool same_node) {
  const std::vector<int>& node_of = site.comms.node_of();
  for (int a = 0; a < site.comms.size(); ++a)
    for (int b = a + 1; b < site.comms.size(); ++b)
      if ((node_of[a] == node_of[b]) == same_node) return {a, b};
  return {0, 0};
}

// Seconds of a message and its answer.
double seconds_of_answer(const Part& two, bool quick, Index bytes, char* from, char* to) {
  const int n = narrow(bytes, "the bytes of a message");
  int rank = 0;
  check_mpi(MPI_Comm_rank(two.comm(), &rank), "asking for the rank");
  return seconds_together(two.comm(), quick, [&] {
    const auto send = [&] { check_mpi(MPI_Send(from, n, MPI_BYTE, 1 - rank, 0, two.comm()), "sending"); };
    const auto receive = [&] {
      check_mpi(MPI_Recv(to, n, MPI_BYTE, 1 - rank, 0, two.comm(), MPI_STATUS_IGNORE), "receiving");
    };
    if (rank == 0) send();
    receive();
    if (rank == 1) send();
  });
}

}  // namespace

std::vector<MessageTime> measure_messages(const Site& site) {
  std::vector<MessageTime> messages;
  if (site.comms.size() == 1) return messages;
  Arena arena;
  const auto [from, to] = buffers(site, arena, largest_message);
  for (const bool same_node : {true, false}) {
    const auto [a, b] = partners(site, same_node);
    if (a == b) continue;
    const bool takes_part = site.comms.rank() == a || site.comms.rank() == b;
    const Part two(site.comm(), takes_part);
    std::vector<double> seconds;
    for (const Index bytes : message_sizes())
      seconds.push_back(takes_part ? seconds_of_answer(two, site.quick, bytes, from, to) / 2 : 0);
    site.meet();
    check_mpi(MPI_Bcast(seconds.data(), static_cast<int>(seconds.size()), MPI_DOUBLE, a, site.comm()),
              "telling the times of messages");
    for (std::size_t i = 0; i < seconds.size(); ++i)
      messages.push_back({message_sizes()[i], same_node, seconds[i]});
  }
  return messages;
}

std::vector<ExchangeTime> measure_exchanges(const Site& site) {
  const int n_processes = site.comms.size();
  std::vector<ExchangeTime> exchanges;
  if (n_processes == 1) return exchanges;
  Arena arena;
  const auto [from, to] = buffers(site, arena, most_exchanged);
  for (Index bytes = 64; bytes <= largest_message; bytes *= 16) {
    if (bytes * n_processes > most_exchanged) break;
    std::vector<int> counts(n_processes, narrow(bytes, "the bytes of a block")), starts(n_processes);
    for (int i = 0; i < n_processes; ++i) starts[i] = i * counts[i];
    double seconds = seconds_together(site.comm(), site.quick, [&, source = from, target = to] {
      check_mpi(MPI_Alltoallv(source, counts.data(), starts.data(), MPI_BYTE, target, counts.data(),
                              starts.data(), MPI_BYTE, site.comm()),
                "exchanging");
    });
    check_mpi(MPI_Allreduce(MPI_IN_PLACE, &seconds, 1, MPI_DOUBLE, MPI_MAX, site.comm()),
              "finding the slowest process");
    exchanges.push_back({n_processes, bytes, seconds});
  }
  return exchanges;
}

}  // namespace weft
