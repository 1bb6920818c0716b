// A description as text, every number of it, so that two can be compared and the difference is seen.
#pragma once

#include <string>

#include "weft/description.hpp"

namespace weft::test {

std::string words_of(const Counts& counts);
std::string words_of(const Description& description);

}  // namespace weft::test
