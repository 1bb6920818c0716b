// Lengths with a prime factor that is no radix: passes over a group of lines in scratch.
//
// A convolution goes through scratch once for each pass forward and backward, but for the last forward and
// the first backward, which are butterflies of the same points: they and the product between them are done
// in registers. 256 points take three turns through scratch, and 16 take one.
#if defined(WEFT_KERNELS_NATIVE_PRIME_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef WEFT_KERNELS_NATIVE_PRIME_INL_HPP
#undef WEFT_KERNELS_NATIVE_PRIME_INL_HPP
#else
#define WEFT_KERNELS_NATIVE_PRIME_INL_HPP
#endif

#include "kernels/native_passes-inl.hpp"
#include "kernels/native_prime.hpp"

HWY_BEFORE_NAMESPACE();
namespace weft::inline kernels {

namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// The other way round than middle_pass: twiddle factors, then butterflies (decimation in time).
template <int radix, class T>
HWY_NOINLINE void joining_pass(const NativePass<T>& pass, Work<T> work, Index base) {
  const Tag<T> d;
  const FromWork<T> from{work};
  const ToWork<T> to{work};
  const T* HWY_RESTRICT twiddle = pass.twiddles.data();
  for (Index p = 0; p < pass.m; ++p, twiddle += 2 * (radix - 1)) {
    for (Index block = 0; block < pass.n_blocks; ++block) {
      const Index first = base + block * radix * pass.m + p;
      Pair<hn::Vec<Tag<T>>> z[radix];
      z[0] = from(first);
      unrolled<radix - 1>([&](auto j) WEFT_IN_REGISTERS {
        z[j + 1] =
            times(from(first + (j + 1) * pass.m), hn::Set(d, twiddle[2 * j]), hn::Set(d, twiddle[2 * j + 1]));
      });
      Butterfly<radix>::run(d, z);
      unrolled<radix>([&](auto k) WEFT_IN_REGISTERS { to(first + k * pass.m, z[k]); });
    }
  }
}

// The last pass forward, the product, and the first pass backward. If `adds_one`, a point lies behind those
// of the convolution: it becomes the sum of all, and is added to all others; that is, to frequency 0.
template <int radix, class T>
HWY_NOINLINE void turning_pass(const NativeConvolution<T>& convolution, Work<T> work, Index base,
                               bool adds_one) {
  const Tag<T> d;
  const FromWork<T> from{work};
  const ToWork<T> to{work};
  const Index n_blocks = convolution.passes.back().n_blocks;
  const T* HWY_RESTRICT factor = convolution.spectrum.data();
  for (Index block = 0; block < n_blocks; ++block, factor += 2 * radix) {
    const Index first = base + block * radix;
    Pair<hn::Vec<Tag<T>>> z[radix];
    unrolled<radix>([&](auto k) WEFT_IN_REGISTERS { z[k] = from(first + k); });
    Butterfly<radix>::run(d, z);
    const Pair<hn::Vec<Tag<T>>> sum = z[0];
    unrolled<radix>([&](auto k) WEFT_IN_REGISTERS {
      z[k] = times(z[k], hn::Set(d, factor[2 * k]), hn::Set(d, factor[2 * k + 1]));
    });
    if (block == 0 && adds_one) {
      const Index lone = base + n_blocks * radix;
      const Pair<hn::Vec<Tag<T>>> one = from(lone);
      to(lone, one + sum);
      z[0] = z[0] + one;
    }
    Butterfly<radix>::run(d, z);
    unrolled<radix>([&](auto k) WEFT_IN_REGISTERS { to(first + k, z[k]); });
  }
}

template <class T>
void convolve(const NativeConvolution<T>& convolution, Work<T> work, Index base, bool adds_one) {
  const std::vector<NativePass<T>>& passes = convolution.passes;
  const std::size_t last = passes.size() - 1;
  for (std::size_t i = 0; i < last; ++i)
    with_radix(
        passes[i].radix, [&](auto radix) { middle_pass<radix>(passes[i], FromWork<T>{work}, work, base); },
        NativeRadices{});
  with_radix(
      passes[last].radix, [&](auto radix) { turning_pass<radix>(convolution, work, base, adds_one); },
      NativeRadices{});
  for (std::size_t i = last; i-- > 0;)
    with_radix(
        passes[i].radix, [&](auto radix) { joining_pass<radix>(passes[i], work, base); }, NativeRadices{});
}

// The transform of the `rest` points that begin at `base`, by a convolution elsewhere.
template <class T>
HWY_NOINLINE void convolve_chirps(const NativePrime<T>& prime, Work<T> work, Index base) {
  const Tag<T> d;
  const FromWork<T> from{work};
  const ToWork<T> to{work};
  const Index length = static_cast<Index>(prime.convolution.spectrum.size()) / 2, first = prime.first;
  const auto times_chirp = [&](Pair<hn::Vec<Tag<T>>> z, Index j) HWY_ATTR {
    return times(z, hn::Set(d, prime.chirp[2 * j]), hn::Set(d, prime.chirp[2 * j + 1]));
  };
  for (Index j = 0; j < prime.rest; ++j) to(first + j, times_chirp(from(base + j), j));
  for (Index j = prime.rest; j < length; ++j) to(first + j, {hn::Zero(d), hn::Zero(d)});
  convolve(prime.convolution, work, first, false);
  to(base, times_chirp(from(first), 0));
  for (Index k = 1; k < prime.rest; ++k) to(base + k, times_chirp(from(first + length - k), k));
}

// The points are at their places; the frequencies will be at their positions.
template <class T>
void run_prime(const NativePrime<T>& prime, Work<T> work) {
  for (Index base = 0; base < prime.n; base += prime.rest) {
    if (prime.is_rader)
      convolve(prime.convolution, work, base, true);
    else
      convolve_chirps(prime, work, base);
  }
  for (const NativePass<T>& pass : prime.joining)
    with_radix(
        pass.radix, [&](auto radix) { joining_pass<radix>(pass, work, 0); }, NativeRadices{});
}

// A complex transform in scratch: from points in order, or at their places if there are places, to
// frequencies at their positions.
template <class T>
void transform_points(const NativeTransform<T>& transform, Work<T> work) {
  if (transform.prime) return run_prime(*transform.prime, work);
  const std::size_t n_passes = transform.passes.size();
  for (std::size_t i = 0; i + 1 < n_passes; ++i)
    with_radix(
        transform.passes[i].radix,
        [&](auto radix) { middle_pass<radix>(transform.passes[i], FromWork<T>{work}, work); },
        NativeRadices{});
  if (n_passes > 0)
    with_radix(
        transform.passes.back().radix,
        [&](auto radix) { last_pass<radix>(transform, work, LastToWork<T>{ToWork<T>{work}}); },
        NativeRadices{});
}

}  // namespace HWY_NAMESPACE

}  // namespace weft::inline kernels
HWY_AFTER_NAMESPACE();
#endif
