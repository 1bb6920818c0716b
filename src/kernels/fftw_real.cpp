// Transforms that keep real elements real by FFTW: one guru plan for each kernel; of complex elements two
// lines each, one of real and one of imaginary parts.
#include "kernels/fftw_real.hpp"

#include "kernels/fftw_plan.hpp"

namespace weft::inline kernels {

namespace {

template <class Real>
class FftwRealKernel : public Kernel {
 public:
  FftwRealKernel(const KernelSpec& spec, FftwKind kind, unsigned flags)
      : spec_(spec), parts_(spec.real ? 1 : 2) {
    const FftwDimension points{spec.n, spec.in.step * parts_, spec.out.step * parts_};
    const FftwDimension lines[] = {{spec.n_lines, spec.in.next * parts_, spec.out.next * parts_},
                                   {parts_, 1, 1}};
    const FftwTile<Real> in(span_of(spec.in)), out(span_of(spec.out));
    plan_.make(spec.n, [&](const FftwFunctions<Real>& fftw) {
      return fftw.plan_r2r(1, &points, 2, &lines[0], in.data, out.data, &kind, flags);
    });
  }

  void run(void* in, void* out, void*) const override {
    const EndFactors& ends = spec_.ends;
    multiply(static_cast<Real*>(in), spec_.in, 0, ends.first_read);
    multiply(static_cast<Real*>(in), spec_.in, spec_.n - 1, ends.last_read);
    plan_.functions().run_r2r(plan_.get(), static_cast<Real*>(in), static_cast<Real*>(out));
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
  FftwPlan<Real> plan_;
};

}  // namespace

std::optional<FftwKind> name_in_fftw(Kind kind) {
  switch (kind) {
    case Kind::c2c:
    case Kind::r2c:
    case Kind::c2r:
      break;
    case Kind::dct1:
      return FftwKind::redft00;
    case Kind::dct2:
      return FftwKind::redft10;
    case Kind::dct3:
      return FftwKind::redft01;
    case Kind::dct4:
      return FftwKind::redft11;
    case Kind::dst1:
      return FftwKind::rodft00;
    case Kind::dst2:
      return FftwKind::rodft10;
    case Kind::dst3:
      return FftwKind::rodft01;
    case Kind::dst4:
      return FftwKind::rodft11;
    case Kind::r2hc:
      return FftwKind::r2hc;
    case Kind::hc2r:
      return FftwKind::hc2r;
    case Kind::dht:
      return FftwKind::dht;
  }
  return std::nullopt;
}

std::unique_ptr<Kernel> make_fftw_real(const KernelSpec& spec, FftwKind kind, unsigned flags) {
  if (spec.precision == Precision::double_)
    return std::make_unique<FftwRealKernel<double>>(spec, kind, flags);
  return std::make_unique<FftwRealKernel<float>>(spec, kind, flags);
}

}  // namespace weft::inline kernels
