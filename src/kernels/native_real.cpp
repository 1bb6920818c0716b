// Cosine and sine transforms, and the Fourier transform in real numbers, by the native backend: their tables.
#include "kernels/native_real.hpp"

#include "base/narrow.hpp"
#include "codelets/constants.hpp"
#include "kernels/native_prime.hpp"

namespace weft::inline kernels {

namespace {

constexpr Index least_halved = 16;  // intervals of a type I that is halved
constexpr Index most_halvings = 4;

// Between its mirrors a type I has this many intervals.
Index intervals_of(Kind kind, Index n) { return n + row_of(kind).intervals; }

// Lengths of the types III into which a type I of `m` intervals is divided, and of the mirrored lines of the
// rest.
struct Halvings {
  std::vector<Index> odd;
  Index mirrored = 2;
};
Halvings halvings_of(Index m) {
  Halvings all;
  for (; m % 2 == 0 && m >= least_halved && static_cast<Index>(all.odd.size()) < most_halvings; m /= 2)
    all.odd.push_back(m / 2);
  all.mirrored = 2 * m;
  return all;
}

// Where point j is put so that one transform gives all waves: even ones first, then the odd ones backwards.
Index permuted(Index j, Index n) { return j % 2 == 0 ? j / 2 : n - 1 - j / 2; }

Index in_eights(Index n) { return (n + 7) / 8 * 8; }

// The vector of scratch that holds a part of a point.
int vector_of(Index point, int part) { return narrow(2 * padded_position(point) + part, "a position"); }

// Fills the tables of one transform.
template <class T>
class Maker {
 public:
  explicit Maker(const KernelSpec& spec) : n_(spec.n) {
    made_.kind = spec.kind;
    made_.n = spec.n;
    made_.is_real = spec.real;
    made_.is_apart = spec.apart && spec.real && !(is_type_4(spec.kind) && spec.n % 2 == 0);
    made_.ends = spec.ends;
    made_.place.resize(2 * n_);
    made_.source.resize(2 * n_);
    made_.factors.assign(2 * n_, 1);
  }

  NativeRealTransform<T> make() {
    if (is_type_1(made_.kind))
      make_type_1();
    else if (is_type_2(made_.kind))
      make_type_2();
    else if (is_type_4(made_.kind))
      n_ % 2 == 0 ? make_type_4() : make_odd_type_4();
    else if (made_.kind == Kind::hc2r)
      make_points_of_waves();
    else if (has_whole_waves(made_.kind))
      make_whole_waves();
    else
      make_type_3();
    for (Index i : {0, 1}) {
      made_.factors[i] *= static_cast<T>(made_.ends.first_written);
      made_.factors[2 * (n_ - 1) + i] *= static_cast<T>(made_.ends.last_written);
    }
    made_.first_factor = made_.n_work;
    const Index factors_of_point = 2 * vector_bytes / static_cast<Index>(sizeof(T));
    made_.n_work += 2 * n_ / factors_of_point + 1;
    return std::move(made_);
  }

 private:
  bool sine() const { return is_sine(made_.kind); }

  // A complex transform of n points behind what scratch holds so far. Its roots are exp(-2 pi i (step k +
  // offset) / period), k < n_roots.
  NativePart<T>& add_part(Index n, Index n_roots, Index step, Index offset, Index period) {
    NativePart<T>& part = made_.parts.emplace_back();
    part.transform = make_native_transform<T>({Kind::c2c, {}, n, -1, 1, {}, {}});
    part.first = part.moved = made_.n_work;
    made_.n_work = in_eights(made_.n_work + n + 1);
    if (part.transform.prime) {
      part.moved = made_.n_work;
      made_.n_work = in_eights(made_.n_work + part.transform.prime->n_work);
    }
    add_roots(part, n_roots, step, offset, period);
    for (Index k = 0; k < n; ++k) part.at.push_back(vector_of(part.moved + part.transform.position[k], 0));
    return part;
  }
  static void add_roots(NativePart<T>& part, Index n_roots, Index step, Index offset, Index period) {
    for (Index k = 0; k < n_roots; ++k) {
      const Index turn = (step * k + offset) % period;
      part.roots.push_back(static_cast<T>(root_cos(turn, period)));
      part.roots.push_back(static_cast<T>(-root_sin(turn, period)));
    }
  }
  // Both sets of a point or result, in the two parts of a point whose first vector this is.
  static void set_both(std::vector<int>& vectors, Index i, int first) {
    vectors[2 * i] = first;
    vectors[2 * i + 1] = first + 1;
  }

