// One side of a sweep while it runs: a view whose pieces have addresses.
#pragma once

#include <optional>
#include <vector>

#include "geometry/view.hpp"
#include "sweep/copy.hpp"
#include "sweep/tiling.hpp"

namespace weft::inline sweep {

// A box of the local array, in local indices.
struct Patch {
  Coords begin{};
  Coords size{};
};

class Side {
 public:
  Side() = default;
  Side(const View& view, int n_axes, int element_bytes);

  // The places of all slots for this field; valid until the next call. Index 0 of a sweep is index
  // origin[axis] of the view.
  void bind(Places slots, Index field, const Coords& origin = {});
  // A side that is one block in memory (between passes), whose first element is that at `begin`.
  void bind_block(char* address, const Coords& begin, const Storage& storage);

  // Copies `patch` into a tile with these strides, or back.
  void gather(const Patch& patch, char* tile, const Coords& tile_strides, CopyMode mode) const;
  void scatter(const Patch& patch, const char* tile, const Coords& tile_strides, CopyMode mode) const;

  // The strides of the lines along `axis` of tiles that such chunks make, in elements, numbered with the
  // first of `line_order` fastest; none if they are not evenly spaced, or neither along memory nor side by
  // side.
  std::optional<Lines> lines(int axis, const Axes& line_order, const std::vector<Chunks>& chunks) const;
  // Do all rows of memory begin at a line of the cache, if the first one does?
  bool has_aligned_rows() const;
  // Bytes from point 0 of a line along `axis` to each of its points, for lines that are in tables.
  void fill_table(int axis, std::vector<Index>& distances) const;
  // Address of the first element of `patch`.
  char* address(const Patch& patch) const;

  // Is this the memory of `other`, element by element?
  bool is_same_memory(const Side& other) const;

  // Copies what lies in `patch` from another side (a sweep that transforms nothing).
  void copy_from(const Side& source, const Patch& patch, CopyMode mode) const;

 private:
  struct Part {
    Coords begin{}, end{}, strides{};  // in the indices of the sweep
    Coords first{};                    // `begin` in those of the view
    Index offset = 0, field_stride = 0;
    Slot slot = 0;
    char* address = nullptr;
  };
  template <class Body>
  void for_overlaps(const Patch& patch, const Body& body) const;

  int n_axes_ = 0;
  int element_bytes_ = 0;
  int cut_axis_ = -1;  // the only axis along which the parts differ; parts are sorted along it
  std::vector<Part> parts_;
};

}  // namespace weft::inline sweep
