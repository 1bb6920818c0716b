// Runs random plans forward and backward, and records which are refused, and sketches of the results. The
// driver before_plans.py compares the records of two versions of weft.
//
// A sketch is 64 random projections: each element is added, with a random sign, to one of 64 sums. The
// expected sum of squares of a sketch is that of the elements, also of the difference of two arrays
// (Charikar, Chen, Farach-Colton, 2002). Sums are long double, so that their rounding is far below that of a
// transform.
#include <mpi.h>

#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <iostream>
#include <numbers>
#include <span>
#include <sstream>

#include "random_plan.hpp"
#include "weft/weft.hpp"

namespace {

using weft::Index;

// One side of a plan on this process: which elements it has, and how they lie in memory.
struct Side {
  Index n_global;  // elements of the whole array
  weft::Extents shape;
  weft::Box box;
  weft::Storage storage;
  bool is_real, is_double;
  Index bytes() const { return storage.n_elements() * (is_real ? 1 : 2) * (is_double ? 8 : 4); }
};

Index product(const weft::Extents& list) {
  return std::accumulate(list.begin(), list.end(), Index{1}, std::multiplies<>());
}

Side side_of(const weft::Extents& shape, const weft::Box& box, const weft::Storage& storage, bool is_real,
             const weft::Problem& p) {
  return {product(shape), shape, box, storage, is_real, p.precision == weft::Precision::double_};
}

// Calls visit(offset in memory, global index in C order, local indices) for each element.
template <class Visit>
void for_elements(const Side& side, const Visit& visit) {
  if (side.box.empty()) return;
  const std::size_t d = side.shape.size();
  weft::Extents local(d, 0);
  while (true) {
    Index offset = 0, global = 0;
    for (std::size_t a = 0; a < d; ++a) {
      offset += local[a] * side.storage.strides[a];
      global = global * side.shape[a] + side.box.ranges[a].begin + local[a];
    }
    visit(offset, global, local);
    std::size_t a = d;
    while (a > 0 && ++local[a - 1] == side.box.ranges[a - 1].size()) local[--a] = 0;
    if (a == 0) return;
  }
}

// -1 to 1, with few enough bits for single precision.
double random_value(std::uint64_t key) { return static_cast<double>(hashed(key) >> 40) / (1 << 23) - 1; }

double load(const Side& side, const std::byte* array, Index i) {
  return side.is_double ? reinterpret_cast<const double*>(array)[i]
                        : reinterpret_cast<const float*>(array)[i];
}

void store(const Side& side, std::byte* array, Index i, double value) {
  if (side.is_double)
    reinterpret_cast<double*>(array)[i] = value;
  else
    reinterpret_cast<float*>(array)[i] = static_cast<float>(value);
}

void fill(const Side& side, std::uint64_t key, std::byte* array) {
  const int parts = side.is_real ? 1 : 2;
  for_elements(side, [&](Index offset, Index global, const weft::Extents&) {
    for (int part = 0; part < parts; ++part)
      store(side, array, parts * offset + part,
            random_value(key + static_cast<std::uint64_t>(2 * global + part)));
  });
}

// Modes that real points have: those of three spikes along the Fourier axes, of random heights along the
// others. waves: wavenumbers of the local modes of each Fourier axis; empty for other axes.
void fill_hermitian(const Side& side, const weft::Problem& p, const std::vector<std::vector<Index>>& waves,
                    std::uint64_t key, std::byte* array) {
  for_elements(side, [&](Index offset, Index, const weft::Extents& local) {
    double real = 0, imaginary = 0;
    for (std::uint64_t spike = 0; spike < 3; ++spike) {
      double turns = 0;
      std::uint64_t others = hashed(key + spike);
      for (std::size_t a = 0; a < local.size(); ++a) {
        const auto i = static_cast<std::size_t>(local[a]);
        if (waves[a].empty()) {
          others = hashed(others + static_cast<std::uint64_t>(side.box.ranges[a].begin + local[a]));
          continue;
        }
        const Index n = weft::kept_points(p, static_cast<int>(a));
        const auto at = static_cast<Index>(hashed(key + 16 * spike + a) % static_cast<std::uint64_t>(n));
        turns += static_cast<double>((waves[a][i] + n) * at % n) / static_cast<double>(n);
      }
      const double height = 1 + random_value(others) / 2, angle = 2 * std::numbers::pi * turns;
      real += height * std::cos(angle);
      imaginary -= height * std::sin(angle);
    }
    store(side, array, 2 * offset, real);
    store(side, array, 2 * offset + 1, imaginary);
  });
}

constexpr std::size_t n_sums = 64;
using Sketch = std::array<long double, n_sums + 1>;  // the last one is the sum of all squares

void add(const Side& side, std::uint64_t key, const std::byte* array, Sketch& sketch) {
  const int parts = side.is_real ? 1 : 2;
  for_elements(side, [&](Index offset, Index global, const weft::Extents&) {
    for (int part = 0; part < parts; ++part) {
      const long double value = load(side, array, parts * offset + part);
      const std::uint64_t place = hashed(~key + static_cast<std::uint64_t>(2 * global + part));
      sketch[place % n_sums] += place >> 63 == 0 ? value : -value;
      sketch[n_sums] += value * value;
    }
  });
}

// The bound of doc/conventions.md, with the scatter over few points, as tests/support/oracle.cpp has it; and
// the expected ratio of the norms of the modes and of the points if all modes were kept.
struct Scale {
  double bound, gain;
};

Scale scale_of(const weft::Problem& p) {
  double log2_n = 0, n_of_norm = 1, gain = 1;
  bool is_smooth = true, has_others = false;
  for (int axis = 0; axis < static_cast<int>(p.shape.size()); ++axis) {
    const auto kind = weft::kind_of(p, axis);
    if (!kind) continue;
    Index n = p.shape[static_cast<std::size_t>(axis)];
    const auto length = static_cast<double>(n);
    const bool is_fourier = *kind == weft::AxisKind::fourier, is_whole = *kind >= weft::AxisKind::r2hc;
    const bool is_chebyshev = *kind == weft::AxisKind::chebyshev || *kind == weft::AxisKind::chebyshev_gauss;
    log2_n += std::log2(is_fourier ? length : 2 * length);
    has_others = has_others || !is_fourier;
    if (is_chebyshev)
      gain *= std::sqrt(2 / length);
    else
      n_of_norm *= is_fourier || is_whole ? length : 2 * length;
    for (Index q : {2, 3, 5, 7, 11, 13})
      while (n % q == 0) n /= q;
    is_smooth = is_smooth && n == 1;
  }
  if (p.norm != weft::Norm::ortho) gain *= std::pow(n_of_norm, p.norm == weft::Norm::backward ? 0.5 : -0.5);
  const double u = p.precision == weft::Precision::double_ ? 0x1p-53 : 0x1p-24;
  const double scatter = 1 + 2 / std::sqrt(static_cast<double>(product(p.shape)));
  return {1.2 * u * std::sqrt(std::max(log2_n, 1.0)) * (is_smooth ? 1 : 3) * (has_others ? 2 : 1) * scatter,
          gain};
}

// What the plan did to its fields: the modes of random points, and the points of random modes.
struct Results {
  Sketch modes = {}, points = {};
  long n_spoiled = 0;  // arrays that were written where they should not be
};

// The memory of an array between guards. All bytes are 0xff, of which no element consists. A moved array
// keeps its address and alignment, a copy does not.
class Array {
 public:
  Array(Index bytes, std::size_t shift)
      : bytes_(static_cast<std::size_t>(bytes)), memory_(bytes_ + 256, blank) {
    begin_ = 128 - reinterpret_cast<std::uintptr_t>(memory_.data()) % 64 + shift;
  }
  std::byte* data() { return memory_.data() + begin_; }
  void forget() { std::fill_n(data(), bytes_, blank); }
  void forget(const Side& side) {
    const Index size = (side.is_real ? 1 : 2) * (side.is_double ? 8 : 4);
    for_elements(side, [&](Index offset, Index, const weft::Extents&) {
      std::fill_n(data() + offset * size, size, blank);
    });
  }
  bool is_blank() const {
    return std::all_of(memory_.begin(), memory_.end(), [](std::byte b) { return b == blank; });
  }
  bool operator==(const Array& other) const { return memory_ == other.memory_; }

