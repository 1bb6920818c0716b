// Long lines of all Fourier kinds, and which they are.
#include "kernels/native_long.hpp"

#include "kernels/native_matrix.hpp"
#include "kernels/native_prime.hpp"
#include "kernels/strided.hpp"

namespace weft::inline kernels {

namespace {

constexpr Index least_few = 48;  // points of a line that is long where it is alone
// Of a group of lines in scratch: what stays in cache; what takes longer than its lines one by one; and what
// does where these must be copied, of a group that is half empty, and of others.
constexpr Index most_cached_bytes = 768 << 10, most_group_bytes = 3 << 20, most_half_bytes = 6 << 20,
                most_copied_bytes = 64 << 20;

// Real lines of 2 h points are complex ones of h, with a step before or after; odd ones are complex ones
// whose imaginary parts are zero.
template <class T>
class LongKernel : public Kernel {
 public:
  explicit LongKernel(const KernelSpec& spec)
      : spec_(spec),
        h_(spec.kind != Kind::c2c && spec.n % 2 == 0 ? spec.n / 2 : spec.n),
        complex_(h_,
                 spec.kind == Kind::c2c   ? spec.sign
                 : spec.kind == Kind::r2c ? -1
                                          : 1,
                 spec.scale) {
    if (h_ != spec.n)
      for (Index k = 0; k <= h_ / 2; ++k) add_root(roots_, k, spec.n);
  }

  // A line, if it is copied, and then that of the complex transform.
  Index scratch_bytes() const override { return line_bytes() + complex_.scratch_bytes(); }
  void run(void* in, void* out, void* scratch) const override {
    const Index in_bytes = (spec_.kind == Kind::r2c ? 1 : 2) * spec_.in.next * static_cast<Index>(sizeof(T));
    const Index out_bytes =
        (spec_.kind == Kind::c2r ? 1 : 2) * spec_.out.next * static_cast<Index>(sizeof(T));
    for (Index line = 0; line < spec_.n_lines; ++line)
      run_line(reinterpret_cast<const T*>(static_cast<char*>(in) + line * in_bytes),
               reinterpret_cast<T*>(static_cast<char*>(out) + line * out_bytes), scratch);
  }

 private:
  Index line_bytes() const {
    return spec_.kind == Kind::c2c ? 0 : in_vectors((h_ + 1) * 2 * static_cast<Index>(sizeof(T)));
  }
  void run_line(const T* in, T* out, void* scratch) const {
    T* line = static_cast<T*>(scratch);
    void* rest = static_cast<char*>(scratch) + line_bytes();
    if (spec_.kind == Kind::c2c) return complex_.run(in, out, rest);
    if (h_ != spec_.n && spec_.kind == Kind::r2c) {
      complex_.run(in, out, rest);
      separate_modes(out);
    } else if (h_ != spec_.n) {
      combine_modes(in, line);
      complex_.run(line, out, rest);
    } else if (spec_.kind == Kind::r2c) {
      for (Index i = 0; i < h_; ++i) line[2 * i] = in[i], line[2 * i + 1] = 0;
      complex_.run(line, line, rest);
      for (Index k = 0; k <= h_ / 2; ++k) out[2 * k] = line[2 * k], out[2 * k + 1] = of_sign(line[2 * k + 1]);
      out[1] = 0;
    } else {
      for (Index k = 0; k <= h_ / 2; ++k) {
        const T re = in[2 * k], im = k == 0 ? 0 : of_sign(in[2 * k + 1]);
        const Index mirrored = (h_ - k) % h_;
        line[2 * mirrored] = line[2 * k] = re;
        line[2 * mirrored + 1] = -im;
        line[2 * k + 1] = im;
      }
      complex_.run(line, line, rest);
      for (Index i = 0; i < h_; ++i) out[i] = line[2 * i];
    }
  }

  // The usual sign of r2c is negative, that of c2r positive; the other is the conjugate of the modes.
  T of_sign(T im) const { return (spec_.kind == Kind::r2c) == (spec_.sign > 0) ? -im : im; }

  // The modes of 2 h real points from those of h complex ones, in place.
  void separate_modes(T* modes) const {
    const T first = modes[0], second = modes[1];
    for (Index k = 1; 2 * k <= h_; ++k) {
      T *p = modes + 2 * k, *q = modes + 2 * (h_ - k);
      const T even_re = p[0] / 2 + q[0] / 2, even_im = p[1] / 2 - q[1] / 2;
      const T odd_re = p[1] / 2 + q[1] / 2, odd_im = q[0] / 2 - p[0] / 2;
      const T c = roots_[2 * k], s = roots_[2 * k + 1];
      const T re = odd_re * c - odd_im * s, im = odd_re * s + odd_im * c;
      q[0] = even_re - re;
      q[1] = of_sign(im - even_im);
      p[0] = even_re + re;
      p[1] = of_sign(even_im + im);
    }
    modes[0] = first + second;
    modes[1] = modes[2 * h_ + 1] = 0;
    modes[2 * h_] = first - second;
  }

  // h complex numbers, whose transform is 2 h real points, from the modes of those.
  void combine_modes(const T* modes, T* line) const {
    const T first = modes[0], last = modes[2 * h_];
    for (Index k = 1; 2 * k <= h_; ++k) {
      const T *p = modes + 2 * k, *q = modes + 2 * (h_ - k);
      const T p_im = of_sign(p[1]), q_im = of_sign(q[1]);
      const T even_re = p[0] + q[0], even_im = p_im - q_im;
      const T odd_re = p[0] - q[0], odd_im = p_im + q_im;
      const T c = roots_[2 * k], s = -roots_[2 * k + 1];
      const T re = odd_re * c - odd_im * s, im = odd_re * s + odd_im * c;  // times exp(2 pi i k / n)
      line[2 * (h_ - k)] = even_re + im;
      line[2 * (h_ - k) + 1] = re - even_im;
      line[2 * k] = even_re - im;
      line[2 * k + 1] = even_im + re;
    }
    line[0] = first + last;
    line[1] = first - last;
  }

  KernelSpec spec_;
  Index h_;  // points of the complex lines
  LongComplex<T> complex_;
  std::vector<T> roots_;  // [h / 2 + 1]: exp(-2 pi i k / n), of even n
};

}  // namespace

bool is_long(const KernelSpec& spec) {
  if (!is_fourier(spec.kind)) return false;
  const Index n = spec.kind != Kind::c2c && spec.n % 2 == 0 ? spec.n / 2 : spec.n;
  const Index lanes = vector_bytes / (spec.precision == Precision::double_ ? 8 : 4);
  const bool are_few = 4 * spec.n_lines <= lanes && n >= least_few * spec.n_lines;
  if (are_few && (lies_along(spec) || spec.n_lines == 1)) return true;
  const Index points = has_native_factors(n) ? n : native_prime_points(n), bytes = 2 * vector_bytes * points;
  if (!lies_along(spec)) return bytes > (2 * spec.n_lines > lanes ? most_copied_bytes : most_half_bytes);
  // Bluestein's convolutions outside of the cache take twice the time.
  return bytes > (points > 2 * n ? most_cached_bytes : most_group_bytes);
}

std::unique_ptr<Kernel> make_native_long(const KernelSpec& spec) {
  if (spec.precision == Precision::double_) return std::make_unique<LongKernel<double>>(spec);
  return std::make_unique<LongKernel<float>>(spec);
}

}  // namespace weft::inline kernels
