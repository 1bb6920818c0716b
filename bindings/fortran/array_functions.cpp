// Functions of distributed arrays for Fortran: arrays behind descriptors, checked on all processes, and
// regions with bounds from 1, in the order of C.
//
// A dense array is any contiguous one with the lengths of the region, where dimensions of length 1 do not
// count: a plane is a matrix.
#include <algorithm>
#include <vector>

#include "support.hpp"

using namespace weft::fortran;

namespace {

std::string with_name(const char* name, const std::string& words) {
  return words.empty() ? words : std::string(name) + ": " + words;
}

// Bounds from 1 as ranges from 0, in the order of C. Without bounds: the whole array.
struct Region {
  std::vector<std::int64_t> begin, end;
  std::string wrong;
  const std::int64_t* begin_or_null() const { return begin.empty() ? nullptr : begin.data(); }
  const std::int64_t* end_or_null() const { return end.empty() ? nullptr : end.data(); }
};

Region region_of(int n_axes, int n_bounds, const std::int64_t* lower, const std::int64_t* upper) {
  Region region;
  if (n_bounds < 0) return region;
  if (n_bounds != n_axes)
    region.wrong = "lower and upper need one number for each of the " + std::to_string(n_axes) + " axes";
  for (int i = std::min(n_bounds, n_axes); i-- > 0;) {
    region.begin.push_back(lower[i] - 1);
    region.end.push_back(upper[i]);
  }
  return region;
}

// Lengths other than 1, in Fortran's order.
std::vector<std::int64_t> long_lengths(const weft_distribution* distribution, const Region& region) {
  std::int64_t shape[WEFT_MAX_AXES] = {};
  int n_axes = 0;
  weft_layout* layout = nullptr;
  weft_distribution_layout(distribution, &layout);
  weft_layout_shape(layout, &n_axes, shape);
  weft_layout_free(&layout);
  std::vector<std::int64_t> lengths;
  for (int axis = n_axes; axis-- > 0;) {
    const auto i = static_cast<std::size_t>(axis);
    const std::int64_t length =
        region.begin.empty() ? shape[axis] : std::max<std::int64_t>(0, region.end[i] - region.begin[i]);
    if (length != 1) lengths.push_back(length);
  }
  return lengths;
}

std::string lengths_in_words(const std::vector<std::int64_t>& lengths) {
  std::string text;
  for (const std::int64_t length : lengths) text += (text.empty() ? "" : ",") + std::to_string(length);
  return "(" + text + ")";
}

// What is wrong with a dense array for the region, or "".
std::string dense_complaint(const weft_distribution* distribution, const Block& block, const Region& region,
                            const CFI_cdesc_t* dense) {
  if (address_of(dense) == nullptr) return "";
  if (dense->type != block.type)
    return "the elements of this distribution are " + in_words(block.type) + ", but the dense array has " +
           in_words(dense->type) + "; use the same type";
  std::vector<std::int64_t> lengths;
  for (int i = 0; i < dense->rank; ++i)
    if (dense->dim[i].extent != 1) lengths.push_back(dense->dim[i].extent);
  const std::vector<std::int64_t> wanted = long_lengths(distribution, region);
  if (std::count(wanted.begin(), wanted.end(), 0) > 0) return "";  // nothing of it is looked at
  if (lengths != wanted)
    return "the dense array has the lengths " + lengths_in_words(lengths) + ", but the region " +
           lengths_in_words(wanted) + " (without those that are 1); use those of the region";
  if (CFI_is_contiguous(dense) == 0) return "the dense array is a section with gaps; pass a contiguous array";
  return "";
}

}  // namespace

