// One implementation of a transform under test: weft with one choice, or another library.
//
// All implementations of a run work in the same two arrays (`Arrays`), one after the other: the same
// memory pages for all, and no more memory than the most demanding one needs. So the arrays hold
// nothing from one turn to the next; each turn begins with filling the points.
#pragma once

#include <mpi.h>

#include <cstddef>
#include <cstring>
#include <memory>
#include <new>
#include <string>
#include <vector>

#include "weft/layout.hpp"
#include "weft/problem.hpp"

namespace weft::cli {

// Where a process's block of a global array of `shape` lies: global indices, and distances in elements. A
// plan may have more axes than the problem, of which the array in C order is the same.
struct Block {
  Extents shape;
  Box box;
  Extents strides;
};

// Bytes of memory, zero, aligned to a page.
class Memory {
 public:
  explicit Memory(std::size_t bytes) : data_(::operator new(bytes, alignment)) {
    std::memset(data_.get(), 0, bytes);
  }
  void* data() const { return data_.get(); }

 private:
  static constexpr std::align_val_t alignment{4096};
  struct Free {
    void operator()(void* p) const { ::operator delete(p, alignment); }
  };
  std::unique_ptr<void, Free> data_;
};

// One array for the points and one for the modes of each field.
struct Arrays {
  std::vector<void*> points;
  std::vector<void*> modes;
};

class Implementation {
 public:
  virtual ~Implementation() = default;
  virtual std::string name() const = 0;
  virtual std::string library() const = 0;  // several implementations may be variants of one library
  virtual std::string version() const { return ""; }  // of the library, where it is not in the report anyway
  // Bytes that each array must have on this process.
  virtual std::size_t array_bytes() const = 0;
  // Says where it works, before anything else is called; may plan, and overwrite the arrays. An
  // implementation in place uses the arrays of the points only. Collective.
  virtual void bind(const Arrays& arrays) = 0;
  virtual const Block& points() const = 0;
  virtual const Block& modes() const = 0;
  virtual const Arrays& arrays() const = 0;  // where points and modes of each field are
  // Transforms all fields. Collective.
  virtual void forward() = 0;
  virtual void backward() = 0;
  // forward and backward in turn multiply the points by this.
  virtual double pair_scale() const = 0;
};

}  // namespace weft::cli
