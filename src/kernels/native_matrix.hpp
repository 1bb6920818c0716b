// Complex lines as matrices in scratch: n1 rows of n2 points, whose columns and rows are transformed by
// native kernels of many lines (native_long.hpp).
#pragma once

#include <algorithm>
#include <memory>

#include "codelets/constants.hpp"
#include "kernels/native.hpp"
#include "lines/line_kernel.hpp"

namespace weft::inline kernels {

// Bytes, up to the end of a vector of the widest.
inline constexpr Index in_vectors(Index bytes) {
  return (bytes + vector_bytes - 1) / vector_bytes * vector_bytes;
}

// exp(-2 pi i k / n)
template <class T>
void add_root(std::vector<T>& roots, Index k, Index n) {
  roots.push_back(static_cast<T>(root_cos(k, n)));
  roots.push_back(static_cast<T>(-root_sin(k, n)));
}

// Complex numbers times others, or their conjugates, and times a scale; `to` may be `from`.
void multiply_points(const double* from, const double* factors, bool conjugate, double scale, Index n,
                     double* to);
void multiply_points(const float* from, const float* factors, bool conjugate, float scale, Index n,
                     float* to);

template <class T>
struct LongTables {
  Index n = 1;              // points of a line
  Index n1 = 1, n2 = 1;     // rows and columns of the matrix
  std::vector<T> roots;     // [n1][n2]: exp(-2 pi i k1 j2 / (n1 n2))
  std::vector<T> chirp;     // [n]: exp(-i pi j^2 / n), where the matrix is a convolution; else empty
  std::vector<T> spectrum;  // [n1][n2]: of the conjugates of the chirp, where transforms leave it
};

template <class T>
inline constexpr Precision precision_of = sizeof(T) == 8 ? Precision::double_ : Precision::single_;

// A matrix in scratch, and the kernels of its columns and rows with one sign.
template <class T>
class Matrix {
 public:
  Matrix(const LongTables<T>& tables, int sign, double scale = 1)
      : tables_(tables),
        is_positive_(sign > 0),
        pitch_((tables.n2 + of_cache_line - 1) / of_cache_line * of_cache_line + of_cache_line),
        line_to_columns_(kernel_of(tables.n1, sign, tables.n2, {tables.n2, 1}, {pitch_, 1})),
        columns_(kernel_of(tables.n1, sign, tables.n2, {pitch_, 1}, {pitch_, 1})),
        rows_(kernel_of(tables.n2, sign, tables.n1, {1, pitch_}, {1, pitch_})),
        rows_to_line_(kernel_of(tables.n2, sign, tables.n1, {1, pitch_}, {tables.n1, 1}, scale)) {}

  // Of scratch: the matrix, and what the kernels need.
  Index matrix_bytes() const { return in_vectors(tables_.n1 * pitch_ * 2 * static_cast<Index>(sizeof(T))); }
  Index scratch_bytes() const {
    return matrix_bytes() + std::max({line_to_columns_->scratch_bytes(), columns_->scratch_bytes(),
                                      rows_->scratch_bytes(), rows_to_line_->scratch_bytes()});
  }
  T* row(void* scratch, Index i) const { return static_cast<T*>(scratch) + 2 * i * pitch_; }

  // The columns of a matrix whose rows are the parts of a line, or of the one in scratch, into that one.
  void transform_columns(const T* line, void* scratch) const {
    if (line == nullptr)
      columns_->run(scratch, scratch, rest(scratch));
    else
      line_to_columns_->run(const_cast<T*>(line), scratch, rest(scratch));
  }
  void transform_rows(void* scratch) const { rows_->run(scratch, scratch, rest(scratch)); }
  // The rows to a line, in which they are columns, times the scale.
  void transform_rows(void* scratch, T* line) const { rows_to_line_->run(scratch, line, rest(scratch)); }
  void multiply_by(const std::vector<T>& factors, bool conjugate, void* scratch) const {
    for (Index i = 0; i < tables_.n1; ++i)
      multiply_points(row(scratch, i), factors.data() + 2 * i * tables_.n2, conjugate, T{1}, tables_.n2,
                      row(scratch, i));
  }
  void multiply_by_roots(void* scratch) const { multiply_by(tables_.roots, is_positive_, scratch); }

 private:
  static constexpr Index of_cache_line = 64 / (2 * static_cast<Index>(sizeof(T)));
  void* rest(void* scratch) const { return static_cast<char*>(scratch) + matrix_bytes(); }
  static std::unique_ptr<Kernel> kernel_of(Index n, int sign, Index n_lines, const Lines& in,
                                           const Lines& out, double scale = 1) {
    KernelSpec spec{Kind::c2c, precision_of<T>, n, sign, n_lines, in, out};
    spec.in_place = in == out;
    spec.scale = scale;
    auto kernel = make_line_kernel(spec);
    return kernel ? std::move(kernel) : make_native_groups(spec);
  }

  const LongTables<T>& tables_;
  bool is_positive_;
  Index pitch_;  // points from row to row
  std::unique_ptr<Kernel> line_to_columns_, columns_, rows_, rows_to_line_;
};

// Transforms a complex line of n points.
template <class T>
class LongComplex {
 public:
  LongComplex(Index n, int sign, double scale);
  Index scratch_bytes() const {
    return std::max(matrix_.scratch_bytes(), backward_ ? backward_->scratch_bytes() : 0);
  }
  // `out` may be `in`.
  void run(const T* in, T* out, void* scratch) const {
    if (is_convolved_) return convolve(in, out, scratch);
    matrix_.transform_columns(in, scratch);
    matrix_.multiply_by_roots(scratch);
    matrix_.transform_rows(scratch, out);
  }

 private:
  void convolve(const T* in, T* out, void* scratch) const;
  // Calls f(first point of the line, number of its points, row) for all rows, also those behind the line.
  template <class F>
  void for_rows(const F& f) const {
    for (Index row = 0; row < tables_->n1; ++row) {
      const Index first = std::min(row * tables_->n2, tables_->n);
      f(first, std::min(tables_->n2, tables_->n - first), row);
    }
  }

  std::shared_ptr<const LongTables<T>> tables_;
  bool is_positive_, is_convolved_;
  double scale_;
  Matrix<T> matrix_;
  std::unique_ptr<Matrix<T>> backward_;  // of a convolution
};

}  // namespace weft::inline kernels
