// The FFTW 3 backend.
#pragma once

#include <memory>
#include <mutex>
#include <string>

#include "kernels/kernel.hpp"

namespace weft::inline kernels {

Backend fftw_backend();

// Held by whoever plans or touches wisdom: FFTW's planner is not thread safe.
extern std::mutex fftw_planner;

// The plans that FFTW has found in this process, of both precisions, as text; empty if there are none.
std::string export_fftw_wisdom();

// Adds such a text to what FFTW knows: the same lines are planned at once then, and as then, with the effort
// of that time or a lower one (so "fftw:estimate" gives what was measured). Of what FFTW knows already
// nothing is changed. False if the text is damaged or empty, or made by another FFTW.
bool import_fftw_wisdom(const std::string& text);

// FFTW forgets all that it has found in this process; plans that are made stay as they are.
void forget_fftw_wisdom();

// Makes the functions of FFTW those that every library of the program finds first, also where weft was loaded
// with its names for itself, as Python does: before a library is loaded that brings other ones of these
// names.
void put_fftw_in_front();

}  // namespace weft::inline kernels
