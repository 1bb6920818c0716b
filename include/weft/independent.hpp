// Loops that compilers may make vector code of.
#pragma once

// No iteration needs what another one wrote, also where input and output are the same array.
#if defined(__clang__)
#define WEFT_INDEPENDENT _Pragma("clang loop vectorize(assume_safety)")
#elif defined(__GNUC__)
#define WEFT_INDEPENDENT _Pragma("GCC ivdep")
#else
#define WEFT_INDEPENDENT
#endif
