// The native kernels in single precision.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/native_single.cpp"
#define WEFT_NUMBER float
#include "kernels/native_entry-inl.hpp"
