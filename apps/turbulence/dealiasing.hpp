// Which modes there are, and on how many points their products are computed: a row for each rule.
//
// The plan transforms between that many modes and points (Problem::kept), so modes that a rule leaves out
// cost neither memory nor time. The mode n/2 of an even n, which has no sign, is left out by all of them.
//
//   name         modes along an axis     points   products
//   none         |m| < n/2               n        alias
//   two-thirds   |m| < n/3               n        exact (Orszag, J. Atmos. Sci. 28, 1971, 1074)
//   padding      |m| < n/2               3/2 n    exact, on points between those of n
//   spherical    sum (m/n)^2 < 2/9       n        alias with alternating signs
//
// With "spherical" they are computed in turns on the points and on points half a cell off them, so that what
// aliases cancels in time (Patterson and Orszag, Phys. Fluids 14, 1971, 2538; Rogallo, NASA TM 81315, 1981).
#pragma once

#include <array>
#include <string>
#include <vector>

#include "weft/layout.hpp"

namespace weft::turbulence {

struct DealiasingRule {
  std::string name;
  Index (*highest)(Index n);  // |m| of the modes along an axis of n points
  Index (*points)(Index n);   // on which products are computed
  bool is_sphere = false;     // of the modes, those with sum (m/n)^2 < 2/9
  bool shifts = false;        // products in turns on two grids
};

const std::vector<DealiasingRule>& dealiasings();
// Error(invalid_argument) names the nearest known.
const DealiasingRule& find_dealiasing(const std::string& name);

// Does the rule keep the mode m of a box of n points?
bool keeps(const DealiasingRule& rule, const std::array<Index, 3>& m, const std::array<Index, 3>& n);

}  // namespace weft::turbulence
