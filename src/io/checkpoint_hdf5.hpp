// The HDF5 part of a checkpoint: where the fields lie, and what other programs are told of them.
//
//   /fields/NAME    one dataset for each field, in one piece; attributes units and checksum
//   /metadata       the named values, as attributes
//   /plan           what a plan is made from, as attributes
//
// One process makes it; the data are written by all, beside the library (io/transfer.hpp), which is told
// never to touch them. Work of one process; no MPI.
//
// HDF5 1.10 ends the program some time after it could not write a header (H5Fclose fails, and MPI_Finalize
// crashes), so before each call the space that it may need is to be reserved.
#pragma once

#include <map>
#include <string>

#include "io/hdf5_library.hpp"
#include "weft/hdf5_file.hpp"

namespace weft::inline io {

// More than the headers of a file take without its texts, with what one dataset adds to them.
constexpr Index hdf5_header_bytes = Index{1} << 20;

class CheckpointHdf5 {
 public:
  // In an empty file that exists. Throws Error(resource), as all of it.
  explicit CheckpointHdf5(const std::string& path);

  // Bytes that the file has as HDF5 sees it, written or not.
  Index bytes() const;
  // Makes a dataset and returns where its data begin in the file, in bytes.
  Index add_field(const std::string& name, const Extents& shape, ElementType element);
  void set_field_attribute(const std::string& name, const std::string& key, const AttributeValue& value);
  // Writes the values and closes the file.
  void finish(const Attributes& metadata, const std::map<std::string, std::string>& plan);

 private:
  Hdf5Id file_;  // closed last
  Hdf5Id fields_;
};

}  // namespace weft::inline io
