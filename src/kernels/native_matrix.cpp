// Complex lines as matrices: their tables, and convolutions.
#include "kernels/native_matrix.hpp"

#include <cstring>
#include <map>
#include <mutex>

#include "base/arena.hpp"
#include "kernels/native_prime.hpp"

namespace weft::inline kernels {

namespace {

// n1 of a matrix of n = n1 n2 points, the factor nearest below the square root.
Index rows_of_matrix(Index n) {
  Index rows = 1;
  for (Index d = 2; d * d <= n; ++d)
    if (n % d == 0) rows = d;
  return rows;
}

template <class T>
LongTables<T> matrix_tables(Index n, Index points) {
  LongTables<T> tables;
  tables.n = n;
  tables.n1 = rows_of_matrix(points);
  tables.n2 = points / tables.n1;
  for (Index k1 = 0; k1 < tables.n1; ++k1)
    for (Index j2 = 0; j2 < tables.n2; ++j2) add_root(tables.roots, k1 * j2, points);
  return tables;
}

// The spectrum is computed in double precision: its errors are a part of those of the transform.
template <class T>
void set_convolution(LongTables<T>& tables) {
  const LongTables<double> exact = matrix_tables<double>(tables.n, tables.n1 * tables.n2);
  const Matrix<double> matrix(exact, -1);
  Arena arena;
  void* scratch = arena.allocate(matrix.scratch_bytes());
  const Index n = tables.n, points = tables.n1 * tables.n2;
  const auto put = [&](Index j, double re, double im) {
    double* z = matrix.row(scratch, j / tables.n2) + 2 * (j % tables.n2);
    z[0] = re / static_cast<double>(points);
    z[1] = im / static_cast<double>(points);
  };
  for (Index j = 0; j < n; ++j) {
    const Index turn = j * j % (2 * n);
    add_root(tables.chirp, turn, 2 * n);
    const double re = root_cos(turn, 2 * n), im = root_sin(turn, 2 * n);
    put(j, re, im);
    put((points - j) % points, re, im);
  }
  matrix.transform_columns(nullptr, scratch);
  matrix.multiply_by_roots(scratch);
  matrix.transform_rows(scratch);
  for (Index i = 0; i < tables.n1; ++i)
    tables.spectrum.insert(tables.spectrum.end(), matrix.row(scratch, i),
                           matrix.row(scratch, i) + 2 * tables.n2);
}

// Kernels of the same length share them.
template <class T>
std::shared_ptr<const LongTables<T>> long_tables(Index n) {
  static std::mutex mutex;
  static std::map<Index, std::weak_ptr<const LongTables<T>>> known;
  const std::lock_guard lock(mutex);
  std::shared_ptr<const LongTables<T>> shared = known[n].lock();
  if (!shared) {
    LongTables<T> tables = matrix_tables<T>(n, has_native_factors(n) ? n : convolution_length(2 * n - 1));
    if (!has_native_factors(n)) set_convolution(tables);
    known[n] = shared = std::make_shared<const LongTables<T>>(std::move(tables));
  }
  return shared;
}

}  // namespace

template <class T>
LongComplex<T>::LongComplex(Index n, int sign, double scale)
    : tables_(long_tables<T>(n)),
      is_positive_(sign > 0),
      is_convolved_(!tables_->chirp.empty()),
      scale_(scale),
      matrix_(*tables_, is_convolved_ ? -1 : sign, scale) {
  if (is_convolved_) backward_ = std::make_unique<Matrix<T>>(*tables_, 1);
}

// A positive exponent has the conjugates of all tables.
template <class T>
void LongComplex<T>::convolve(const T* in, T* out, void* scratch) const {
  for_rows([&](Index first, Index n, Index row) {
    T* to = matrix_.row(scratch, row);
    multiply_points(in + 2 * first, tables_->chirp.data() + 2 * first, is_positive_, T{1}, n, to);
    std::memset(to + 2 * n, 0, static_cast<std::size_t>(2 * (tables_->n2 - n)) * sizeof(T));
  });
  matrix_.transform_columns(nullptr, scratch);
  matrix_.multiply_by_roots(scratch);
  matrix_.transform_rows(scratch);
  matrix_.multiply_by(tables_->spectrum, is_positive_, scratch);
  backward_->transform_rows(scratch);
  backward_->multiply_by_roots(scratch);
  backward_->transform_columns(nullptr, scratch);
  for_rows([&](Index first, Index n, Index row) {
    multiply_points(matrix_.row(scratch, row), tables_->chirp.data() + 2 * first, is_positive_,
                    static_cast<T>(scale_), n, out + 2 * first);
  });
}

template class LongComplex<double>;
template class LongComplex<float>;

}  // namespace weft::inline kernels
