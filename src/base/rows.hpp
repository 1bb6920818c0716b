// Tables with one row for each enumerator, in their order: an enumerator without a row does not compile.
#pragma once

#include <cstddef>
#include <string_view>

namespace weft::inline base {

// Has this value a name? GCC and Clang end the text of the function with it: `value = weft::Kind::dct1]`
// where it has one, else `value = (weft::Kind)99]`.
template <class Enum, Enum value>
consteval bool is_enumerator() {
  const std::string_view text = __PRETTY_FUNCTION__;
  const char first = text[text.rfind("= ") + 2];
  return first != '(' && first != '-' && !(first >= '0' && first <= '9');
}

// Enumerators that count from 0.
template <class Enum, int n = 0>
consteval std::size_t n_enumerators() {
  if constexpr (is_enumerator<Enum, static_cast<Enum>(n)>())
    return n_enumerators<Enum, n + 1>();
  else
    return n;
}

// Is row i that of enumerator i, and is none left out? `member` of a row is its enumerator.
template <class Rows, class Row, class Enum>
consteval bool is_complete(const Rows& rows, Enum Row::*member) {
  for (std::size_t i = 0; i < rows.size(); ++i)
    if (rows[i].*member != static_cast<Enum>(i)) return false;
  return rows.size() == n_enumerators<Enum>();
}

}  // namespace weft::inline base
