// What the library asks of MPI, counted, and answered in ways that a simulation can carry.
//
// - SMPI's nonblocking collectives start all messages of all processes at once, whatever algorithm is asked
// for: a
//   million of them for 1024 processes, of MPI_Ibarrier as well. Here they are the blocking ones.
//   MPI_Alltoall takes the algorithm that smpirun is told; MPI_Alltoallv and MPI_Alltoallw are those of
//   MPICH: messages to and from 32 peers at a time, then the next 32 (src/mpi/coll/alltoallv: "scattered").
// - Elements that are picked from an array take the time of two copies there and two where they are put back,
// where
//   they are not contiguous; SMPI itself says that datatypes cost nothing.
// - Of folded memory only the number of bytes counts: datatypes are left out.
// - Processes of a simulated host are on one node; SMPI would say that each is alone.
#include <mpi.h>
#include <simgrid/host.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "world.hpp"

namespace simulate {
namespace {

constexpr int throttle = 32;

Traffic sent;
double packing_rate = 0;
std::set<MPI_Datatype> scattered;  // types whose elements are not contiguous

// A message, as both ends see it.
struct Message {
  const void* buffer;
  int count;
  MPI_Datatype type;
  std::int64_t bytes;
};

std::map<MPI_Request, double> unpacking;  // seconds that follow the end of these
struct Persistent {
  bool counts;  // sent to somebody else
  double packing;
  std::int64_t bytes;
};
std::map<MPI_Request, Persistent> persistent;

Message message(const void* buffer, int count, MPI_Datatype type) {
  int size = 0;
  PMPI_Type_size(type, &size);
  const std::int64_t bytes = std::int64_t{count} * size;
  if (is_folded(buffer)) return {buffer, static_cast<int>(bytes), MPI_BYTE, bytes};
  return {buffer, count, type, bytes};
}

double packing_seconds(const Message& m, MPI_Datatype type) {
  return packing_rate > 0 && scattered.count(type) > 0 ? 2.0 * static_cast<double>(m.bytes) / packing_rate
                                                       : 0;
}

bool is_other(int peer, MPI_Comm comm) {
  int rank = 0;
  PMPI_Comm_rank(comm, &rank);
  return peer != rank && peer != MPI_PROC_NULL;
}

void count(const Message& m, int peer, MPI_Comm comm) {
  if (m.bytes == 0 || !is_other(peer, comm)) return;
  ++sent.messages;
  sent.bytes += m.bytes;
}

// One side of an all-to-all.
struct Side {
  const char* buffer;
  const int* counts;
  const int* starts;          // in units of `unit`; in bytes where it is 0
  const MPI_Datatype* types;  // one for all if there is a unit
  std::int64_t unit;
  Message to(int peer) const {
    const char* at = buffer + std::int64_t{starts[peer]} * (unit > 0 ? unit : 1);
    return message(at, counts[peer], type(peer));
  }
  MPI_Datatype type(int peer) const { return unit > 0 ? types[0] : types[peer]; }
  double packing(int n) const {
    double seconds = 0;
    for (int peer = 0; peer < n; ++peer) seconds += packing_seconds(to(peer), type(peer));
    return seconds;
  }
};

std::int64_t extent_of(MPI_Datatype type) {
  MPI_Aint lower = 0, extent = 0;
  PMPI_Type_get_extent(type, &lower, &extent);
  return extent;
}

int scatter(const Side& send, const Side& receive, MPI_Comm comm) {
  constexpr int tag = 32766;
  int size = 0, rank = 0;
  PMPI_Comm_size(comm, &size);
  PMPI_Comm_rank(comm, &rank);
  sleep_for(send.packing(size));
  std::vector<MPI_Request> requests;
  for (int first = 0; first < size; first += throttle) {
    const int n = std::min(throttle, size - first);
    requests.clear();
    for (int i = 0; i < n; ++i) {
      const int from = (rank + first + i) % size;
      const Message m = receive.to(from);
      if (m.bytes == 0) continue;
      PMPI_Irecv(const_cast<void*>(m.buffer), m.count, m.type, from, tag, comm, &requests.emplace_back());
    }
    for (int i = 0; i < n; ++i) {
      const int to = (rank - first - i + size) % size;
      const Message m = send.to(to);
      if (m.bytes == 0) continue;
      count(m, to, comm);
      PMPI_Isend(m.buffer, m.count, m.type, to, tag, comm, &requests.emplace_back());
    }
    PMPI_Waitall(static_cast<int>(requests.size()), requests.data(), MPI_STATUSES_IGNORE);
  }
  sleep_for(receive.packing(size));
  return MPI_SUCCESS;
}

// The number at the end of its name.
int number_of_host() {
  const std::string name = sg_host_self_get_name();
  std::size_t begin = name.size();
  while (begin > 0 && std::isdigit(static_cast<unsigned char>(name[begin - 1])) != 0) --begin;
  return begin < name.size() ? std::stoi(name.substr(begin)) : 0;
}

}  // namespace

Traffic& traffic() { return sent; }

void set_packing_rate(double bytes_per_second) { packing_rate = bytes_per_second; }

}  // namespace simulate

using namespace simulate;

