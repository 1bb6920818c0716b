// Not collective: a process that reads alone needs nobody, and decompresses the chunks that its block
// touches, as it would otherwise.
#include "io/hdf5_transfer.hpp"

#include <algorithm>
#include <vector>

#include "io/hdf5_types.hpp"
#include "io/pieces.hpp"
#include "weft/error.hpp"

namespace weft::inline io {

namespace {

Extents byte_strides(const MemoryBlock& block) {
  Extents strides = block.storage.strides;
  for (Index& stride : strides) stride *= bytes_of(block.element);
  return strides;
}

// The box in the space of the file, and a dense space in memory.
struct Selection {
  Hdf5Id file;
  Hdf5Id memory;
};

Selection select(hid_t dataset, const Box& box) {
  const std::string doing = "selecting " + to_text(box);
  Selection selection;
  selection.file = Hdf5Id(H5Dget_space(dataset), H5Sclose, doing);
  if (box.n_axes() == 0) {  // one number
    selection.memory = Hdf5Id(H5Screate(H5S_SCALAR), H5Sclose, doing);
    return selection;
  }
  std::vector<hsize_t> begin, counts;
  for (const Range& range : box.ranges) {
    begin.push_back(static_cast<hsize_t>(range.begin));
    counts.push_back(static_cast<hsize_t>(range.size()));
  }
  const bool is_empty = box.empty();
  if (is_empty) counts.assign(counts.size(), 1);
  selection.memory =
      Hdf5Id(H5Screate_simple(static_cast<int>(counts.size()), counts.data(), nullptr), H5Sclose, doing);
  if (is_empty) {
    check_hdf5(H5Sselect_none(selection.file.get()), doing);
    check_hdf5(H5Sselect_none(selection.memory.get()), doing);
  } else {
    check_hdf5(H5Sselect_hyperslab(selection.file.get(), H5S_SELECT_SET, begin.data(), nullptr, counts.data(),
                                   nullptr),
               doing);
  }
  return selection;
}

}  // namespace

void read_by_hdf5(hid_t file, const std::string& path, const FoundDataset& dataset, const MemoryBlock& block,
                  std::byte* data) {
  const std::string doing = "reading " + path;
  const Hdf5Id access = new_properties(H5P_DATASET_ACCESS);
  // Chunks that two rounds touch are decompressed once.
  check_hdf5(H5Pset_chunk_cache(access.get(), H5D_CHUNK_CACHE_NSLOTS_DEFAULT, chunk_bytes, 1.0), doing);
  const Hdf5Id opened(H5Dopen2(file, path.c_str(), access.get()), H5Dclose, doing);
  const FileNumber number{parse_number(dataset.descr).row, false};
  const Hdf5Id type = hdf5_type(*number.row);
  const Run run = run_to_memory(number, block.element);
  const Index bytes = number.row->bytes;
  const Extents strides = byte_strides(block);
  std::vector<std::byte> buffer;
  for (const Box& chunk : chunks_of(block.box, std::max<Index>(1, chunk_bytes / bytes))) {
    const Extents shape = chunk.shape();
    std::byte* memory = data;
    for (std::size_t a = 0; a < strides.size(); ++a)
      memory += (chunk.ranges[a].begin - block.box.ranges[a].begin) * strides[a];
    const bool direct = is_same(number, block.element) && is_dense(shape, strides, bytes);
    if (!direct) buffer.resize(static_cast<std::size_t>(chunk.n_points() * bytes));
    const Selection selection = select(opened.get(), chunk);
    if (H5Dread(opened.get(), type.get(), selection.memory.get(), selection.file.get(), H5P_DEFAULT,
                direct ? memory : buffer.data()) < 0)
      fail("the data of " + path + " cannot be read; they may be damaged (HDF5: " + hdf5_reason() + ")");
    if (!direct) copy_box(shape, buffer.data(), dense_byte_strides(shape, bytes), memory, strides, run);
  }
}

}  // namespace weft::inline io
