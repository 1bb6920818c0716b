// The row of FFTW where weft is built without it (WEFT_FFTW=OFF): its names are known, so that texts of other
// builds can be read and described, and no plan can use it.
#include "kernels/fftw.hpp"
#include "weft/error.hpp"

namespace weft::inline kernels {

namespace {

std::string why() {
  return "this weft was built without FFTW; build it with cmake -DWEFT_FFTW=ON, or choose another backend, "
         "as backend=native";
}

std::unique_ptr<Kernel> refuse(const KernelSpec& /*spec*/, const std::string& /*effort*/) {
  fail(ErrorCode::resource, why());
}

}  // namespace

Backend fftw_backend() {
  return {"fftw",
          fftw_efforts(),
          refuse,
          [] { return std::string("fftw: left out"); },
          [](Kind, Index) { return std::string("fftw: left out"); },
          why,
          "measure"};
}

}  // namespace weft::inline kernels
