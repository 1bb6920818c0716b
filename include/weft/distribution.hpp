// How the arrays of one kind are spread over the processes of a communicator: which block each process has,
// how it lies in memory, and what its elements are.
//
// A plan has a distribution of its points and one of its modes; programs make one for arrays without a plan.
// Functions of distributed arrays take a distribution together with the address of this process's block: sums
// and norms (weft/array_functions.hpp), files (weft/hdf5_file.hpp), halos (weft/halo.hpp).
#pragma once

#include <mpi.h>

#include <memory>
#include <string>
#include <utility>

#include "weft/export.h"
#include "weft/field.hpp"
#include "weft/layout.hpp"

namespace weft WEFT_API {

inline namespace comm {
class Communicators;  // of the library
}
inline namespace base {
struct Space;  // the same
}

// How the arrays of one kind are spread over processes: which block each process has, how it lies in memory,
// and what its elements are. A distribution works on a duplicate of the communicator, shared with all plans
// and distributions on the same communicator. The user may free the communicator at once.
//
// With ghost cells the array in memory is larger than the block. `box()` and `storage()` are those of the
// block that the process owns; the block begins `first()` elements after the beginning of the memory.
// Functions take the address of the beginning of the memory, and use the owned elements only, unless stated
// otherwise.
//
// Not collective, unless stated otherwise. Errors: none, unless stated otherwise.
// In C++: a value, cheap to copy.
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
  // Gives each process of a communicator the block of its rank, in memory without gaps except for the ghost
  // cells. Collective over the communicator; all arguments are the same on all processes. The same error on
  // all: Error(invalid_argument) for an invalid argument, Error(mismatch) for arguments that differ between
  // processes.
  // comm: has as many processes as the layout.
  // layout: of 1 to 6 axes.
  // element: real or complex, of double or single precision.
  // order: the axes from slowest to fastest in memory, each once; if not given, C order.
  Distribution(MPI_Comm comm, const Layout& layout, ElementType element, const Axes& order = {});
  // The distribution of arrays in any storage, as those of a plan. Errors: none; nothing is checked.
  // comms, layout, element: as above, of processes that have checked them together.
  // storage: of this process's block, ghost cells included.
  // space: in which the arrays lie; null: that of the host.
  Distribution(std::shared_ptr<Communicators> comms, const Layout& layout, ElementType element,
               const Storage& storage, const Space* space = nullptr);

  // The communicator: weft's own, for collective calls of weft.
  MPI_Comm comm() const;
  // The rank of this process in the communicator, from 0.
  int rank() const;
  // Which process owns which block.
  const Layout& layout() const { return layout_; }
  // What the elements are: real or complex, double or single.
  ElementType element() const { return element_; }
  // The block that this process owns, in global indices.
  const Box& box() const { return box_; }
  // How the owned block lies in memory: its local lengths without ghost cells, the order of the axes, and the
  // distances in elements between neighbours along each axis.
  const Storage& storage() const { return storage_; }
  // Elements of the memory before the block: 0 without ghost cells.
  Index first() const { return first_; }
  // Elements that an array needs on this process, ghost cells included.
  Index memory_elements() const { return memory_elements_; }
  // A new array of zeros on this process, aligned to a cache line, with its ghost cells.
  // Error(not_applicable) for another memory space than the host's.
  // In C++: a Field of elements T; Error(invalid_argument) if the distribution has other elements. Its
  // indices count from the beginning of the memory, with ghost cells from the first ghost cell.
  template <class T>
  Field<T> allocate() const {
    check_new_array(element_type<T>());
    Storage with_ghosts = storage_;
    Box box = box_with_ghosts(layout_, rank());
    with_ghosts.shape = box.shape();
    return Field<T>(std::move(box), std::move(with_ghosts), memory_elements_);
  }

  // Refuses arrays whose memory the processor cannot read: those of a plan with another option `space`.
  // Error(not_applicable).
  // what: the function that takes host memory only, as "a halo".
  void require_host(const std::string& what) const;
  // The memory space of the arrays; null: that of the host.
  const Space* space() const { return space_; }
  // The communicators that the distribution works on, for other objects on the same.
  const std::shared_ptr<Communicators>& communicators() const { return comms_; }

 private:
  void check_new_array(ElementType element) const;
  void place(const Storage& with_ghosts);

  std::shared_ptr<Communicators> comms_;
  Layout layout_;
  ElementType element_;
  Box box_;
  Storage storage_;
  Index first_ = 0;
  Index memory_elements_ = 0;
  const Space* space_ = nullptr;  // null: of the host
};

}  // namespace weft
