// Row passes in double precision.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/native_rows_double.cpp"
#define WEFT_NUMBER double
#include "kernels/native_rows_entry-inl.hpp"
