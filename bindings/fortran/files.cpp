// Files for Fortran: arrays behind descriptors, checked on all processes before anything is moved. Numbers of
// axes and planes are those of C here; the modules count from 1 and from the other end.
#include <algorithm>
#include <vector>

#include "support.hpp"
#include "weft/weft_files.h"

using namespace weft::fortran;

extern "C" {

// chunks: n_chunks lengths in the order of Fortran; none: n_chunks is 0. more: options of "dataset" instead,
// or NULL.
int weft_fortran_hdf5_write(weft_hdf5_writer* writer, const char* name, const weft_distribution* distribution,
                            Input array, int n_chunks, const int64_t chunks[], int compression, int shuffle,
                            int fletcher32, int precision, const weft_options* more) {
  std::vector<int64_t> reversed(chunks, chunks + n_chunks);
  std::reverse(reversed.begin(), reversed.end());
  weft_dataset_options options = {nullptr, compression, shuffle, fletcher32, precision};
  if (n_chunks > 0) {
    // Another number of lengths than of axes is refused as lengths of 0 are.
    if (n_chunks != n_axes_of(distribution))
      reversed.assign(static_cast<std::size_t>(n_axes_of(distribution)), 0);
    options.chunks = reversed.data();
  }
  const bool has_others =
      n_chunks > 0 || compression != 0 || shuffle != 0 || fletcher32 != 0 || precision != 0;
  return with_array(
      distribution, array,
      [&](const void* data) {
        return more != nullptr ? weft_hdf5_write_with(writer, name, distribution, data, more)
                               : weft_hdf5_write(writer, name, distribution, data, &options);
      },
      options_complaint(more, has_others));
}

int weft_fortran_hdf5_read(const weft_hdf5_reader* reader, const char* name,
                           const weft_distribution* distribution, Input array, int convert,
                           const weft_options* options) {
  return with_array(
      distribution, array,
      [&](void* data) {
        return options != nullptr ? weft_hdf5_read_with(reader, name, distribution, data, options)
                                  : weft_hdf5_read(reader, name, distribution, data, convert);
      },
      options_complaint(options, convert != 0));
}

int weft_fortran_npy_write(const char* path, const weft_distribution* distribution, Input array) {
  return with_array(distribution, array,
                    [&](const void* data) { return weft_npy_write(path, distribution, data); });
}

int weft_fortran_npy_read(const char* path, const weft_distribution* distribution, Input array) {
  return with_array(distribution, array, [&](void* data) { return weft_npy_read(path, distribution, data); });
}

int weft_fortran_vtk_write_slice(const char* path, const char* name, const weft_distribution* distribution,
                                 Input array, int axis, int64_t index, const double lengths[]) {
  const int n_axes = n_axes_of(distribution);
  std::vector<double> reversed;
  if (lengths != nullptr) reversed.assign(lengths, lengths + n_axes);
  std::reverse(reversed.begin(), reversed.end());
  return with_array(distribution, array, [&](const void* data) {
    return weft_vtk_write_slice(path, name, distribution, data, axis == 0 ? -1 : n_axes - axis, index - 1,
                                reversed.empty() ? nullptr : reversed.data(), nullptr);
  });
}

}  // extern "C"
