// The functions of scipy.fft that weft computes, as rows of a table.
#include "functions.hpp"

#include <algorithm>

namespace weft::python {

const std::array<Function, 26>& function_table() {
  static constexpr std::array<Function, 26> table = {{
      {"fft", Family::c2c, AxesOf::one, true},          {"ifft", Family::c2c, AxesOf::one, false},
      {"rfft", Family::r2c, AxesOf::one, true},         {"irfft", Family::c2r, AxesOf::one, false},
      {"hfft", Family::c2r, AxesOf::one, true},         {"ihfft", Family::r2c, AxesOf::one, false},
      {"fft2", Family::c2c, AxesOf::two, true},         {"ifft2", Family::c2c, AxesOf::two, false},
      {"rfft2", Family::r2c, AxesOf::two, true},        {"irfft2", Family::c2r, AxesOf::two, false},
      {"hfft2", Family::c2r, AxesOf::two, true},        {"ihfft2", Family::r2c, AxesOf::two, false},
      {"fftn", Family::c2c, AxesOf::any, true},         {"ifftn", Family::c2c, AxesOf::any, false},
      {"rfftn", Family::r2c, AxesOf::any, true},        {"irfftn", Family::c2r, AxesOf::any, false},
      {"hfftn", Family::c2r, AxesOf::any, true},        {"ihfftn", Family::r2c, AxesOf::any, false},
      {"dct", Family::waves, AxesOf::one, true},        {"idct", Family::waves, AxesOf::one, false},
      {"dst", Family::waves, AxesOf::one, true, true},  {"idst", Family::waves, AxesOf::one, false, true},
      {"dctn", Family::waves, AxesOf::any, true},       {"idctn", Family::waves, AxesOf::any, false},
      {"dstn", Family::waves, AxesOf::any, true, true}, {"idstn", Family::waves, AxesOf::any, false, true},
  }};
  return table;
}

const Function& complex_function(bool forward) {
  return *std::find_if(function_table().begin(), function_table().end(), [&](const Function& row) {
    return row.family == Family::c2c && row.axes == AxesOf::any && row.forward == forward;
  });
}

AxisKind kind_of_waves(const Function& function, int type) {
  static constexpr AxisKind cosine[] = {AxisKind::dct1, AxisKind::dct2, AxisKind::dct3, AxisKind::dct4};
  static constexpr AxisKind sine[] = {AxisKind::dst1, AxisKind::dst2, AxisKind::dst3, AxisKind::dst4};
  if (!function.forward && (type == 2 || type == 3)) type = 5 - type;
  return (function.sine ? sine : cosine)[type - 1];
}

}  // namespace weft::python
