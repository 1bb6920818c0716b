// Attributes of the objects of an open HDF5 file. Work of one process; no MPI.
#pragma once

#include <optional>
#include <string>

#include "io/hdf5_library.hpp"
#include "weft/hdf5_file.hpp"

namespace weft::inline io {

// Throws Error(invalid_argument) for an empty name, and for texts that HDF5 cannot hold: with a byte 0.
void check_attribute(const std::string& name, const AttributeValue& value);

// Every bit of a value as text: "double 0x1p-1". Two values are the same if their texts are.
std::string text_of(const AttributeValue& value);

// Sets an attribute of an object, which may have one of that name. The arguments have been checked.
void put_attribute(hid_t object, const std::string& name, const AttributeValue& value);

// The value of an attribute that is there; none if it is neither texts nor numbers, one or a list of them.
std::optional<AttributeValue> get_attribute(hid_t object, const std::string& name);
// All that have a value of these.
Attributes get_attributes(hid_t object);

}  // namespace weft::inline io