  void make_type_2() {
    const NativePart<T>& part = add_part(n_, n_, 1, 0, 4 * n_);
    made_.results = NativeResults::rotated;
    for (Index j = 0; j < n_; ++j) set_both(made_.place, j, vector_of(permuted(j, n_), 0));
    for (Index k = 0; k < n_; ++k) {
      const Index wave = sine() ? n_ - 1 - k : k;
      made_.source[2 * k] = part.at[wave];
      made_.source[2 * k + 1] = part.at[(n_ - wave) % n_];
      made_.factors[2 * k] = part.roots[2 * wave];
      made_.factors[2 * k + 1] = part.roots[2 * wave + 1];
    }
  }

  void make_type_3() {
    const NativePart<T>& part = add_part(n_, n_ / 2 + 1, 1, 0, 4 * n_);
    for (Index j = 0; j < n_; ++j) set_both(made_.place, j, vector_of(sine() ? n_ - 1 - j : j, 0));
    for (Index k = 0; k < n_; ++k) take_result_of_type_3(k, part, k);
  }
  // Result k is result `of` of a type III; of sines odd ones have the other sign.
  void take_result_of_type_3(Index k, const NativePart<T>& part, Index of) {
    const Index n = part.transform.n;
    set_both(made_.source, k, part.at[(n - permuted(of, n)) % n]);
    if (sine() && of % 2 != 0) made_.factors[2 * k] = -1;
  }

  void make_type_4() {
    const Index half = n_ / 2;
    made_.results = NativeResults::parts;
    for (int set = 0; set < 2; ++set) {
      const NativePart<T>& part = add_part(half, half, 4, 1, 8 * n_);  // exp(-i pi (4 m + 1) / (4 n)) before
      for (Index i = 0; i < n_; ++i) {
        const bool is_even = i % 2 == 0;
        const Index m = is_even ? i / 2 : (n_ - 1 - i) / 2, j = sine() ? n_ - 1 - i : i;
        made_.place[2 * j + set] = vector_of(part.first + m, is_even ? 0 : 1);
        made_.source[2 * i + set] = part.at[m];
        // One part of twice the frequency times exp(-i pi m / n) after.
        const double c = 2 * root_cos(m, 2 * n_), s = -2 * root_sin(m, 2 * n_);
        made_.factors[2 * i] = static_cast<T>(is_even ? c : sine() ? s : -s);
        made_.factors[2 * i + 1] = static_cast<T>(is_even ? -s : sine() ? c : -c);
      }
    }
  }

  // Of cos(2 pi a b / (8 n)), where a = 2 j + 1 and b = 2 k + 1: all odd numbers modulo 8 n are those that
  // are 1 modulo 8, times -1, times 4 n - 1, or both; the cosine stays, or changes its sign. For those that
  // are 1, the angle is 2 pi (n / 8 + (a / 8) b / n), where divisions are modulo 8 and n: a transform of n
  // points.
  void make_odd_type_4() {
    const NativePart<T>& part = add_part(n_, 0, 1, 0, 1);
    made_.results = NativeResults::rotated;
    Index eighth = 1;  // of 1, modulo n
    while (8 * eighth % n_ != 1 % n_) ++eighth;
    for (Index j = 0; j < n_; ++j)
      set_both(made_.place, j, vector_of(one_modulo_8(sine() ? n_ - 1 - j : j), 0));
    for (Index k = 0; k < n_; ++k) {
      const Index wave = one_modulo_8(k) * eighth % n_;
      const int sign = (changes_sign(k) ? -1 : 1) * (sine() && k % 2 != 0 ? -1 : 1);
      made_.source[2 * k] = part.at[wave];
      made_.source[2 * k + 1] = part.at[(n_ - wave) % n_];
      made_.factors[2 * k] = static_cast<T>(sign * root_cos(n_ % 8, 8));
      made_.factors[2 * k + 1] = static_cast<T>(-sign * root_sin(n_ % 8, 8));
    }
  }
  // 2 j + 1 as that number, modulo n.
  Index one_modulo_8(Index j) const {
    const Index odd = (2 * j + 1) % n_;
    return j % 4 == 0 || j % 4 == 2 ? odd : (n_ - odd) % n_;
  }

