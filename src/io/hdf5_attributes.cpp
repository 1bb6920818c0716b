// Texts are written as h5py writes a str, UTF-8 of variable length; numbers as 8 bytes. Read are texts of
// both kinds, and all numbers that a double or a whole number of 8 bytes holds.
#include "io/hdf5_attributes.hpp"

#include <algorithm>
#include <cstdio>
#include <limits>
#include <memory>

#include "io/hdf5_types.hpp"
#include "weft/error.hpp"

namespace weft::inline io {

namespace {

void check_text(const std::string& name, const std::string& text) {
  if (text.find('\0') != std::string::npos)
    fail("the attribute " + name + " has a text with a byte 0, which no text of HDF5 has; take it out");
}

std::string canonical(double x) {
  char text[48];
  std::snprintf(text, sizeof text, "%a", x);
  return text;
}
std::string canonical(std::int64_t x) { return std::to_string(x); }
std::string canonical(const std::string& x) { return std::to_string(x.size()) + ":" + x; }

template <class T>
std::string canonical(const std::vector<T>& list) {
  std::string text = "list";
  for (const T& x : list) text += " " + canonical(x);
  return text;
}

Hdf5Id text_type() {
  Hdf5Id type(H5Tcopy(H5T_C_S1), H5Tclose, "making a type");
  check_hdf5(H5Tset_size(type.get(), H5T_VARIABLE), "making a type");
  check_hdf5(H5Tset_cset(type.get(), H5T_CSET_UTF8), "making a type");
  return type;
}

Hdf5Id scalar() { return {H5Screate(H5S_SCALAR), H5Sclose, "making an attribute"}; }
Hdf5Id list_of(std::size_t n) {
  const hsize_t length = n;
  return {H5Screate_simple(1, &length, nullptr), H5Sclose, "making an attribute"};
}

void put(hid_t object, const std::string& name, hid_t type, const Hdf5Id& space, const void* data,
         bool has_data) {
  const std::string doing = "writing the attribute " + name;
  const Hdf5Id attribute(H5Acreate2(object, name.c_str(), type, space.get(), H5P_DEFAULT, H5P_DEFAULT),
                         H5Aclose, doing);
  if (has_data) check_hdf5(H5Awrite(attribute.get(), type, data), doing);
}

std::vector<const char*> pointers_to(const std::vector<std::string>& texts) {
  std::vector<const char*> pointers;
  for (const std::string& text : texts) pointers.push_back(text.c_str());
  return pointers;
}

// HDF5 1.10.8 believes the type of a damaged file and reads beyond the memory of a number.
void check_bits(hid_t type, const std::string& name) {
  const std::size_t n_bytes = H5Tget_size(type), n_bits = 8 * n_bytes;
  const int offset = H5Tget_offset(type);
  bool are_inside = offset >= 0 && static_cast<std::size_t>(offset) + H5Tget_precision(type) <= n_bits;
  if (H5Tget_class(type) == H5T_FLOAT) {
    std::size_t sign = 0, exponent = 0, exponent_bits = 0, mantissa = 0, mantissa_bits = 0;
    are_inside = are_inside &&
                 H5Tget_fields(type, &sign, &exponent, &exponent_bits, &mantissa, &mantissa_bits) >= 0 &&
                 sign < n_bits && exponent + exponent_bits <= n_bits && mantissa + mantissa_bits <= n_bits;
  }
  if (!are_inside)
    fail("the attribute " + name + " has bits outside of its " + std::to_string(n_bytes) +
         " bytes; the file is damaged, write it again");
}

// Elements of an attribute in memory.
template <class T>
std::vector<T> numbers_in(hid_t attribute, hid_t type, std::size_t n) {
  std::vector<T> values(n);
  if (n > 0) check_hdf5(H5Aread(attribute, type, values.data()), "reading an attribute");
  return values;
}

std::vector<std::string> long_texts_in(hid_t attribute, hid_t space, hid_t file_type, std::size_t n) {
  const Hdf5Id type(H5Tcopy(file_type), H5Tclose, "reading an attribute");
  std::vector<char*> pointers = numbers_in<char*>(attribute, type.get(), n);
  std::vector<std::string> texts;
  for (const char* text : pointers) texts.emplace_back(text == nullptr ? "" : text);
  if (n > 0) H5Dvlen_reclaim(type.get(), space, H5P_DEFAULT, pointers.data());
  return texts;
}

// Of fixed length, without what fills them up.
std::vector<std::string> short_texts_in(hid_t attribute, hid_t type, std::size_t n) {
  const std::size_t bytes = H5Tget_size(type);
  const std::vector<char> all = numbers_in<char>(attribute, type, n * bytes);
  const bool is_padded_by_spaces = H5Tget_strpad(type) == H5T_STR_SPACEPAD;
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < n; ++i) {
    std::string text(all.data() + i * bytes, bytes);
    if (is_padded_by_spaces)
      text.erase(text.find_last_not_of(' ') + 1);
    else
      text.erase(std::min(text.find('\0'), text.size()));
    texts.push_back(text);
  }
  return texts;
}

bool fits(const std::vector<std::uint64_t>& values) {
  return std::all_of(values.begin(), values.end(), [](std::uint64_t x) {
    return x <= static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
  });
}

template <class T>
AttributeValue one_or_list(const std::vector<T>& values, bool is_one) {
  if (is_one) return values.at(0);
  return values;
}

void put_value(hid_t object, const std::string& name, const std::string& text) {
  const char* pointer = text.c_str();
  put(object, name, text_type().get(), scalar(), &pointer, true);
}
void put_value(hid_t object, const std::string& name, double x) {
  put(object, name, H5T_NATIVE_DOUBLE, scalar(), &x, true);
}
void put_value(hid_t object, const std::string& name, std::int64_t x) {
  put(object, name, H5T_NATIVE_INT64, scalar(), &x, true);
}
void put_value(hid_t object, const std::string& name, const std::vector<std::string>& texts) {
  const std::vector<const char*> pointers = pointers_to(texts);
  put(object, name, text_type().get(), list_of(texts.size()), pointers.data(), !texts.empty());
}
void put_value(hid_t object, const std::string& name, const std::vector<double>& list) {
  put(object, name, H5T_NATIVE_DOUBLE, list_of(list.size()), list.data(), !list.empty());
}
void put_value(hid_t object, const std::string& name, const std::vector<std::int64_t>& list) {
  put(object, name, H5T_NATIVE_INT64, list_of(list.size()), list.data(), !list.empty());
}

}  // namespace

