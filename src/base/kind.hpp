// The transform along one axis: shared by routes, which plan it, and kernels, which do it.
#pragma once

namespace weft {

enum class Kind {
  c2c,  // n complex to n complex
  r2c,  // n real to n/2+1 complex
  c2r,  // n/2+1 complex to n real
};

}  // namespace weft
