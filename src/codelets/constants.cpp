// Constants whose values compilers shall not know.
#include "codelets/constants.hpp"

namespace weft::inline codelets {

extern const double one_double = 1;
extern const float one_float = 1;

}  // namespace weft::inline codelets
