// Real lines of odd length: the tables.
#include "kernels/native_odd.hpp"

#include "base/narrow.hpp"

namespace weft::inline kernels {

template <class T>
NativeOddTransform<T> make_native_odd(const KernelSpec& spec) {
  const bool to_modes = spec.kind == Kind::r2c;
  const Index n = spec.n;
  NativeOddTransform<T> made{spec.kind, spec.sign > 0, spec.apart, {}, {}, {}};
  made.complex = make_native_transform<T>({Kind::c2c, spec.precision, n, -1, 1, {}, {}});
  const std::vector<int>&place = made.complex.place, &position = made.complex.position;
  const auto place_of = [&](Index i) { return place.empty() ? narrow(i, "a position") : place[i]; };
  for (Index i = 0; i < n; ++i)  // a positive exponent reverses the points
    made.points.push_back(to_modes ? place_of(i) : position[made.is_positive ? (n - i) % n : i]);
  for (Index k = 0; k <= n / 2; ++k)
    for (const bool is_second : {false, true}) {
      const Index point = is_second ? n - k : k;  // n is the place beyond all others
      made.modes[is_second ? 1 : 0].push_back(to_modes ? position[point] : place_of(point));
    }
  return made;
}
template NativeOddTransform<double> make_native_odd(const KernelSpec& spec);
template NativeOddTransform<float> make_native_odd(const KernelSpec& spec);

}  // namespace weft::inline kernels