extern "C" {

int __wrap_MPI_Isend(const void* buffer, int n, MPI_Datatype type, int to, int tag, MPI_Comm comm,
                     MPI_Request* request) {
  const Message m = message(buffer, n, type);
  count(m, to, comm);
  sleep_for(packing_seconds(m, type));
  return PMPI_Isend(m.buffer, m.count, m.type, to, tag, comm, request);
}

int __wrap_MPI_Irecv(void* buffer, int n, MPI_Datatype type, int from, int tag, MPI_Comm comm,
                     MPI_Request* request) {
  const Message m = message(buffer, n, type);
  const int code = PMPI_Irecv(buffer, m.count, m.type, from, tag, comm, request);
  if (const double seconds = packing_seconds(m, type); seconds > 0) unpacking[*request] = seconds;
  return code;
}

int __wrap_MPI_Send_init(const void* buffer, int n, MPI_Datatype type, int to, int tag, MPI_Comm comm,
                         MPI_Request* request) {
  const Message m = message(buffer, n, type);
  const int code = PMPI_Send_init(m.buffer, m.count, m.type, to, tag, comm, request);
  persistent[*request] = {m.bytes > 0 && is_other(to, comm), packing_seconds(m, type), m.bytes};
  return code;
}

int __wrap_MPI_Recv_init(void* buffer, int n, MPI_Datatype type, int from, int tag, MPI_Comm comm,
                         MPI_Request* request) {
  const Message m = message(buffer, n, type);
  const int code = PMPI_Recv_init(buffer, m.count, m.type, from, tag, comm, request);
  if (const double seconds = packing_seconds(m, type); seconds > 0) unpacking[*request] = seconds;
  return code;
}

int __wrap_MPI_Startall(int n, MPI_Request* requests) {
  for (int i = 0; i < n; ++i) {
    const auto found = persistent.find(requests[i]);
    if (found == persistent.end()) continue;
    sleep_for(found->second.packing);
    if (!found->second.counts) continue;
    ++sent.messages;
    sent.bytes += found->second.bytes;
  }
  return PMPI_Startall(n, requests);
}

int __wrap_MPI_Wait(MPI_Request* request, MPI_Status* status) {
  const MPI_Request before = *request;
  const auto found = unpacking.find(before);
  const double seconds = found == unpacking.end() ? 0 : found->second;
  const int code = PMPI_Wait(request, status);
  sleep_for(seconds);
  if (seconds > 0 && *request != before) unpacking.erase(before);
  return code;
}

int __wrap_MPI_Request_free(MPI_Request* request) {
  unpacking.erase(*request);
  persistent.erase(*request);
  return PMPI_Request_free(request);
}

int __wrap_MPI_Ialltoall(const void* send, int n_send, MPI_Datatype send_type, void* receive, int n_receive,
                         MPI_Datatype receive_type, MPI_Comm comm, MPI_Request* request) {
  *request = MPI_REQUEST_NULL;
  int size = 0;
  PMPI_Comm_size(comm, &size);
  const Message out = message(send, n_send, send_type), in = message(receive, n_receive, receive_type);
  for (int peer = 0; peer < size; ++peer) count(out, peer, comm);
  return PMPI_Alltoall(out.buffer, out.count, out.type, receive, in.count, in.type, comm);
}

int __wrap_MPI_Ialltoallv(const void* send, const int* n_send, const int* send_starts, MPI_Datatype send_type,
                          void* receive, const int* n_receive, const int* receive_starts,
                          MPI_Datatype receive_type, MPI_Comm comm, MPI_Request* request) {
  *request = MPI_REQUEST_NULL;
  return scatter(
      {static_cast<const char*>(send), n_send, send_starts, &send_type, extent_of(send_type)},
      {static_cast<const char*>(receive), n_receive, receive_starts, &receive_type, extent_of(receive_type)},
      comm);
}

int __wrap_MPI_Ialltoallw(const void* send, const int* n_send, const int* send_starts,
                          const MPI_Datatype* send_types, void* receive, const int* n_receive,
                          const int* receive_starts, const MPI_Datatype* receive_types, MPI_Comm comm,
                          MPI_Request* request) {
  *request = MPI_REQUEST_NULL;
  return scatter({static_cast<const char*>(send), n_send, send_starts, send_types, 0},
                 {static_cast<const char*>(receive), n_receive, receive_starts, receive_types, 0}, comm);
}

int __wrap_MPI_Ibarrier(MPI_Comm comm, MPI_Request* request) {
  *request = MPI_REQUEST_NULL;
  return PMPI_Barrier(comm);
}

int __wrap_MPI_Comm_split_type(MPI_Comm comm, int, int key, MPI_Info, MPI_Comm* node) {
  return PMPI_Comm_split(comm, number_of_host(), key, node);
}

// A box of an array is contiguous if it is cut along the slowest axis that has more than one point, and no
// other.
int __wrap_MPI_Type_create_subarray(int n_axes, const int* lengths, const int* extent, const int* start,
                                    int order, MPI_Datatype element, MPI_Datatype* type) {
  int first = 0;
  while (first < n_axes && extent[first] == 1) ++first;
  bool is_contiguous = true;
  for (int a = first + 1; a < n_axes; ++a) is_contiguous = is_contiguous && extent[a] == lengths[a];
  const int code = PMPI_Type_create_subarray(n_axes, lengths, extent, start, order, element, type);
  if (is_contiguous)
    scattered.erase(*type);
  else
    scattered.insert(*type);
  return code;
}

int __wrap_MPI_Type_create_resized(MPI_Datatype type, MPI_Aint lower, MPI_Aint extent,
                                   MPI_Datatype* resized) {
  const int code = PMPI_Type_create_resized(type, lower, extent, resized);
  if (scattered.count(type) > 0)
    scattered.insert(*resized);
  else
    scattered.erase(*resized);
  return code;
}

}  // extern "C"
