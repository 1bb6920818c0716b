// The functions of scipy.fft that weft computes, as rows of a table.
#pragma once

#include <array>
#include <string_view>

#include "weft/problem.hpp"

namespace weft::python {

// What goes in and comes out.
enum class Family {
  c2c,    // complex numbers; real ones are transformed by r2c
  r2c,    // real numbers, to the non-redundant half of the spectrum
  c2r,    // that half, to real numbers
  waves,  // cosine and sine transforms, of real numbers or of real and imaginary parts
};

enum class AxesOf { one, two, any };  // `axis`; `axes`, by default the last two; `axes`, by default all

struct Function {
  std::string_view name;
  Family family;
  AxesOf axes;
  bool forward;       // the norm "backward" does not scale it; exponents of Fourier transforms are negative
  bool sine = false;  // of waves
};

const std::array<Function, 26>& function_table();

// The function over any axes that computes one of these: complex, in the same direction.
const Function& complex_function(bool forward);

// The kind of axis of type 1 to 4 of a cosine or sine transform; backward it is the inverse of that type.
AxisKind kind_of_waves(const Function& function, int type);

}  // namespace weft::python
