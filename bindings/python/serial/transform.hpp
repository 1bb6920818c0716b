// A request, computed.
#pragma once

#include "request.hpp"

namespace weft::python {

// A new array; one axis or more is transformed. Other threads of Python run meanwhile.
nb::object transform(const Request& request, const NumpyArray& x);

}  // namespace weft::python
