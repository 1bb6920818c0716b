// Opening and listing, with every way in which a file may be wrong in words.
#include "io/hdf5_contents.hpp"

#include <string_view>

#include "base/input_file.hpp"
#include "io/number.hpp"
#include "weft/error.hpp"

namespace weft {

namespace {

// The numbers of a dataset are where its header says, if the file goes on as far.
void check_length(const Hdf5Contents& contents, Index bytes) {
  for (const auto& [path, found] : contents.datasets) {
    if (found.begin < 0) continue;
    Index end = parse_number(found.descr).row->bytes;
    bool is_too_large = false;
    for (const Index length : found.info.shape) is_too_large |= __builtin_mul_overflow(end, length, &end);
    is_too_large |= __builtin_add_overflow(end, found.begin, &end);
    if (is_too_large || end > bytes)
      fail("it is cut off: it has " + std::to_string(bytes) + " bytes, and the dataset " + path + " ends " +
           (is_too_large ? "beyond 2^63 bytes" : "at byte " + std::to_string(end)));
  }
}

}  // namespace

bool begins_as_hdf5(const std::string& path) {
  constexpr std::string_view signature = "\x89HDF\r\n\x1a\n";
  try {
    return InputFile(path).read(0, signature.size()) == signature;
  } catch (const Error&) {
    return false;
  }
}

}  // namespace weft

namespace weft::inline io {

Hdf5Id open_hdf5(const std::string& path) {
  return {H5Fopen(path.c_str(), H5F_ACC_RDONLY, file_access().get()), H5Fclose, "opening " + path};
}

ListedHdf5 list_hdf5(const std::string& path) {
  const InputFile input(path);
  const QuietHdf5 quiet;
  try {
    if (H5Fis_hdf5(path.c_str()) <= 0)
      fail(
          "it is not an HDF5 file, or its beginning is damaged; give a file of HDF5, or read .npy with "
          "read_array");
    try {
      Hdf5Id file = open_hdf5(path);
      ListedHdf5 opened{input.identity(), contents_of(file.get())};
      check_length(opened.contents, input.bytes());
      return opened;
    } catch (const Error& error) {
      if (error.code() == ErrorCode::invalid_argument) throw;
      fail("it is damaged or cut off; take another copy (" + std::string(error.what()) + ")");
    }
  } catch (const Error& error) {
    fail(error.code(), "cannot read " + path + ": " + error.what());
  }
}

}  // namespace weft::inline io
