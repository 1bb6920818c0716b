// The rules of numpy.fft: which function the options mean, which axes, and which shapes and types the
// result has.
//
// A file in Fortran order is the array of the reversed shape in C order, so axis a of numpy is axis
// d-1-a here; the list of axes keeps its order, and with it its last axis, the real one.
#include "transform/fft_request.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "program/text.hpp"
#include "weft/weft.h"

namespace weft::cli {

namespace {

// The whole of `text` as a number; false if it is none.
bool parse_whole(const std::string& text, Index& value) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc{} && end == text.data() + text.size();
}

// numpy's numbers of the transformed axes, from 0 on.
Axes numpy_axes(const std::string& text, int n_axes) {
  Axes axes;
  const std::vector<std::string> words = split(text, ',');
  for (const std::string& word : words) {
    Index given = 0;
    if (!parse_whole(word, given))
      fail(fmt::format("--axes: \"{}\" is not a list of axes; write it like 0,2 or -2,-1", text));
    if (given < -n_axes || given >= n_axes)
      fail(fmt::format("--axes: there is no axis {} in an array of {} axes; give 0 to {}, or -{} to -1",
                       given, n_axes, n_axes - 1, n_axes));
    const int axis = static_cast<int>(given < 0 ? given + n_axes : given);
    const auto earlier = std::find(axes.begin(), axes.end(), axis);
    if (earlier != axes.end())
      fail(fmt::format("--axes: axis {} is given twice, as {} and as {}; give each axis once", axis,
                       words[static_cast<std::size_t>(earlier - axes.begin())], word));
    axes.push_back(axis);
  }
  if (axes.empty()) fail("--axes: the list is empty; name the axes, like 0,2, or leave it out for all");
  return axes;
}

Axes all_axes(int n_axes) {
  Axes axes;
  for (int axis = 0; axis < n_axes; ++axis) axes.push_back(axis);
  return axes;
}

void check_shape(const ArrayFileInfo& file) {
  const std::string shape = to_text(file.numpy_shape());
  if (file.shape.empty())
    fail(
        fmt::format("{} holds a single number, an array without axes; save at least one axis: "
                    "numpy.save(..., numpy.atleast_1d(a))",
                    file.path));
  if (file.n_points() == 0)
    fail(fmt::format("{} has the shape {}: with an axis of length 0 there is nothing to transform", file.path,
                     shape));
  if (file.shape.size() > WEFT_MAX_AXES)
    fail(
        fmt::format("{} has {} axes ({}), but at most {} are handled; reshape neighbouring axes that are not "
                    "transformed into one",
                    file.path, file.shape.size(), shape, WEFT_MAX_AXES));
}

Norm norm_of(const FftRequest& r) {
  const std::string word = known_word("--norm", r.norm, {"backward", "ortho", "forward"});
  return word == "ortho" ? Norm::ortho : word == "forward" ? Norm::forward : Norm::backward;
}

// The number given with --real-length, compared with the modes that the file has.
Index real_length(const FftRequest& r, const ArrayFileInfo& file, int real_axis, int numpy_axis) {
  Index n = 0;
  if (!parse_whole(r.real_length, n) || n < 1)
    fail(fmt::format("--real-length: \"{}\" is not a whole number from 1 on", r.real_length));
  if (!r.inverse) fail("--real-length: only the inverse has a real result; add --inverse, or leave it out");
  if (file.element.is_real)
    fail(
        fmt::format("--real-length: {} is real ({}), but a real result is made from complex modes; leave it "
                    "out, or save complex numbers: numpy.save(..., a.astype(numpy.complex128))",
                    file.path, file.descr));
  const Index n_modes = file.shape[static_cast<std::size_t>(real_axis)];
  if (n / 2 + 1 != n_modes)
    fail(fmt::format("--real-length: {} real points have {} modes, but axis {} of {} has {}; give {} or {}",
                     n, n / 2 + 1, numpy_axis, file.path, n_modes, std::max<Index>(1, 2 * n_modes - 2),
                     2 * n_modes - 1));
  return n;
}

}  // namespace

FftJob fft_job(const FftRequest& r, const ArrayFileInfo& file) {
  check_shape(file);
  const int n_axes = static_cast<int>(file.shape.size());
  const Axes axes = r.axes ? numpy_axes(*r.axes, n_axes) : all_axes(n_axes);
  FftJob job;
  Problem& problem = job.problem;
  problem.shape = file.shape;
  for (const int axis : axes) problem.axes.push_back(file.fortran_order ? n_axes - 1 - axis : axis);
  problem.norm = norm_of(r);
  problem.precision = file.element.is_double ? Precision::double_ : Precision::single_;
  problem.order = Order::c;
  const int last = problem.axes.back();
  const bool to_real = !r.real_length.empty();
  if (to_real) problem.shape[static_cast<std::size_t>(last)] = real_length(r, file, last, axes.back());
  const bool from_real = !r.inverse && file.element.is_real;
  problem.transform = to_real || from_real ? Transform::r2c : Transform::c2c;
  job.is_inverse = r.inverse;
  job.in = {file.element.is_double, from_real};
  job.out = {file.element.is_double, to_real};
  job.out_shape = r.inverse ? problem.shape : modes_shape(problem);
  job.fortran_order = file.fortran_order;
  if (file.is_integer)
    job.notes.push_back(
        fmt::format("{} holds integers ({}): they are converted to double precision", file.path, file.descr));
  return job;
}

Options fft_options(const FftRequest& r) {
  Options options{{"overwrite_input", "yes"}, {"reproducible", "yes"}};
  for (const auto& [key, value] :
       {std::pair{"grid", r.grid}, {"exchange", r.exchange}, {"timeout", r.timeout}})
    if (!value.empty()) options.set(key, value);
  return options;
}

}  // namespace weft::cli
