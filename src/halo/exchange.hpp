// How a halo is exchanged: by what is built once and run many times, and a table of such.
//
// Rows have the names of the exchange table. Those that move parcels or pieces of arrays are rows
// of that table themselves (make_of_parcels, make_of_pieces): a new one there is one here. Those that share
// memory have a file each.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/arena.hpp"
#include "comm/communicators.hpp"
#include "comm/shared_arrays.hpp"
#include "comm/shared_window.hpp"
#include "exchange/exchange.hpp"
#include "halo/transfers.hpp"

namespace weft::inline halo {

class HaloExchange {
 public:
  virtual ~HaloExchange() = default;
  // Nobody changes what leaves from `fields`, nor looks at what arrives there, until finish(). `word`: of the
  // call (comm/calls.hpp).
  virtual void start(HaloWay way, std::span<char* const> fields, std::uint64_t word) = 0;
  // Moves on what can be moved on without waiting. True: finish() would not wait.
  virtual bool progress() = 0;
  virtual void finish() = 0;
  virtual ExchangeCounts counts(HaloWay way) const = 0;
};

// What a process has to do, by way.
struct HaloTask {
  int rank = 0;
  HaloArrays arrays;
  HaloRule rule;
  Transfers fill, add;
  int n_fields = 1;  // most of a call
  const Transfers& transfers(HaloWay way) const { return way == HaloWay::fill ? fill : add; }
  // Bytes that leave (arrive) with all fields, whichever way has more.
  Index leaving_bytes() const;
  Index arriving_bytes() const;
};

// Where it runs.
struct HaloPlace {
  Communicators& comms;
  std::vector<int> mates;  // ranks on this process's node, ascending
  MPI_Comm node = MPI_COMM_NULL;
  Arena& arena;
  SharedWindow* window = nullptr;
  const SharedArrays* shared = nullptr;
  double timeout_seconds = default_timeout_seconds;
  int tag = 0;                      // first of two
  int position_of(int rank) const;  // among the mates
};

struct HaloRow {
  std::string name;
  bool shares_memory = false;  // all neighbours must be on one node; arrays may lie in shared memory
  bool uses_window = false;
  const ExchangeRow* exchange = nullptr;  // of the exchange table; null for rows of this folder alone
  // Of this process's segment; not collective. `place` has no window yet.
  Index (*window_bytes)(const HaloTask& task, const HaloPlace& place) = nullptr;
  // Collective.
  std::unique_ptr<HaloExchange> (*make)(const HaloRow& row, const HaloTask& task,
                                        const HaloPlace& place) = nullptr;
};

const std::vector<HaloRow>& halo_table();
const HaloRow& find_halo_row(const std::string& name);

HaloRow halo_pull_row();
HaloRow halo_push_row();
HaloRow halo_node_row();
HaloRow halo_parcel_row(const ExchangeRow& row);
HaloRow halo_piece_row(const ExchangeRow& row);

}  // namespace weft::inline halo
