// The chunk is written over again and again: HDF5 neither reads nor keeps what was there.
#include "io/hdf5_filters.hpp"

#include "io/hdf5_types.hpp"

namespace weft::inline io {

namespace {

constexpr const char* no_file = "/dev/null/chunk";  // HDF5 looks for a file of the name; there can be none
constexpr std::size_t memory_step = std::size_t{1} << 20U;  // by which the file in memory grows

Hdf5Id file_in_memory() {
  const Hdf5Id access = file_access(true);
  const std::string doing = "making a file in memory";
  check_hdf5(H5Pset_fapl_core(access.get(), memory_step, false), doing);
  return {H5Fcreate(no_file, H5F_ACC_TRUNC, H5P_DEFAULT, access.get()), H5Fclose, doing};
}

NewDataset one_chunk_of(const NewDataset& dataset) {
  NewDataset one = dataset;
  one.path = "/chunk";
  one.shape = dataset.options.chunks;
  return one;
}

}  // namespace

Hdf5Filters::Hdf5Filters(const NewDataset& dataset)
    : file_(file_in_memory()),
      dataset_(create_dataset(file_.get(), one_chunk_of(dataset))),
      element_(hdf5_type(dataset.element)),
      begin_(dataset.shape.size(), 0) {}

FilteredChunk Hdf5Filters::append(const void* chunk, std::vector<std::byte>& out) const {
  const std::string doing = "filtering a chunk";
  check_hdf5(H5Dwrite(dataset_.get(), element_.get(), H5S_ALL, H5S_ALL, H5P_DEFAULT, chunk), doing);
  // What HDF5 keeps of it is filtered when it is flushed.
  check_hdf5(H5Dflush(dataset_.get()), doing);
  hsize_t bytes = 0;
  check_hdf5(H5Dget_chunk_storage_size(dataset_.get(), begin_.data(), &bytes), doing);
  const std::size_t before = out.size();
  out.resize(before + bytes);
  std::uint32_t skipped = 0;
  check_hdf5(H5Dread_chunk(dataset_.get(), H5P_DEFAULT, begin_.data(), &skipped, out.data() + before), doing);
  return {static_cast<std::int64_t>(bytes), skipped};
}

void put_filtered(hid_t dataset, const std::string& path, const Extents& begin, const FilteredChunk& chunk,
                  const std::byte* bytes) {
  const std::vector<hsize_t> first(begin.begin(), begin.end());
  check_hdf5(H5Dwrite_chunk(dataset, H5P_DEFAULT, static_cast<std::uint32_t>(chunk.skipped), first.data(),
                            static_cast<std::size_t>(chunk.bytes), bytes),
             "writing " + path);
}

}  // namespace weft::inline io
