// Cosine and sine transforms by FFTW: one guru plan for each kernel; of complex elements two lines each, one
// of real and one of imaginary parts.
#include "kernels/fftw_real.hpp"

#include "kernels/fftw_plan.hpp"

namespace weft::inline kernels {

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

template <class Real>
class FftwRealKernel : public Kernel {
  using F = FftwReal<Real>;

 public:
  FftwRealKernel(const KernelSpec& spec, fftw_r2r_kind kind, unsigned flags)
      : spec_(spec), parts_(spec.real ? 1 : 2) {
    const fftw_iodim64 points{spec.n, spec.in.step * parts_, spec.out.step * parts_};
    const fftw_iodim64 lines[] = {{spec.n_lines, spec.in.next * parts_, spec.out.next * parts_},
                                  {parts_, 1, 1}};
    const FftwTile<Real> in(span_of(spec.in)), out(span_of(spec.out));
    plan_.make(spec.n, [&] { return F::make(1, &points, 2, &lines[0], in.data, out.data, &kind, flags); });
  }

  void run(void* in, void* out, void*) const override {
    const EndFactors& ends = spec_.ends;
    multiply(static_cast<Real*>(in), spec_.in, 0, ends.first_read);
    multiply(static_cast<Real*>(in), spec_.in, spec_.n - 1, ends.last_read);
    F::run(plan_.get(), static_cast<Real*>(in), static_cast<Real*>(out));
    multiply(static_cast<Real*>(out), spec_.out, 0, ends.first_written);
    multiply(static_cast<Real*>(out), spec_.out, spec_.n - 1, ends.last_written);
  }

 private:
  Index span_of(const Lines& lines) const {
    return ((spec_.n - 1) * lines.step + (spec_.n_lines - 1) * lines.next + 1) * parts_;
  }

  // One point of all lines.
  void multiply(Real* tile, const Lines& lines, Index point, double factor) const {
    if (factor == 1) return;
    for (Index line = 0; line < spec_.n_lines; ++line)
      for (Index part = 0; part < parts_; ++part)
        tile[(point * lines.step + line * lines.next) * parts_ + part] *= static_cast<Real>(factor);
  }

  KernelSpec spec_;
  Index parts_;  // numbers of an element
  FftwPlan<F> plan_;
};

}  // namespace

std::optional<fftw_r2r_kind> name_in_fftw(Kind kind) {
  switch (kind) {
    case Kind::c2c:
    case Kind::r2c:
    case Kind::c2r:
      break;
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
    case Kind::dst4:
      return FFTW_RODFT11;
  }
  return std::nullopt;
}

std::unique_ptr<Kernel> make_fftw_real(const KernelSpec& spec, fftw_r2r_kind kind, unsigned flags) {
  if (spec.precision == Precision::double_)
    return std::make_unique<FftwRealKernel<double>>(spec, kind, flags);
  return std::make_unique<FftwRealKernel<float>>(spec, kind, flags);
}

}  // namespace weft::inline kernels
