// Block programs in single precision.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/native_block_single.cpp"
#define WEFT_NUMBER float
#include "kernels/native_block_entry-inl.hpp"
