// FFTW's arguments as a problem and options of weft.
#include "mapping.hpp"

#include <cmath>
#include <numeric>
#include <utility>

#include "blocks.hpp"
#include "weft/error.hpp"
#include "weft/words.hpp"

namespace weft::fftw_mpi {

namespace {

// By FFTW's number: R2HC, HC2R, DHT, REDFT00, 01, 10, 11, RODFT00, 01, 10, 11.
constexpr const char* kind_names[] = {"r2hc", "hc2r", "dht",  "dct1", "dct3", "dct2",
                                      "dct4", "dst1", "dst3", "dst2", "dst4"};

[[noreturn]] void refuse(const std::string& why) { fail(ErrorCode::not_applicable, why); }

Transform transform_of(Asked asked) {
  switch (asked) {
    case Asked::dft:
      return Transform::c2c;
    case Asked::r2c:
    case Asked::c2r:
      return Transform::r2c;
    case Asked::r2r:
      return Transform::r2r;
    case Asked::transpose:
      return Transform::none;
  }
  return Transform::none;
}

// Slabs along an axis, with FFTW's blocks.
Layout slabs(const Extents& shape, int axis, Length block, int n_processes) {
  Layout layout{shape, {{n_processes}}, {axis}, std::vector<Split>(shape.size())};
  const auto at = static_cast<std::size_t>(axis);
  for (int rank = 0; rank < n_processes; ++rank)
    layout.splits[at].block_sizes.push_back(block_of(shape[at], block, n_processes, rank).size);
  return layout;
}

Axes first_axes(std::size_t n_axes) {
  Axes axes(n_axes);
  std::iota(axes.begin(), axes.end(), 0);
  return axes;
}

Axes transposed_order(std::size_t n_axes) {
  Axes order = first_axes(n_axes);
  std::swap(order[0], order[1]);
  return order;
}

// TRANSPOSED_IN and TRANSPOSED_OUT of a transpose say that blocks are stored the other way round, but
// distributed as without them.
Problem transpose_of(const Request& request, int n_processes) {
  const bool in_columns = request.has(flag::transposed_in), out_rows = request.has(flag::transposed_out);
  Problem problem;
  problem.transform = Transform::none;
  problem.precision = precision;
  problem.real_elements = request.howmany % 2 != 0;  // pairs move as complex numbers
  problem.shape = {request.n[0], request.n[1]};
  if (in_columns) std::swap(problem.shape[0], problem.shape[1]);
  const Length howmany = problem.real_elements ? request.howmany : request.howmany / 2;
  if (howmany > 1) problem.shape.push_back(howmany);
  problem.points = slabs(problem.shape, in_columns ? 1 : 0, request.in_block, n_processes);
  problem.modes = slabs(problem.shape, in_columns ? 0 : 1, request.out_block, n_processes);
  problem.order = Order::c;
  if (in_columns == out_rows) problem.modes_order = transposed_order(problem.shape.size());
  return problem;
}

// Where blocks are weft's own, the output of a forward transform has to lie like the input of a backward one:
// so the latter is the other direction of the former's plan. With scrambled order the flags say which
// direction it is.
void set_one_axis(Task& task, const Request& request, int n_processes) {
  const bool in = request.has(flag::scrambled_in), out = request.has(flag::scrambled_out);
  if (in && out) refuse("weft has no transform from scrambled to scrambled order");
  task.forward = in == out ? request.sign < 0 : out;
  task.problem.sign = task.forward ? request.sign : -request.sign;
  if (n_processes == 1) return;
  if (request.howmany > 1)
    task.problem.output = Output::input;  // one more axis, along which modes would be cut
  else if (in || out)
    task.problem.output = Output::scrambled;
}

void set_layouts(Task& task, const Request& request, int n_processes) {
  const bool real_points = task.problem.transform == Transform::r2c;
  if (real_points && request.n.size() == 2 && is_transposed(request, task.forward))
    refuse("of two axes the halved one would be distributed, which FFTW does not define");
  const Length points_block = task.forward ? request.in_block : request.out_block;
  const Length modes_block = task.forward ? request.out_block : request.in_block;
  const bool turned = is_transposed(request, true) != is_transposed(request, false);
  task.problem.points = slabs(task.problem.shape, 0, points_block, n_processes);
  task.problem.modes = slabs(modes_shape(task.problem), turned ? 1 : 0, modes_block, n_processes);
  if (turned) task.problem.modes_order = transposed_order(task.problem.shape.size());
}

// The order in memory that the problem states.
Axes order_of(const Axes& stated, std::size_t n_axes) { return stated.empty() ? first_axes(n_axes) : stated; }

// Elements of a block with its padding, after a look at where the plan has them.
Length n_elements_of(const Box& box, const Storage& storage, const Axes& order, const Extents& padding) {
  if (box.empty()) return 0;
  Length stride = 1;
  for (auto axis = order.rbegin(); axis != order.rend(); ++axis) {
    const auto at = static_cast<std::size_t>(*axis);
    if (box.ranges[at].size() > 1 && storage.strides[at] != stride)
      refuse("weft has another order in memory (axis " + std::to_string(at) + ": stride " +
             std::to_string(storage.strides[at]) + " in place of " + std::to_string(stride) + ")");
    stride *= box.ranges[at].size() + (padding.empty() ? 0 : padding[at]);
  }
  return stride;
}

}  // namespace

Task task_of(const Request& request, int n_processes) {
  const bool one_axis = request.asked != Asked::transpose && request.n.size() == 1;
  if (one_axis && request.has(flag::transposed_in | flag::transposed_out))
    refuse("one axis cannot be transposed");
  if (one_axis && request.asked != Asked::dft && n_processes > 1)
    refuse("of real numbers along one axis FFTW has no distribution");
  if (one_axis && n_processes > 1 && (request.in_block != 0 || request.out_block != 0))
    refuse("along one axis weft takes no block sizes");
  if (!one_axis && request.has(flag::scrambled_in | flag::scrambled_out))
    refuse("only transforms of one axis have a scrambled order");
  Task task;
  Problem& problem = task.problem;
  if (request.asked == Asked::transpose) {
    problem = transpose_of(request, n_processes);
    return task;
  }

  task.forward = request.asked != Asked::c2r;
  problem.transform = transform_of(request.asked);
  problem.precision = precision;
  problem.sign = request.asked == Asked::dft ? request.sign : -1;
  problem.shape.assign(request.n.begin(), request.n.end());
  problem.axes = first_axes(request.n.size());
  std::vector<std::string> kinds;
  for (const Kind kind : request.kinds) kinds.emplace_back(kind_names[kind]);
  if (is_transposed(request, task.forward)) {  // the points
    std::swap(problem.shape[0], problem.shape[1]);
    if (!kinds.empty()) std::swap(kinds[0], kinds[1]);
  }
  if (!kinds.empty()) set(problem, "kinds", join(kinds, ","));
  if (request.howmany > 1) problem.shape.push_back(request.howmany);
  problem.order = Order::c;
  if (problem.transform == Transform::r2c) {
    const Length n = request.n.back();
    problem.points_padding.assign(problem.shape.size(), 0);
    problem.points_padding[request.n.size() - 1] = 2 * (n / 2 + 1) - n;
  }
  if (one_axis && request.asked == Asked::dft) set_one_axis(task, request, n_processes);
  if (!one_axis) set_layouts(task, request, n_processes);
  problem.norm = task.forward ? Norm::backward : Norm::forward;  // nothing is divided by N
  return task;
}

Options options_of(const Request& request, bool in_place, double time_limit) {
  static constexpr struct {
    const char* tune;
    double most_seconds;
  } levels[] = {{"off", 0}, {"measure", 4}, {"measure", 60}, {"exhaustive", 3600}};
  const bool is_complex_to_real = request.asked == Asked::c2r;  // which FFTW lets destroy its input
  const bool may_destroy =
      !request.has(flag::preserve_input) && (request.has(flag::destroy_input) || is_complex_to_real);
  Options options;
  options.set("in_place", in_place ? "yes" : "no");
  options.set("overwrite_input", !in_place && may_destroy ? "yes" : "no");
  Length n_bytes =
      static_cast<Length>(request.asked == Asked::dft ? sizeof(Complex) : sizeof(Real)) * request.howmany;
  for (const Length n : request.n) n_bytes *= n;
  const int rigor = rigor_of(request);
  constexpr Length worth_measuring = 8 << 20;  // measuring takes seconds, whatever it gains
  if (rigor == 0 || (rigor == 1 && n_bytes < worth_measuring)) return options;
  double seconds = levels[rigor].most_seconds;
  if (time_limit >= 0) seconds = std::min(seconds, std::floor(time_limit));
  if (request.has(flag::wisdom_only)) seconds = 0;  // what is known is taken
  options.set("tune", levels[rigor].tune);
  options.set("tune_seconds", std::to_string(static_cast<int>(seconds)));
  return options;
}

bool has_data(const Request& request, int n_processes, int rank) {
  if (has_own_blocks(request, n_processes)) {
    const std::optional<Description> mine = one_axis(request, n_processes, rank, false);
    return mine ? !(mine->points_box.empty() && mine->modes_box.empty()) : rank == 0;
  }
  return block_of(first_length(request, true), request.in_block, n_processes, rank).size > 0 ||
         block_of(first_length(request, false), request.out_block, n_processes, rank).size > 0;
}

void require_arrays(const Request& request, const Problem& problem, const Description& plan, bool in_place) {
  if (request.asked != Asked::transpose && request.n.size() == 1) return;  // of one axis in one order
  const std::size_t n_axes = problem.shape.size();
  const Length points =
      n_elements_of(plan.points_box, plan.points_storage, first_axes(n_axes), problem.points_padding);
  const Length modes = n_elements_of(plan.modes_box, plan.modes_storage,
                                     order_of(problem.modes_order, n_axes), problem.modes_padding);
  const Length real = static_cast<Length>(sizeof(Real));
  const Length n_bytes = std::max(points * (points_are_real(problem) ? real : 2 * real),
                                  modes * (modes_are_real(problem) ? real : 2 * real));
  if (in_place && plan.in_place_bytes > n_bytes)
    refuse("in place weft needs " + std::to_string(plan.in_place_bytes) + " bytes, and FFTW's arrays have " +
           std::to_string(n_bytes));
}

bool has_own_blocks(const Request& request, int n_processes) {
  return request.asked == Asked::dft && request.n.size() == 1 && n_processes > 1;
}

std::optional<Description> one_axis(const Request& request, int n_processes, int rank, bool in_place) {
  try {
    const Options options = {{"in_place", in_place ? "yes" : "no"}};
    return describe(task_of(request, n_processes).problem, n_processes, rank, options);
  } catch (const Error&) {
    return std::nullopt;
  }
}

}  // namespace weft::fftw_mpi
