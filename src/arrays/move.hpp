// Boxes that travel between processes in pieces: what gathers, scatters and redistributions are made of.
//
// Each process knows what it sends to and gets from every other one, so that nothing but elements travels. A
// box goes in pieces of a limited size, of which a few are under way at a time: packing, sending and
// unpacking overlap, and no array of the size of the whole is needed. Process r sends to r+1, r+2, ... and
// receives from r-1, r-2, ...: everybody is busy with another one at any time, and nobody waits for a message
// that has not been begun for want of a place (of all messages that are not complete take one with the
// smallest distance: both ends have begun it).
#pragma once

#include <functional>
#include <memory>

#include "arrays/boxes.hpp"
#include "weft/distribution.hpp"

namespace weft::inline arrays {

// What moves, of this process.
struct Move {
  std::function<Box(int)> outgoing;  // to a process, itself included; in `from`
  std::function<Box(int)> incoming;  // from a process; in `to`
  BoxInMemory from, to;
  Axes order;  // of the axes in messages, from slowest to fastest; the same on all processes
  int other;   // the fastest axis of the side that has another order; the same on all processes
};

// Memory for messages, made before anything is sent: a process that has none left can say so. For one move
// after the other.
class MessageBuffers {
 public:
  // For arrays that this process has of these sizes, in elements, and as many processes.
  MessageBuffers(Index from_elements, Index to_elements, int element_bytes, int n_processes);
  ~MessageBuffers();
  MessageBuffers(const MessageBuffers&) = delete;
  MessageBuffers& operator=(const MessageBuffers&) = delete;
  struct Impl;
  Impl& impl() { return *impl_; }
  // MPI may still write to them: they are never freed.
  void abandon();

 private:
  std::unique_ptr<Impl> impl_;
};

// Collective over the communicator of the distribution, after all have arrived. `what` names the function in
// the Error(communication) that says that a process does not take part.
void move_boxes(const Distribution& distribution, const Move& move, MessageBuffers& buffers,
                const char* what);

}  // namespace weft::inline arrays
