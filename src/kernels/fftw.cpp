// The FFTW 3 backend: one advanced-interface plan for each kernel, made on tiles of its own.
//
// FFTW is fast on small batches of lines in cache and reads or writes them with a stride at little
// cost there, so the sweeps ask for lines that run across the tile where that spares a transposition
// (bench/results/, doc/design/001). FFTW knows only one sign of r2c and c2r; the other is the complex
// conjugate of the modes, taken in cache.
#include "kernels/fftw.hpp"

#include <dlfcn.h>

#include "base/narrow.hpp"
#include "kernels/conjugate.hpp"
#include "kernels/fftw_plan.hpp"
#include "kernels/fftw_real.hpp"
#include "kernels/padded.hpp"

namespace weft::inline kernels {

std::mutex fftw_planner;

namespace {

template <class Real>
struct Fftw;

#define WEFT_FFTW(Real_, prefix)                                \
  template <>                                                   \
  struct Fftw<Real_> {                                          \
    using Real = Real_;                                         \
    using Complex = prefix##complex;                            \
    using Plan = prefix##plan;                                  \
    static constexpr auto plan_c2c = prefix##plan_many_dft;     \
    static constexpr auto plan_r2c = prefix##plan_many_dft_r2c; \
    static constexpr auto plan_c2r = prefix##plan_many_dft_c2r; \
    static constexpr auto run_c2c = prefix##execute_dft;        \
    static constexpr auto run_r2c = prefix##execute_dft_r2c;    \
    static constexpr auto run_c2r = prefix##execute_dft_c2r;    \
    static constexpr auto destroy = prefix##destroy_plan;       \
  };
WEFT_FFTW(double, fftw_)
WEFT_FFTW(float, fftwf_)
#undef WEFT_FFTW

unsigned flags_of(const std::string& effort) {
  const unsigned rigor = effort == "measure"   ? FFTW_MEASURE
                         : effort == "patient" ? FFTW_PATIENT
                                               : FFTW_ESTIMATE;
  return rigor | FFTW_DESTROY_INPUT;
}

// Elements that a tile of `lines` spans; at least one.
Index span_of(Index points, Index n_lines, const Lines& lines) {
  return (points - 1) * lines.step + (n_lines - 1) * lines.next + 1;
}

template <class Real>
class FftwKernel : public Kernel {
  using F = Fftw<Real>;
  using Complex = typename F::Complex;

 public:
  FftwKernel(const KernelSpec& spec, unsigned flags) : spec_(spec) {
    const bool in_real = spec.kind == Kind::r2c, out_real = spec.kind == Kind::c2r;
    const FftwTile<Real> in(span_of(n_read(spec.kind, spec.n), spec.n_lines, spec.in) * (in_real ? 1 : 2));
    const FftwTile<Real> out(span_of(n_written(spec.kind, spec.n), spec.n_lines, spec.out) *
                             (out_real ? 1 : 2));
    const int n = narrow(spec.n, "the length of a line"),
              howmany = narrow(spec.n_lines, "the number of lines");
    const int is = narrow(spec.in.step, "a stride"), id = narrow(spec.in.next, "a stride");
    const int os = narrow(spec.out.step, "a stride"), od = narrow(spec.out.next, "a stride");
    plan_.make(spec.n, [&] {
      if (in_real)
        return F::plan_r2c(1, &n, howmany, in.data, nullptr, is, id, complex_of(out), nullptr, os, od, flags);
      if (out_real)
        return F::plan_c2r(1, &n, howmany, complex_of(in), nullptr, is, id, out.data, nullptr, os, od, flags);
      return F::plan_c2c(1, &n, howmany, complex_of(in), nullptr, is, id, complex_of(out), nullptr, os, od,
                         spec.sign, flags);
    });
  }

  void run(void* in, void* out, void*) const override {
    auto* complex_in = static_cast<Complex*>(in);
    auto* complex_out = static_cast<Complex*>(out);
    if (spec_.kind == Kind::r2c) {
      F::run_r2c(plan_.get(), static_cast<Real*>(in), complex_out);
      if (spec_.sign > 0) conjugate_modes(static_cast<Real*>(out), spec_, spec_.out);
    } else if (spec_.kind == Kind::c2r) {
      if (spec_.sign < 0) conjugate_modes(static_cast<Real*>(in), spec_, spec_.in);
      F::run_c2r(plan_.get(), complex_in, static_cast<Real*>(out));
    } else {
      F::run_c2c(plan_.get(), complex_in, complex_out);
    }
  }

 private:
  static Complex* complex_of(const FftwTile<Real>& tile) { return reinterpret_cast<Complex*>(tile.data); }

  KernelSpec spec_;
  FftwPlan<F> plan_;
};

std::unique_ptr<Kernel> make_fftw(const KernelSpec& spec, const std::string& effort) {
  const unsigned flags = flags_of(effort);
  if (!spec.kept.is_all())
    return make_padded(spec, [&](const KernelSpec& whole) { return make_fftw(whole, effort); });
  if (const auto kind = name_in_fftw(spec.kind)) return make_fftw_real(spec, *kind, flags);
  if (spec.precision == Precision::double_) return std::make_unique<FftwKernel<double>>(spec, flags);
  return std::make_unique<FftwKernel<float>>(spec, flags);
}

}  // namespace

Backend fftw_backend() {
  return {"fftw",
          {"estimate", "measure", "patient"},
          make_fftw,
          [] { return std::string(fftw_version); },
          [](Kind, Index) { return std::string(fftw_version); },
          nullptr,
          "measure",
          false,
          export_fftw_wisdom,
          import_fftw_wisdom,
          forget_fftw_wisdom};
}

void put_fftw_in_front() {
  for (const void* function :
       {reinterpret_cast<const void*>(&fftw_execute), reinterpret_cast<const void*>(&fftwf_execute)}) {
    Dl_info library{};
    if (dladdr(function, &library) != 0) dlopen(library.dli_fname, RTLD_LAZY | RTLD_NOLOAD | RTLD_GLOBAL);
  }
}

}  // namespace weft::inline kernels
