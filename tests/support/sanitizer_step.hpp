// With sanitizers a case takes six times as long: long lists are then gone through in steps of four.
#pragma once

#ifdef WEFT_SANITIZE
inline constexpr int sanitizer_step = 4;
#else
inline constexpr int sanitizer_step = 1;
#endif
