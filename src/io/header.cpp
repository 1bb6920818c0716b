// Reading is strict: a header that is not understood wholly is an error in words, because every later
// byte of the file would be misread.
#include "io/header.hpp"

#include <algorithm>
#include <limits>

#include "io/literal.hpp"
#include "io/number.hpp"
#include "weft/error.hpp"

namespace weft::inline io {

namespace {

const std::string magic = "\x93NUMPY";
constexpr Index most_header_bytes = Index{1} << 20;  // far above what any plain array needs
constexpr int growth_digits = 21;                    // numpy leaves room for the first length to grow to this

[[noreturn]] void fail_damaged(const std::string& message) {
  fail("its header is damaged: " + message + "; write the file again with numpy.save");
}

std::string in_hex(const std::string& bytes) {
  static const char* digits = "0123456789abcdef";
  std::string text;
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    text += text.empty() ? "" : " ";
    text += {digits[byte >> 4], digits[byte & 15]};
  }
  return text;
}

const Literal& entry(const Literal& dictionary, const std::string& key) {
  const auto found = std::find(dictionary.keys.begin(), dictionary.keys.end(), key);
  if (found == dictionary.keys.end()) fail_damaged("it has no entry '" + key + "'");
  return dictionary.items[static_cast<std::size_t>(found - dictionary.keys.begin())];
}

Literal dictionary_of(const std::string& text) {
  Literal dictionary;
  try {
    dictionary = parse_literal(text);
  } catch (const Error& error) {
    fail_damaged(error.what());
  }
  if (dictionary.kind != Literal::Kind::dictionary) fail_damaged("it is not a dictionary");
  for (const std::string& key : dictionary.keys)
    if (key != "descr" && key != "fortran_order" && key != "shape")
      fail_damaged("it has an unknown entry '" + key + "'");
  return dictionary;
}

Extents shape_of(const Literal& value) {
  if (value.kind != Literal::Kind::sequence) fail_damaged("'shape' is not a tuple of lengths");
  Extents shape;
  for (const Literal& length : value.items) {
    if (length.kind != Literal::Kind::number) fail_damaged("'shape' is not a tuple of lengths");
    if (length.number < 0) fail_damaged("the shape has the negative length " + std::to_string(length.number));
    shape.push_back(length.number);
  }
  return shape;
}

// The product of lengths and bytes, -1 if it is 2^63 or more.
Index checked_bytes(const Extents& shape, Index element_bytes) {
  if (std::count(shape.begin(), shape.end(), 0) > 0) return 0;
  Index bytes = element_bytes;
  for (const Index length : shape) {
    if (length > std::numeric_limits<Index>::max() / bytes) return -1;
    bytes *= length;
  }
  return bytes;
}

void check_length(const ArrayFileInfo& info, Index file_bytes) {
  const Index bytes = checked_bytes(info.shape, info.element_bytes);
  const std::string promise = "its header promises " + to_text(info.numpy_shape()) + " elements of " +
                              std::to_string(info.element_bytes) + " bytes";
  if (bytes < 0 || bytes > std::numeric_limits<Index>::max() - info.data_begin)
    fail_damaged(promise + ", more than 2^63 bytes");
  if (file_bytes == info.data_begin + bytes) return;
  const std::string facts = promise + ", a file of " + std::to_string(info.data_begin + bytes) +
                            " bytes, but it has " + std::to_string(file_bytes);
  if (file_bytes < info.data_begin + bytes) fail("it is truncated: " + facts + "; copy or write it again");
  fail("it is longer than its header says: " + facts +
       "; it may hold several arrays or be damaged: write one array to it with numpy.save");
}

}  // namespace

}  // namespace weft::inline io

namespace weft {

Extents ArrayFileInfo::numpy_shape() const {
  return fortran_order ? Extents(shape.rbegin(), shape.rend()) : shape;
}

Index ArrayFileInfo::n_points() const { return checked_bytes(shape, 1); }

}  // namespace weft

