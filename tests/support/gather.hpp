// A plan as a function of whole arrays: scatter, call, gather. For tests whose oracle is an identity
// between whole arrays; slow, and that does not matter.
#pragma once

#include "oracle.hpp"
#include "weft/weft.hpp"

namespace weft::test {

// Forward (points to modes) or backward of a whole array that every process has. Collective over
// `comm`, the plan's.
GlobalField forward(Plan& plan, MPI_Comm comm, const GlobalField& points);
GlobalField backward(Plan& plan, MPI_Comm comm, const GlobalField& modes);

// ||a - b|| / ||b||.
double relative_difference(const GlobalField& a, const GlobalField& b);

}  // namespace weft::test
