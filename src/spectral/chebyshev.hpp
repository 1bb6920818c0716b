// Derivatives of Chebyshev series along one axis of a block.
#pragma once

#include "weft/field.hpp"
#include "weft/layout.hpp"

namespace weft::inline spectral {

// out = factor d^order/dx^order of the series in `in` along `axis`, which is whole; x in [-1, 1]. With `add`
// it is added to out, which then is another array than `in`; else it may be the same. order >= 1.
void derive_chebyshev(const Storage& storage, ElementType element, int axis, int order, double factor,
                      const void* in, void* out, bool add);

}  // namespace weft::inline spectral
