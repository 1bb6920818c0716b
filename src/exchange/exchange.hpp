// An exchange brings an array from one layout to another between two sweeps.
//
// The sweep before writes the outgoing view, the sweep after reads the incoming view; what happens in
// between is the row's own business. A row is one file and one line of the table: pure functions that
// say where the pieces lie and what it costs, and an exchange that is built once and run many times.
//
// The protocol of one exchange, in this order on every process:
//   acquire  nobody still reads what I am about to write
//   publish  my writes are visible to others (or: the messages have started); waits for nobody
//   ready    what I am about to read has arrived, and what I have written may be written again
//   release  I have finished reading
// Between publish and ready the process may work on something else, now and then asking for progress.
// Exchanges that work on the user's arrays are told these when a call begins (enter), say before each sweep
// where they are (bind), and hear when the call is over (leave).
//
// A move may be cut into strips (geometry/redistribution.hpp). Views are then still those of the whole
// arrays, in which every strip has its own memory; each strip has an exchange of its own, made for
// strip_of(move, i), and several may be under way at a time.
#pragma once

#include <mpi.h>

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "comm/shared_window.hpp"
#include "exchange/nodes.hpp"
#include "geometry/redistribution.hpp"
#include "geometry/view.hpp"
#include "weft/description.hpp"
#include "weft/machine_model.hpp"

namespace weft::inline comm {

class SharedArrays;

}  // namespace weft::inline comm

