// Random problems, for property tests.
//
// Drawn from one seed by the same code on all processes, so all draw the same ones. Nothing is shrunk:
// a failing case prints as C++ and becomes a fixed test.
#pragma once

#include <rapidcheck.h>

#include "case.hpp"

namespace weft::test {

// A case for a job of n processes.
rc::Gen<Case> any_case(int n_processes);

// The same, with the options that it leaves alone, each as likely set as not.
rc::Gen<Case> any_case_with_options(int n_processes);

// A redistribution between any two layouts.
rc::Gen<Case> any_redistribution(int n_processes);

// Draws the i-th case of this run.
Case draw(const rc::Gen<Case>& cases, int i);

// Number of cases to draw: WEFT_TEST_CASES, or `standard` (ten times as many in the full tier).
int n_cases(int standard);

}  // namespace weft::test
