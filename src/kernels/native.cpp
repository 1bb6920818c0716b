// The native backend: lengths, factors and tables; the vector code is in native_passes-inl.hpp.
#include "kernels/native.hpp"

#include <hwy/targets.h>

#include <algorithm>
#include <climits>
#include <numeric>
#include <optional>

#include "base/narrow.hpp"
#include "codelets/constants.hpp"
#include "codelets/table.hpp"
#include "kernels/native_long.hpp"
#include "kernels/native_odd.hpp"
#include "kernels/native_prime.hpp"
#include "kernels/native_real.hpp"
#include "kernels/padded.hpp"
#include "kernels/strided.hpp"
#include "lines/line_kernel.hpp"

namespace weft::inline kernels {

namespace {

template <int... radices>
std::vector<int> list_of(std::integer_sequence<int, radices...>) {
  return {radices...};
}

// Of two lists of radices, the one with fewer passes, else with the smaller butterflies.
bool is_better(const std::vector<int>& a, const std::vector<int>& b) {
  if (a.size() != b.size()) return a.size() < b.size();
  return std::accumulate(a.begin(), a.end(), 0) < std::accumulate(b.begin(), b.end(), 0);
}

// The best radices, large ones first, whose product is n, none above `most`; none if there are not any.
std::optional<std::vector<int>> factors_of(Index n, int most) {
  if (n == 1) return std::vector<int>{};
  std::optional<std::vector<int>> best;
  for (int radix : list_of(NativeRadices{})) {
    if (radix > most || n % radix != 0) continue;
    std::optional<std::vector<int>> factors = factors_of(n / radix, radix);
    if (!factors) continue;
    factors->insert(factors->begin(), radix);
    if (!best || is_better(*factors, *best)) best = factors;
  }
  return best;
}

std::optional<std::vector<int>> factors_of(Index n) { return factors_of(n, INT_MAX); }

// One complex transform, inside which a real one is done.
Index complex_points(const KernelSpec& spec) { return spec.kind == Kind::c2c ? spec.n : spec.n / 2; }

}  // namespace

bool has_native_factors(Index n) {
  for (int prime : {2, 3, 5, 7, 11, 13})
    while (n > 1 && n % prime == 0) n /= prime;
  return n == 1;
}
std::vector<int> native_radices(Index n) { return factors_of(n).value(); }

template <class T>
std::vector<NativePass<T>> native_passes(Index n) {
  std::vector<NativePass<T>> passes;
  Index before = 1;  // product of the radices of the passes before
  for (int radix : native_radices(n)) {
    NativePass<T> pass{radix, n / before / radix, before, {}};
    for (Index p = 0; p < pass.m; ++p)
      for (int j = 1; j < radix; ++j) {
        const Index turn = p * j % (radix * pass.m);
        pass.twiddles.push_back(static_cast<T>(root_cos(turn, radix * pass.m)));
        pass.twiddles.push_back(static_cast<T>(-root_sin(turn, radix * pass.m)));
      }
    before *= radix;
    passes.push_back(std::move(pass));
  }
  return passes;
}
template std::vector<NativePass<double>> native_passes(Index n);
template std::vector<NativePass<float>> native_passes(Index n);

template <class T>
std::vector<T> native_real_roots(Index n) {
  std::vector<T> roots;
  for (Index k = 0; k <= n / 2; ++k) {
    roots.push_back(static_cast<T>(root_cos(k, 2 * n)));
    roots.push_back(static_cast<T>(-root_sin(k, 2 * n)));
  }
  return roots;
}
template std::vector<double> native_real_roots(Index n);
template std::vector<float> native_real_roots(Index n);

namespace {

// Of native factors: the passes, and where they leave the frequencies.
template <class T>
void set_passes(NativeTransform<T>& transform) {
  transform.passes = native_passes<T>(transform.n);
  std::vector<int> frequency{0};  // that block b begins with
  for (const NativePass<T>& pass : transform.passes) {
    if (pass.m == 1) transform.first_frequency = frequency;
    std::vector<int> next;
    for (int f : frequency)
      for (int j = 0; j < pass.radix; ++j) next.push_back(narrow(f + j * pass.n_blocks, "a frequency"));
    frequency = next;
  }
  transform.position.resize(transform.n + 1);
  for (Index i = 0; i < transform.n; ++i) transform.position[frequency[i]] = narrow(i, "a position");
  transform.position[transform.n] = narrow(transform.n, "a position");
}

}  // namespace

template <class T>
NativeTransform<T> make_native_transform(const KernelSpec& spec) {
  NativeTransform<T> transform;
  const Index n = complex_points(spec);
  transform.kind = spec.kind;
  transform.n = n;
  transform.is_positive = spec.sign > 0;
  if (has_native_factors(n)) {
    set_passes(transform);
  } else {
    transform.prime = native_prime<T>(n);
    transform.place = transform.prime->place;
    transform.position = transform.prime->position;
  }
  if (spec.kind != Kind::c2c) transform.real_roots = native_real_roots<T>(n);
  return transform;
}
template NativeTransform<double> make_native_transform(const KernelSpec& spec);
template NativeTransform<float> make_native_transform(const KernelSpec& spec);

namespace {

// One side of a tile: from where its lines are to addresses of rows.
class TileSide {
 public:
  TileSide(const Lines& lines, Index n_points, Index n_lines, int element_bytes)
      : along_(lines.step == 1 && !lines.table),
        bytes_((along_ ? lines.next : lines.step) * element_bytes),
        n_rows_(along_ ? n_lines : n_points) {}
  Index n_rows() const { return n_rows_; }
  // `distances`: of a table, or null.
  LineAddresses at(const void* tile, const Index* distances, const char** rows) const {
    const char* row = static_cast<const char*>(tile);
    for (Index i = 0; i < n_rows_; ++i) rows[i] = row + (distances != nullptr ? distances[i] : i * bytes_);
    return {along_, rows};
  }

