// Cosine and sine transforms by FFTW.
#pragma once

#include <fftw3.h>

#include <memory>
#include <optional>

#include "kernels/kernel.hpp"

namespace weft::inline kernels {

// What FFTW calls a cosine or sine transform; nothing for Fourier transforms, which fftw.cpp makes.
std::optional<fftw_r2r_kind> name_in_fftw(Kind kind);

// `kind`: that name. `flags`: of the planner.
std::unique_ptr<Kernel> make_fftw_real(const KernelSpec& spec, fftw_r2r_kind kind, unsigned flags);

}  // namespace weft::inline kernels