 private:
  static constexpr std::byte blank{0xff};
  std::size_t bytes_, begin_ = 0;
  std::vector<std::byte> memory_;
};

using Call = std::function<void(bool forward, std::span<const void* const>, std::span<void* const>)>;

Results transform(const RandomPlan& made, const Side& points, const Side& modes, Index in_place_bytes,
                  const std::vector<std::vector<Index>>& waves, std::uint64_t key, const Call& call) {
  Results results;
  const auto n_fields = static_cast<std::size_t>(made.problem.n_fields);
  const std::size_t shift = made.misaligned ? (points.is_double ? 8 : 4) : 0;
  const bool in_place = in_place_bytes > 0, keeps_input = made.options.get("overwrite_input") == "no";
  for (const bool forward : {true, false}) {
    const Side &in = forward ? points : modes, &out = forward ? modes : points;
    std::vector<Array> inputs, outputs;
    std::vector<const void*> from;
    std::vector<void*> to;
    for (std::size_t f = 0; f < n_fields; ++f) {
      inputs.emplace_back(in_place ? in_place_bytes : in.bytes(), shift);
      outputs.emplace_back(in_place ? 0 : out.bytes(), shift);
      const std::uint64_t field_key = hashed(key + 2 * f + (forward ? 0 : 1));
      if (!forward && made.problem.transform == weft::Transform::r2c)
        fill_hermitian(in, made.problem, waves, field_key, inputs[f].data());
      else
        fill(in, field_key, inputs[f].data());
      from.push_back(inputs[f].data());
      to.push_back((in_place ? inputs : outputs)[f].data());
    }
    const std::vector<Array> before = inputs;
    call(forward, from, to);
    for (std::size_t f = 0; f < n_fields; ++f) {
      add(out, hashed(key + f), static_cast<const std::byte*>(to[f]),
          forward ? results.modes : results.points);
      if (in_place)
        inputs[f].forget();
      else
        outputs[f].forget(out);
      const bool is_kept = in_place ? inputs[f].is_blank() : !keeps_input || inputs[f] == before[f];
      if (!is_kept || !outputs[f].is_blank()) ++results.n_spoiled;
    }
  }
  return results;
}

Results run_serial(const RandomPlan& made, std::uint64_t key) {
  const weft::Problem& p = made.problem;
  weft::SerialPlan plan(
      p, {.threads = made.serial_threads, .points = made.serial_points, .modes = made.serial_modes});
  const auto whole = [](const weft::Extents& shape) {
    weft::Box box;
    for (Index n : shape) box.ranges.push_back({0, n});
    return box;
  };
  const weft::Extents shape = weft::modes_shape(p);
  std::vector<std::vector<Index>> waves(p.shape.size());
  for (int axis = 0; axis < static_cast<int>(p.shape.size()); ++axis)
    if (weft::kind_of(p, axis) == weft::AxisKind::fourier)
      waves[static_cast<std::size_t>(axis)] =
          weft::wavenumbers(p, axis, {0, shape[static_cast<std::size_t>(axis)]});
  return transform(made, side_of(p.shape, whole(p.shape), plan.points_storage(), weft::points_are_real(p), p),
                   side_of(shape, whole(shape), plan.modes_storage(), weft::modes_are_real(p), p), 0, waves,
                   key, [&](bool forward, std::span<const void* const> in, std::span<void* const> out) {
                     forward ? plan.forward(in[0], out[0]) : plan.backward(in[0], out[0]);
                   });
}

Results run_parallel(const RandomPlan& made, std::uint64_t key) {
  const weft::Problem& p = made.problem;
  weft::Plan plan(p, MPI_COMM_WORLD, made.options);
  std::vector<std::vector<Index>> waves(p.shape.size());
  if (p.transform == weft::Transform::r2c)
    for (int axis = 0; axis < static_cast<int>(p.shape.size()); ++axis)
      if (weft::kind_of(p, axis) == weft::AxisKind::fourier)
        waves[static_cast<std::size_t>(axis)] = plan.wavenumbers(axis);
  return transform(
      made,
      side_of(plan.points_layout().shape, plan.points_box(), plan.points_storage(), weft::points_are_real(p),
              p),
      side_of(plan.modes_layout().shape, plan.modes_box(), plan.modes_storage(), weft::modes_are_real(p), p),
      plan.is_in_place() ? std::max<Index>(plan.in_place_bytes(), 1) : 0, waves, key,
      [&](bool forward, std::span<const void* const> in, std::span<void* const> out) {
        forward ? plan.forward_fields(in, out) : plan.backward_fields(in, out);
      });
}

std::string text_of(const RandomPlan& made, bool is_serial) {
  const weft::Problem& p = made.problem;
  std::string text = weft::to_text(p.shape);
  for (const weft::OptionRow& row : weft::problem_table())
    if (const std::string value = weft::get(p, row.key); value != row.standard)
      text += " " + row.key + "=" + value;
  if (p.points) text += " points=(" + weft::to_text(*p.points) + ")";
  if (p.modes) text += " modes=(" + weft::to_text(*p.modes) + ")";
  for (const auto& [key, value] : made.options.values())
    if (key != "timeout") text += " " + key + "=" + value;
  if (is_serial) text += " serial, threads=" + std::to_string(made.serial_threads);
  if (made.serial_points) text += " points strides=" + weft::to_text(made.serial_points->strides);
  if (made.serial_modes) text += " modes strides=" + weft::to_text(made.serial_modes->strides);
  return text + (made.misaligned ? " misaligned" : "");
}

// Runs one plan. Process 0 writes a line: number, text, then what became of it; and the sketches, each sum as
// a double and the rest that does not fit into it.
void run(std::uint64_t number, std::uint64_t seed, bool is_serial, std::ostream& lines, std::ostream& sums) {
  int rank = 0, size = 1;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  const std::uint64_t key = hashed(hashed(seed) + number);
  const RandomPlan made = Draw(key).plan(is_serial ? 0 : size);
  if (rank == 0) lines << number << '\t' << text_of(made, is_serial) << '\t' << std::flush;
  try {
    const Results mine = is_serial ? run_serial(made, key) : run_parallel(made, key);
    Results all;
    for (const auto& [from, to] : {std::pair(&mine.modes, &all.modes), std::pair(&mine.points, &all.points)})
      MPI_Reduce(from->data(), to->data(), n_sums + 1, MPI_LONG_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
    MPI_Reduce(&mine.n_spoiled, &all.n_spoiled, 1, MPI_LONG, MPI_SUM, 0, MPI_COMM_WORLD);
    if (rank != 0) return;
    if (all.n_spoiled > 0) {
      lines << "spoiled\tan input, or memory between or beside the elements of an output, has changed"
            << std::endl;
      return;
    }
    const auto [bound, gain] = scale_of(made.problem);
    // A few modes may be small by chance: then they are judged by the norm that they have on average.
    const double n_parts = weft::modes_are_real(made.problem) ? 1 : 2;
    const auto n_values =
        static_cast<double>(product(weft::modes_shape(made.problem)) * made.problem.n_fields);
    const double least = made.problem.kept.empty() ? 0 : gain * std::sqrt(n_values * n_parts / 3);
    lines << "taken\t" << bound << '\t' << std::max(least, std::sqrt(static_cast<double>(all.modes[n_sums])))
          << '\t' << std::sqrt(static_cast<double>(all.points[n_sums])) << std::endl;
    for (const Sketch* sketch : {&all.modes, &all.points})
      for (std::size_t i = 0; i < n_sums; ++i) {
        const auto high = static_cast<double>((*sketch)[i]);
        const double both[2] = {high, static_cast<double>((*sketch)[i] - static_cast<long double>(high))};
        sums.write(reinterpret_cast<const char*>(both), sizeof both);
      }
    sums.flush();
  } catch (const weft::Error& error) {
    std::string message = error.what();
    std::replace_if(
        message.begin(), message.end(), [](char c) { return c == '\n' || c == '\t'; }, ' ');
    if (error.code() == weft::ErrorCode::communication) MPI_Abort(MPI_COMM_WORLD, 3);
    if (rank == 0) lines << "refused\t" << message << std::endl;
  }
}

}  // namespace

int main(int n_arguments, char** arguments) {
  if (n_arguments != 7) {
    std::cerr
        << "usage: random_plans SEED FIRST END PATTERN GROUP FILE\n"
           "Runs plan i = FIRST ... END-1 if letter i (modulo its length) of PATTERN is GROUP: s for a\n"
           "serial plan, else any letter. Results go to FILE and FILE.sums.\n";
    return 2;
  }
  int provided = 0, rank = 0;
  MPI_Init_thread(&n_arguments, &arguments, MPI_THREAD_FUNNELED, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  const std::uint64_t seed = std::stoull(arguments[1]), first = std::stoull(arguments[2]),
                      end = std::stoull(arguments[3]);
  const std::string pattern = arguments[4], group = arguments[5], file = arguments[6];
  std::ofstream lines, sums;
  if (rank == 0) {
    lines.open(file, std::ios::app);
    sums.open(file + ".sums", std::ios::app | std::ios::binary);
  }
  for (std::uint64_t i = first; i < end; ++i)
    if (pattern[i % pattern.size()] == group[0]) run(i, seed, group == "s", lines, sums);
  MPI_Finalize();
}
