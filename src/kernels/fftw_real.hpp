// Cosine and sine transforms by FFTW.
#pragma once

#include <memory>
#include <optional>

#include "kernels/fftw_library.hpp"
#include "kernels/kernel.hpp"

namespace weft::inline kernels {

// What FFTW calls a cosine or sine transform; nothing for Fourier transforms, which fftw.cpp makes.
std::optional<FftwKind> name_in_fftw(Kind kind);

// `kind`: that name. `flags`: of the planner.
std::unique_ptr<Kernel> make_fftw_real(const KernelSpec& spec, FftwKind kind, unsigned flags);

}  // namespace weft::inline kernels
