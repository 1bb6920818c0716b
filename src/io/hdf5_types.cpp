// A table of HDF5's own names for numbers. Complex ones, which HDF5 1.10 does not have, are compounds of a
// number "r" and a number "i" side by side.
#include "io/hdf5_types.hpp"

#include <cstring>
#include <vector>

namespace weft::inline io {

namespace {

struct TypeRow {
  const char* code;  // kind and bytes: "f8"
  hid_t little;      // in a file
  hid_t big;
  hid_t native;
};

// HDF5's names are calls: the library must be there.
const std::vector<TypeRow>& types() {
  static const std::vector<TypeRow> rows = {
      {"f4", H5T_IEEE_F32LE, H5T_IEEE_F32BE, H5T_NATIVE_FLOAT},
      {"f8", H5T_IEEE_F64LE, H5T_IEEE_F64BE, H5T_NATIVE_DOUBLE},
      {"i1", H5T_STD_I8LE, H5T_STD_I8BE, H5T_NATIVE_INT8},
      {"i2", H5T_STD_I16LE, H5T_STD_I16BE, H5T_NATIVE_INT16},
      {"i4", H5T_STD_I32LE, H5T_STD_I32BE, H5T_NATIVE_INT32},
      {"i8", H5T_STD_I64LE, H5T_STD_I64BE, H5T_NATIVE_INT64},
      {"u1", H5T_STD_U8LE, H5T_STD_U8BE, H5T_NATIVE_UINT8},
      {"u2", H5T_STD_U16LE, H5T_STD_U16BE, H5T_NATIVE_UINT16},
      {"u4", H5T_STD_U32LE, H5T_STD_U32BE, H5T_NATIVE_UINT32},
      {"u8", H5T_STD_U64LE, H5T_STD_U64BE, H5T_NATIVE_UINT64},
  };
  return rows;
}

Hdf5Id native_of(const std::string& code) {
  for (const TypeRow& row : types())
    if (code == row.code) return {H5Tcopy(row.native), H5Tclose, "copying a type"};
  return {-1, H5Tclose, "looking for the type " + code};
}

std::optional<std::string> descr_of_plain(hid_t type) {
  for (const TypeRow& row : types()) {
    if (H5Tequal(type, row.little) > 0) return std::string(row.code[1] == '1' ? "|" : "<") + row.code;
    if (H5Tequal(type, row.big) > 0) return std::string(">") + row.code;
  }
  return {};
}

bool member_is(hid_t type, unsigned member, const char* name) {
  char* found = H5Tget_member_name(type, member);
  const bool is = found != nullptr && std::strcmp(found, name) == 0;
  H5free_memory(found);
  return is;
}

}  // namespace

Hdf5Id hdf5_type(const NumberRow& row) {
  const std::string code = std::string(row.code) == "b1" ? "u1" : row.code;
  if (row.n_parts == 1) return native_of(code);
  const auto bytes = static_cast<std::size_t>(row.bytes);
  const Hdf5Id part = native_of("f" + std::to_string(bytes / 2));
  Hdf5Id type(H5Tcreate(H5T_COMPOUND, bytes), H5Tclose, "making a type");
  check_hdf5(H5Tinsert(type.get(), "r", 0, part.get()), "making a type");
  check_hdf5(H5Tinsert(type.get(), "i", bytes / 2, part.get()), "making a type");
  return type;
}

Hdf5Id hdf5_type(ElementType element) { return hdf5_type(*parse_number(descr_of(element)).row); }

std::optional<std::string> descr_of_hdf5(hid_t type) {
  const H5T_class_t kind = H5Tget_class(type);
  if (kind != H5T_COMPOUND)
    return kind == H5T_FLOAT || kind == H5T_INTEGER ? descr_of_plain(type) : std::nullopt;
  if (H5Tget_nmembers(type) != 2 || !member_is(type, 0, "r") || !member_is(type, 1, "i")) return {};
  const Hdf5Id r(H5Tget_member_type(type, 0), H5Tclose, "reading a type");
  const Hdf5Id i(H5Tget_member_type(type, 1), H5Tclose, "reading a type");
  const std::optional<std::string> part = descr_of_plain(r.get());
  const std::size_t bytes = H5Tget_size(r.get());
  const bool is_dense = H5Tget_member_offset(type, 0) == 0 && H5Tget_member_offset(type, 1) == bytes &&
                        H5Tget_size(type) == 2 * bytes;
  if (!part || (*part)[1] != 'f' || H5Tequal(r.get(), i.get()) <= 0 || !is_dense) return {};
  return part->substr(0, 1) + "c" + std::to_string(2 * bytes);
}

}  // namespace weft::inline io
