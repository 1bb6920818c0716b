// What HDF5's filters make of chunks: each is written to a dataset of one chunk in a file in memory, and its
// bytes are taken from there, as they lie in a file. So every filter works that HDF5 has, without a file that
// several processes have open.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "io/hdf5_objects.hpp"

namespace weft::inline io {

// A chunk as it lies in a file.
struct FilteredChunk {
  std::int64_t bytes = 0;    // that it takes
  std::int64_t skipped = 0;  // bit i: filter i did not gain anything, and was not applied
};

class Hdf5Filters {
 public:
  // Those of `dataset`, which has chunks.
  explicit Hdf5Filters(const NewDataset& dataset);
  // Of a whole chunk, dense, of elements as the file has them: appends its bytes to `out`.
  FilteredChunk append(const void* chunk, std::vector<std::byte>& out) const;

 private:
  Hdf5Id file_, dataset_, element_;
  std::vector<hsize_t> begin_;  // of the only chunk
};

// Writes such a chunk, which begins at the element `begin`, into a dataset with the same filters, whose path
// errors name.
void put_filtered(hid_t dataset, const std::string& path, const Extents& begin, const FilteredChunk& chunk,
                  const std::byte* bytes);

}  // namespace weft::inline io
