// What makes an HDF5 file a checkpoint that can be trusted: a text behind its last byte, where no HDF5
// program looks, that says what the file must be.
//
//   weft checkpoint 1
//   hdf5 BYTES CHECKSUM                         length of the HDF5 part; of all its bytes that are not data
//   field NAME TYPE SHAPE BEGIN CHECKSUM UNITS  where its data lie, and the checksum of its elements
//   value NAME KIND VALUES                      metadata
//   plan KEY VALUE                              what a plan is made from
//   check CHECKSUM                              of the lines above
//   seal of 0000000000000123 bytes              all of the text; a line of fixed length, found from the end
//
// Every byte of the file is under one of the three checksums or has no meaning. The text is read and
// compared first, so nothing is parsed that is damaged, HDF5 included. Words are separated by spaces; in
// words all but letters, digits and some signs are written as %XX. Work of one process; no MPI.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "io/field_checksum.hpp"
#include "weft/hdf5_file.hpp"

namespace weft::inline io {

struct SealedField {
  std::string name;
  ElementType element;
  Extents shape;
  Index begin = 0;  // of its data in the file, in bytes; they lie in one piece, in C order
  FieldSum sum;
  std::string units;
  Index n_points() const;
  Index bytes() const { return n_points() * bytes_of(element); }
};

struct Seal {
  Index hdf5_bytes = 0;
  std::string structure;  // checksum of the bytes of the HDF5 part that are in no field
  std::vector<SealedField> fields;
  Attributes metadata;
  std::map<std::string, std::string> plan;
};

std::string seal_text(const Seal& seal);
// The inverse. Throws Error(invalid_argument) in words if the text is not whole.
Seal parse_seal(const std::string& text);

// Puts the seal behind the HDF5 part, whose length and structure it fills in. Throws Error(resource).
void append_seal(const std::string& path, Seal seal);

// The text of the seal of a file, whose length and structure are as it says. Throws Error(resource) if there
// is no such file or it cannot be read, Error(invalid_argument) in words if it is damaged or no checkpoint.
std::string checked_seal(const std::string& path);

}  // namespace weft::inline io
