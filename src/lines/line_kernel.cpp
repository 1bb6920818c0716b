// Kernels of Fourier lines by lists of steps: which list.
#include "lines/line_kernel.hpp"

#include <cstdint>

#include "lines/real_lines.hpp"

namespace weft::inline lines {

namespace {

template <class T>
class LineKernel : public Kernel {
 public:
  LineKernel(const KernelSpec& spec, const StepTable<T>& table) : program_(table) {
    const LinePlace in = place_of(spec.in, spec.kind == Kind::r2c, spec.in_place ? output : input, in_table);
    LinePlace out = place_of(spec.out, spec.kind == Kind::c2r, output, out_table);
    steps_ = steps_of(spec, in, out);
    out.streams = true;
    if (spec.stream && !steps_.empty()) streaming_ = steps_of(spec, in, out);
  }
  explicit operator bool() const { return !steps_.empty(); }

  Index scratch_bytes() const override { return program_.scratch_numbers() * static_cast<Index>(sizeof(T)); }
  void run(void* in, void* out, void* scratch) const override { run_at(in, out, {}, scratch); }
  void run_at(void* in, void* out, const LineTables& tables, void* scratch) const override {
    T* bases[n_bases] = {static_cast<T*>(in), static_cast<T*>(out)};
    bases[in_table] = reinterpret_cast<T*>(const_cast<Index*>(tables.in));
    bases[out_table] = reinterpret_cast<T*>(const_cast<Index*>(tables.out));
    for (int i = scratch_first; i < n_bases; ++i) bases[i] = program_.scratch(i, static_cast<T*>(scratch));
    const bool streams =
        !streaming_.empty() && tables.is_aligned && reinterpret_cast<std::uintptr_t>(out) % 64 == 0;
    const Steps<T>& steps = streams ? streaming_ : steps_;
    codelets::run(steps.data(), std::ssize(steps), bases);
  }

 private:
  static LinePlace place_of(const Lines& lines, bool is_real, int base, int table) {
    if (lines.table) return {base, 0, 1, 2 * lines.next, table};
    const Index numbers = is_real ? 1 : 2;
    return {base, 0, numbers * lines.step, numbers * lines.next};
  }
  Steps<T> steps_of(const KernelSpec& spec, const LinePlace& in, const LinePlace& out) {
    Steps<T> steps;
    program_.append(steps, spec.kind == Kind::c2c
                               ? complex_blocks(spec, in, out)
                               : RealLines<T>(program_, spec.n, spec.sign, spec.kind == Kind::c2r, spec.scale)
                                     .blocks(in, out, spec.n_lines, spec.least_lines));
    fetch_ahead(steps, in.base, spec.ahead / static_cast<Index>(sizeof(T)));
    return steps;
  }
  LineBlocks<T> complex_blocks(const KernelSpec& spec, const LinePlace& in, const LinePlace& out) {
    const bool are_rows = in.form() == Form::rows && !out.is_across();
    if (spec.least_lines < program_.table().lines)  // only line by line
      return are_rows ? lines_along(program_, spec.n, spec.sign, in, out, spec.n_lines, spec.scale)
                      : LineBlocks<T>{};
    return complex_lines(program_, spec.n, spec.sign, in, out, spec.n_lines, spec.scale);
  }
  // Also by the steps of loops.
  void fetch_ahead(Steps<T>& steps, int source, Index numbers) {
    for (Step<T>& step : steps)
      if (step.n_steps > 0)
        fetch_ahead(program_.steps_of(step), source, numbers);
      else if (step.source == source)
        step.ahead = numbers;
  }

  Program<T> program_;
  Steps<T> steps_, streaming_;
};

template <class T>
std::unique_ptr<Kernel> make(const KernelSpec& spec) {
  for (const StepTable<T>* table : step_tables(T{}))
    if (table != nullptr)
      if (auto kernel = std::make_unique<LineKernel<T>>(spec, *table); *kernel) return kernel;
  return nullptr;
}

}  // namespace

std::unique_ptr<Kernel> make_line_kernel(const KernelSpec& of_lines) {
  KernelSpec spec = of_lines;
  if (spec.least_lines == 0) spec.least_lines = spec.n_lines;
  if (!is_fourier(spec.kind) || !spec.kept.is_all()) return nullptr;
  const bool is_complex = spec.kind == Kind::c2c;
  const Lines& reals = spec.kind == Kind::c2r ? spec.out : spec.in;
  if (!is_complex && (spec.in.table || spec.out.table)) return nullptr;
  if (is_complex ? radices_of(spec.n).empty()
                 : !has_real_lines(spec.n) || (reals.step != 1 && reals.next != 1))
    return nullptr;
  return spec.precision == Precision::double_ ? make<double>(spec) : make<float>(spec);
}

}  // namespace weft::inline lines