namespace weft::inline exchange {

struct ParcelSetup;
struct PieceSetup;

// Slots of the views of an exchange; a plan replaces them by its own.
inline constexpr Slot send_slot = 0;
inline constexpr Slot receive_slot = 1;
inline constexpr Slot first_window_slot = 2;  // + position in the group: that process's window

// Where the pieces lie, and the memory that this takes, for all fields, in elements.
struct ExchangeViews {
  View outgoing, incoming;
  Index send_elements = 0;
  Index receive_elements = 0;
  Index window_elements = 0;
};

// One end of an exchange that works on plain arrays.
struct End {
  Storage storage;       // of the whole local array
  bool is_user = false;  // the user's array, one for each field, instead of a buffer
};

// What changes from call to call.
struct Call {
  Index n_fields = 1;
  char* const* in = nullptr;  // the user's arrays, one per field
  char* const* out = nullptr;
  std::uint64_t word = 0;  // of the call (comm/calls.hpp)
};

// Memory that messages leave from or arrive in: a buffer, or a user's array (then per call).
struct MessagePlace {
  Place buffer;  // of a user's array the space alone
  char* const* Call::*user = nullptr;
  char* address(const Call& call, Index field = 0) const {
    return user != nullptr ? (call.*user)[field] : buffer.address;
  }
};

struct ExchangeSetup {
  Redistribution move;            // of all strips, or of one
  int rank = 0;                   // in the plan's communicator
  std::vector<int> group;         // ranks that take part, ascending
  MPI_Comm comm = MPI_COMM_NULL;  // of the group
  MessagePlace send, receive;     // memory of these slots
  SharedWindow* window = nullptr;
  End from, to;                                      // used by rows that work on plain arrays
  double timeout_seconds = default_timeout_seconds;  // for a process that does not come
  std::span<Place> segments = {};        // slots of the window's segments, by position; bind() sets them
  const SharedArrays* arrays = nullptr;  // of the plan, if it has any
  Nodes nodes = {};
  bool words_beside = false;  // of collectives: words travel beside the data (comm/calls.hpp)
  int tag = 0;                // of messages: no other exchange that is under way on `comm` has it
  Stream stream = {};         // of the plan; whoever publishes finds all done that was queued before
  // Of a window: what the exchange before brought was read and written in one sweep, by one process each
  // part. Nobody needs to wait for others before it writes.
  bool takes_over = false;
};

class Exchange {
 public:
  virtual ~Exchange() = default;
  virtual void enter(const Call&) {}
  virtual void acquire() {}
  virtual void bind(Index /*field*/) {}
  virtual void publish(const Call& call) = 0;
  // Moves on what can be moved on without waiting. True: ready() would not wait.
  virtual bool progress() = 0;
  virtual void ready() {}
  virtual void release() {}
  virtual void leave() {}
};

// Where an exchange happens, for estimates.
struct Surroundings {
  const MachineModel& model;
  bool one_node = true;  // the whole group is on one
  int n_on_node = 1;     // processes on the node of the process: all copy at a time
  const Nodes& nodes;    // of the whole plan
};

struct ExchangeRow {
  std::string name;
  std::string meaning;
  bool shares_memory = false;  // all processes of a group must be on one node
  bool plain_arrays = false;   // sends from and receives into plain arrays: no packing next to a user's array
  bool in_strips = false;      // a move may be cut into strips
  bool writes_to_peers = false;  // the peer_bytes of its counts; else it reads from them
  bool pads = false;             // sends more than what has to move: all parcels are as large as the largest
  bool own_memory = false;       // its buffers must be the plan's own memory, on all processes
  std::vector<std::string> spaces = {host_space.name};  // names of those whose memory it sends from and fills
  std::string mirror = {};  // the row that writes into a window what this one reads from it, or the reverse
  // Of the whole move, whatever the strip. Error(not_applicable) in words for a move that the row cannot do.
  ExchangeViews (*views)(const Redistribution& move, int rank, const Nodes& nodes);
  // For one field.
  ExchangeCounts (*counts)(const Redistribution& move, int rank, const Nodes& nodes);
  // Estimated, of all fields, beside what the sweeps before and after read and write.
  double (*seconds)(const Redistribution& move, int rank, const Surroundings& around);
  std::unique_ptr<Exchange> (*make)(const ExchangeSetup& setup);
  // The processes that share the window of `rank`, ascending; null: there is none.
  std::vector<int> (*window_group)(const Redistribution& move, int rank, const Nodes& nodes) = nullptr;
  // The same exchange for what is no move between layouts: for parcels, or for pieces of arrays as
  // datatypes (exchange/parcels.hpp, exchange/subarrays.hpp). Null where the row moves no such things.
  std::unique_ptr<Exchange> (*make_of_parcels)(const ParcelSetup& setup) = nullptr;
  std::unique_ptr<Exchange> (*make_of_pieces)(PieceSetup&& setup) = nullptr;
  // Why the row cannot be used with this MPI library; empty: it can. Null: always.
  std::string (*missing)() = nullptr;
};

// The rows that a choice may name.
const std::vector<ExchangeRow>& exchange_table();
// Does the row move arrays of that space?
bool works_on(const ExchangeRow& row, const Space& space);
// The row of that name; Error(invalid_argument) names the nearest known.
const ExchangeRow& find_exchange(const std::string& name);
// For moves by which no process gives anything away: one buffer between two sweeps.
const ExchangeRow& local_exchange();
// In place of a row that shares memory, where the route ends in (begins with) a copy and the user's arrays
// may be shared. All of them lie in C order.
const ExchangeRow& direct_push();
const ExchangeRow& direct_pull();

// The window_group of rows that share memory: all of the group.
std::vector<int> whole_group(const Redistribution& move, int rank, const Nodes& nodes);

// The flags between two sweeps that push or pull through a window.
std::unique_ptr<Exchange> make_window_exchange(const ExchangeSetup& setup);

// Estimates that rows share, of all messages at once: padded to `bytes` for each of the group; as large as
// the parcels; the same where MPI picks the elements. And what it takes to say by flags that memory may be
// written and may be read.
double seconds_of_padded(const Redistribution& move, int rank, Index bytes, const Surroundings& around);
double seconds_of_messages(const Redistribution& move, int rank, const Surroundings& around);
double seconds_of_datatypes(const Redistribution& move, int rank, const Surroundings& around);
double seconds_of_flags(const Redistribution& move, int rank, const Surroundings& around);

// The remote pieces that `rank` sends: their number, strip by strip, and bytes.
ExchangeCounts count_messages(const std::string& name, const Redistribution& move, int rank);

// In words, empty if `row` can be used with this MPI library.
std::string why_missing(const ExchangeRow& row);

// The storage of an array in a buffer or window, padded for the cache, and its distance from field to field.
Storage buffer_storage(const Redistribution& move, const Layout& layout, int rank);
Index buffer_field_stride(const Redistribution& move, const Layout& layout, int rank);

// `elements`, rounded up to whole cache lines.
Index whole_lines(Index elements, int element_bytes);

// The storage of a plain array, dense in C order: the fields follow each other without gap.
Storage plain_storage(const Layout& layout, int rank);

}  // namespace weft::inline exchange
