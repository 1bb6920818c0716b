// Derivatives of Chebyshev series along one axis of a block.
//
// The coefficients of a derivative are b_k = b_(k+2) + 2 (k+1) a_(k+1), halved for k = 0 (Canuto, Hussaini,
// Quarteroni and Zang, Spectral Methods: Fundamentals in Single Domains, 2006, eq. 2.4.24). The recurrence
// runs from the highest coefficient down and looks back by two, so derivatives of all orders run side by
// side: one pass over the coefficients whatever the order is, and in place. Lines that lie side by side are
// taken in groups, which makes vector code of the recurrence and reads whole cache lines. Numbers between
// reading and writing are double.
#include "spectral/chebyshev.hpp"

#include <algorithm>

#include "spectral/for_modes.hpp"

namespace weft::inline spectral {

namespace {

// Lines of a group: many where they lie side by side, so that few pages are touched at a time; few where each
// is one piece of memory, so that they do not drive each other out of cache.
constexpr Index side_by_side = 64, one_by_one = 8;

template <class E>
struct Wide {
  using type = double;
};
template <class R>
struct Wide<std::complex<R>> {
  using type = std::complex<double>;
};

template <class E>
struct Lines {
  const E* in;
  E* out;
  Index n;            // coefficients
  Index stride;       // between coefficients of a line
  Index n_lines;      // at most `group`
  Index group;        // lines that `state` has room for
  Index line_stride;  // between lines
  int order;
  double factor;
  bool add;
};

// `state` holds 2 (order + 1) groups: coefficients k+1 and k+2 of each derivative, 0 the series itself.
template <class E, class W = typename Wide<E>::type>
void derive(const Lines<E>& lines, std::vector<W>& state) {
  std::fill(state.begin(), state.end(), W{});
  W* one = state.data();
  const Index group = lines.group;
  W* two = one + (lines.order + 1) * group;
  for (Index k = lines.n - 1; k >= 0; --k) {
    const Index at = k * lines.stride;
    for (int m = lines.order; m >= 1; --m) {
      const double twice = 2 * static_cast<double>(k + 1);
      W* now = two + m * group;
      const W* before = one + (m - 1) * group;
      WEFT_INDEPENDENT
      for (Index j = 0; j < lines.n_lines; ++j) now[j] += twice * before[j];
    }
    for (Index j = 0; j < lines.n_lines; ++j) two[j] = W(lines.in[at + j * lines.line_stride]);
    const double factor = k == 0 ? lines.factor / 2 : lines.factor;
    const W* result = two + lines.order * group;
    for (Index j = 0; j < lines.n_lines; ++j) {
      E& out = lines.out[at + j * lines.line_stride];
      out = E(factor * result[j] + (lines.add ? W(out) : W{}));
    }
    std::swap(one, two);
  }
}

template <class E>
void derive_block(const Storage& storage, int axis, int order, double factor, const E* in, E* out, bool add) {
  const auto a = static_cast<std::size_t>(axis);
  const Index n = storage.shape[a];
  order = static_cast<int>(std::min<Index>(order, n));  // of order n it is 0
  // Rows of lines along the fastest of the other axes.
  Storage rows = storage;
  rows.shape[a] = std::min<Index>(n, 1);
  std::stable_partition(rows.order.begin(), rows.order.end(), [&](int b) { return b == axis; });
  const auto along = static_cast<std::size_t>(rows.order.back());
  const Index n_lines = rows.shape[along], line_stride = rows.strides[along];
  const Index group = std::min(line_stride == 1 ? side_by_side : one_by_one, std::max<Index>(n_lines, 1));
  std::vector<typename Wide<E>::type> state(static_cast<std::size_t>(2 * (order + 1) * group));
  for_rows(rows, [&](Index row, const LocalIndex&) {
    for (Index first = 0; first < n_lines; first += group) {
      const Index offset = row + first * line_stride;
      derive<E>({in + offset, out + offset, n, storage.strides[a], std::min(group, n_lines - first), group,
                 line_stride, order, factor, add},
                state);
    }
  });
}

}  // namespace

void derive_chebyshev(const Storage& storage, ElementType element, int axis, int order, double factor,
                      const void* in, void* out, bool add) {
  with_element(element, [&](auto type) {
    using E = decltype(type);
    derive_block(storage, axis, order, factor, static_cast<const E*>(in), static_cast<E*>(out), add);
  });
}

}  // namespace weft::inline spectral
