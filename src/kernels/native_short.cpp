// Short lines: which lengths there are, and their twiddle factors.
#include "kernels/native_short.hpp"

namespace weft::inline kernels {

template <class T>
ShortLines<T>::ShortLines(Index n, bool is_positive) {
  const Index lanes = vector_lanes(T{}).most, bytes = lanes * static_cast<Index>(sizeof(T));
  const Index a = 8 * n % bytes == 0 ? 8 * n / bytes : 0;
  const ShortLinesFunctions<T>* const functions = short_lines_functions(T{}, a);
  if (functions == nullptr) return;
  functions_ = is_positive ? functions->positive : functions->negative;
  std::vector<T> numbers;
  for (Index j = 1; j < a; ++j)
    add_roots(numbers, n, j, lanes,
              [&](Index lane) { return lane / 2 + (sizeof(T) == 8 ? lane % 2 * (lanes / 2) : 0); });
  twiddles_ = in_lines(numbers);
}

template class ShortLines<double>;
template class ShortLines<float>;

}  // namespace weft::inline kernels
