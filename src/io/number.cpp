// The table of numbers. Every number type is converted by the same loop; a new one is a row.
#include "io/number.hpp"

#include <algorithm>
#include <bit>
#include <complex>
#include <cstdint>
#include <cstring>
#include <type_traits>
#include <vector>

#include "weft/error.hpp"

namespace weft::inline io {

namespace {

template <class T>
constexpr bool is_complex = !std::is_arithmetic_v<T>;

template <class To, class From>
To converted(const From& x) {
  if constexpr (!is_complex<To>) {
    return static_cast<To>(x);
  } else if constexpr (is_complex<From>) {
    using Part = typename To::value_type;
    return {static_cast<Part>(x.real()), static_cast<Part>(x.imag())};
  } else {
    return {static_cast<typename To::value_type>(x), 0};
  }
}

// Elements of a file may lie anywhere: they are copied by bytes.
template <class From, class To>
void convert_run(const std::byte* from, Index from_stride, std::byte* to, Index to_stride, Index n) {
  for (Index i = 0; i < n; ++i, from += from_stride, to += to_stride) {
    From x;
    std::memcpy(&x, from, sizeof x);
    const To y = converted<To>(x);
    std::memcpy(to, &y, sizeof y);
  }
}

template <std::size_t bytes>
void copy_run(const std::byte* from, Index from_stride, std::byte* to, Index to_stride, Index n) {
  if (from_stride == static_cast<Index>(bytes) && to_stride == from_stride) {
    if (n > 0) std::memcpy(to, from, static_cast<std::size_t>(n) * bytes);
    return;
  }
  for (Index i = 0; i < n; ++i, from += from_stride, to += to_stride) std::memcpy(to, from, bytes);
}

template <class From>
constexpr NumberRow row(const char* code) {
  using Complex = std::complex<double>;
  using SingleComplex = std::complex<float>;
  constexpr bool is_single = std::is_same_v<From, float> || std::is_same_v<From, SingleComplex>;
  NumberRow r{code,
              sizeof(From),
              is_complex<From> ? 2 : 1,
              {!is_single, !is_complex<From>},
              std::is_integral_v<From>,
              {{convert_run<From, SingleComplex>, nullptr}, {convert_run<From, Complex>, nullptr}}};
  if constexpr (!is_complex<From>) {
    r.to_memory[0][1] = convert_run<From, float>;
    r.to_memory[1][1] = convert_run<From, double>;
  }
  return r;
}

constexpr NumberRow table[] = {
    row<float>("f4"),
    row<double>("f8"),
    row<std::complex<float>>("c8"),
    row<std::complex<double>>("c16"),
    row<std::uint8_t>("b1"),
    row<std::int8_t>("i1"),
    row<std::int16_t>("i2"),
    row<std::int32_t>("i4"),
    row<std::int64_t>("i8"),
    row<std::uint8_t>("u1"),
    row<std::uint16_t>("u2"),
    row<std::uint32_t>("u4"),
    row<std::uint64_t>("u8"),
};

// Types that are refused, by the beginning of their code, and what to do about it.
struct Refusal {
  std::string begin;   // of the code
  std::string name;    // in words
  std::string remedy;  // the array to save instead
};

const std::vector<Refusal>& refusals() {
  static const std::vector<Refusal> rows = {
      {"f2", "float16", "a.astype(numpy.float32)"},       {"f", "longdouble", "a.astype(numpy.float64)"},
      {"c", "clongdouble", "a.astype(numpy.complex128)"}, {"S", "bytes strings", "a.astype(numpy.float64)"},
      {"a", "bytes strings", "a.astype(numpy.float64)"},  {"U", "strings", "a.astype(numpy.float64)"},
      {"O", "Python objects", "a.astype(numpy.float64)"}, {"M", "dates", "a.astype(numpy.int64)"},
      {"m", "time differences", "a.astype(numpy.int64)"}, {"V", "raw bytes", "a.view(numpy.float64)"},
  };
  return rows;
}

[[noreturn]] void refuse(const std::string& descr, const std::string& code) {
  std::string name = "of an unknown type";
  std::string remedy = "a.astype(numpy.float64)";
  for (const Refusal& refusal : refusals())
    if (code.starts_with(refusal.begin)) {
      name = refusal.name;
      remedy = refusal.remedy;
      break;
    }
  fail("its elements are " + name + " ('" + descr +
       "'), which cannot be transformed; save numbers of 4 or 8 bytes, or complex ones of these: "
       "numpy.save(..., " +
       remedy + ")");
}

}  // namespace

FileNumber parse_number(const std::string& descr) {
  constexpr bool is_little = std::endian::native == std::endian::little;
  const bool has_order = !descr.empty() && std::string("<>|=").find(descr[0]) != std::string::npos;
  const std::string code = has_order ? descr.substr(1) : descr;
  for (const NumberRow& r : table)
    if (code == r.code) {
      const bool is_other = descr[0] == (is_little ? '>' : '<');
      return {&r, is_other && r.bytes / r.n_parts > 1};
    }
  refuse(descr, code);
}

std::string descr_of(ElementType element) {
  const std::string code = (element.is_real ? "f" : "c") + std::to_string(bytes_of(element));
  return (std::endian::native == std::endian::little ? "<" : ">") + code;
}

Run run_to_memory(const FileNumber& number, ElementType element) {
  return is_same({number.row, false}, element)
             ? run_of_copy(number.row->bytes)
             : number.row->to_memory[element.is_double ? 1 : 0][element.is_real ? 1 : 0];
}

Run run_to_file(const FileNumber& number, ElementType element) {
  return run_to_memory(parse_number(descr_of(element)), number.row->element);
}

Run run_of_copy(Index element_bytes) {
  if (element_bytes == 4) return copy_run<4>;
  return element_bytes == 8 ? copy_run<8> : copy_run<16>;
}

bool is_same(const FileNumber& number, ElementType element) {
  return !number.is_swapped && !number.row->is_integer && number.row->element == element;
}

void swap_bytes(const FileNumber& number, std::byte* data, Index n) {
  if (!number.is_swapped) return;
  const int bytes = number.row->bytes / number.row->n_parts;
  std::byte* end = data + n * number.row->bytes;
  for (std::byte* part = data; part != end; part += bytes) std::reverse(part, part + bytes);
}

}  // namespace weft::inline io
