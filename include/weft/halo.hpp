// Halos: ghost cells around the block of each process, updated from the blocks that they copy, or added to
// them.
//
// Example:
//   weft::Layout layout{{64, 64, 64}, {{2, 1}}, {0, 1}, {}};   // 2 x 1 pencils, on two processes
//   layout.ghosts = {1, 1, 1};
//   const weft::Distribution arrays(MPI_COMM_WORLD, layout, weft::element_type<double>());
//   weft::Halo halo(arrays);
//   auto u = halo.allocate<double>();
//   halo.exchange(u);     // every ghost cell is a copy of the element that lies there
//   halo.accumulate(u);   // every element has what was deposited in its copies; the copies are 0
//
// Conventions, and a guide to the exchanges: doc/halo.md.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "weft/description.hpp"
#include "weft/distribution.hpp"
#include "weft/export.h"
#include "weft/options.hpp"

namespace weft WEFT_API {

// How halos are exchanged, the same on all processes. Each member is also a text key (src/halo/options.cpp):
// weft::Halo halo(arrays, {{"periodic", "yes,no"}, {"exchange", "p2p"}}).
struct HaloOptions {
  // One for each axis, or one for all: beyond its end the array begins again. Empty: along all axes.
  // exchange() and accumulate() do not change ghost cells beyond the end of an axis that is not periodic.
  std::vector<bool> periodic = {};
  // A name of halo_exchange_names(), or auto: windows where all neighbours share a node, else persistent.
  std::string exchange = "auto";
  int n_fields = 1;     // most arrays of a call
  bool corners = true;  // false: only ghost cells that lie beside the block along one axis, not two or more
  // Seconds, for a process that does not come; 600: those of WEFT_OPTIONS=timeout=..., if it is set.
  double timeout = 600;
  // The members that text keys set. Not collective.
  // options: of options_for("halo", ...); Error(invalid_argument) for options of another object.
  static HaloOptions of(const Options& options);
};

// The values of the option exchange of a halo beside auto: rows of the exchange table (doc/concepts.md). Not
// collective. Errors: none.
const std::vector<std::string>& halo_exchange_names();

// The halo of the arrays of one distribution. The layout has the number of ghost cells on either side of
// every block along each axis. The number may be 0, and may exceed the elements of a neighbour or of the
// whole array. Blocks have any size; empty ones have no ghost cells. Collective over the distribution's
// communicator: making a halo, closing it, its calls in all forms, and new arrays. A call allocates nothing.
// A call while another is under way, or after the halo is closed, is Error(invalid_argument) on the calling
// process alone. A process that does not come is Error(communication) on those that wait for it.
// In C++: an array is the address of the beginning of its memory, ghost cells included
// (Distribution::memory_elements() elements; null where the block is empty), or a field of `allocate()`.
// Memory behind an address is not checked. The destructor calls `close()`, and prints an error instead of
// throwing; while an exception unwinds, it does not end a call that is under way.
// Example:
//   int n_processes = 1;
//   MPI_Comm_size(MPI_COMM_WORLD, &n_processes);
//   const weft::Layout layout{{12, 10}, {{n_processes}}, {0}, {}, {1, 1}};
//   weft::Halo halo(weft::Distribution(MPI_COMM_WORLD, layout, weft::element_type<double>()));
//   auto u = halo.allocate<double>();
//   u.fill(1);             // each of the 12 x 10 elements, and each ghost cell
//   halo.accumulate(u);    // what lies at the ends of a block has copies in ghost cells, which are 0 now
//   halo.exchange(u);      // they are copies again
//   const weft::Extents local = u.shape();  // ghost cells included: 12 along axis 1
//   if (u.size() > 0) assert(local[1] == 12 && u(1, 0) == u(1, 10) && u(1, 0) > 1);
class Halo {
 public:
  // Makes the halo of the arrays of a distribution. Collective over the distribution's communicator; the same
  // Error on all processes. Error(invalid_argument) for no ghost cells, or an unknown option or exchange, on
  // any process. Error(mismatch) for arguments that differ between processes. Error(not_applicable) for an
  // exchange that cannot be used here, with the reason. Error(resource) if memory or shared memory is
  // missing.
  // arrays: the distribution, of a layout with ghost cells.
  // options: how the arrays are exchanged, the same on all processes: the options of "halo".
  // In C++: a struct, or text keys, those of option_table("halo").
  explicit Halo(const Distribution& arrays, const HaloOptions& options = {});
  Halo(const Distribution& arrays, OptionTexts options);
  Halo(const Distribution& arrays, const Options& options);
  ~Halo();
  Halo(Halo&&) noexcept;
  Halo& operator=(Halo&&) noexcept;

