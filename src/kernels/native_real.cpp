// Cosine and sine transforms by the native backend: which there are, and their tables.
#include "kernels/native_real.hpp"

#include "base/narrow.hpp"
#include "kernels/native_constants.hpp"

namespace weft {
namespace {

constexpr Index least_halved = 16;  // intervals of a type I that is halved
constexpr Index most_halvings = 4;

bool is_sine(Kind kind) { return kind >= Kind::dst1; }
bool is_type_1(Kind kind) { return kind == Kind::dct1 || kind == Kind::dst1; }

// Between its mirrors a type I has this many intervals.
Index intervals_of(Kind kind, Index n) { return kind == Kind::dct1 ? n - 1 : n + 1; }

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

// Fills the tables of one transform.
template <class T>
class Maker {
 public:
  explicit Maker(const KernelSpec& spec) : n_(spec.n) {
    made_.kind = spec.kind;
    made_.n = spec.n;
    made_.is_real = spec.real;
    made_.ends = spec.ends;
    made_.place.resize(2 * n_);
    made_.source.resize(2 * n_);
  }

  NativeRealTransform<T> make() {
    switch (made_.kind) {
      case Kind::dct1:
      case Kind::dst1:
        make_type_1();
        break;
      case Kind::dct2:
      case Kind::dst2:
        make_type_2();
        break;
      case Kind::dct3:
      case Kind::dst3:
        make_type_3();
        break;
      default:
        make_type_4();
    }
    return std::move(made_);
  }

 private:
  bool sine() const { return is_sine(made_.kind); }

  // A complex transform of n points behind what scratch holds so far. Its roots are exp(-2 pi i (step k +
  // offset) / period), k < n_roots.
  NativePart<T>& add_part(Index n, Index n_roots, Index step, Index offset, Index period) {
    NativePart<T>& part = made_.parts.emplace_back();
    part.transform = make_native_transform<T>({Kind::c2c, {}, n, -1, 1, {}, {}});
    part.first = made_.n_work;
    for (Index k = 0; k < n_roots; ++k) {
      const Index turn = (step * k + offset) % period;
      part.roots.push_back(static_cast<T>(root_cos(turn, period)));
      part.roots.push_back(static_cast<T>(-root_sin(turn, period)));
    }
    made_.n_work = in_eights(made_.n_work + n + 1);
    return part;
  }
  static int position(const NativePart<T>& part, Index frequency) {
    return narrow(part.first + part.transform.position[frequency], "a position");
  }
  // Both sets of a point.
  static void set_both(std::vector<int>& numbers, Index point, Index at) {
    for (int set = 0; set < 2; ++set) numbers[2 * point + set] = narrow(2 * at + set, "a position");
  }

  void make_type_2() {
    const NativePart<T>& part = add_part(n_, n_ / 2 + 1, 1, 0, 4 * n_);
    for (Index j = 0; j < n_; ++j) {
      set_both(made_.place, j, permuted(j, n_));
      if (sine() && j % 2 != 0) made_.negated_before.push_back(narrow(permuted(j, n_), "a position"));
    }
    for (Index k = 0; k < n_; ++k) set_both(made_.source, k, position(part, sine() ? n_ - 1 - k : k));
  }

  void make_type_3() {
    const NativePart<T>& part = add_part(n_, n_ / 2 + 1, 1, 0, 4 * n_);
    for (Index j = 0; j < n_; ++j) set_both(made_.place, j, sine() ? n_ - 1 - j : j);
    for (Index k = 0; k < n_; ++k) set_both(made_.source, k, result_of_type_3(part, n_, k, sine()));
  }
  // Where result k of a type III of n points is; also negated, of odd k, if it is one of sines.
  Index result_of_type_3(const NativePart<T>& part, Index n, Index k, bool sine) {
    const int at = position(part, (n - permuted(k, n)) % n);
    if (sine && k % 2 != 0) made_.negated_after.push_back(at);
    return at;
  }

  void make_type_4() {
    const Index half = n_ / 2;
    for (int set = 0; set < 2; ++set) {
      // exp(-i pi (4 m + 1) / (4 n)) before; the rotation after it, by exp(-i pi m / n), follows them.
      NativePart<T>& part = add_part(half, half, 4, 1, 8 * n_);
      for (Index m = 0; m < half; ++m) {
        part.roots.push_back(static_cast<T>(root_cos(m, 2 * n_)));
        part.roots.push_back(static_cast<T>(-root_sin(m, 2 * n_)));
      }
      for (Index i = 0; i < n_; ++i) {
        const bool is_even = i % 2 == 0;
        const Index m = is_even ? i / 2 : (n_ - 1 - i) / 2;
        const Index j = sine() ? n_ - 1 - i : i;
        made_.place[2 * j + set] = narrow(2 * (part.first + m) + (is_even ? 0 : 1), "a position");
        made_.source[2 * i + set] = 2 * position(part, m) + (is_even ? 0 : 1);
      }
    }
  }

  void make_type_1() {
    const Index first = sine() ? 1 : 0, m = intervals_of(made_.kind, n_);
    for (Index j = 0; j < n_; ++j) set_both(made_.place, j, j + first);
    made_.n_work = in_eights(m + 1);  // the line itself; its parts follow
    const Halvings halvings = halvings_of(m);
    made_.n_halvings = static_cast<Index>(halvings.odd.size());
    for (Index odd : halvings.odd) add_part(odd, odd / 2 + 1, 1, 0, 4 * odd);
    add_part(halvings.mirrored, 0, 1, 0, 1);
    for (Index k = 0; k < n_; ++k) set_both(made_.source, k, result_of_type_1(k + first));
  }
  // Where wave k of a type I is.
  Index result_of_type_1(Index k) {
    for (Index level = 0; level < made_.n_halvings; ++level, k /= 2) {
      const NativePart<T>& part = made_.parts[static_cast<std::size_t>(level)];
      if (k % 2 != 0) return result_of_type_3(part, part.transform.n, k / 2, sine());
    }
    return position(made_.parts.back(), k);
  }

  const Index n_;
  NativeRealTransform<T> made_;
};

bool has_length(Kind kind, Index n) {
  if (is_type_1(kind)) {
    const Halvings halvings = halvings_of(intervals_of(kind, n));
    for (Index odd : halvings.odd)
      if (!has_native_factors(odd)) return false;
    return has_native_factors(halvings.mirrored);
  }
  if (kind == Kind::dct4 || kind == Kind::dst4) return n % 2 == 0 && has_native_factors(n / 2);
  return has_native_factors(n);
}

}  // namespace

bool is_native_real(const KernelSpec& spec) {
  if (spec.real && spec.apart) return false;  // two lines share a transform, and so its rounding errors
  return has_length(spec.kind, spec.n) && lies_along_or_across(spec);
}

template <class T>
NativeRealTransform<T> make_native_real(const KernelSpec& spec) {
  return Maker<T>(spec).make();
}
template NativeRealTransform<double> make_native_real(const KernelSpec& spec);
template NativeRealTransform<float> make_native_real(const KernelSpec& spec);

}  // namespace weft
