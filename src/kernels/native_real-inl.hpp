// The steps of transforms that keep real elements real over a group of lines, around the passes of complex
// ones.
//
// Two sets of real lines are the real and the imaginary parts of complex ones (native_sets-inl.hpp); all
// steps here are linear with real coefficients, or are done to both sets alike. Where lines lie side by side,
// the first step reads memory itself and the last one writes it: scratch is then gone through once for each
// pass, and once more.
#if defined(WEFT_KERNELS_NATIVE_REAL_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef WEFT_KERNELS_NATIVE_REAL_INL_HPP
#undef WEFT_KERNELS_NATIVE_REAL_INL_HPP
#else
#define WEFT_KERNELS_NATIVE_REAL_INL_HPP
#endif

#include "kernels/native_prime-inl.hpp"
#include "kernels/native_real.hpp"
#include "kernels/native_sets-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace weft::inline kernels {

namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

template <class T>
class RealRunner : GroupRunner<T> {
  using V = hn::Vec<Tag<T>>;
  using Z = Pair<V>;
  static constexpr int lanes = n_lanes<T>;
  using Groups = GroupRunner<T>;
  using Groups::ahead_;
  using Groups::in_;
  using Groups::n_sets;
  using Groups::out_;
  using Groups::scratch_;
  using Groups::work_;

 public:
  RealRunner(const NativeRealTransform<T>& transform, const LineAddresses& in, const LineAddresses& out,
             const MemoryMode& mode, const NativeScratch<T>& scratch)
      : Groups(in, out, mode, scratch, transform.is_real && !transform.is_apart ? 2 * lanes : lanes),
        transform_(transform),
        is_sine_(is_sine(transform.kind)) {}

  void run(Index n_lines) {
    T* scaled = work_.part(transform_.first_factor, 0);
    for (Index i = 0; i < 2 * transform_.n; ++i) scaled[i] = Groups::scale_ * transform_.factors[i];
    factors_ = scaled;
    Groups::for_groups(n_lines, [&](Index line, int count) HWY_ATTR {
      in_.along ? begin_along(line, count)
                : begin_across(Groups::group_in(transform_.n, element_bytes(), line, count));
      finish(line, count);
    });
  }

 private:
  Index element_bytes() const { return (transform_.is_real ? 1 : 2) * static_cast<Index>(sizeof(T)); }

  // --- memory, and the steps beside it

  // From memory to what the last pass leaves in scratch.
  void begin_along(Index line, int count) {
    const int* place = transform_.place.data();
    if (!transform_.is_real)
      load_along<T>({in_.rows + line, 0, count}, 2 * transform_.n, ahead_,
                    NumbersOfVectors<T>{work_.numbers, place, 1});
    for (int set = 0; transform_.is_real && set < n_sets(); ++set)
      load_along<T>(lines_of(in_, line, count, set).group(), transform_.n, ahead_,
                    NumbersOfVectors<T>{work_.numbers, place + set, 2});
    for (Index j = 0; transform_.is_apart && j < transform_.n; ++j)
      hn::Store(hn::Zero(Tag<T>()), Tag<T>(), number_at(2 * j + 1));
    multiply_ends(transform_.ends.first_read, transform_.ends.last_read);
    begin_in_place();
  }
  void begin_across(Group from) {
    if (transform_.ends.first_read != 1 || transform_.ends.last_read != 1) from = with_ends(from);
    begin_from_rows(FromRows<T>{from, ahead_});
  }
  typename Groups::SetOfLines lines_of(const LineAddresses& side, Index first, int count, int set) const {
    const auto even_line = [](int lane) { return 2 * line_of_lane<T>(lane); };
    return Groups::lines_of(side, first, count, set, even_line, transform_.n * element_bytes());
  }

  T* number_at(Index i) const { return work_.numbers + transform_.place[i] * lanes; }

  // What lies at the places of the line, both sets of its first and its last point, times these.
  void multiply_ends(double first, double last) {
    const Tag<T> d;
    const std::pair<double, Index> ends[] = {{first, 0}, {last, transform_.n - 1}};
    for (const auto& [factor, point] : ends)
      for (Index i = 2 * point; factor != 1 && i < 2 * point + 2; ++i) {
        T* number = number_at(i);
        hn::Store(hn::Mul(hn::Set(d, static_cast<T>(factor)), hn::Load(d, number)), d, number);
      }
  }

