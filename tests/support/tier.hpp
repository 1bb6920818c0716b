// The tier in which a test runs.
#pragma once

#include <cstdlib>

namespace weft::test {

// True when WEFT_TEST_FULL is set: run what the fast tier leaves out.
inline bool full_tier() { return std::getenv("WEFT_TEST_FULL") != nullptr; }

}  // namespace weft::test
