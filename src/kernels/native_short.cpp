// Short lines: which lengths there are, and their twiddle factors.
#include "kernels/native_short.hpp"

#include "kernels/native_constants.hpp"
#include "kernels/native_rows.hpp"

namespace weft::inline kernels {

template <class T>
ShortLines<T>::ShortLines(Index n, bool is_positive) {
  const Index lanes = vector_lanes(T{}).most, of_vector = lanes * static_cast<Index>(sizeof(T)) / 8;
  const Index a = n % of_vector == 0 ? n / of_vector : 0;
  const ShortLinesFunctions<T>* const functions = short_lines_functions(T{}, a);
  if (functions == nullptr) return;
  functions_ = is_positive ? functions->positive : functions->negative;
  std::vector<T> numbers;
  for (Index j = 1; j < a; ++j)
    for (const bool is_sine : {false, true})
      for (Index lane = 0; lane < lanes; ++lane) {
        const Index point = sizeof(T) == 8 ? lane / 2 + lane % 2 * (lanes / 2) : lane / 2,
                    turn = point * j % n;
        numbers.push_back(static_cast<T>(is_sine ? -root_sin(turn, n) : root_cos(turn, n)));
      }
  constexpr std::size_t of_element = 64 / sizeof(T);
  twiddles_.resize((numbers.size() + of_element - 1) / of_element);
  for (std::size_t i = 0; i < numbers.size(); ++i)
    twiddles_[i / of_element].numbers[i % of_element] = numbers[i];
}

template class ShortLines<double>;
template class ShortLines<float>;

}  // namespace weft::inline kernels
