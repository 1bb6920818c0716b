// The steps of cosine and sine transforms over a group of lines, around the passes of complex ones.
//
// Vectors hold numbers of real lines: the parts of complex elements are lines of their own. Where all lines
// lie side by side, numbers stay in the order of memory; where one side is contiguous, lanes hold the lines
// that line_of_lane says.
#if defined(WEFT_KERNELS_NATIVE_REAL_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef WEFT_KERNELS_NATIVE_REAL_INL_HPP
#undef WEFT_KERNELS_NATIVE_REAL_INL_HPP
#else
#define WEFT_KERNELS_NATIVE_REAL_INL_HPP
#endif

#include "kernels/native_passes-inl.hpp"
#include "kernels/native_real.hpp"

HWY_BEFORE_NAMESPACE();
namespace weft {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Numbers of a line by a table, of one set (step 2) or of both in turn (step 1).
template <class T>
struct NumbersOfTable {
  Work<T> work;
  const int* table;
  Index step;
  HWY_INLINE T* operator()(Index c) const { return work.number(table[c * step]); }
};

template <class T>
class RealRunner {
  using V = hn::Vec<Tag<T>>;
  static constexpr int lanes = n_lanes<T>;

 public:
  RealRunner(const NativeRealTransform<T>& transform, const LineAddresses& in, const LineAddresses& out,
             const MemoryMode& mode, const NativeScratch<T>& scratch)
      : transform_(transform),
        in_(in),
        out_(out),
        scale_(static_cast<T>(mode.scale)),
        stream_(mode.stream),
        in_place_(mode.in_place),
        ahead_(mode.ahead),
        scratch_(scratch),
        work_{scratch.work} {}

  // As Runner::run: the last group is full where there are enough lines.
  void run(Index n_lines) {
    const Index of_group = transform_.is_real ? 2 * lanes : lanes;
    for (Index line = 0; line < n_lines; line += of_group) {
      const Index first = in_place_ ? line : std::max<Index>(0, std::min<Index>(line, n_lines - of_group));
      const auto count = static_cast<int>(std::min<Index>(of_group, n_lines - first));
      load(first, count);
      multiply_ends(transform_.place, transform_.ends.first_read, transform_.ends.last_read);
      negate(transform_.negated_before);
      compute();
      negate(transform_.negated_after);
      multiply_ends(transform_.source, transform_.ends.first_written, transform_.ends.last_written);
      store(first, count, first == line);
    }
  }

 private:
  // --- in and out of scratch

  Index line_bytes() const { return (transform_.is_real ? 1 : 2) * static_cast<Index>(sizeof(T)); }
  bool is_partial(int count) const { return count < (transform_.is_real ? 2 * lanes : lanes); }
  bool keeps_order() const { return !in_.along && !out_.along; }

  // Rows in scratch for a group whose vectors would reach beyond memory.
  const char** bounce_rows() {
    for (Index i = 0; i < transform_.n; ++i)
      scratch_.rows[i] = reinterpret_cast<const char*>(scratch_.bounce + i * 2 * lanes);
    return scratch_.rows;
  }

  void load(Index line, int count) {
    const int* place = transform_.place.data();
    if (in_.along && !transform_.is_real)
      return load_along<T>({in_.rows + line, 0, count}, 2 * transform_.n, ahead_,
                           NumbersOfTable<T>{work_, place, 1});
    if (in_.along) {
      // A second set that is empty repeats lines of the first.
      const int second = count > lanes ? lanes : 0;
      load_along<T>({in_.rows + line, 0, count}, transform_.n, ahead_, NumbersOfTable<T>{work_, place, 2});
      load_along<T>({in_.rows + line + second, 0, count - second}, transform_.n, ahead_,
                    NumbersOfTable<T>{work_, place + 1, 2});
      return;
    }
    const char* const* rows = in_.rows;
    Index offset = line * line_bytes();
    if (is_partial(count)) {
      rows = bounce_rows();
      std::memset(scratch_.bounce, 0, static_cast<std::size_t>(transform_.n) * 2 * lanes * sizeof(T));
      for (Index i = 0; i < transform_.n; ++i)
        std::memcpy(const_cast<char*>(rows[i]), in_.rows[i] + offset,
                    static_cast<std::size_t>(count * line_bytes()));
      offset = 0;
    }
    for (Index j = 0; j < transform_.n; ++j) load_point(rows[j] + offset, place + 2 * j);
  }
  HWY_INLINE void load_point(const char* address, const int* place) {
    const Tag<T> d;
    const T* row = reinterpret_cast<const T*>(address);
    if (ahead_ != 0)
      for (std::size_t byte = 0; byte < 2 * lanes * sizeof(T); byte += 64) fetch(address + ahead_ + byte);
    V a, b;
    if (!keeps_order() && transform_.is_real) {
      a = load_row(row);
      b = load_row(row + lanes);
    } else {
      a = hn::LoadU(d, row);
      b = hn::LoadU(d, row + lanes);
      if (!keeps_order()) exchange_parts(d, a, b);
    }
    hn::Store(a, d, work_.number(place[0]));
    hn::Store(b, d, work_.number(place[1]));
  }

