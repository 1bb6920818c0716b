// Row passes in single precision.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/native_rows_single.cpp"
#define WEFT_NUMBER float
#include "kernels/native_rows_entry-inl.hpp"
