// Moving boxes of elements between memory with any strides.
//
// A box is reduced to as few loops as possible: axes that are contiguous on both sides merge, and the
// innermost is chosen so that rows are contiguous on both sides if there is such an axis. If there is
// none, a small two-dimensional transposition in registers and L1 is the innermost loop.
#include "sweep/copy.hpp"

#include <algorithm>
#include <complex>
#include <utility>

#include "sweep/rows.hpp"

namespace weft::inline sweep {

namespace {

void swap_axes(CopyBox& box, int a, int b) {
  std::swap(box.extent[a], box.extent[b]);
  std::swap(box.from_stride[a], box.from_stride[b]);
  std::swap(box.to_stride[a], box.to_stride[b]);
}

// Innermost axis first: the one that is contiguous on both sides, then by the stride of the target.
void sort_axes(CopyBox& box) {
  const auto key = [&](int a) {
    const bool row = box.from_stride[a] == 1 && box.to_stride[a] == 1;
    return std::pair(row ? 0 : 1, box.to_stride[a]);
  };
  for (int i = 1; i < box.n_axes; ++i)
    for (int j = i; j > 0 && key(j) < key(j - 1); --j) swap_axes(box, j, j - 1);
}

void merge_axes(CopyBox& box) {
  int last = 0;
  for (int a = 1; a < box.n_axes; ++a) {
    if (box.from_stride[a] == box.from_stride[last] * box.extent[last] &&
        box.to_stride[a] == box.to_stride[last] * box.extent[last]) {
      box.extent[last] *= box.extent[a];
    } else if (++last != a) {
      swap_axes(box, last, a);
    }
  }
  if (box.n_axes > 0) box.n_axes = last + 1;
}

// Calls `body(from, to)` for every index of the axes from `first` on; pointers in units of T.
template <class T, class Body>
void for_outer(const CopyBox& box, int first, const T* from, T* to, const Body& body) {
  std::array<Index, CopyBox::most_axes> index{};
  while (true) {
    body(from, to);
    int a = first;
    for (; a < box.n_axes; ++a) {
      from += box.from_stride[a];
      to += box.to_stride[a];
      if (++index[a] < box.extent[a]) break;
      from -= box.extent[a] * box.from_stride[a];
      to -= box.extent[a] * box.to_stride[a];
      index[a] = 0;
    }
    if (a == box.n_axes) return;
  }
}

void copy_with_rows(CopyBox box, const char* from, char* to, const CopyMode& mode) {
  const Index bytes = mode.element_bytes;
  for (int a = 0; a < box.n_axes; ++a) {
    box.from_stride[a] *= bytes;
    box.to_stride[a] *= bytes;
  }
  Rows rows{1, bytes, 0, 0};
  int first = 0;
  if (box.n_axes > 0 && box.from_stride[0] == bytes && box.to_stride[0] == bytes)
    rows.row_bytes *= box.extent[first++];
  if (box.n_axes > first) {
    rows.n_rows = box.extent[first];
    rows.from_stride = box.from_stride[first];
    rows.to_stride = box.to_stride[first++];
  }
  const bool stream = mode.stream && rows.row_bytes >= 64;
  for_outer(box, first, from, to, [&](const char* f, char* t) {
    if (mode.scale != 1) {
      if (mode.precision == Precision::double_)
        scale_rows(rows, f, t, mode.scale, stream);
      else
        scale_rows(rows, f, t, static_cast<float>(mode.scale), stream);
    } else if (stream) {
      stream_rows(rows, f, t);
    } else {
      copy_rows(rows, f, t);
    }
  });
}

// Axes 0 (contiguous in the target) and 1 (contiguous in the source) swap places.
template <class T>
void transpose(CopyBox& box, const T* from, T* to) {
  constexpr Index block = 8;
  const Index n0 = box.extent[0], n1 = box.extent[1];
  const Index f0 = box.from_stride[0], f1 = box.from_stride[1], t0 = box.to_stride[0], t1 = box.to_stride[1];
  for_outer(box, 2, from, to, [&](const T* f, T* t) {
    for (Index j = 0; j < n1; j += block)
      for (Index i = 0; i < n0; i += block) {
        const Index j_end = std::min(j + block, n1), i_end = std::min(i + block, n0);
        for (Index jj = j; jj < j_end; ++jj)
          for (Index ii = i; ii < i_end; ++ii) t[ii * t0 + jj * t1] = f[ii * f0 + jj * f1];
      }
  });
}

// No axis is contiguous on both sides.
template <class T>
void copy_transposed(CopyBox box, const char* from, char* to) {
  int contiguous = 1;
  for (int a = 1; a < box.n_axes; ++a)
    if (box.from_stride[a] < box.from_stride[contiguous]) contiguous = a;
  swap_axes(box, 1, contiguous);
  transpose(box, reinterpret_cast<const T*>(from), reinterpret_cast<T*>(to));
}

}  // namespace

void copy_box(const CopyBox& given, const char* from, char* to, const CopyMode& mode) {
  CopyBox box = given;
  sort_axes(box);
  merge_axes(box);
  const bool has_rows = box.n_axes == 0 || (box.from_stride[0] == 1 && box.to_stride[0] == 1);
  if (has_rows || box.n_axes < 2 || mode.scale != 1) return copy_with_rows(box, from, to, mode);
  switch (mode.element_bytes) {
    case 4:
      return copy_transposed<float>(box, from, to);
    case 8:
      return copy_transposed<std::complex<float>>(box, from, to);  // aligned to a float, unlike a double
    default:
      return copy_transposed<std::complex<double>>(box, from, to);
  }
}

void finish_streams() { flush_stores(); }

const char* copy_target() { return rows_target(); }

}  // namespace weft::inline sweep