  void store(Index line, int count, bool is_aligned) {
    const int* source = transform_.source.data();
    if (out_.along && !transform_.is_real) return store_lines({out_.rows + line, 0, count}, source, 1);
    if (out_.along) {
      store_lines({out_.rows + line, 0, std::min(count, lanes)}, source, 2);
      if (count > lanes) store_lines({out_.rows + line + lanes, 0, count - lanes}, source + 1, 2);
      return;
    }
    const Index offset = line * line_bytes();
    const bool bounces = is_partial(count);
    const char* const* rows = bounces ? bounce_rows() : out_.rows;
    const bool stream = stream_ && is_aligned && !bounces;
    for (Index k = 0; k < transform_.n; ++k)
      store_point(const_cast<char*>(rows[k]) + (bounces ? 0 : offset), source + 2 * k, stream);
    if (!bounces) return;
    for (Index k = 0; k < transform_.n; ++k)
      std::memcpy(const_cast<char*>(out_.rows[k]) + offset, rows[k],
                  static_cast<std::size_t>(count * line_bytes()));
  }
  void store_lines(const Group& to, const int* source, Index step) {
    const Index n_numbers = transform_.n * (step == 1 ? 2 : 1);
    const NumbersOfTable<T> place{work_, source, step};
    stream_ ? store_along<true, T>(to, n_numbers, scale_, place)
            : store_along<false, T>(to, n_numbers, scale_, place);
  }
  HWY_INLINE void store_point(char* address, const int* source, bool stream) {
    const Tag<T> d;
    T* row = reinterpret_cast<T*>(address);
    const V factor = hn::Set(d, scale_);
    V a = hn::Mul(factor, hn::Load(d, work_.number(source[0])));
    V b = hn::Mul(factor, hn::Load(d, work_.number(source[1])));
    if (!keeps_order() && transform_.is_real) {
      store_row<T>(a, row);
      store_row<T>(b, row + lanes);
      return;
    }
    if (!keeps_order()) exchange_parts(d, a, b);
    if (stream) {
      hn::Stream(a, d, row);
      hn::Stream(b, d, row + lanes);
    } else {
      hn::StoreU(a, d, row);
      hn::StoreU(b, d, row + lanes);
    }
  }

  // --- steps

  HWY_INLINE Pair<V> at(Index point) const { return FromWork<T>{work_}(point); }
  HWY_INLINE void put(Index point, Pair<V> z) const { ToWork<T>{work_}(point, z); }
  static HWY_INLINE Pair<V> turned(Pair<V> z) { return {hn::Neg(z.im), z.re}; }  // i z

  // The first and the last point of `numbers`, both sets.
  void multiply_ends(const std::vector<int>& numbers, double first, double last) {
    const Tag<T> d;
    const std::pair<double, std::size_t> ends[] = {{first, 0}, {last, numbers.size() - 2}};
    for (const auto& [factor, begin] : ends)
      for (std::size_t i = begin; factor != 1 && i < begin + 2; ++i) {
        T* number = work_.number(numbers[i]);
        hn::Store(hn::Mul(hn::Set(d, static_cast<T>(factor)), hn::Load(d, number)), d, number);
      }
  }

  void negate(const std::vector<int>& points) {
    for (int point : points) {
      const Pair<V> z = at(point);
      put(point, {hn::Neg(z.re), hn::Neg(z.im)});
    }
  }

  void compute() {
    switch (transform_.kind) {
      case Kind::dct1:
      case Kind::dst1:
        return compute_type_1();
      case Kind::dct2:
      case Kind::dst2:
        pass(transform_.parts[0]);
        return rotate_after(transform_.parts[0]);
      case Kind::dct3:
      case Kind::dst3:
        rotate_before(transform_.parts[0], [](Index k) WEFT_IN_REGISTERS { return k; });
        return pass(transform_.parts[0]);
      default:
        for (const NativePart<T>& part : transform_.parts) compute_type_4(part);
    }
  }

  void pass(const NativePart<T>& part) {
    const NativeTransform<T>& inner = part.transform;
    const Work<T> work{work_.part(part.first, 0)};
    const std::size_t n_passes = inner.passes.size();
    for (std::size_t i = 0; i + 1 < n_passes; ++i)
      with_radix(
          inner.passes[i].radix,
          [&](auto radix) { middle_pass<radix>(inner.passes[i], FromWork<T>{work}, work); }, NativeRadices{});
    if (n_passes > 0)
      with_radix(
          inner.passes.back().radix,
          [&](auto radix) { last_pass<radix>(inner, work, LastToWork<T>{ToWork<T>{work}}); },
          NativeRadices{});
  }

