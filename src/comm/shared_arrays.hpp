// The arrays of a plan that all processes of a node can reach: one piece of shared memory for each, in which
// every process has its part.
//
// Each process maps the whole of it, so that a peer's part is the base address, the start of that part and an
// offset. An array is told to others as one word, which is the same on all processes. Memory lives as long as
// anybody on the node holds it: a part may outlive its plan, and nobody has to be asked when it goes.
#pragma once

#include <mpi.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "weft/layout.hpp"

namespace weft::inline comm {

class SharedArrays {
 public:
  // `ranks`: of the processes of this node, by their rank in `node`, in a communicator that is wider.
  SharedArrays(MPI_Comm node, std::vector<int> ranks);
  ~SharedArrays();

  // `bytes` of zeros for this process, aligned to a page; each process of the node says how many it wants.
  // The memory of an array that nobody on the node holds any more is taken again. Null on all of them if
  // there is no shared memory left; then why_not() says so. Collective over the node.
  std::shared_ptr<void> allocate(Index bytes);
  const std::string& why_not() const { return why_not_; }

  // The word that names the memory from `address` on, where it has at least `bytes` of this process's part of
  // an array; 0 where it lies elsewhere.
  std::uint64_t word_of(const void* address, Index bytes) const;
  // The memory at the same place in the part of another process; `word` is not 0 and comes from there.
  char* address(std::uint64_t word, int position) const;
  int position_of(int rank) const;  // of a rank of the wider communicator, in the node

 private:
  class Mapping;
  std::shared_ptr<Mapping> unused_mapping(const std::vector<Index>& starts) const;
  std::shared_ptr<Mapping> new_mapping(const std::vector<Index>& starts);

  MPI_Comm node_;
  std::vector<int> ranks_;
  int position_ = 0;
  std::vector<std::shared_ptr<Mapping>> mappings_;  // as many and in the same order on all processes
  std::string why_not_;
};

}  // namespace weft::inline comm
