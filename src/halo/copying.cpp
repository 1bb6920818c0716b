// Copies of small boxes between arrays with strides.
#include "halo/copying.hpp"

#include <algorithm>
#include <complex>
#include <cstring>

namespace weft::inline halo {

namespace {

// The two fastest axes of a box.
struct Rows {
  Index n, from, to;                 // rows, and byte strides from row to row
  Index length, from_step, to_step;  // elements of a row
};

template <int bytes>
void copy_strided(const Rows& rows, const char* from, char* to) {
  for (Index i = 0; i < rows.n; ++i, from += rows.from, to += rows.to)
    for (Index j = 0; j < rows.length; ++j)
      std::memcpy(to + j * rows.to_step, from + j * rows.from_step, bytes);
}

template <int bytes>
void copy_rows(const Rows& rows, const char* from, char* to) {
  if (rows.from_step != bytes || rows.to_step != bytes) return copy_strided<bytes>(rows, from, to);
  for (Index i = 0; i < rows.n; ++i, from += rows.from, to += rows.to)
    std::memcpy(to, from, static_cast<std::size_t>(rows.length * bytes));
}

template <int bytes>
void clear_rows(const Rows& rows, const char*, char* to) {
  for (Index i = 0; i < rows.n; ++i, to += rows.to)
    for (Index j = 0; j < rows.length; ++j) std::memset(to + j * rows.to_step, 0, bytes);
}

template <class T>
void add_rows(const Rows& rows, const char* from, char* to) {
  const auto element = static_cast<Index>(sizeof(T));
  for (Index i = 0; i < rows.n; ++i, from += rows.from, to += rows.to) {
    if (rows.from_step == element && rows.to_step == element) {
      const T* a = reinterpret_cast<const T*>(from);
      T* b = reinterpret_cast<T*>(to);
      for (Index j = 0; j < rows.length; ++j) b[j] += a[j];
    } else {
      for (Index j = 0; j < rows.length; ++j)
        *reinterpret_cast<T*>(to + j * rows.to_step) +=
            *reinterpret_cast<const T*>(from + j * rows.from_step);
    }
  }
}

using RunRows = void (*)(const Rows& rows, const char* from, char* to);

template <int bytes>
RunRows rows_of(bool clears) {
  return clears ? clear_rows<bytes> : copy_rows<bytes>;
}

// Short runs of elements that are one element of more bytes: one to four elements of any type.
RunRows rows_of_bytes(int bytes, bool clears) {
  switch (bytes) {
    case 4:
      return rows_of<4>(clears);
    case 8:
      return rows_of<8>(clears);
    case 12:
      return rows_of<12>(clears);
    case 16:
      return rows_of<16>(clears);
    case 24:
      return rows_of<24>(clears);
    case 32:
      return rows_of<32>(clears);
    case 48:
      return rows_of<48>(clears);
    case 64:
      return rows_of<64>(clears);
    default:
      return nullptr;
  }
}

RunRows rows_that_add(ElementType element) {
  if (element.is_real) return element.is_double ? add_rows<double> : add_rows<float>;
  return element.is_double ? add_rows<std::complex<double>> : add_rows<std::complex<float>>;
}

// Runs over the axes before the last two, from `axis` on.
void run_from(std::size_t axis, const Copying& box, RunRows run, const char* from, char* to) {
  const std::size_t n = box.lengths.size();
  if (axis + 2 < n) {
    for (Index i = 0; i < box.lengths[axis]; ++i)
      run_from(axis + 1, box, run, from + i * box.from[axis], to + i * box.to[axis]);
    return;
  }
  run({box.lengths[n - 2], box.from[n - 2], box.to[n - 2], box.lengths[n - 1], box.from[n - 1],
       box.to[n - 1]},
      from, to);
}

void run_all(const Copying& box, RunRows run, const char* from, char* to) {
  run_from(0, box, run, from + box.from_offset, to + box.to_offset);
}

}  // namespace

Copying reduce(const Extents& lengths, const Spot& from, const Spot& to, int element_bytes) {
  Copying box{{}, {}, {}, from.offset, to.offset, element_bytes};
  for (std::size_t a = 0; a < lengths.size(); ++a) {
    if (lengths[a] == 1) continue;
    const bool follows = !box.lengths.empty() && box.from.back() == lengths[a] * from.strides[a] &&
                         box.to.back() == lengths[a] * to.strides[a];
    if (follows) {
      box.lengths.back() *= lengths[a];
      box.from.back() = from.strides[a];
      box.to.back() = to.strides[a];
    } else {
      box.lengths.push_back(lengths[a]);
      box.from.push_back(from.strides[a]);
      box.to.push_back(to.strides[a]);
    }
  }
  while (box.lengths.size() < 2) {
    box.lengths.insert(box.lengths.begin(), 1);
    box.from.insert(box.from.begin(), element_bytes);
    box.to.insert(box.to.begin(), element_bytes);
  }
  return box;
}

Copying in_long_elements(Copying box) {
  const std::size_t last = box.lengths.size() - 1;
  const Index bytes = box.lengths[last] * box.element_bytes;
  if (box.from[last] != box.element_bytes || box.to[last] != box.element_bytes || bytes > 64 ||
      rows_of_bytes(static_cast<int>(bytes), false) == nullptr)
    return box;
  box.element_bytes = static_cast<int>(bytes);
  box.lengths.pop_back();
  box.from.pop_back();
  box.to.pop_back();
  if (box.lengths.size() < 2) {
    box.lengths.insert(box.lengths.begin(), 1);
    box.from.insert(box.from.begin(), 0);
    box.to.insert(box.to.begin(), 0);
  }
  return box;
}

void copy(const Copying& box, const char* from, char* to) {
  run_all(box, rows_of_bytes(box.element_bytes, false), from, to);
}

void clear(const Copying& box, char* to) { run_all(box, rows_of_bytes(box.element_bytes, true), to, to); }

void add(const Copying& box, ElementType element, const char* from, char* to) {
  run_all(box, rows_that_add(element), from, to);
}

}  // namespace weft::inline halo