void check_attribute(const std::string& name, const AttributeValue& value) {
  if (name.empty()) fail("the name of an attribute is empty; give one");
  check_text(name, name);
  if (const auto* text = std::get_if<std::string>(&value)) check_text(name, *text);
  if (const auto* texts = std::get_if<std::vector<std::string>>(&value))
    for (const std::string& text : *texts) check_text(name, text);
}

std::string text_of(const AttributeValue& value) {
  return std::to_string(value.index()) + " " +
         std::visit([](const auto& x) -> std::string { return canonical(x); }, value);
}

void put_attribute(hid_t object, const std::string& name, const AttributeValue& value) {
  if (check_hdf5(H5Aexists(object, name.c_str()), "looking for the attribute " + name) > 0)
    check_hdf5(H5Adelete(object, name.c_str()), "replacing the attribute " + name);
  std::visit([&](const auto& x) { put_value(object, name, x); }, value);
}

std::optional<AttributeValue> get_attribute(hid_t object, const std::string& name) {
  const std::string doing = "reading the attribute " + name;
  const Hdf5Id attribute(H5Aopen(object, name.c_str(), H5P_DEFAULT), H5Aclose, doing);
  const Hdf5Id type(H5Aget_type(attribute.get()), H5Tclose, doing);
  const Hdf5Id space(H5Aget_space(attribute.get()), H5Sclose, doing);
  const int n_axes = H5Sget_simple_extent_ndims(space.get());
  const hssize_t n = H5Sget_simple_extent_npoints(space.get());
  const bool is_one = H5Sget_simple_extent_type(space.get()) == H5S_SCALAR;
  if (n < 0 || n_axes > 1 || H5Sget_simple_extent_type(space.get()) == H5S_NULL) return {};
  const auto count = static_cast<std::size_t>(n);
  const H5T_class_t kind = H5Tget_class(type.get());
  if (kind == H5T_STRING)
    return one_or_list(H5Tis_variable_str(type.get()) > 0
                           ? long_texts_in(attribute.get(), space.get(), type.get(), count)
                           : short_texts_in(attribute.get(), type.get(), count),
                       is_one);
  if (kind == H5T_FLOAT || kind == H5T_INTEGER) check_bits(type.get(), name);
  if (kind == H5T_FLOAT)
    return one_or_list(numbers_in<double>(attribute.get(), H5T_NATIVE_DOUBLE, count), is_one);
  if (kind != H5T_INTEGER || (H5Tget_sign(type.get()) == H5T_SGN_NONE &&
                              !fits(numbers_in<std::uint64_t>(attribute.get(), H5T_NATIVE_UINT64, count))))
    return {};
  return one_or_list(numbers_in<std::int64_t>(attribute.get(), H5T_NATIVE_INT64, count), is_one);
}

Attributes get_attributes(hid_t object) {
  std::vector<std::string> names;
  const auto keep = [](hid_t, const char* name, const H5A_info_t*, void* list) -> herr_t {
    static_cast<std::vector<std::string>*>(list)->emplace_back(name);
    return 0;
  };
  check_hdf5(H5Aiterate2(object, H5_INDEX_NAME, H5_ITER_NATIVE, nullptr, keep, &names), "listing attributes");
  Attributes attributes;
  for (const std::string& name : names)
    if (std::optional<AttributeValue> value = get_attribute(object, name))
      attributes[name] = std::move(*value);
  return attributes;
}

}  // namespace weft::inline io
