// HDF5's C library in the manner of weft: handles that close themselves, failures that are Errors, and
// nothing printed.
//
// HDF5 keeps a stack of messages of the last call that failed; the innermost says most. It prints the stack
// unless it is told not to, which is the business of the program that weft is part of: so it is told for the
// length of a call only. The library is not made for threads: files are for one thread at a time.
#pragma once

#define H5_USE_18_API  // functions with more than one version: the oldest, which every HDF5 has
#include <hdf5.h>

#include <string>
#include <utility>

namespace weft::inline io {

// As long as it exists HDF5 prints nothing.
class QuietHdf5 {
 public:
  QuietHdf5();
  ~QuietHdf5();
  QuietHdf5(const QuietHdf5&) = delete;
  QuietHdf5& operator=(const QuietHdf5&) = delete;

 private:
  H5E_auto2_t print_ = nullptr;
  void* argument_ = nullptr;
};

// What HDF5 says of the call that failed, in one line.
std::string hdf5_reason();
// Throws Error(resource): "HDF5 failed while DOING: REASON".
[[noreturn]] void fail_hdf5(const std::string& doing);
// The number that the call returned, unless it says that the call failed.
template <class T>
T check_hdf5(T returned, const std::string& doing) {
  if (returned < 0) fail_hdf5(doing);
  return returned;
}

// An identifier, closed with its scope.
class Hdf5Id {
 public:
  using Close = herr_t (*)(hid_t);
  Hdf5Id() = default;
  Hdf5Id(hid_t id, Close how, const std::string& doing) : id_(check_hdf5(id, doing)), close_(how) {}
  ~Hdf5Id() {
    if (id_ >= 0) close_(id_);
  }
  Hdf5Id(Hdf5Id&& other) noexcept : id_(std::exchange(other.id_, -1)), close_(other.close_) {}
  Hdf5Id& operator=(Hdf5Id&& other) noexcept {
    std::swap(id_, other.id_);
    std::swap(close_, other.close_);
    return *this;
  }
  hid_t get() const { return id_; }
  // Closes it now: what is written by that may fail.
  void close(const std::string& doing) { check_hdf5(close_(std::exchange(id_, -1)), doing); }

 private:
  hid_t id_ = -1;
  Close close_ = nullptr;
};

// What is as long as this begins on a page of its own; what is shorter lies among the headers.
constexpr hsize_t least_bytes_on_pages = 65536;
constexpr hsize_t page_bytes = 4096;

// How files are opened: without locks, which not every file system has, with large datasets on pages of their
// own, and with formats whose headers have checksums: those of HDF5 1.8, or with `checked_chunks` those
// of 1.10 for what is made, as 1.8 has no checksums of where chunks are.
Hdf5Id file_access(bool checked_chunks = false);
Hdf5Id new_properties(hid_t of_class);
// Of objects that do not say when they were made: the same data make the same file.
Hdf5Id timeless_properties(hid_t of_class);

}  // namespace weft::inline io
