// Of these backends those that this process can use: FFTW may be missing, or left out of the build.
#pragma once

#include <string>
#include <vector>

#include "weft/description.hpp"

namespace weft::test {

inline bool is_usable(const std::string& backend) { return why_missing(backend).empty(); }

// Lists for the sweeps of a plan ("native,fftw") are usable if all their backends are; lists that are native
// remain always.
inline std::vector<std::string> usable(std::vector<std::string> lists) {
  std::erase_if(lists, [](const std::string& list) {
    return list.find("fftw") != std::string::npos && !is_usable("fftw");
  });
  return lists;
}

}  // namespace weft::test
