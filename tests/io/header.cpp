// Headers of .npy files: what numpy writes is understood and written byte by byte, everything else is an
// error in words.
//
// The headers of the table were written by numpy 2.4; the rest of each is spaces up to a newline.
#include "io/header.hpp"

#include <gtest/gtest.h>

#include <cstring>

#include "expect_error.hpp"
#include "io/literal.hpp"
#include "io/number.hpp"

namespace weft::test {
namespace {

struct Written {
  Extents shape;  // slowest axis of the file first
  const char* type;
  bool fortran_order;
  Index bytes;  // of the whole header
  const char* dictionary;
};

const std::vector<Written>& by_numpy() {
  static const std::vector<Written> rows = {
      {{}, "f8", false, 128, "{'descr': '<f8', 'fortran_order': False, 'shape': (), }"},
      {{1}, "f4", false, 128, "{'descr': '<f4', 'fortran_order': False, 'shape': (1,), }"},
      {{5}, "f8", false, 128, "{'descr': '<f8', 'fortran_order': False, 'shape': (5,), }"},
      {{5}, "c16", true, 128, "{'descr': '<c16', 'fortran_order': False, 'shape': (5,), }"},
      {{3, 4}, "c8", false, 128, "{'descr': '<c8', 'fortran_order': False, 'shape': (3, 4), }"},
      {{4, 3}, "c8", true, 128, "{'descr': '<c8', 'fortran_order': True, 'shape': (3, 4), }"},
      {{7, 1}, "f8", true, 128, "{'descr': '<f8', 'fortran_order': False, 'shape': (1, 7), }"},
      {{1, 1, 7}, "f8", true, 128, "{'descr': '<f8', 'fortran_order': False, 'shape': (7, 1, 1), }"},
      {{3, 0}, "f8", true, 128, "{'descr': '<f8', 'fortran_order': False, 'shape': (0, 3), }"},
      {{256, 256, 129},
       "c16",
       false,
       128,
       "{'descr': '<c16', 'fortran_order': False, 'shape': (256, 256, 129), }"},
      {{4, 3000, 200, 10},
       "f4",
       true,
       128,
       "{'descr': '<f4', 'fortran_order': True, 'shape': (10, 200, 3000, 4), }"},
      {{123456789, 1},
       "f8",
       false,
       128,
       "{'descr': '<f8', 'fortran_order': False, 'shape': (123456789, 1), }"},
      {{1, 2, 3, 4, 5, 6},
       "c16",
       false,
       128,
       "{'descr': '<c16', 'fortran_order': False, 'shape': (1, 2, 3, 4, 5, 6), }"},
      {{1, 1000000, 2, 2},
       "c8",
       true,
       128,
       "{'descr': '<c8', 'fortran_order': True, 'shape': (2, 2, 1000000, 1), }"},
  };
  return rows;
}

ElementType type_of(const std::string& code) { return {code == "f8" || code == "c16", code[0] == 'f'}; }

std::string header_of(const Written& row) {
  std::string text("\x93NUMPY\x01\x00", 8);
  text += static_cast<char>((row.bytes - 10) & 255);
  text += static_cast<char>((row.bytes - 10) >> 8);
  text += row.dictionary;
  text.append(static_cast<std::size_t>(row.bytes) - text.size() - 1, ' ');
  return text + "\n";
}

// A file with this dictionary, in version 1.0, and so many bytes of data.
struct Bytes {
  std::string begin;
  Index length;
};
Bytes file_with(const std::string& dictionary, Index data_bytes, int version = 1) {
  std::string text("\x93NUMPY", 6);
  text += static_cast<char>(version);
  text += '\0';
  const std::size_t length = dictionary.size() + 1;
  for (int i = 0; i < (version == 1 ? 2 : 4); ++i) text += static_cast<char>(length >> (8 * i) & 255);
  text += dictionary + "\n";
  return {text, static_cast<Index>(text.size()) + data_bytes};
}

ArrayFileInfo parse(const Bytes& file) {
  const HeaderPlace place = header_place(file.begin.substr(0, header_prefix_bytes), file.length);
  return parse_header(
      file.begin.substr(static_cast<std::size_t>(place.begin), static_cast<std::size_t>(place.length)),
      place.begin + place.length, file.length);
}

TEST(FormatHeader, WritesWhatNumpyWrites) {
  for (const Written& row : by_numpy())
    EXPECT_EQ(format_header(row.shape, type_of(row.type), row.fortran_order), header_of(row))
        << row.dictionary;
}

TEST(FormatHeader, IsPaddedTo64BytesForEveryLengthOfTheText) {
  Extents shape;
  for (int n_axes = 1; n_axes <= 6; ++n_axes)
    for (Index length : {1, 12, 123, 1234, 123456, 1234567890}) {
      shape.assign(static_cast<std::size_t>(n_axes), length);
      const std::string header = format_header(shape, {true, true}, false);
      EXPECT_EQ(header.size() % 64, 0U);
      EXPECT_EQ(header.back(), '\n');
      EXPECT_EQ(header.size() - 10,
                static_cast<unsigned char>(header[8]) + 256U * static_cast<unsigned char>(header[9]));
    }
}

TEST(ParseHeader, ReadsWhatNumpyWrites) {
  for (const Written& row : by_numpy()) {
    ArrayFileInfo info;
    info.shape = row.shape;
    const Index data_bytes = info.n_points() * bytes_of(type_of(row.type));
    info = parse({header_of(row), row.bytes + data_bytes});
    EXPECT_EQ(info.shape, info.fortran_order == row.fortran_order
                              ? row.shape
                              : Extents(row.shape.rbegin(), row.shape.rend()));
    EXPECT_EQ(info.element, type_of(row.type));
    EXPECT_EQ(info.descr, std::string("<") + row.type);
    EXPECT_EQ(info.data_begin, row.bytes);
    EXPECT_EQ(info.element_bytes, bytes_of(info.element));
    EXPECT_FALSE(info.is_integer);
  }
}

TEST(ParseHeader, ReadsAllVersionsAndEveryWayToWriteTheDictionary) {
  for (int version : {1, 2, 3})
    for (const char* text : {
             "{'descr': '<f8', 'fortran_order': True, 'shape': (2, 3), }",
             "{'shape':(2,3),'fortran_order':True,'descr':'<f8'}",
             "{\"descr\": \"<f8\", \"fortran_order\": True, \"shape\": [2, 3]}",
             "{'descr': u'<f8', 'fortran_order': True, 'shape': (2L, 3L)}  ",
             "\t{ 'descr' : '<f8' , 'fortran_order' : True , 'shape' : ( 2 , 3 , ) , } ",
         }) {
      const ArrayFileInfo info = parse(file_with(text, 48, version));
      EXPECT_EQ(info.shape, (Extents{3, 2})) << text;
      EXPECT_EQ(info.numpy_shape(), (Extents{2, 3})) << text;
      EXPECT_TRUE(info.fortran_order) << text;
      EXPECT_EQ(info.n_points(), 6);
    }
}

TEST(ParseHeader, KnowsAllNumbers) {
  struct Row {
    const char* descr;
    ElementType element;
    bool is_integer;
    Index bytes;
  };
  const ElementType real{true, true};
  for (const Row& row : std::vector<Row>{{"<f4", {false, true}, false, 4},
                                         {">f8", real, false, 8},
                                         {"=c8", {false, false}, false, 8},
                                         {">c16", {true, false}, false, 16},
                                         {"|b1", real, true, 1},
                                         {"|i1", real, true, 1},
                                         {"|u1", real, true, 1},
                                         {"<i2", real, true, 2},
                                         {">u2", real, true, 2},
                                         {"<i4", real, true, 4},
                                         {"<u4", real, true, 4},
                                         {"<i8", real, true, 8},
                                         {">u8", real, true, 8}}) {
    const ArrayFileInfo info = parse(
        file_with(std::string("{'descr': '") + row.descr + "', 'fortran_order': False, 'shape': (2,), }",
                  2 * row.bytes));
    EXPECT_EQ(info.element, row.element) << row.descr;
    EXPECT_EQ(info.is_integer, row.is_integer) << row.descr;
    EXPECT_EQ(info.element_bytes, row.bytes) << row.descr;
  }
}

struct Wrong {
  Bytes file;
  std::vector<std::string> words;
};

std::vector<Wrong> wrong_files() {
  const auto with = [](const std::string& descr, const std::string& order, const std::string& shape,
                       Index bytes = 48) {
    return file_with("{'descr': " + descr + ", 'fortran_order': " + order + ", 'shape': " + shape + ", }",
                     bytes);
  };
  const auto elements = [&](const std::string& code) { return with("'" + code + "'", "False", "(2, 3)"); };
  const std::string magic("\x93NUMPY", 6);
  std::vector<Wrong> rows;
  const auto add = [&](const Bytes& file, const std::vector<std::string>& words) {
    rows.push_back({file, words});
  };
  add({"", 0}, {"is empty", "numpy.save"});
  add({"PK\x03\x04zip?", 100}, {"not a .npy file", "50 4b 03 04", "93 4e 55 4d 50 59"});
  add({"\x93NUM", 4}, {"not a .npy file"});
  add({magic, 6}, {"damaged", "ends after 6 bytes"});
  add({magic + std::string("\x01\x00v", 3), 9}, {"damaged", "ends after 9 bytes"});
  add({magic + std::string("\x04\x00\x10\x00", 4), 100}, {"version 4.0", "1.0, 2.0 and 3.0"});
  add({magic + std::string("\x01\x01\x10\x00", 4), 100}, {"version 1.1"});
  add({magic + std::string("\x01\x00\x60\xea", 4), 100}, {"damaged", "60000 bytes", "only 100"});
  add({magic + std::string("\x02\x00\xff\xff\xff\x7f", 6), Index{1} << 40},
      {"damaged", "2147483647 bytes", "1048576"});
  add(file_with("", 48), {"damaged", "expected a value"});
  add(file_with("no dictionary", 48), {"damaged", "expected a value at byte 0", "no dictionary"});
  add(file_with("(2, 3)", 48), {"damaged", "not a dictionary"});
  add(file_with("{'descr': '<f8', 'fortran_order': False, 'shape': (2, 3)", 48),
      {"damaged", "expected \",\" or \"}\""});
  add(file_with("{'descr': '<f8', 'fortran_order': False, 'shape': (2, 3)} 5", 48),
      {"damaged", "nothing more"});
  add(file_with("{'descr': '<f8, 'fortran_order': False}", 48), {"damaged"});
  add(file_with("{5: 3}", 48), {"damaged", "a string as key"});
  add(file_with(std::string(100, '('), 48), {"damaged", "less nesting"});
  add(file_with("{'fortran_order': False, 'shape': (2, 3), }", 48), {"damaged", "no entry 'descr'"});
  add(file_with("{'descr': '<f8', 'shape': (2, 3), }", 48), {"damaged", "no entry 'fortran_order'"});
  add(file_with("{'descr': '<f8', 'fortran_order': False, }", 48), {"damaged", "no entry 'shape'"});
  add(file_with("{'descr': '<f8', 'fortran_order': False, 'shape': (2, 3), 'more': 1}", 48),
      {"unknown entry 'more'"});
  add(with("5", "False", "(2, 3)"), {"damaged", "'descr' is not a string"});
  add(with("'<f8'", "0", "(2, 3)"), {"damaged", "neither True nor False"});
  add(with("'<f8'", "False", "6"), {"damaged", "not a tuple of lengths"});
  add(with("'<f8'", "False", "(2, '3')"), {"damaged", "not a tuple of lengths"});
  add(with("'<f8'", "False", "(2, 3.5)"), {"damaged"});
  add(with("'<f8'", "False", "(6)"), {"damaged", "a comma in a tuple of one item"});
  add(with("'<f8'", "False", "(2, -3)"), {"damaged", "negative length -3"});
  add(with("'<f8'", "False", "(2, 99999999999999999999)"), {"damaged", "below 2^63"});
  add(with("'<f8'", "False", "(2, 03)"), {"damaged", "leading 0"});
  add(with("'<f8'", "False", "(4294967296, 4294967296)"),
      {"damaged", "4294967296x4294967296", "more than 2^63"});
  add(with("'<f8'", "False", "(1152921504606846975,)"), {"damaged", "more than 2^63 bytes"});
  add(with("'<f8'", "False", "(2, 3)", 47), {"truncated", "2x3 elements of 8 bytes", "has"});
  add(with("'<f8'", "False", "(2, 3)", 0), {"truncated"});
  add(with("'<f8'", "False", "(2, 3)", 49), {"longer than its header says", "2x3 elements of 8 bytes"});
  add(with("'<f8'", "False", "(0, 3)", 1), {"longer than its header says"});
  add(with("[('x', '<f8'), ('y', '<i4', (2, 2))]", "False", "(2,)"), {"structured", "a['name']"});
  struct Refused {
    const char* code;
    const char* name;
    const char* remedy;
  };
  for (const Refused& r : std::vector<Refused>{{"<f2", "float16", "numpy.float32"},
                                               {"<f16", "longdouble", "numpy.float64"},
                                               {"<c32", "clongdouble", "numpy.complex128"},
                                               {"|S5", "bytes strings", "numpy.float64"},
                                               {"<U5", "strings", "numpy.float64"},
                                               {"|O", "Python objects", "numpy.float64"},
                                               {"<M8[ns]", "dates", "numpy.int64"},
                                               {"<m8[s]", "time differences", "numpy.int64"},
                                               {"|V16", "raw bytes", "numpy.float64"},
                                               {"<i16", "unknown type", "numpy.float64"},
                                               {"", "unknown type", "numpy.float64"}})
    add(elements(r.code), {r.name, r.code, r.remedy, "numpy.save"});
  add(elements(std::string("\0f8", 3)), {"unknown type"});
  return rows;
}

TEST(ParseHeader, SaysInWordsWhatIsWrong) {
  for (const Wrong& row : wrong_files())
    EXPECT_EQ("", error_complaint(ErrorCode::invalid_argument, row.words, [&] { parse(row.file); }))
        << row.file.begin;
}

// Whatever bytes are changed: an Error or a header, never anything else.
TEST(ParseHeader, SurvivesEveryChangeOfOneByte) {
  const std::string header = format_header({30, 21, 35}, {true, true}, false);
  const Index length = static_cast<Index>(header.size()) + 30 * 21 * 35 * 8;
  int n_errors = 0;
  for (std::size_t at = 0; at < header.size(); ++at)
    for (int byte = 0; byte < 256; ++byte) {
      std::string changed = header;
      changed[at] = static_cast<char>(byte);
      try {
        parse({changed, length});
      } catch (const Error&) {
        ++n_errors;
      }
    }
  EXPECT_GT(n_errors, 10000);
}

TEST(ConvertedNumbers, AreThoseOfTheLanguage) {
  const std::int16_t small[] = {-300, 7, 32767};
  double reals[3] = {};
  run_to_memory(parse_number("<i2"), {true, true})(reinterpret_cast<const std::byte*>(small), 2,
                                                   reinterpret_cast<std::byte*>(reals), 8, 3);
  EXPECT_EQ(std::vector<double>(reals, reals + 3), (std::vector<double>{-300, 7, 32767}));
  std::uint64_t large[] = {0, 18446744073709551615U};
  std::complex<float> singles[3] = {};
  run_to_memory(parse_number("<u8"), {false, false})(reinterpret_cast<const std::byte*>(large), 8,
                                                     reinterpret_cast<std::byte*>(singles), 16, 2);
  EXPECT_EQ(singles[0], std::complex<float>(0));
  EXPECT_EQ(singles[2], std::complex<float>(18446744073709551616.0F));
  EXPECT_EQ(run_to_memory(parse_number("<c8"), {true, true}), nullptr);
}

TEST(SwappedBytes, AreReversedPartByPart) {
  unsigned char bytes[] = {1, 2, 3, 4, 5, 6, 7, 8};
  auto* data = reinterpret_cast<std::byte*>(bytes);
  swap_bytes(parse_number("<c8"), data, 1);
  EXPECT_EQ(bytes[0], 1);
  swap_bytes(parse_number(">c8"), data, 1);
  EXPECT_EQ(std::vector<int>(bytes, bytes + 8), (std::vector<int>{4, 3, 2, 1, 8, 7, 6, 5}));
}

}  // namespace
}  // namespace weft::test
