// Cosine and sine transforms by FFTW: one guru plan for each kernel; of complex elements two lines each, one
// of real and one of imaginary parts.
#include <fftw3.h>

#include <cstdlib>
#include <cstring>

#include "kernels/fftw.hpp"
#include "weft/error.hpp"

namespace weft {
namespace {

template <class Real>
struct FftwReal;

#define WEFT_FFTW_REAL(Real_, prefix)                     \
  template <>                                             \
  struct FftwReal<Real_> {                                \
    using Plan = prefix##plan;                            \
    static constexpr auto make = prefix##plan_guru64_r2r; \
    static constexpr auto run = prefix##execute_r2r;      \
    static constexpr auto destroy = prefix##destroy_plan; \
  };
WEFT_FFTW_REAL(double, fftw_)
WEFT_FFTW_REAL(float, fftwf_)
#undef WEFT_FFTW_REAL

fftw_r2r_kind name_in_fftw(Kind kind) {
  switch (kind) {
    case Kind::dct1:
      return FFTW_REDFT00;
    case Kind::dct2:
      return FFTW_REDFT10;
    case Kind::dct3:
      return FFTW_REDFT01;
    case Kind::dct4:
      return FFTW_REDFT11;
    case Kind::dst1:
      return FFTW_RODFT00;
    case Kind::dst2:
      return FFTW_RODFT10;
    case Kind::dst3:
      return FFTW_RODFT01;
    default:
      return FFTW_RODFT11;
  }
}

template <class Real>
class FftwRealKernel : public Kernel {
  using F = FftwReal<Real>;

 public:
  FftwRealKernel(const KernelSpec& spec, unsigned flags) : spec_(spec), parts_(spec.real ? 1 : 2) {
    const fftw_iodim64 points{spec.n, spec.in.step * parts_, spec.out.step * parts_};
    const fftw_iodim64 lines[] = {{spec.n_lines, spec.in.next * parts_, spec.out.next * parts_},
                                  {parts_, 1, 1}};
    const Tile in(spec, spec.in, parts_), out(spec, spec.out, parts_);
    const fftw_r2r_kind kind = name_in_fftw(spec.kind);
    const std::lock_guard lock(fftw_planner);
    plan_ = F::make(1, &points, 2, &lines[0], in.data, out.data, &kind, flags);
    if (plan_ == nullptr)
      throw Error(ErrorCode::resource,
                  "FFTW made no plan for lines of " + std::to_string(spec.n) + " points");
  }
  ~FftwRealKernel() override {
    const std::lock_guard lock(fftw_planner);
    F::destroy(plan_);
  }
  FftwRealKernel(const FftwRealKernel&) = delete;
  FftwRealKernel& operator=(const FftwRealKernel&) = delete;

  void run(void* in, void* out, void*) const override {
    const EndFactors& ends = spec_.ends;
    multiply(static_cast<Real*>(in), spec_.in, 0, ends.first_read);
    multiply(static_cast<Real*>(in), spec_.in, spec_.n - 1, ends.last_read);
    F::run(plan_, static_cast<Real*>(in), static_cast<Real*>(out));
    multiply(static_cast<Real*>(out), spec_.out, 0, ends.first_written);
    multiply(static_cast<Real*>(out), spec_.out, spec_.n - 1, ends.last_written);
  }

 private:
  // Scratch for the planner, zero, aligned as the tiles of a sweep are.
  struct Tile {
    Tile(const KernelSpec& spec, const Lines& lines, Index parts) {
      const Index span = (spec.n - 1) * lines.step + (spec.n_lines - 1) * lines.next + 1;
      const std::size_t bytes = (static_cast<std::size_t>(span * parts) * sizeof(Real) + 63) / 64 * 64;
      data = static_cast<Real*>(std::aligned_alloc(64, bytes));
      if (data == nullptr) throw Error(ErrorCode::resource, "there is no memory to plan an FFTW kernel");
      std::memset(data, 0, bytes);
    }
    ~Tile() { std::free(data); }
    Tile(const Tile&) = delete;
    Tile& operator=(const Tile&) = delete;
    Real* data;
  };

  // One point of all lines.
  void multiply(Real* tile, const Lines& lines, Index point, double factor) const {
    if (factor == 1) return;
    for (Index line = 0; line < spec_.n_lines; ++line)
      for (Index part = 0; part < parts_; ++part)
        tile[(point * lines.step + line * lines.next) * parts_ + part] *= static_cast<Real>(factor);
  }

  KernelSpec spec_;
  Index parts_;  // numbers of an element
  typename F::Plan plan_ = nullptr;
};

}  // namespace

std::unique_ptr<Kernel> make_fftw_real(const KernelSpec& spec, unsigned flags) {
  if (spec.precision == Precision::double_) return std::make_unique<FftwRealKernel<double>>(spec, flags);
  return std::make_unique<FftwRealKernel<float>>(spec, flags);
}

}  // namespace weft
