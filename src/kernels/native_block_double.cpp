// Block programs in double precision.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/native_block_double.cpp"
#define WEFT_NUMBER double
#include "kernels/native_block_entry-inl.hpp"