  // The same where the line is read from rows: the rows of a group whose ends are copies.
  Group with_ends(const Group& group) {
    const Tag<T> d;
    const Index n = transform_.n;
    if (group.rows != scratch_.rows)
      for (Index i = 0; i < n; ++i) scratch_.rows[i] = group.rows[i] + group.offset;
    const std::pair<double, Index> ends[] = {{transform_.ends.first_read, 0},
                                             {transform_.ends.last_read, n - 1}};
    for (const auto& [factor, point] : ends) {
      const V times_this = hn::Set(d, static_cast<T>(factor));
      const T* row = reinterpret_cast<const T*>(scratch_.rows[point]);
      T* copy = scratch_.bounce + point * 2 * lanes;
      for (Index i : {0, lanes}) hn::Store(hn::Mul(times_this, hn::LoadU(d, row + i)), d, copy + i);
      scratch_.rows[point] = reinterpret_cast<const char*>(copy);
    }
    return {scratch_.rows, 0, group.n_lines};
  }

  template <class Rows>
  void begin_from_rows(const Rows& row) {
    const NativePart<T>& part = transform_.parts[0];
    const Index n = transform_.n;
    switch (transform_.kind) {
      case Kind::dct1:
        return halve_all([&](Index j) WEFT_IN_REGISTERS { return row(j); },
                         [&](Index j, Index m) WEFT_IN_REGISTERS { return row(m - j); });
      case Kind::dst1:
        return halve_all([&](Index j) WEFT_IN_REGISTERS { return row(j - 1); },
                         [&](Index j, Index m) WEFT_IN_REGISTERS { return row(m - j - 1); });
      case Kind::dct2:
      case Kind::dst2:
        permute(row);
        return pass(part);
      case Kind::dct3:
        rotate_before(part, [&](Index k) WEFT_IN_REGISTERS { return row(k); });
        return pass(part);
      case Kind::dst3:
        rotate_before(part, [&](Index k) WEFT_IN_REGISTERS { return row(n - 1 - k); });
        return pass(part);
      case Kind::dct4:
        if (n % 2 != 0) return place_signed(row);
        return rotate_halves([&](Index j) WEFT_IN_REGISTERS { return row(j); });
      case Kind::dst4:
        if (n % 2 != 0) return place_signed(row);
        return rotate_halves([&](Index j) WEFT_IN_REGISTERS { return row(n - 1 - j); });
      case Kind::r2hc:
      case Kind::dht:
        for (Index j = 0; j < n; ++j) put(j, row(j));
        return pass(part);
      case Kind::hc2r:
        join_waves([&](Index k) WEFT_IN_REGISTERS { return row(k); });
        return pass(part);
      case Kind::c2c:
      case Kind::r2c:
      case Kind::c2r:
        break;
    }
  }

  // The line is at its places.
  void begin_in_place() {
    const NativePart<T>& part = transform_.parts[0];
    switch (transform_.kind) {
      case Kind::dct1:
        return halve_all([&](Index j) WEFT_IN_REGISTERS { return at(j); },
                         [&](Index j, Index) WEFT_IN_REGISTERS { return at(part.first + j); });
      case Kind::dst1:
        return halve_all([&](Index j) WEFT_IN_REGISTERS { return at(j); },
                         [&](Index j, Index m) WEFT_IN_REGISTERS { return at(part.first + m / 2 - j); });
      case Kind::dct2:
      case Kind::r2hc:
      case Kind::dht:
        return pass(part);
      case Kind::hc2r:
        join_waves([&](Index k) WEFT_IN_REGISTERS { return at(k); });
        return pass(part);
      case Kind::dst2:
        for (Index p = transform_.n - transform_.n / 2; p < transform_.n; ++p) put(p, negative(at(p)));
        return pass(part);
      case Kind::dct3:
      case Kind::dst3:
        rotate_before(part, [&](Index k) WEFT_IN_REGISTERS { return at(k); });
        return pass(part);
      case Kind::dct4:
      case Kind::dst4:
        if (transform_.n % 2 != 0)
          return place_signed([&](Index j) WEFT_IN_REGISTERS { return vector(transform_.place[2 * j]); });
        for (const NativePart<T>& half : transform_.parts) {
          for (Index m = 0; m < half.transform.n; ++m)
            put(half.first + m, times(at(half.first + m), root(half, m)));
          pass(half);
        }
        return;
      case Kind::c2c:
      case Kind::r2c:
      case Kind::c2r:
        break;
    }
  }