  // Makes every ghost cell a copy of the element at its place in the (periodic) array: faces, edges and
  // corners. Owned elements are read only. Ghost cells without such an element stay unchanged: beyond the end
  // of an axis that is not periodic, and corners without the option corners. Collective over the
  // distribution's communicator.
  // data: this process's memory of an array, with ghost cells.
  void exchange(void* data);
  // Makes ghost cells of several arrays copies, in one message for each neighbour (by p2p and alltoallw: one
  // for each array); otherwise as `exchange()`.
  // fields: arrays of the distribution, at most as many as the option n_fields, else Error(invalid_argument)
  //     on this process; equally many on all processes.
  void exchange_fields(std::span<void* const> fields);
  // Adds every ghost cell to the element that it copies, and sets the ghost cell to 0. Deposits of particles
  // near the ends of a block thus reach their owner once, however often this is called. Sums are formed in
  // the same order in every run and by every exchange. Ghost cells without such an element stay unchanged:
  // beyond the end of an axis that is not periodic, and corners without the option corners. Collective over
  // the distribution's communicator.
  // data: this process's memory of an array, with ghost cells.
  void accumulate(void* data);
  // Adds ghost cells of several arrays, in one message for each neighbour (by p2p and alltoallw: one for each
  // array); otherwise as `accumulate()`.
  // fields: arrays of the distribution, at most as many as the option n_fields, else Error(invalid_argument)
  //     on this process; equally many on all processes.
  void accumulate_fields(std::span<void* const> fields);

  // Starts an exchange, which `exchange_finish()` ends. In between the program may read owned elements but
  // write nothing. Messages travel meanwhile. No other call of this halo may start; else
  // Error(invalid_argument), on this process. Collective over the distribution's communicator.
  // fields: as of `exchange_fields()`; they must live until the end.
  void exchange_start(std::span<void* const> fields);
  // Ends an exchange that was started. Collective over the distribution's communicator.
  // Error(invalid_argument), on this process, if none was started.
  void exchange_finish();
  // Starts an accumulation, which `accumulate_finish()` ends. In between the program must neither read nor
  // write the arrays; otherwise as `exchange_start()`.
  // fields: as of `exchange_fields()`; they must live until the end.
  void accumulate_start(std::span<void* const> fields);
  // Ends an accumulation that was started. Collective over the distribution's communicator.
  // Error(invalid_argument), on this process, if none was started.
  void accumulate_finish();
  // Advances a call that was started, as far as possible without waiting. The result is true if the end would
  // not wait, also if no call is under way. Not collective. Error(invalid_argument) if the halo is closed.
  bool progress();

  // A new array of zeros, ghost cells included. With windows it lies in memory that the processes of a node
  // share, and is copied once instead of twice. It may outlive the halo. Collective over the distribution's
  // communicator. Error(invalid_argument), on all processes, for another type than the element of the
  // distribution.
  // In C++: its box() reaches beyond the block by the ghost cells.
  template <class T>
  Field<T> allocate() {
    check_new_array(element_type<T>());
    const Index n = arrays().memory_elements();
    std::shared_ptr<void> memory = shared_memory(n * static_cast<Index>(sizeof(T)));
    if (!memory) return Field<T>(box_with_ghosts(arrays().layout(), arrays().rank()), memory_storage());
    return Field<T>(box_with_ghosts(arrays().layout(), arrays().rank()), memory_storage(), n, memory);
  }
  // The memory of a new array: zeros that the processes of a node share. If the result is null, use memory of
  // your own. Collective over the distribution's communicator.
  // bytes: for this process.
  std::shared_ptr<void> shared_memory(Index bytes);

  // The same with a field, whose type and size are checked.
  // field: of `allocate()`.
  template <class T>
  void exchange(Field<T>& field) {
    exchange(checked(element_type<T>(), field.size(), field.data()));
  }
  template <class T>
  void accumulate(Field<T>& field) {
    accumulate(checked(element_type<T>(), field.size(), field.data()));
  }

  // Finishes a call that is under way and frees all memory; the properties of the halo stay available.
  // Closing again has no effect. Collective over the distribution's communicator. Error(communication) if a
  // process does not come.
  void close();

  // Properties of the halo, also of a closed one. Not collective. Errors: none.

  // Is the halo closed?
  bool is_closed() const;
  // The distribution of the arrays.
  const Distribution& arrays() const;
  // The options, filled in: `periodic` has one entry for each axis.
  const HaloOptions& options() const;
  // The exchange in use: the choice of auto, or the requested one. In all languages.
  const std::string& exchange_name() const;
  // How the whole memory of an array lies, ghost cells included.
  Storage memory_storage() const;
  // The number of ghost cells of this process that copy an element. In all languages.
  Index n_ghosts() const;
  // The cost of an exchange of one array on this process: messages, bytes in them, bytes copied straight from
  // or to other processes, flags that are waited for.
  ExchangeCounts exchange_counts() const;
  // The cost of an accumulation of one array on this process, in the same counts.
  ExchangeCounts accumulate_counts() const;
  // The exchange, the neighbours of this process and the cost of calls, as text. In all languages.
  std::string explain() const;

  struct Impl;

 private:
  void check_new_array(ElementType type);
  void* checked(ElementType type, std::size_t elements, void* data) const;

  std::unique_ptr<Impl> impl_;
};

}  // namespace weft