  // Of the modes A of a set: real parts, then imaginary parts backwards; or the one minus the other, since
  // exp(-i x) is cos x - i sin x. Rotated results are twice the real part of c + i s times A.
  void make_whole_waves() {
    const bool is_hartley = made_.kind == Kind::dht;
    const NativePart<T>& part = add_part(n_, 0, 1, 0, 1);
    made_.results = NativeResults::rotated;
    for (Index k = 0; k < n_; ++k) {
      const bool is_imaginary = !is_hartley && 2 * k > n_;
      const Index wave = is_imaginary ? n_ - k : k;
      set_both(made_.place, k, vector_of(k, 0));
      made_.source[2 * k] = part.at[wave];
      made_.source[2 * k + 1] = part.at[(n_ - wave) % n_];
      made_.factors[2 * k] = static_cast<T>(is_imaginary ? 0 : 0.5);
      made_.factors[2 * k + 1] = static_cast<T>(is_hartley ? 0.5 : is_imaginary ? -0.5 : 0);
    }
  }

  void make_points_of_waves() {
    const NativePart<T>& part = add_part(n_, 0, 1, 0, 1);
    for (Index j = 0; j < n_; ++j) {
      set_both(made_.place, j, vector_of(j, 0));
      set_both(made_.source, j, part.at[j]);
    }
  }

  void make_type_1() {
    const Index first = sine() ? 1 : 0, m = intervals_of(made_.kind, n_);
    const Halvings halvings = halvings_of(m);
    made_.n_halvings = static_cast<Index>(halvings.odd.size());
    made_.n_work = in_eights((made_.n_halvings > 0 ? m / 2 : m) + 1);  // the line itself; its parts follow
    for (Index odd : halvings.odd) add_part(odd, odd / 2 + 1, 1, 0, 4 * odd);
    add_part(halvings.mirrored, 0, 1, 0, 1);
    for (Index j = 0; j < n_; ++j) set_both(made_.place, j, vector_of(place_of_type_1(j + first, m), 0));
    for (Index k = 0; k < n_; ++k) take_result_of_type_1(k, k + first);
  }
  // The second half of a line that is halved lies mirrored where its differences will be.
  Index place_of_type_1(Index j, Index m) const {
    if (made_.n_halvings == 0 || 2 * j < m || (2 * j == m && !sine())) return j;
    return made_.parts[0].first + (sine() ? j - m / 2 : m - j);
  }
  void take_result_of_type_1(Index k, Index wave) {
    for (Index level = 0; level < made_.n_halvings; ++level, wave /= 2)
      if (wave % 2 != 0)
        return take_result_of_type_3(k, made_.parts[static_cast<std::size_t>(level)], wave / 2);
    set_both(made_.source, k, made_.parts.back().at[wave]);
  }

  const Index n_;
  NativeRealTransform<T> made_;
};

}  // namespace

template <class T>
NativeRealTransform<T> make_native_real(const KernelSpec& spec) {
  return Maker<T>(spec).make();
}
template NativeRealTransform<double> make_native_real(const KernelSpec& spec);
template NativeRealTransform<float> make_native_real(const KernelSpec& spec);

}  // namespace weft::inline kernels
