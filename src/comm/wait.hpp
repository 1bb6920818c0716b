// Waiting for a word in shared memory that another process will write.
//
// Spins briefly, then yields the core and lets MPI make progress (a neighbour may be waiting for a
// message of another plan to leave this process). Ends in an Error that names the process waited for.
#pragma once

#include <mpi.h>

#include <atomic>
#include <cstdint>

namespace weft {

struct Patience {
  MPI_Comm comm = MPI_COMM_NULL;  // polled for progress
  double seconds = 600;           // before giving up
};

// Until word >= value. `peer` (a rank of Patience::comm) is named in the Error(communication).
void wait_until(const std::atomic<std::uint64_t>& word, std::uint64_t value, int peer,
                const Patience& patience);

}  // namespace weft
