// The state of MPI for one process, and how elements of a type are copied.
//
// A message that is sent before its receive is kept as a copy, so nothing ever waits; what would wait for
// ever, as a receive whose message nobody has sent, is an error. Functions are called by one thread at a
// time, as weft does.
#pragma once

#include <mpi.h>

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <list>
#include <map>
#include <memory>
#include <utility>
#include <vector>

namespace alone {

using Bytes = std::vector<std::byte>;

struct Piece {
  MPI_Aint begin, bytes;
};

}  // namespace alone

// What an element of a type covers, in the order of its parts, and its bounds: the next element begins
// upper - lower bytes further.
struct WeftAloneType {
  std::vector<alone::Piece> pieces;
  MPI_Aint lower = 0, upper = 0;
  MPI_Aint alignment = 1;  // 1 where the bounds were set by hand

  MPI_Aint extent() const { return upper - lower; }
  MPI_Aint size() const {
    MPI_Aint bytes = 0;
    for (const alone::Piece& piece : pieces) bytes += piece.bytes;
    return bytes;
  }

  void add(alone::Piece piece) {
    if (piece.bytes == 0) return;
    if (!pieces.empty() && pieces.back().begin + pieces.back().bytes == piece.begin)
      pieces.back().bytes += piece.bytes;
    else
      pieces.push_back(piece);
  }
  void add(const WeftAloneType& other, MPI_Aint n, MPI_Aint start) {
    if (n == 0 || (other.pieces.empty() && other.extent() == 0)) return;
    const bool is_first = pieces.empty() && extent() == 0;
    const MPI_Aint first = start + other.lower, last = first + n * other.extent();
    lower = is_first ? first : std::min(lower, first);
    upper = is_first ? last : std::max(upper, last);
    alignment = std::max(alignment, other.alignment);
    for (MPI_Aint i = 0; i < n; ++i)
      for (const alone::Piece& piece : other.pieces)
        add({start + i * other.extent() + piece.begin, piece.bytes});
  }
  void set_bounds(MPI_Aint from, MPI_Aint bytes) { lower = from, upper = from + bytes, alignment = 1; }
  // As a struct of C, whose size is that of whole elements in an array.
  void round_up() { upper = lower + (extent() + alignment - 1) / alignment * alignment; }
};

struct WeftAloneComm {
  std::vector<std::pair<int, void*>> attributes;  // of keyvals, in the order in which they were set
};

struct WeftAloneMessage {
  MPI_Comm comm;
  int tag;
  alone::Bytes bytes;
  MPI_Request sender;  // that waits until the message is received, or null
};

struct WeftAloneRequest {
  enum class Kind { done, send, receive } kind = Kind::done;
  void* memory = nullptr;
  int n = 0;
  WeftAloneType type;  // that of MPI may be freed before the message comes
  int tag = MPI_ANY_TAG;
  MPI_Comm comm = MPI_COMM_NULL;
  bool is_persistent = false, is_active = false, is_complete = true;
  bool is_freed = false;   // by the program, while it waits for its message
  int code = MPI_SUCCESS;  // of the receive
  int received_tag = MPI_ANY_TAG;
};

struct WeftAloneWin {
  void* memory;
  MPI_Aint bytes;
  int unit;
};

struct WeftAloneFile {
  int descriptor;
  MPI_Offset begin = 0;
  MPI_Offset unit = 1;  // bytes of an element
  WeftAloneType type;
};

namespace alone {

constexpr int failed = MPI_ERR_OTHER;
constexpr std::intptr_t largest_elementary = 16;

struct Keyval {
  MPI_Comm_copy_attr_function* copy;
  MPI_Comm_delete_attr_function* remove;
  void* extra;
};

struct State {
  bool is_finalised = false;
  WeftAloneComm world, self;
  std::map<int, Keyval> keyvals;
  int next_keyval = 1;
  std::list<std::unique_ptr<WeftAloneMessage>> sent;
  std::list<MPI_Request> receives;
};

inline State& state() {
  static State all;
  return all;
}

inline WeftAloneComm& of(MPI_Comm comm) {
  return comm == MPI_COMM_WORLD ? state().world : comm == MPI_COMM_SELF ? state().self : *comm;
}

inline WeftAloneType of(MPI_Datatype type) {
  const auto bytes = reinterpret_cast<std::intptr_t>(type);
  if (bytes > largest_elementary) return *type;
  WeftAloneType result;
  result.add({0, bytes});
  result.upper = bytes;
  result.alignment = std::min<MPI_Aint>(bytes, alignof(double));
  return result;
}

inline void* at(const void* memory, MPI_Aint bytes) {
  return static_cast<std::byte*>(const_cast<void*>(memory)) + bytes;
}

// Calls move(memory, bytes) for all pieces of n elements.
template <class Move>
void for_pieces(const void* memory, MPI_Aint n, const WeftAloneType& type, Move&& move) {
  for (MPI_Aint i = 0; i < n; ++i)
    for (const Piece& piece : type.pieces) move(at(memory, i * type.extent() + piece.begin), piece.bytes);
}

inline Bytes packed(const void* memory, MPI_Aint n, const WeftAloneType& type) {
  Bytes bytes;
  for_pieces(memory, n, type, [&](const void* from, MPI_Aint size) {
    const auto* first = static_cast<const std::byte*>(from);
    bytes.insert(bytes.end(), first, first + size);
  });
  return bytes;
}

// No more than there is room for: MPI says that a longer message is an error.
inline int unpack(const Bytes& bytes, void* memory, MPI_Aint n, const WeftAloneType& type) {
  std::size_t done = 0;
  for_pieces(memory, n, type, [&](void* to, MPI_Aint size) {
    const std::size_t count = std::min(static_cast<std::size_t>(size), bytes.size() - done);
    if (count > 0) std::memcpy(to, bytes.data() + done, count);
    done += count;
  });
  return done == bytes.size() ? MPI_SUCCESS : failed;
}

inline int copy(const void* from, MPI_Aint n, MPI_Datatype type, void* to, MPI_Aint n_to,
                MPI_Datatype type_to) {
  if (from == MPI_IN_PLACE) return MPI_SUCCESS;
  return unpack(packed(from, n, of(type)), to, n_to, of(type_to));
}

}  // namespace alone