 private:
  bool along_;
  Index bytes_;  // from row to row
  Index n_rows_;
};

// Points that a transform has in scratch.
template <class T>
Index work_points(const NativeTransform<T>& transform) {
  return transform.prime ? transform.prime->n_work : transform.n + 1;
}
template <class T>
Index work_points(const NativeOddTransform<T>& transform) {
  return work_points(transform.complex);
}
template <class T>
Index work_points(const NativeRealTransform<T>& transform) {
  return transform.n_work;
}

// Scratch holds, one after the other: one group of lines, a group that is not full, the addresses of the rows
// of that one, and of both sides of a tile.
template <class T, class Transform>
class NativeKernel : public Kernel {
 public:
  NativeKernel(const KernelSpec& spec, Transform transform)
      : n_lines_(spec.n_lines),
        mode_{spec.scale, spec.in_place, spec.ahead},
        transform_(std::move(transform)),
        in_(spec.in, n_read(spec.kind, spec.n), spec.n_lines,
            (reads_real(spec.kind, spec.real) ? 1 : 2) * sizeof(T)),
        out_(spec.out, n_written(spec.kind, spec.n), spec.n_lines,
             (writes_real(spec.kind, spec.real) ? 1 : 2) * sizeof(T)),
        n_points_(spec.n + 1) {}

  Index scratch_bytes() const override {
    const Index n_addresses = n_points_ + in_.n_rows() + out_.n_rows();
    return (n_work() + n_bounce()) * static_cast<Index>(sizeof(T)) +
           n_addresses * static_cast<Index>(sizeof(char*));
  }
  void run(void* in, void* out, void* scratch) const override { run_at(in, out, {}, scratch); }
  void run_at(void* in, void* out, const LineTables& tables, void* scratch) const override {
    const NativeScratch<T> parts = parts_of(scratch);
    const char** rows = parts.rows + n_points_;
    run_native(transform_, in_.at(in, tables.in, rows), out_.at(out, tables.out, rows + in_.n_rows()),
               n_lines_, mode_, parts);
  }

 private:
  static constexpr Index lanes = vector_bytes / sizeof(T);
  Index n_work() const { return 2 * (padded_position(work_points(transform_)) + 1) * lanes; }
  // A group has at most 2 lines for each lane, and then at most half as many modes as points.
  Index n_bounce() const { return 2 * n_points_ * lanes; }
  NativeScratch<T> parts_of(void* scratch) const {
    T* work = static_cast<T*>(scratch);
    T* bounce = work + n_work();
    return {work, bounce, reinterpret_cast<const char**>(bounce + n_bounce())};
  }

  Index n_lines_;
  MemoryMode mode_;
  Transform transform_;
  TileSide in_, out_;
  Index n_points_;  // most points of a line on either side
};

bool is_odd_real(const KernelSpec& spec) {
  return is_fourier(spec.kind) && spec.kind != Kind::c2c && spec.n % 2 != 0;
}

// Do lines share transforms, unless they are kept apart?
bool shares_transforms(const KernelSpec& spec) { return !is_fourier(spec.kind) || is_odd_real(spec); }

template <class T>
std::unique_ptr<Kernel> make_native(const KernelSpec& spec) {
  if (is_odd_real(spec))
    return std::make_unique<NativeKernel<T, NativeOddTransform<T>>>(spec, make_native_odd<T>(spec));
  if (is_fourier(spec.kind))
    return std::make_unique<NativeKernel<T, NativeTransform<T>>>(spec, make_native_transform<T>(spec));
  return std::make_unique<NativeKernel<T, NativeRealTransform<T>>>(spec, make_native_real<T>(spec));
}

// One way for modes that are left out, one for lists, and one for lines that lie otherwise than other kernels
// want them.
std::unique_ptr<Kernel> make_native(const KernelSpec& spec, const std::string& effort) {
  const auto make = [&](const KernelSpec& inner) { return make_native(inner, effort); };
  const bool has_tables = spec.in.table || spec.out.table;
  if (!spec.kept.is_all()) return has_tables ? nullptr : make_padded(spec, make);
  if (auto kernel = make_line_kernel(spec)) return kernel;
  const bool is_long_line = is_long(spec);
  const bool must_lie_along = is_long_line || (shares_transforms(spec) && spec.apart);
  const bool lies_well = must_lie_along ? lies_along(spec) : lies_along_or_across(spec);
  if (has_tables && (!lies_well || is_long_line || spec.stream)) return nullptr;
  if (!lies_well) return make_strided(spec, make);
  return is_long_line ? make_native_long(spec) : make_native_groups(spec);
}

// The best of the instruction sets that the vector code is compiled for and this processor has.
std::string native_version() {
  return std::string("native-") + hwy::TargetName(step_tables(double{})[0]->target);
}

}  // namespace

std::unique_ptr<Kernel> make_native_groups(const KernelSpec& spec) {
  return spec.precision == Precision::double_ ? make_native<double>(spec) : make_native<float>(spec);
}

Backend native_backend() {
  return {"native", {""},      make_native, native_version, [](Kind, Index) { return native_version(); },
          nullptr,  "",        true,        nullptr,        nullptr,
          nullptr,  make_block};
}

}  // namespace weft::inline kernels
