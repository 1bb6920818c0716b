// Halos: ghost cells around the block of each process, brought up to date from the blocks that they are
// copies of, or added to them.
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
// Conventions, and which way of exchanging suits what: doc/halo.md.
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

// How halos are exchanged, the same on all processes. Each member is a text key, too (src/halo/options.cpp):
// weft::Halo halo(arrays, {{"periodic", "yes,no"}, {"exchange", "p2p"}}).
struct HaloOptions {
  // One for each axis, or one for all: beyond its end the array begins again. Empty: along all axes. Ghost
  // cells beyond the end of an axis that is not periodic are left as they are, by exchange() and
  // accumulate().
  std::vector<bool> periodic = {};
  // A name of halo_exchange_names(), or auto: windows where all neighbours share a node, else persistent.
  std::string exchange = "auto";
  int n_fields = 1;     // most arrays of a call
  bool corners = true;  // false: only ghost cells that lie beside the block along one axis, not two or more
  // Seconds, for a process that does not come; 600: those of WEFT_OPTIONS=timeout=..., if it is set.
  double timeout = 600;
  // Those of options_for("halo", ...). Error(invalid_argument) for options of something else. Not collective.
  static HaloOptions of(const Options& options);
};

// The names that HaloOptions::exchange may have: rows of the exchange table (doc/concepts.md). Not
// collective.
const std::vector<std::string>& halo_exchange_names();

// The halo of the arrays of one distribution, whose layout says how many ghost cells there are on either side
// of every block (Layout::ghosts): different ones along each axis, none, more than a neighbour has elements,
// more than the whole array has. Blocks of any size, empty ones too, which have no ghost cells.
//
// Arrays are given by the address of the beginning of their memory, ghost cells included
// (Distribution::memory_elements() elements; null where the block is empty), or as fields of allocate().
// Nothing is checked behind an address. Making a halo, closing it, exchange and accumulate in all forms and
// allocate are collective over the distribution's communicator; they allocate nothing but allocate.
//
// Where a call cannot be right (it is under way already, the halo is closed, too many arrays), the Error
// (invalid_argument) is that of the process that makes it, on it alone. A process that does not come is an
// Error(communication) on those that wait for it.
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
  // Collective. The same Error on all processes: invalid_argument (no ghost cells, an unknown exchange),
  // mismatch (processes pass different things), not_applicable (an exchange that cannot be used here, in
  // words), resource (no memory left, or no shared memory).
  explicit Halo(const Distribution& arrays, const HaloOptions& options = {});
  // The same by text keys, those of option_table("halo"); what is wrong with them on one process is the Error
  // of all.
  Halo(const Distribution& arrays, OptionTexts options);
  Halo(const Distribution& arrays, const Options& options);
  // As close(), but an error is printed. While an exception unwinds, a call that is under way is left.
  ~Halo();
  Halo(Halo&&) noexcept;
  Halo& operator=(Halo&&) noexcept;

  // Every ghost cell becomes a copy of the element of the (periodic) array that lies there, faces, edges and
  // corners. Owned elements are read only.
  void exchange(void* data);
  // Several arrays at once, at most n_fields, each of them of the distribution. They travel together: one
  // message for a neighbour (by p2p and alltoallw: one for each array).
  void exchange_fields(std::span<void* const> fields);
  // Every ghost cell is added to the element that it is a copy of, then set to 0: what particles deposit near
  // the ends of a block goes to its owner, once, however often this is called. Sums are formed in the same
  // order in every run and by every exchange. Ghost cells that are copies of nothing (beyond the end of an
  // axis that is not periodic; corners without `corners`) are left as they are.
  void accumulate(void* data);
  void accumulate_fields(std::span<void* const> fields);

  // The same in two parts. In between the owned elements may be read, but nothing written (with accumulate:
  // nor read), and no other call of this halo may start. The messages travel meanwhile.
  void exchange_start(std::span<void* const> fields);
  void exchange_finish();
  void accumulate_start(std::span<void* const> fields);
  void accumulate_finish();
  // Moves on what can be moved on without waiting. True: finish would not wait. Not collective.
  bool progress();

  // An array of zeros, ghost cells included, whose box() reaches beyond the block by them. By windows it lies
  // in memory that the processes of a node share, and is copied once instead of twice; it may outlive the
  // halo. Error(invalid_argument), on all processes, if T is not the element of the distribution.
  template <class T>
  Field<T> allocate() {
    check_new_array(element_type<T>());
    const Index n = arrays().memory_elements();
    std::shared_ptr<void> memory = shared_memory(n * static_cast<Index>(sizeof(T)));
    if (!memory) return Field<T>(box_with_ghosts(arrays().layout(), arrays().rank()), memory_storage());
    return Field<T>(box_with_ghosts(arrays().layout(), arrays().rank()), memory_storage(), n, memory);
  }
  // The memory of allocate(): zeros for `bytes` on this process, or null: then use memory of your own.
  // Collective.
  std::shared_ptr<void> shared_memory(Index bytes);

  template <class T>
  void exchange(Field<T>& field) {
    exchange(checked(element_type<T>(), field.size(), field.data()));
  }
  template <class T>
  void accumulate(Field<T>& field) {
    accumulate(checked(element_type<T>(), field.size(), field.data()));
  }

  // Finishes a call that is under way and frees everything. Later calls do nothing. Error(communication) if
  // some process does not come.
  void close();
  bool is_closed() const;

  const Distribution& arrays() const;
  const HaloOptions& options() const;        // as they are: `periodic` has one entry for each axis
  const std::string& exchange_name() const;  // the row that auto has chosen, or the one asked for
  Storage memory_storage() const;            // of the whole memory, ghost cells included
  Index n_ghosts() const;                    // ghost cells of this process that are copies of something
  // What a call with one array costs this process.
  ExchangeCounts exchange_counts() const;
  ExchangeCounts accumulate_counts() const;
  std::string explain() const;  // in words

  struct Impl;

 private:
  void check_new_array(ElementType type);
  void* checked(ElementType type, std::size_t elements, void* data) const;

  std::unique_ptr<Impl> impl_;
};

}  // namespace weft
