// Memory spaces: kinds of memory in which the arrays, stages and tiles of a plan may lie.
//
// A space is a row: how its memory is made, given back and copied, and whether the processor may look at it.
// What works on a space says so by its name: a backend (kernels/kernel.hpp), the maker of its sweeps
// (sweep/sweep_table.hpp), exchanges (exchange/exchange.hpp). All else is for host memory and refuses the
// others by require_host(). Design: doc/design/040-memory-spaces.md.
#pragma once

#include <string>
#include <vector>

#include "weft/layout.hpp"

namespace weft::inline base {

// Where work is queued that does not happen at once, as a CUDA stream. Null: the host's, which queues
// nothing.
struct Stream {
  void* handle = nullptr;
};

struct Space {
  const char* name;
  const char* meaning;
  bool is_host = false;  // the processor may read and write it
  // `bytes` > 0 of zeros, aligned to a page; null where none is left.
  void* (*allocate)(Index bytes);
  void (*release)(void* memory, Index bytes);
  // Does the address lie in memory of the space? Null: nobody knows, and arrays are not checked.
  bool (*holds)(const void* address) = nullptr;
  // Between memory of the space and host memory; complete when they return.
  void (*copy_in)(void* to, const void* host, Index bytes);
  void (*copy_out)(void* host, const void* from, Index bytes);
  // The stream of a plan, and its end; null where nothing is queued. Until all that was queued is done.
  Stream (*open_stream)() = nullptr;
  void (*close_stream)(Stream stream) = nullptr;
  void (*finish)(Stream stream) = nullptr;
};

// Plain memory of the process. The first row of the table.
extern const Space host_space;

const std::vector<const Space*>& space_table();
std::vector<std::string> space_names();
// Error(invalid_argument) lists the spaces that there are.
const Space& find_space(const std::string& name);

// Does what is made for the space of that name work on `space`? What is for the host does where the processor
// may look.
bool works_on(const std::string& name, const Space& space);

// Throws Error(not_applicable) unless arrays of this space can be looked at by the processor; `what` is for
// host memory only: "a halo". Not collective.
void require_host(const Space& space, const std::string& what);

// The stream of a plan, open as long as this lives.
class OpenStream {
 public:
  explicit OpenStream(const Space& space);
  ~OpenStream();
  OpenStream(const OpenStream&) = delete;
  OpenStream& operator=(const OpenStream&) = delete;

  Stream get() const { return stream_; }
  bool may_queue() const { return space_.finish != nullptr; }
  // Waits until all that was queued is done.
  void finish() const { space_.finish(stream_); }

 private:
  const Space& space_;
  Stream stream_;
};

// Memory of one space for a slot of a plan, or of an exchange.
struct Place {
  Place(char* at = nullptr, const Space& of = host_space) : address(at), space(&of) {}  // NOLINT: a place
  char* address;
  const Space* space;
};

}  // namespace weft::inline base
