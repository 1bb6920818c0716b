// How the arrays of one kind are spread over the processes of a communicator: which block each process has,
// how it lies in memory, and what its elements are.
//
// What a plan says of its points and its modes, and what programs make for arrays without a plan. Functions
// of distributed arrays take it together with the address of this process's block: sums and norms
// (weft/array_functions.hpp), files (weft/hdf5_file.hpp), halos (weft/halo.hpp).
#pragma once

#include <mpi.h>

#include <memory>

#include "weft/export.h"
#include "weft/field.hpp"
#include "weft/layout.hpp"

namespace weft WEFT_API {

inline namespace comm {
class Communicators;  // of the library
}

// A value, cheap to copy. It keeps the communicator that it works on (a duplicate, shared with all plans and
// distributions on the same communicator of the user's, which he may free at once).
//
// With ghost cells (Layout::ghosts) the array in memory is larger than the block: box() and storage() are
// those of the block that the process owns, which begins first() elements after the beginning of the memory.
// Every function takes the address of the beginning of the memory, and looks at the owned elements only,
// unless it says otherwise.
// Example:
//   int n_processes = 1;
//   MPI_Comm_size(MPI_COMM_WORLD, &n_processes);
//   const weft::Layout slab{{12, 10}, {{n_processes}}, {0}, {}, {1, 0}};  // a ghost row on either side
//   const weft::Distribution rows(MPI_COMM_WORLD, slab, weft::element_type<double>());
//   assert(rows.box() == weft::box_of(slab, rows.rank()));
//   assert(rows.box().empty() || rows.first() == 10);
//   std::vector<double> u(rows.memory_elements());
class Distribution {
 public:
  // Block `rank` of `layout` for each process of `comm`, which has as many processes as the layout, in memory
  // without gaps, with its axes in `order` from slowest to fastest (empty: C order). Collective over `comm`,
  // all arguments the same everywhere; the same Error on all processes: invalid_argument, mismatch.
  Distribution(MPI_Comm comm, const Layout& layout, ElementType element, const Axes& order = {});
  // Of an array that lies in memory as `storage` says, which must be that of this process's block.
  // Not collective; for those who have checked their arguments: plans.
  Distribution(std::shared_ptr<Communicators> comms, const Layout& layout, ElementType element,
               const Storage& storage);

  MPI_Comm comm() const;  // weft's own: for collective calls of weft
  int rank() const;
  const Layout& layout() const { return layout_; }
  ElementType element() const { return element_; }
  const Box& box() const { return box_; }                     // the owned block, in global indices
  const Storage& storage() const { return storage_; }         // how it lies in memory
  Index first() const { return first_; }                      // elements of the memory before it: ghost cells
  Index memory_elements() const { return memory_elements_; }  // that an array needs on this process
  const std::shared_ptr<Communicators>& communicators() const { return comms_; }

 private:
  void place(const Storage& with_ghosts);

  std::shared_ptr<Communicators> comms_;
  Layout layout_;
  ElementType element_;
  Box box_;
  Storage storage_;
  Index first_ = 0;
  Index memory_elements_ = 0;
};

}  // namespace weft
