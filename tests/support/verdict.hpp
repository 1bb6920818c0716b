// Runs a case against the oracle.
//
// The plan is called forward, backward, and both again with fewer fields and other data, without any
// synchronisation in between. Judged: every result against the definition, layouts that the problem
// states, inputs bit by bit, and that nothing is written outside the arrays.
#pragma once

#include <string>
#include <vector>

#include "case.hpp"
#include "weft/weft.hpp"

namespace weft::test {

// "" if all is well, else what is wrong, the same on all processes. Collective over MPI_COMM_WORLD.
// An Error from the plan is a complaint too.
std::string verdict(const Case& c);

// Fails the running test, in words that make the case again, if the verdict is bad. Collective over
// MPI_COMM_WORLD. Returns true if all is well.
bool expect_right(const Case& c);

// The same for problems on plans of every exchange, out of place and in place, of one field and of three; and
// of three fields, with each option that changes how a plan works and not what it gives. `more`: on all
// plans.
void expect_right_by_every_exchange(const std::vector<Problem>& problems, const Options& more = {});
void expect_right_with_options(const std::vector<Problem>& problems, const Options& more = {});

}  // namespace weft::test
