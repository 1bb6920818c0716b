// What fuzzers feed: one function for each kind of text or file that weft parses.
//
// An input is right, or the parser says in words what is wrong with it: a weft::Error. Anything else is a
// defect: another exception, a crash, more memory than the input justifies, a text that is not read back as
// what it was. libFuzzer looks for such inputs (driver.cpp, built with Clang); those that were found lie in
// corpus/ and are tried by every run of the tests (corpus.cpp).
//
// Checksums hide parsers from random bytes. Targets whose format has one try the input as it is, and once
// more as the body of a text with the right checksum.
#pragma once

#include <string>
#include <vector>

#include "weft/error.hpp"

namespace weft::fuzz {

struct Target {
  const char* name;                         // of its folder in corpus/
  bool (*parse)(const std::string& input);  // whether it was understood
};

const std::vector<Target>& targets();

bool parse_npy(const std::string& input);
bool parse_seal(const std::string& input);
bool parse_settings(const std::string& input);
bool parse_machine(const std::string& input);
bool parse_wisdom(const std::string& input);
bool parse_hdf5(const std::string& input);
bool parse_choice(const std::string& input);
bool parse_command_line(const std::string& input);
bool parse_json(const std::string& input);

// Whether the call ends well; an Error must say something.
template <class Call>
bool ends_well(Call&& call) {
  try {
    call();
    return true;
  } catch (const Error& error) {
    if (std::string(error.what()).empty()) __builtin_trap();
    return false;
  }
}

inline void require(bool holds) {
  if (!holds) __builtin_trap();
}

// The name of a file with these bytes. One at a time.
std::string file_with(const std::string& bytes);

}  // namespace weft::fuzz
