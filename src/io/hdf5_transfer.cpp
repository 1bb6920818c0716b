// Writing is collective, because HDF5 compresses on the process that owns a chunk; reading is not: a process
// that reads alone needs nobody, and decompresses the chunks that its block touches, as it would otherwise.
#include "io/hdf5_transfer.hpp"

#include <algorithm>
#include <optional>
#include <vector>

#include "comm/agree.hpp"
#include "io/hdf5_types.hpp"
#include "io/pieces.hpp"
#include "weft/error.hpp"

namespace weft::inline io {

namespace {

// A call that all processes make, and that may fail on some: then all have the Error.
template <class Call>
void together(MPI_Comm comm, Call&& call) {
  std::optional<Error> problem;
  try {
    call();
  } catch (const Error& error) {
    problem = error;
  }
  agree(comm, [&] {
    if (problem) throw Error(*problem);
  });
}

Extents byte_strides(const MemoryBlock& block) {
  Extents strides = block.storage.strides;
  for (Index& stride : strides) stride *= bytes_of(block.element);
  return strides;
}

Hdf5Id open_together(MPI_Comm comm, const std::string& path) {
  const Hdf5Id access = file_access(true);
  check_hdf5(H5Pset_fapl_mpio(access.get(), comm, MPI_INFO_NULL), "preparing parallel files");
  hid_t file = H5Fopen(path.c_str(), H5F_ACC_RDWR, access.get());
  // ROMIO takes what is before a colon as the name of a file system.
  if (file < 0 && path.find(':') != std::string::npos)
    file = H5Fopen(("ufs:" + path).c_str(), H5F_ACC_RDWR, access.get());
  return {file, H5Fclose, "opening " + path + " on all processes"};
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

// The block as the file shall have it: C order without gaps, in its precision; in `buffer` unless the memory
// is that already.
const std::byte* dense(const MemoryBlock& block, ElementType in_file, const std::byte* data,
                       std::vector<std::byte>& buffer) {
  const Extents shape = block.box.shape();
  const Extents strides = byte_strides(block);
  const Index bytes = bytes_of(in_file);
  const bool same = block.element == in_file;
  if (block.box.empty() || (same && is_dense(shape, strides, bytes))) return data;
  buffer.resize(static_cast<std::size_t>(block.box.n_points() * bytes));
  copy_box(shape, data, strides, buffer.data(), dense_byte_strides(shape, bytes),
           same ? run_of_copy(bytes) : run_to_memory(parse_number(descr_of(block.element)), in_file));
  return buffer.data();
}

// HDF5 wants an address where there is nothing to move, too.
const void* address_of(const std::byte* data) {
  static const std::byte nothing[16] = {};
  return data == nullptr ? nothing : data;
}

}  // namespace

void write_by_hdf5(MPI_Comm comm, const std::string& path, const NewDataset& dataset,
                   const MemoryBlock& block, const std::byte* data) {
  const QuietHdf5 quiet;
  std::vector<std::byte> buffer;
  const std::byte* memory = nullptr;
  agree(comm, [&] { memory = dense(block, dataset.element, data, buffer); });
  Hdf5Id file, made;
  together(comm, [&] { file = open_together(comm, path); });
  together(comm, [&] { made = create_dataset(file.get(), dataset); });
  together(comm, [&] {
    const Selection selection = select(made.get(), block.box);
    const Hdf5Id type = hdf5_type(dataset.element);
    const Hdf5Id transfer = new_properties(H5P_DATASET_XFER);
    const std::string doing = "writing " + dataset.path;
    check_hdf5(H5Pset_dxpl_mpio(transfer.get(), H5FD_MPIO_COLLECTIVE), doing);
    check_hdf5(H5Dwrite(made.get(), type.get(), selection.memory.get(), selection.file.get(), transfer.get(),
                        address_of(memory)),
               doing);
  });
  together(comm, [&] { made.close("writing " + dataset.path); });
  together(comm, [&] { file.close("closing " + path); });
}

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
      fail("the data of " + path + " cannot be read; they may be damaged (HDF5 says: " + hdf5_reason() + ")");
    if (!direct) copy_box(shape, buffer.data(), dense_byte_strides(shape, bytes), memory, strides, run);
  }
}

}  // namespace weft::inline io
