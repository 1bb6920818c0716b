// A checksum against damage, not against malice: FNV-1a of 64 bits (Fowler, Noll, Vo). Each step is one to
// one in the state and in the byte, so a text with one byte changed never has the sum of the original.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace weft::inline base {

inline std::uint64_t checksum_number(std::string_view text) {
  std::uint64_t sum = 14695981039346656037U;
  for (const char byte : text) {
    sum ^= static_cast<unsigned char>(byte);
    sum *= 1099511628211U;
  }
  return sum;
}

// The same as 16 hexadecimal digits.
inline std::string checksum(std::string_view text) {
  std::uint64_t sum = checksum_number(text);
  std::string digits(16, '0');
  for (std::size_t i = digits.size(); i-- > 0; sum /= 16) digits[i] = "0123456789abcdef"[sum % 16];
  return digits;
}

}  // namespace weft::inline base
