// The text of a seal, and the file around it.
#include "io/checkpoint_seal.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "base/checksum.hpp"
#include "base/input_file.hpp"
#include "io/checkpoint_words.hpp"
#include "io/number.hpp"
#include "weft/error.hpp"
#include "weft/words.hpp"

namespace weft::inline io {

namespace {

constexpr const char* first_line_of_seal = "weft checkpoint 1";
constexpr Index last_line_bytes = 31;  // "seal of 0000000000000123 bytes\n"

std::string last_line(Index bytes) {
  char text[64];
  std::snprintf(text, sizeof text, "seal of %016lld bytes\n", static_cast<long long>(bytes));
  return text;
}

Index whole(const std::string& word) {
  char* end = nullptr;
  errno = 0;
  const long long value = std::strtoll(word.c_str(), &end, 10);
  if (word.empty() || *end != '\0' || errno != 0) fail("'" + word + "' is not a whole number");
  return value;
}

std::string exact(double value) {
  char text[64];
  std::snprintf(text, sizeof text, "%a", value);
  return text;
}

double real(const std::string& word) {
  char* end = nullptr;
  const double value = std::strtod(word.c_str(), &end);
  if (word.empty() || *end != '\0') fail("'" + word + "' is not a number");
  return value;
}

Extents shape_of(const std::string& word) {
  Extents shape;
  for (const std::string& part : split(word, 'x')) shape.push_back(whole(part));
  return shape;
}

std::string words_of(const std::string& value) { return "text " + encoded(value); }
std::string words_of(double value) { return "real " + exact(value); }
std::string words_of(std::int64_t value) { return "whole " + std::to_string(value); }
template <class T>
std::string words_of(const std::vector<T>& values) {
  std::string line;
  for (const T& value : values) {
    const std::string one = words_of(value);
    line += one.substr(one.find(' '));
  }
  const std::string kind = words_of(T());
  return kind.substr(0, kind.find(' ')) + "s" + line;
}

template <class T, class Read>
std::vector<T> list_of(const std::vector<std::string>& words, Read read) {
  std::vector<T> values;
  for (std::size_t i = 3; i < words.size(); ++i) values.push_back(read(words[i]));
  return values;
}

AttributeValue value_of(const std::vector<std::string>& words) {
  const std::string& kind = words.at(2);
  if (kind == "texts") return list_of<std::string>(words, decoded);
  if (kind == "reals") return list_of<double>(words, real);
  if (kind == "wholes") return list_of<std::int64_t>(words, whole);
  if (words.size() == 4 && kind == "text") return decoded(words[3]);
  if (words.size() == 4 && kind == "real") return real(words[3]);
  if (words.size() == 4 && kind == "whole") return std::int64_t{whole(words[3])};
  fail("'" + kind + "' is no kind of value");
}

SealedField field_of(const std::vector<std::string>& words) {
  if (words.size() != 7) fail("a field has " + std::to_string(words.size()) + " words");
  const Extents shape = shape_of(words[3]);
  const ElementType element = parse_number(words[2]).row->element;
  Index bytes = bytes_of(element);
  for (const Index length : shape)
    if (length < 0 || __builtin_mul_overflow(bytes, length, &bytes))
      fail("a field has the shape '" + words[3] + "'");
  const Index begin = whole(words[4]);
  if (begin < 0 || __builtin_add_overflow(begin, bytes, &bytes)) fail("a field begins at '" + words[4] + "'");
  return {decoded(words[1]), element, shape, begin, parse_field_sum(words[5]), decoded(words[6])};
}

void read_line(const std::vector<std::string>& words, Seal& seal) {
  if (words.empty()) fail("a line is empty");
  const std::string& kind = words.front();
  if (kind == "hdf5" && words.size() == 3) {
    seal.hdf5_bytes = whole(words[1]);
    seal.structure = words[2];
  } else if (kind == "field") {
    seal.fields.push_back(field_of(words));
  } else if (kind == "value" && words.size() >= 3) {
    seal.metadata[decoded(words[1])] = value_of(words);
  } else if (kind == "plan" && words.size() == 3) {
    seal.plan[decoded(words[1])] = decoded(words[2]);
  } else {
    fail("a line begins with '" + kind + "'");
  }
}

std::string structure_of(const InputFile& file, Index bytes, std::vector<SealedField> fields) {
  std::sort(fields.begin(), fields.end(),
            [](const SealedField& a, const SealedField& b) { return a.begin < b.begin; });
  std::string structure;
  Index at = 0;
  for (const SealedField& field : fields) {
    structure += file.read(at, std::max<Index>(0, field.begin - at));
    at = std::max(at, field.begin + field.bytes());
  }
  return checksum(structure + file.read(at, std::max<Index>(0, bytes - at)));
}

}  // namespace

Index SealedField::n_points() const {
  Index n = 1;
  for (const Index length : shape) n *= length;
  return n;
}

std::string seal_text(const Seal& seal) {
  std::string text = std::string(first_line_of_seal) + "\n";
  text += "hdf5 " + std::to_string(seal.hdf5_bytes) + " " + seal.structure + "\n";
  for (const SealedField& field : seal.fields)
    text += "field " + encoded(field.name) + " " + descr_of(field.element) + " " + to_text(field.shape) +
            " " + std::to_string(field.begin) + " " + sum_text(field.sum) + " " + encoded(field.units) + "\n";
  for (const auto& [name, value] : seal.metadata)
    text +=
        "value " + encoded(name) + " " + std::visit([](const auto& v) { return words_of(v); }, value) + "\n";
  for (const auto& [key, value] : seal.plan) text += "plan " + encoded(key) + " " + encoded(value) + "\n";
  text += "check " + checksum(text) + "\n";
  return text + last_line(static_cast<Index>(text.size()) + last_line_bytes);
}

Seal parse_seal(const std::string& text) {
  const std::string end = last_line(static_cast<Index>(text.size()));
  if (!text.ends_with(end)) fail("its last line is damaged");
  const std::string lines = text.substr(0, text.size() - end.size());
  const std::size_t check = lines.rfind("\ncheck ");
  if (check == std::string::npos ||
      lines.substr(check + 1) != "check " + checksum(lines.substr(0, check + 1)) + "\n")
    fail("its list of contents is damaged (the checksum differs)");
  Seal seal;
  const std::vector<std::string> all = split(lines.substr(0, check), '\n');
  if (all.empty() || all.front() != first_line_of_seal)
    fail("it is of another version: '" + (all.empty() ? "" : all.front()) + "'; this weft reads '" +
         first_line_of_seal + "'");
  for (std::size_t i = 1; i < all.size(); ++i) read_line(split(all[i], ' '), seal);
  return seal;
}

void append_seal(const std::string& path, Seal seal) {
  {
    const InputFile file(path);
    seal.hdf5_bytes = file.bytes();
    seal.structure = structure_of(file, seal.hdf5_bytes, seal.fields);
  }
  const std::string text = seal_text(seal);
  const int fd = open(path.c_str(), O_WRONLY | O_CLOEXEC);
  ssize_t n = -1;
  if (fd >= 0) n = pwrite(fd, text.data(), text.size(), seal.hdf5_bytes);
  const int error = errno;
  if (fd >= 0) close(fd);
  if (n != static_cast<ssize_t>(text.size()))
    fail(ErrorCode::resource, "cannot write the last " + std::to_string(text.size()) + " bytes of " + path +
                                  ": " + (n < 0 ? std::strerror(error) : "the disk is full"));
}

std::string checked_seal(const std::string& path) {
  const InputFile file(path);
  const Index bytes = file.bytes();
  std::string text;
  if (bytes >= last_line_bytes) {
    const std::string last = file.read(bytes - last_line_bytes, last_line_bytes);
    const Index said = last.starts_with("seal of ") ? std::atoll(last.c_str() + 8) : 0;
    if (said >= last_line_bytes && said <= bytes && last == last_line(said))
      text = file.read(bytes - said, said);
  }
  if (text.empty())
    fail(bytes == 0 ? "it is empty"
                    : "it has no seal at its end: it is cut, damaged there, or was not written by weft as a "
                      "checkpoint");
  const Seal seal = parse_seal(text);
  if (const Index before = bytes - static_cast<Index>(text.size()); seal.hdf5_bytes != before)
    fail("it has " + std::to_string(before) + " bytes before its seal, not the " +
         std::to_string(seal.hdf5_bytes) + " that were written");
  for (const SealedField& field : seal.fields)
    if (field.begin < 0 || field.begin + field.bytes() > seal.hdf5_bytes) fail("a field lies outside of it");
  if (structure_of(file, seal.hdf5_bytes, seal.fields) != seal.structure)
    fail("its headers are damaged (the checksum differs), or it was changed after it was written");
  return text;
}

}  // namespace weft::inline io
