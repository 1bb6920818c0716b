// Steps in double precision.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "codelets/double.cpp"
#define WEFT_NUMBER double
#include "codelets/table-inl.hpp"
