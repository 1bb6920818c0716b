// Transforms that keep real elements real by FFTW: cosine and sine transforms, r2hc, hc2r and dht.
#pragma once

#include <memory>
#include <optional>

#include "kernels/fftw_library.hpp"
#include "kernels/kernel.hpp"

namespace weft::inline kernels {

// What FFTW calls such a transform; nothing for Fourier transforms, which fftw.cpp makes.
std::optional<FftwKind> name_in_fftw(Kind kind);

// `kind`: that name. `flags`: of the planner.
std::unique_ptr<Kernel> make_fftw_real(const KernelSpec& spec, FftwKind kind, unsigned flags);

}  // namespace weft::inline kernels
