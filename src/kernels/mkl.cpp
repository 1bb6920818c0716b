// The MKL backend: one DFTI transform for each kernel, on one thread.
//
// DFTI takes any strides between points and between lines, so the sweeps' tiles are described to it as they
// are. It knows only one sign of r2c and c2r; the other is the complex conjugate of the modes, taken in
// cache.

#include "kernels/conjugate.hpp"
#include "kernels/mkl_library.hpp"
#include "kernels/native.hpp"
#include "kernels/padded.hpp"
#include "weft/error.hpp"

namespace weft::inline kernels {

namespace {

class MklKernel : public Kernel {
 public:
  MklKernel(const KernelSpec& spec, const MklLibrary& mkl)
      : spec_(spec),
        transform_(mkl,
                   spec.precision == Precision::double_ ? Dfti::double_precision : Dfti::single_precision,
                   spec.kind == Kind::c2c ? Dfti::complex : Dfti::real, {spec.n}) {
    const MklInteger in_strides[] = {0, spec.in.step}, out_strides[] = {0, spec.out.step};
    transform_.set(Dfti::thread_limit, MklInteger{1});
    transform_.set(Dfti::placement, Dfti::not_in_place);
    transform_.set(Dfti::number_of_transforms, MklInteger{spec.n_lines});
    transform_.set(Dfti::input_strides, &in_strides[0]);
    transform_.set(Dfti::output_strides, &out_strides[0]);
    transform_.set(Dfti::input_distance, MklInteger{spec.in.next});
    transform_.set(Dfti::output_distance, MklInteger{spec.out.next});
    if (spec.kind != Kind::c2c) transform_.set(Dfti::conjugate_even_storage, Dfti::complex_complex);
    transform_.commit();
  }

  void run(void* in, void* out, void* /*scratch*/) const override {
    if (spec_.kind == Kind::c2r && spec_.sign < 0) conjugate(in, spec_.in);
    if (spec_.kind == Kind::r2c || (spec_.kind == Kind::c2c && spec_.sign < 0))
      transform_.forward(in, out);
    else
      transform_.backward(in, out);
    if (spec_.kind == Kind::r2c && spec_.sign > 0) conjugate(out, spec_.out);
  }

 private:
  void conjugate(void* modes, const Lines& lines) const {
    if (spec_.precision == Precision::double_)
      conjugate_modes(static_cast<double*>(modes), spec_, lines);
    else
      conjugate_modes(static_cast<float*>(modes), spec_, lines);
  }

  KernelSpec spec_;
  MklTransform transform_;
};

// MKL's cosine and sine transforms take one line at a time, in formats of their own: native
// kernels do them.
std::unique_ptr<Kernel> make_mkl(const KernelSpec& spec, const std::string& effort) {
  if (!spec.kept.is_all())
    return make_padded(spec, [&](const KernelSpec& whole) { return make_mkl(whole, effort); });
  if (!is_fourier(spec.kind)) return native_backend().make(spec, "");
  return std::make_unique<MklKernel>(spec, find_mkl().needed());
}

std::string version() {
  const MklSearch& mkl = find_mkl();
  return mkl.found == nullptr ? "mkl: not found" : mkl.found->version;
}

}  // namespace

Backend mkl_backend() {
  return {"mkl",
          {""},
          make_mkl,
          version,
          [](Kind kind, Index) { return is_fourier(kind) ? version() : native_backend().version(); },
          [] { return find_mkl().missing; }};
}

}  // namespace weft::inline kernels
