// The FFTW 3 backend: fftw.cpp, or fftw_left_out.cpp where weft is built without it.
#pragma once

#include <string>
#include <vector>

#include "kernels/kernel.hpp"

namespace weft::inline kernels {

Backend fftw_backend();

// How thoroughly FFTW plans.
inline std::vector<std::string> fftw_efforts() { return {"estimate", "measure", "patient"}; }

// The plans that FFTW has found in this process, of both precisions, as text; empty if there are none.
std::string export_fftw_wisdom();

// Adds such a text to what FFTW knows: the same lines are planned at once then, and as then, with the effort
// of that time or a lower one (so "fftw:estimate" gives what was measured). Of what FFTW knows already
// nothing is changed. False if the text is damaged or empty, or made by another FFTW, or FFTW is missing.
bool import_fftw_wisdom(const std::string& text);

// FFTW forgets all that it has found in this process; plans that are made stay as they are.
void forget_fftw_wisdom();

}  // namespace weft::inline kernels
