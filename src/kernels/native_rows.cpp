// Row passes: which lengths have them, and their tables.
#include "kernels/native_rows.hpp"

#include "kernels/native.hpp"
#include "kernels/native_constants.hpp"

namespace weft::inline kernels {

namespace {

template <int... radices>
bool is_radix(Index n, std::integer_sequence<int, radices...>) {
  return n == 1 || ((n == radices) || ...);
}

}  // namespace

// Of complex lines neighbouring points are in the order in which vectors part real and imaginary numbers.
template <class T>
RowPasses<T>::RowPasses(Kind kind, Index n, bool is_positive, int lanes)
    : kind_(kind), n_(n), is_positive_(is_positive), lanes_(lanes) {
  // Sixteen points at once are more than the registers hold: only where that saves the pass along the lines.
  for (const int across : {n == 16 ? 16 : 8, 16}) {
    across_ = across_functions(T{}, across, lanes);
    if (across_ == nullptr || n % across != 0 || !is_radix(n / across, NativeRadices{})) continue;
    across_points_ = across;
    along_points_ = static_cast<int>(n / across);
    break;
  }
  if (across_points_ == 0) return;
  along_ = along_functions(T{}, along_points_, lanes);
  const bool is_real = kind != Kind::c2c;
  std::vector<T> numbers;
  for (Index first = 0; first < across_points_; first += lanes)
    for (Index j = 1; j <= (is_real ? (along_points_ - 1) / 2 : along_points_ - 1); ++j)
      for (const bool is_sine : {false, true})
        for (int lane = 0; lane < lanes; ++lane) {
          const Index m = first + (is_real ? lane : lane / 2 + lane % 2 * (lanes / 2)), turn = m * j % n;
          numbers.push_back(static_cast<T>(is_sine ? -root_sin(turn, n) : root_cos(turn, n)));
        }
  constexpr std::size_t of_element = 64 / sizeof(T);
  twiddles_.resize((numbers.size() + of_element - 1) / of_element);
  for (std::size_t i = 0; i < numbers.size(); ++i)
    twiddles_[i / of_element].numbers[i % of_element] = numbers[i];
}

template class RowPasses<double>;
template class RowPasses<float>;

}  // namespace weft::inline kernels
