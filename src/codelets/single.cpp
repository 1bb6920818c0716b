// Steps in single precision.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "codelets/single.cpp"
#define WEFT_NUMBER float
#include "codelets/table-inl.hpp"
