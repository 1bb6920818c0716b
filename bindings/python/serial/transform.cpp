// A request, computed: one plan reads x where it lies and writes the new array.
//
// A plan has six axes at most, so that neighbours that are not transformed and lie as one are one axis; where
// more are left, two axes are transformed at a time. x is copied where it is not dense in C order, also to be
// cut, padded with zeros or made complex: so the same numbers give the same bits however they lie, as in
// scipy.fft. The complex transform of real numbers is the half that is not redundant, written into the new
// array, and its conjugates.
#include "transform.hpp"

#include <algorithm>
#include <cmath>
#include <new>
#include <optional>

#include "plan_cache.hpp"

namespace weft::python {
namespace {

constexpr Index worth_unlocking = 4096;  // points, which take some microseconds

struct Free {
  void operator()(char* memory) const { ::operator delete (memory, std::align_val_t{64}); }
};
using Scratch = std::unique_ptr<char, Free>;

bool is_halved(const Request& request, int i) {
  return request.function->family == Family::c2r && i + 1 == request.n_axes;
}

bool is_dense(const Array& array) {
  if (reinterpret_cast<std::uintptr_t>(array.address) % array.element.real_bytes() != 0) return false;
  Index stride = array.element.bytes();
  for (int a = array.n_axes; a-- > 0; stride *= array.shape[a])
    if (array.shape[a] > 1 && array.strides[a] != stride) return false;
  return true;
}

// What the plan reads: x, cut to the lengths that are asked for, or a copy in `scratch`.
Array source_of(const Request& request, const Array& x, Scratch& scratch) {
  Array cut = x, wanted = x;
  bool is_padded = false;
  for (int i = 0; i < request.n_axes; ++i) {
    const int a = request.axes[i];
    const Index n = is_halved(request, i) ? request.lengths[i] / 2 + 1 : request.lengths[i];
    is_padded = is_padded || n > x.shape[a];
    cut.shape[a] = std::min(n, x.shape[a]);
    wanted.shape[a] = n;
  }
  if (request.function->family == Family::c2r) wanted.element.is_real = false;
  if (!is_padded && wanted.element.is_real == x.element.is_real && is_dense(cut)) {
    make_dense(cut);
    return cut;
  }
  const Index bytes = std::max<Index>(wanted.n_elements() * wanted.element.bytes(), 1);
  scratch.reset(static_cast<char*>(::operator new (static_cast<std::size_t>(bytes), std::align_val_t{64})));
  wanted.address = scratch.get();
  make_dense(wanted);
  copy_padded(cut, wanted);
  return wanted;
}

// How one plan transforms `from` to `to`; nothing if that takes more axes than a plan has. `halved`: the axis
// along which modes are half of the spectrum, -1 if there is none.
std::optional<Task> task_of(const Request& request, const Array& from, const Array& to, int halved) {
  const Family family = request.function->family;
  const Array &points = family == Family::c2r ? to : from, &modes = family == Family::c2r ? from : to;
  Numbers turns;
  std::fill_n(turns.begin(), from.n_axes, -1);
  Index turn = 0;
  for (int i = 0; i < request.n_axes; ++i)
    if (request.axes[i] != halved) turns[request.axes[i]] = turn++;
  if (halved >= 0) turns[halved] = turn;

  Task task;
  for (int a = 0; a < from.n_axes; ++a) {
    const Index n = points.shape[a];
    if (n == 1 && turns[a] < 0) continue;
    // Of an axis of one element the stride does not matter.
    const auto stride = [&](const Array& array) {
      return array.shape[a] == 1 ? 1 : array.strides[a] / array.element.bytes();
    };
    const Task::Axis axis{n, stride(points), stride(modes), turns[a]};
    if (task.n_axes > 0 && axis.turn < 0) {
      Task::Axis& outer = task.axes[task.n_axes - 1];
      if (outer.turn < 0 && outer.points_stride == n * axis.points_stride &&
          outer.modes_stride == n * axis.modes_stride) {
        outer = {outer.n * n, axis.points_stride, axis.modes_stride, -1};
        continue;
      }
    }
    if (task.n_axes == Task::most_axes) return std::nullopt;
    task.axes[task.n_axes++] = axis;
  }
  task.transform = halved >= 0 ? Transform::r2c : points.element.is_real ? Transform::r2r : Transform::c2c;
  task.kind = request.kind;
  task.precision = from.element.precision;
  task.backward = family == Family::c2r;
  task.threads = request.threads;
  const bool is_positive = family == Family::c2r ? request.function->forward : !request.function->forward;
  task.sign = family != Family::waves && is_positive ? 1 : -1;
  return task;
}

// The norm of a plan, and the factor that it leaves to be done: a plan makes its cosine and sine transforms
// orthogonal if, and only if, it divides by the root of N.
double set_norm(const Request& request, Task& task) {
  const Norm unscaled = request.function->family == Family::c2r ? Norm::forward : Norm::backward;
  const Norm divided = request.function->family == Family::c2r ? Norm::backward : Norm::forward;
  const Norm asked = request.scale == Scale::none  ? unscaled
                     : request.scale == Scale::all ? divided
                                                   : Norm::ortho;
  task.norm = asked;
  if (request.function->family != Family::waves || request.orthogonal == (request.scale == Scale::root))
    return 1;
  task.norm = request.orthogonal ? Norm::ortho : Norm::backward;
  double n = 1;
  for (int i = 0; i < request.n_axes; ++i) {
    const double length = static_cast<double>(request.lengths[i]);
    n *= 2 * (request.kind == AxisKind::dct1   ? length - 1
              : request.kind == AxisKind::dst1 ? length + 1
                                               : length);
  }
  return request.scale == Scale::none ? std::sqrt(n) : 1 / std::sqrt(n);
}

// The same, first along some axes and then along the others. Those of the half of a spectrum are the first
// ones forward, and the last ones backward.
nb::object transform_in_turns(const Request& request, const NumpyArray& x) {
  constexpr int together = 2;
  const Family family = request.function->family;
  Request with_last = request, others = request;
  const int n_others = request.n_axes - together;
  with_last.n_axes = together;
  std::copy_n(request.axes.begin() + n_others, together, with_last.axes.begin());
  std::copy_n(request.lengths.begin() + n_others, together, with_last.lengths.begin());
  others.n_axes = n_others;
  if (family != Family::waves) others.function = &complex_function(request.function->forward);
  const bool backward = family == Family::c2r;
  NumpyArray between;
  between.read(transform(backward ? others : with_last, x));
  return transform(backward ? with_last : others, between);
}

}  // namespace

nb::object transform(const Request& request, const NumpyArray& x) {
  const Family family = request.function->family;
  const bool from_real = x.array().element.is_real, backward = family == Family::c2r;
  const bool has_conjugates = family == Family::c2c && from_real;
  const int last = request.axes[request.n_axes - 1];
  int halved = family == Family::r2c || family == Family::c2r ? last : -1;
  if (has_conjugates) halved = *std::max_element(request.axes.begin(), request.axes.begin() + request.n_axes);

  Numbers shape;
  std::copy_n(x.array().shape.begin(), x.array().n_axes, shape.begin());
  for (int i = 0; i < request.n_axes; ++i) shape[request.axes[i]] = request.lengths[i];
  if (family == Family::r2c) shape[last] = shape[last] / 2 + 1;
  const bool to_real = family == Family::c2r || (family == Family::waves && from_real);
  NumpyArray result;
  result.allocate({x.array().element.precision, to_real}, x.array().n_axes, shape);
  if (result.array().n_elements() == 0) return result.object();

  Array to = result.array();
  if (has_conjugates) to.shape[halved] = to.shape[halved] / 2 + 1;
  Scratch scratch;
  const Array from = source_of(request, x.array(), scratch);
  std::optional<Task> task = task_of(request, from, to, halved);
  if (!task) return transform_in_turns(request, x);
  const double factor = set_norm(request, *task);

  PlanCache::Lease lease(PlanCache::instance(), *task);
  std::optional<nb::gil_scoped_release> unlocked;
  if (!lease.is_made() || to.n_elements() >= worth_unlocking) unlocked.emplace();
  if (backward)
    lease.plan().backward(from.address, to.address);
  else
    lease.plan().forward(from.address, to.address);
  if (has_conjugates) {
    std::array<bool, most_axes> transformed = {};
    for (int i = 0; i < request.n_axes; ++i) transformed[static_cast<std::size_t>(request.axes[i])] = true;
    write_conjugates(result.array(), transformed, halved);
  }
  if (factor != 1) multiply(result.array(), factor);
  unlocked.reset();
  return result.object();
}

}  // namespace weft::python