namespace weft::inline io {

HeaderPlace header_place(const std::string& prefix, Index file_bytes) {
  if (file_bytes == 0) fail("it is empty; write an array to it with numpy.save");
  if (!prefix.starts_with(magic))
    fail("it is not a .npy file: it begins with the bytes " + in_hex(prefix.substr(0, magic.size())) +
         " instead of " + in_hex(magic) + "; write it with numpy.save");
  const auto byte = [&](std::size_t i) {
    if (i >= prefix.size()) fail_damaged("the file ends after " + std::to_string(file_bytes) + " bytes");
    return static_cast<unsigned char>(prefix[i]);
  };
  const int major = byte(6);
  const int minor = byte(7);
  if (major < 1 || major > 3 || minor != 0)
    fail("its format has the version " + std::to_string(major) + "." + std::to_string(minor) +
         ", but only 1.0, 2.0 and 3.0 are known; write it again with numpy.save");
  HeaderPlace place{major == 1 ? 10 : 12, 0};
  for (std::size_t i = static_cast<std::size_t>(place.begin); i-- > 8;)
    place.length = place.length * 256 + byte(i);
  if (place.begin + place.length > file_bytes)
    fail_damaged("it should have " + std::to_string(place.length) + " bytes, but the file has only " +
                 std::to_string(file_bytes));
  if (place.length > most_header_bytes)
    fail_damaged("it has " + std::to_string(place.length) + " bytes, but at most " +
                 std::to_string(most_header_bytes) + " are accepted");
  return place;
}

ArrayFileInfo parse_header(const std::string& dictionary, Index data_begin, Index file_bytes) {
  const Literal entries = dictionary_of(dictionary);
  const Literal& descr = entry(entries, "descr");
  const Literal& order = entry(entries, "fortran_order");
  ArrayFileInfo info;
  info.shape = shape_of(entry(entries, "shape"));
  if (order.kind != Literal::Kind::truth) fail_damaged("'fortran_order' is neither True nor False");
  info.fortran_order = order.truth;
  if (info.fortran_order) std::reverse(info.shape.begin(), info.shape.end());
  if (descr.kind == Literal::Kind::sequence)
    fail(
        "its elements are structured, which cannot be transformed; save one field of them: "
        "numpy.save(..., a['name'].astype(numpy.float64))");
  if (descr.kind != Literal::Kind::text) fail_damaged("'descr' is not a string");
  info.descr = descr.text;
  const FileNumber number = parse_number(info.descr);
  info.element = number.row->element;
  info.is_integer = number.row->is_integer;
  info.element_bytes = number.row->bytes;
  info.data_begin = data_begin;
  check_length(info, file_bytes);
  return info;
}

std::string format_header(const Extents& shape, ElementType element, bool fortran_order) {
  const bool in_both_orders =
      std::count_if(shape.begin(), shape.end(), [](Index n) { return n != 1; }) <= 1 ||
      std::count(shape.begin(), shape.end(), 0) > 0;
  const Extents lengths = fortran_order ? Extents(shape.rbegin(), shape.rend()) : shape;
  fortran_order = fortran_order && !in_both_orders;
  std::string tuple;
  for (const Index length : lengths) tuple += (tuple.empty() ? "" : ", ") + std::to_string(length);
  if (lengths.size() == 1) tuple += ",";
  std::string text = "{'descr': '" + descr_of(element) +
                     "', 'fortran_order': " + (fortran_order ? "True" : "False") + ", 'shape': (" + tuple +
                     "), }";
  if (!lengths.empty()) {
    const std::size_t n_digits = std::to_string(fortran_order ? lengths.back() : lengths.front()).size();
    text.append(growth_digits - n_digits, ' ');
  }
  constexpr std::size_t begin = 10;
  text.append(64 - (begin + text.size() + 1) % 64, ' ');
  text += '\n';
  const std::string version_and_length = {'\x01', '\x00', static_cast<char>(text.size() & 255),
                                          static_cast<char>(text.size() >> 8)};
  return magic + version_and_length + text;
}

}  // namespace weft::inline io