extern "C" {

// which: 0 sum, 1 mean, 2 dot (of `a` and `b`). With is_real the result has no imaginary part.
int weft_fortran_array_sum(const weft_distribution* distribution, int which, int is_real, Input a, Input b,
                           double value[2]) {
  Block block;
  if (const int code = block_of(distribution, block); code != WEFT_SUCCESS) return code;
  std::string wrong = complaint(block, a, false);
  if (wrong.empty() && which == 2) wrong = complaint(block, b, false);
  int elements_are_real = 0;
  weft_distribution_element(distribution, nullptr, &elements_are_real, nullptr);
  if (wrong.empty() && is_real != 0 && elements_are_real == 0)
    wrong = "a real total cannot take the sum of complex elements; declare it complex(c_double)";
  return called(distribution, block.n_axes, wrong, [&] {
    if (which == 2) return weft_array_dot(distribution, address_of(a), address_of(b), value);
    return (which == 1 ? weft_array_mean : weft_array_sum)(distribution, address_of(a), value);
  });
}

int weft_fortran_array_norm(const weft_distribution* distribution, Input array, int order, double* value) {
  return with_array(distribution, array,
                    [&](const void* data) { return weft_array_norm(distribution, data, order, value); });
}

// which: 0 minimum, 1 maximum. The index is in Fortran's order, from 1.
int weft_fortran_array_extremum(const weft_distribution* distribution, int which, Input array, double* value,
                                std::int64_t index[]) {
  return with_array(distribution, array, [&](void* data) {
    const auto call = which == 0 ? weft_array_minimum : weft_array_maximum;
    std::int64_t at[WEFT_MAX_AXES] = {};
    const int code = call(distribution, data, value, at);
    const int n_axes = n_axes_of(distribution);
    for (int i = 0; i < n_axes; ++i) index[i] = at[n_axes - 1 - i] + 1;
    return code;
  });
}

// which: 0 uniform from p to q, 1 normal of mean p and deviation q.
int weft_fortran_array_random(const weft_distribution* distribution, int which, Output array,
                              std::int64_t seed, double p, double q) {
  return with_array(distribution, array, [&](void* data) {
    const auto call = which == 0 ? weft_array_random_uniform : weft_array_random_normal;
    return call(distribution, data, static_cast<std::uint64_t>(seed), p, q);
  });
}

// which: 0 gather, 1 scatter, 2 read_box, 3 write_box. n_bounds < 0: no bounds.
int weft_fortran_array_move(const weft_distribution* distribution, int which, Input array, Input dense,
                            int n_bounds, const std::int64_t lower[], const std::int64_t upper[], int root) {
  Block block;
  if (const int code = block_of(distribution, block); code != WEFT_SUCCESS) return code;
  const Region region = region_of(block.n_axes, n_bounds, lower, upper);
  int rank = 0;
  weft_distribution_rank(distribution, &rank);
  const bool has_dense = which >= 2 || root == WEFT_EVERYWHERE || root == rank;
  std::string wrong = with_name("the distributed array", complaint(block, array, false));
  if (wrong.empty()) wrong = region.wrong;
  if (wrong.empty() && has_dense) wrong = dense_complaint(distribution, block, region, dense);
  const std::int64_t* begin = region.begin_or_null();
  const std::int64_t* end = region.end_or_null();
  return called(distribution, block.n_axes, wrong, [&] {
    switch (which) {
      case 0:
        return weft_array_gather(distribution, address_of(array), begin, end, address_of(dense), root);
      case 1:
        return weft_array_scatter(distribution, begin, end, address_of(dense), root, address_of(array));
      case 2:
        return weft_array_read_box(distribution, address_of(array), begin, end, address_of(dense));
      default:
        return weft_array_write_box(distribution, begin, end, address_of(dense), address_of(array));
    }
  });
}

int weft_fortran_array_redistribute(const weft_distribution* from, Input in, const weft_distribution* to,
                                    Output out) {
  Block before, after;
  if (const int code = block_of(from, before); code != WEFT_SUCCESS) return code;
  if (const int code = block_of(to, after); code != WEFT_SUCCESS) return code;
  std::string wrong = with_name("the array to be redistributed", complaint(before, in, false));
  if (wrong.empty()) wrong = with_name("the array for the result", complaint(after, out, false));
  return called(from, before.n_axes, wrong,
                [&] { return weft_array_redistribute(from, address_of(in), to, address_of(out)); });
}

}  // extern "C"