  HWY_INLINE Pair<V> root(const NativePart<T>& part, Index k) const {
    const Tag<T> d;
    return {hn::Set(d, part.roots[2 * k]), hn::Set(d, part.roots[2 * k + 1])};
  }
  static HWY_INLINE Pair<V> times_conjugate(Pair<V> z, Pair<V> w) { return times(z, w.re, hn::Neg(w.im)); }

  // Waves of a type II from the frequencies of the permuted line: w_k V_k + conj(w_k) V_(n-k).
  void rotate_after(const NativePart<T>& part) {
    const Index n = part.transform.n;
    const int* position = part.transform.position.data();
    const Pair<V> first = at(part.first + position[0]);
    put(part.first + position[0], first + first);
    for (Index k = 1; 2 * k <= n; ++k) {
      const Index p = part.first + position[k], q = part.first + position[n - k];
      const Pair<V> w = root(part, k);
      const Pair<V> a = times(at(p), w.re, w.im), b = times_conjugate(at(q), w);
      put(q, turned(a - b));
      put(p, a + b);
    }
  }

  // The way back: conj(w_k) (X_k - i X_(n-k)), where X_k is at point `at_k(k)`.
  template <class Place>
  void rotate_before(const NativePart<T>& part, const Place& place) {
    const Index n = part.transform.n;
    const Pair<V> first = at(place(0));
    for (Index k = 1; 2 * k <= n; ++k) {
      const Pair<V> w = root(part, k), a = at(place(k)), b = turned(at(place(n - k)));
      put(part.first + n - k, times(a + b, w.re, w.im));
      put(part.first + k, times_conjugate(a - b, w));
    }
    put(part.first, first);
  }

  void compute_type_4(const NativePart<T>& part) {
    const Tag<T> d;
    const Index n = part.transform.n;
    for (Index m = 0; m < n; ++m) {
      const Pair<V> w = root(part, m);
      put(part.first + m, times(at(part.first + m), w.re, w.im));
    }
    pass(part);
    const V two = hn::Set(d, T{2}), other = hn::Set(d, transform_.kind == Kind::dct4 ? T{-2} : T{2});
    for (Index k = 0; k < n; ++k) {
      const Index p = part.first + part.transform.position[k];
      const Pair<V> w = root(part, n + k), z = times(at(p), w.re, w.im);
      put(p, {hn::Mul(two, z.re), hn::Mul(other, z.im)});
    }
  }

  void compute_type_1() {
    const bool is_sine = transform_.kind == Kind::dst1;
    Index m = is_sine ? transform_.n + 1 : transform_.n - 1;  // intervals
    for (Index level = 0; level < transform_.n_halvings; ++level, m /= 2) {
      halve(m, is_sine);
      const NativePart<T>& part = transform_.parts[static_cast<std::size_t>(level)];
      if (is_sine)
        rotate_before(part, [m](Index k) WEFT_IN_REGISTERS { return m / 2 + k; });
      else
        rotate_before(part, [m](Index k) WEFT_IN_REGISTERS { return m - k; });
      pass(part);
    }
    const NativePart<T>& part = transform_.parts.back();
    mirror(part.first, m, is_sine);
    pass(part);
    if (!is_sine) return;
    for (Index k = 1; k < m; ++k) {  // they are -i times the sums
      const Index p = part.first + part.transform.position[k];
      put(p, turned(at(p)));
    }
  }

  // Sums and differences of mirrored points: those for the even waves into the first half, the others behind
  // it.
  void halve(Index m, bool is_sine) {
    for (Index j = is_sine ? 1 : 0; 2 * j < m; ++j) {
      const Pair<V> a = at(j), b = at(m - j);
      put(j, is_sine ? a - b : a + b);
      put(m - j, is_sine ? a + b : a - b);
    }
    const Pair<V> middle = at(m / 2);
    put(m / 2, middle + middle);
  }

  void mirror(Index first, Index m, bool is_sine) {
    const Tag<T> d;
    const Pair<V> zero{hn::Zero(d), hn::Zero(d)};
    for (Index end : {Index{0}, m}) put(first + end, is_sine ? zero : at(end));
    for (Index j = 1; j < m; ++j) {
      const Pair<V> z = at(j);
      put(first + j, z);
      put(first + 2 * m - j, is_sine ? Pair<V>{hn::Neg(z.re), hn::Neg(z.im)} : z);
    }
  }

  const NativeRealTransform<T>& transform_;
  const LineAddresses in_, out_;
  const T scale_;
  const bool stream_;
  const bool in_place_;
  const Index ahead_;
  const NativeScratch<T> scratch_;
  const Work<T> work_;
};

}  // namespace HWY_NAMESPACE
}  // namespace weft
HWY_AFTER_NAMESPACE();
#endif
