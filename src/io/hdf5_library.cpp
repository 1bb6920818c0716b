// Errors and property lists of HDF5.
#include "io/hdf5_library.hpp"

#include "weft/error.hpp"

namespace weft::inline io {

namespace {

// Keeps the first message, which is the innermost.
herr_t keep_innermost(unsigned n, const H5E_error2_t* error, void* text) {
  if (n == 0 && error->desc != nullptr) *static_cast<std::string*>(text) = error->desc;
  return 0;
}

}  // namespace

QuietHdf5::QuietHdf5() {
  H5Eget_auto2(H5E_DEFAULT, &print_, &argument_);
  H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
}

QuietHdf5::~QuietHdf5() { H5Eset_auto2(H5E_DEFAULT, print_, argument_); }

std::string hdf5_reason() {
  std::string text;
  H5Ewalk2(H5E_DEFAULT, H5E_WALK_UPWARD, keep_innermost, &text);
  for (char& c : text)
    if (c == '\n') c = ' ';
  return text.empty() ? "it gives no reason" : text;
}

void fail_hdf5(const std::string& doing) {
  fail(ErrorCode::resource, "HDF5 failed while " + doing + ": " + hdf5_reason());
}

Hdf5Id new_properties(hid_t of_class) { return {H5Pcreate(of_class), H5Pclose, "making a property list"}; }

Hdf5Id timeless_properties(hid_t of_class) {
  Hdf5Id properties = new_properties(of_class);
  check_hdf5(H5Pset_obj_track_times(properties.get(), false), "leaving out times");
  return properties;
}

Hdf5Id file_access(bool checked_chunks) {
  Hdf5Id access = new_properties(H5P_FILE_ACCESS);
  check_hdf5(H5Pset_libver_bounds(access.get(), checked_chunks ? H5F_LIBVER_V110 : H5F_LIBVER_V18,
                                  H5F_LIBVER_LATEST),
             "choosing the file format");
  check_hdf5(H5Pset_alignment(access.get(), least_bytes_on_pages, page_bytes), "choosing the alignment");
#if H5_VERSION_GE(1, 12, 1) || (H5_VERSION_GE(1, 10, 7) && !H5_VERSION_GE(1, 12, 0))
  check_hdf5(H5Pset_file_locking(access.get(), false, true), "choosing the locks of files");
#endif
  return access;
}

}  // namespace weft::inline io