  // From what the last pass has left to memory.
  void finish(Index line, int count) const {
    const ResultsOfScratch<T> results{work_.numbers, transform_.source.data(), factors_};
    switch (transform_.results) {
      case NativeResults::plain:
        return store(line, count, PlainResults<T>{results});
      case NativeResults::rotated:
        return store(line, count, RotatedResults<T>{results});
      case NativeResults::parts:
        return store(line, count, PartResults<T>{results});
    }
  }
  template <class Result>
  void store(Index line, int count, const Result& result) const {
    const Index n = transform_.n;
    if (!out_.along) {
      const Group to = Groups::group_out(n, element_bytes(), line, count);
      store_rows<T>(to, n, result);
      return Groups::finish_out(to, n, element_bytes(), line);
    }
    if (!transform_.is_real)
      return store_along<T>({out_.rows + line, 0, count}, 2 * n, ResultsInTurn<Result>{result});
    store_along<T>(lines_of(out_, line, count, 0).group(), n, ResultsOfSet<Result, 0>{result});
    if (n_sets() > 1)
      store_along<T>(lines_of(out_, line, count, 1).group(), n, ResultsOfSet<Result, 1>{result});
  }

  // --- steps

  HWY_INLINE Z vector(int number) const {
    const Tag<T> d;
    return {hn::Load(d, work_.numbers + number * lanes), hn::Load(d, work_.numbers + (number + 1) * lanes)};
  }
  HWY_INLINE void put_vector(int number, Z z) const {
    const Tag<T> d;
    hn::Store(z.re, d, work_.numbers + number * lanes);
    hn::Store(z.im, d, work_.numbers + (number + 1) * lanes);
  }
  HWY_INLINE Z at(Index point) const { return FromWork<T>{work_}(point); }
  HWY_INLINE void put(Index point, Z z) const { ToWork<T>{work_}(point, z); }
  static HWY_INLINE Z negative(Z z) { return {hn::Neg(z.re), hn::Neg(z.im)}; }
  static HWY_INLINE Z turned(Z z) { return {hn::Neg(z.im), z.re}; }  // i z
  static HWY_INLINE Z plus_turned(Z a, Z b) { return {hn::Sub(a.re, b.im), hn::Add(a.im, b.re)}; }
  static HWY_INLINE Z minus_turned(Z a, Z b) { return {hn::Add(a.re, b.im), hn::Sub(a.im, b.re)}; }
  static HWY_INLINE Z times(Z z, Z w) { return HWY_NAMESPACE::times(z, w.re, w.im); }
  static HWY_INLINE Z times_conjugate(Z z, Z w) {
    return {hn::MulAdd(z.im, w.im, hn::Mul(z.re, w.re)), hn::NegMulAdd(z.re, w.im, hn::Mul(z.im, w.re))};
  }
  HWY_INLINE Z root(const NativePart<T>& part, Index k) const {
    const Tag<T> d;
    return {hn::Set(d, part.roots[2 * k]), hn::Set(d, part.roots[2 * k + 1])};
  }

  void pass(const NativePart<T>& part) {
    const NativeTransform<T>& inner = part.transform;
    if (part.moved != part.first)
      for (Index i = 0; i < inner.n; ++i) put(part.moved + inner.place[i], at(part.first + i));
    transform_points(inner, Work<T>{work_.part(part.moved, 0)});
  }

  // Types II: even points, then the odd ones backwards.
  template <class Rows>
  void permute(const Rows& row) {
    const Index n = transform_.n;
    if (is_sine_)
      for (Index j = 1; j < n; j += 2) put(n - 1 - j / 2, negative(row(j)));
    else
      for (Index j = 1; j < n; j += 2) put(n - 1 - j / 2, row(j));
    for (Index j = 0; j < n; j += 2) put(j / 2, row(j));
  }

  // Types III: conj(w_k) (X_k - i X_(n-k)), where X_k is wave(k); may be in place.
  template <class Wave>
  HWY_INLINE void rotate_before(const NativePart<T>& part, const Wave& wave) {
    const Index n = part.transform.n;
    put(part.first, wave(0));
    for (Index k = 1; 2 * k <= n; ++k) put_rotated(part, k, wave(k), wave(n - k));
  }
  HWY_INLINE void put_rotated(const NativePart<T>& part, Index k, Z wave, Z mirrored) const {
    const Z w = root(part, k);
    put(part.first + part.transform.n - k, times(plus_turned(wave, mirrored), w));
    put(part.first + k, times_conjugate(minus_turned(wave, mirrored), w));
  }

