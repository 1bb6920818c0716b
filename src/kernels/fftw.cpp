// The FFTW 3 backend: one advanced-interface plan for each kernel, made on tiles of its own.
//
// FFTW is fast on small batches of lines in cache and reads or writes them with a stride at little
// cost there, so the sweeps ask for lines that run across the tile where that spares a transposition
// (bench/results/, doc/design/001). FFTW knows only one sign of r2c and c2r; the other is the complex
// conjugate of the modes, taken in cache.
#include "kernels/fftw.hpp"

#include "base/narrow.hpp"
#include "kernels/conjugate.hpp"
#include "kernels/fftw_plan.hpp"
#include "kernels/fftw_real.hpp"
#include "kernels/padded.hpp"

namespace weft::inline kernels {

namespace {

unsigned flags_of(const std::string& effort) {
  const unsigned rigor = effort == "measure"   ? FftwFlag::measure
                         : effort == "patient" ? FftwFlag::patient
                                               : FftwFlag::estimate;
  return rigor | FftwFlag::destroy_input;
}

// Elements that a tile of `lines` spans; at least one.
Index span_of(Index points, Index n_lines, const Lines& lines) {
  return (points - 1) * lines.step + (n_lines - 1) * lines.next + 1;
}

template <class Real>
class FftwKernel : public Kernel {
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
    plan_.make(spec.n, [&](const FftwFunctions<Real>& fftw) {
      if (spec.kind == Kind::c2c)
        return fftw.plan_c2c(1, &n, howmany, in.data, nullptr, is, id, out.data, nullptr, os, od, spec.sign,
                             flags);
      return (in_real ? fftw.plan_r2c : fftw.plan_c2r)(1, &n, howmany, in.data, nullptr, is, id, out.data,
                                                       nullptr, os, od, flags);
    });
  }

  void run(void* in, void* out, void*) const override {
    auto *from = static_cast<Real*>(in), *to = static_cast<Real*>(out);
    const FftwFunctions<Real>& fftw = plan_.functions();
    if (spec_.kind == Kind::r2c) {
      fftw.run_r2c(plan_.get(), from, to);
      if (spec_.sign > 0) conjugate_modes(to, spec_, spec_.out);
    } else if (spec_.kind == Kind::c2r) {
      if (spec_.sign < 0) conjugate_modes(from, spec_, spec_.in);
      fftw.run_c2r(plan_.get(), from, to);
    } else {
      fftw.run_c2c(plan_.get(), from, to);
    }
  }

 private:
  KernelSpec spec_;
  FftwPlan<Real> plan_;
};

std::unique_ptr<Kernel> make_fftw(const KernelSpec& spec, const std::string& effort) {
  const unsigned flags = flags_of(effort);
  if (!spec.kept.is_all())
    return make_padded(spec, [&](const KernelSpec& whole) { return make_fftw(whole, effort); });
  if (const auto kind = name_in_fftw(spec.kind)) return make_fftw_real(spec, *kind, flags);
  if (spec.precision == Precision::double_) return std::make_unique<FftwKernel<double>>(spec, flags);
  return std::make_unique<FftwKernel<float>>(spec, flags);
}

std::string version_of_fftw() {
  const FftwLibrary* fftw = find_fftw().found;
  return fftw == nullptr ? "fftw: not found" : fftw->version;
}

}  // namespace

Backend fftw_backend() {
  return {"fftw",
          fftw_efforts(),
          make_fftw,
          version_of_fftw,
          [](Kind, Index) { return version_of_fftw(); },
          [] { return find_fftw().missing; },
          "measure",
          false,
          export_fftw_wisdom,
          import_fftw_wisdom,
          forget_fftw_wisdom,
          nullptr,
          [] {
            const FftwLibrary* fftw = find_fftw().found;
            return fftw == nullptr ? std::vector<std::string>() : fftw->files;
          }};
}

}  // namespace weft::inline kernels