  // Types IV: of each set, even points are real parts, and odd ones backwards are imaginary parts.
  template <class Point>
  HWY_INLINE void rotate_halves(const Point& point) {
    const NativePart<T>&first = transform_.parts[0], &second = transform_.parts[1];
    for (Index m = 0; m < first.transform.n; ++m) {
      const Z w = root(first, m), even = point(2 * m), odd = point(transform_.n - 1 - 2 * m);
      put(first.first + m, times(Z{even.re, odd.re}, w));
      put(second.first + m, times(Z{even.im, odd.im}, w));
    }
    pass(first);
    pass(second);
  }

  // From the parts r_k and s_k of each wave to r_k - i s_k and r_k + i s_k at k and n - k, whose transform is
  // the sum with the other sign over r_k + i s_k and its conjugate; may be in place.
  template <class Wave>
  HWY_INLINE void join_waves(const Wave& wave) {
    const Index n = transform_.n;
    put(0, wave(0));
    for (Index k = 1; 2 * k < n; ++k) {
      const Z re = wave(k), im = wave(n - k);
      put(k, minus_turned(re, im));
      put(n - k, plus_turned(re, im));
    }
    if (n % 2 == 0) put(n / 2, wave(n / 2));
  }

  // Types IV of odd length.
  template <class Point>
  HWY_INLINE void place_signed(const Point& point) {
    const Index n = transform_.n;
    for (Index j = 0; j < n; ++j)
      put_vector(transform_.place[2 * j],
                 changes_sign(is_sine_ ? n - 1 - j : j) ? negative(point(j)) : point(j));
    pass(transform_.parts[0]);
  }

  // Types I. `point` and `mirrored` give point j of the line, and the one as far from its end.
  template <class Point, class Mirrored>
  void halve_all(const Point& point, const Mirrored& mirrored) {
    Index m = is_sine_ ? transform_.n + 1 : transform_.n - 1;  // intervals
    if (transform_.n_halvings == 0)
      for (Index j = is_sine_ ? 1 : 0; j < (is_sine_ ? m : m + 1); ++j) put(j, point(j));
    for (Index level = 0; level < transform_.n_halvings; ++level, m /= 2) {
      const NativePart<T>& part = transform_.parts[static_cast<std::size_t>(level)];
      if (level == 0)
        halve(part, m, point, mirrored);
      else
        halve(
            part, m, [&](Index j) WEFT_IN_REGISTERS { return at(j); },
            [&](Index j, Index of) WEFT_IN_REGISTERS { return at(of - j); });
      pass(part);
    }
    const NativePart<T>& part = transform_.parts.back();
    mirror(part.first, m);
    pass(part);
    for (Index k = 1; is_sine_ && k < m; ++k) put_vector(part.at[k], turned(vector(part.at[k])));
  }

  // Sums and differences of mirrored points: those for the even waves to the front, the others, which a type
  // III takes, rotated to its part. In the middle the line is its own mirror image.
  template <class Point, class Mirrored>
  HWY_INLINE void halve(const NativePart<T>& part, Index m, const Point& point, const Mirrored& mirrored) {
    const Index half = m / 2;
    if (is_sine_) {
      const Z middle = mirrored(half, m);
      put(part.first, middle + middle);
    } else {
      const Z middle = point(half), first = point(0), last = mirrored(0, m);
      put(half, middle + middle);
      put(0, first + last);
      put(part.first, first - last);
    }
    for (Index j = 1; 2 * j <= half; ++j) {
      const Z a = point(j), b = mirrored(j, m), c = point(half - j), d = mirrored(half - j, m);
      if (is_sine_) {
        put(j, a - b);
        put(half - j, c - d);
        put_rotated(part, j, c + d, a + b);
      } else {
        put(j, a + b);
        put(half - j, c + d);
        put_rotated(part, j, a - b, c - d);
      }
    }
  }

  void mirror(Index first, Index m) {
    const Tag<T> d;
    const Z zero{hn::Zero(d), hn::Zero(d)};
    for (Index end : {Index{0}, m}) put(first + end, is_sine_ ? zero : at(end));
    for (Index j = 1; j < m; ++j) {
      const Z z = at(j);
      put(first + j, z);
      put(first + 2 * m - j, is_sine_ ? negative(z) : z);
    }
  }

  const NativeRealTransform<T>& transform_;
  const bool is_sine_;
  const T* factors_ = nullptr;  // those of the results, with the scale
};

}  // namespace HWY_NAMESPACE

}  // namespace weft::inline kernels
HWY_AFTER_NAMESPACE();
#endif
