// Sweeps of a program along the Chebyshev axis of modes: the operations of an equation on each line of
// coefficients, while the line is in cache.
//
// Example:
//   const double pi = std::acos(-1);
//   weft::Problem problem = weft::r2c({9, 8, 8});
//   problem.kinds = {weft::AxisKind::chebyshev, weft::AxisKind::fourier, weft::AxisKind::fourier};
//   weft::Plan plan(problem, MPI_COMM_WORLD);
//   auto f = plan.modes<std::complex<double>>(), u = plan.modes<std::complex<double>>(),
//        du = plan.modes<std::complex<double>>();
//   const void* in[] = {f.data()};
//   void* out[] = {u.data(), du.data()};
//   weft::Columns columns(plan, {2, 2 * pi, 4 * pi});
//   weft::ColumnSolver poisson(columns);                     // (D^2 - k^2) u = f, u = 0 at both ends
//   columns.sweep(in, out, [&](weft::ColumnTile& tile) {
//     weft::Lanes *v = tile.column(0), *dv = tile.column(1);
//     tile.read(0, v);                                       // v = in[0]
//     poisson.solve(tile, v);
//     tile.derivative(v, dv);
//     tile.write(v, 0);                                      // out[0] = v
//     tile.write(dv, 1);
//   });
//
// The modes of the other axes are independent lines of n coefficients. A tile is 16 of them side by side.
// Coefficient k of all lines is one row, real and imaginary parts apart, so that vector code has one line in
// each lane, whichever axis is contiguous in memory. Each array is read once and written once, with any
// number of operations in between. A line gets the same bits in any tile, on any number of processes.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "weft/export.h"
#include "weft/solvers.hpp"
#include "weft/weft.hpp"

namespace weft WEFT_API {

inline constexpr int n_lanes = 16;  // lines of a tile

// A complex number of each line; those of lanes without a line are arbitrary.
struct alignas(64) Lanes {
  double re[n_lanes];
  double im[n_lanes];
};

// A real number of each line.
struct alignas(64) Factor {
  double of[n_lanes];
};

// The argument of a function of `Columns::sweep`: 16 lines, or fewer at the end. Columns are arrays of
// n_coefficients() Lanes: column(i) of this tile, or memory of the program. Operations act on all lanes and
// coefficients; an output may be an input, unless stated otherwise.
// in, out, other, u: columns to read, and to write.
// f, g: real factors, of each line or one for all.
// i: the number of a column, or of an array of the sweep, from 0.
// axis, lane: another axis of the plan, and a line of the tile.
// upper, lower: the value of each line at the end of the first point of the axis, and at the other end.
// Not collective. Errors: none; nothing is checked.
class ColumnTile {
 public:
  Index n_coefficients() const;               // of a line
  std::size_t number() const;                 // of the tile, from 0: the same lines in every sweep
  int n_lines() const;                        // 1 to 16: lanes 0 to n_lines() - 1
  Index mode(int axis, int lane) const;       // global index of the line's mode along another axis
  const Factor& wavenumbers(int axis) const;  // physical ones, with sign; 0 in lanes without a line

  // Working columns 0 to n_columns - 1 of the sweep's Columns. They are not cleared between tiles.
  Lanes* column(int i) const;

  // Reads array i of the inputs to the column `to`; lanes without a line become 0. Numbers are converted
  // where the plan is of single precision.
  void read(int i, Lanes* to) const;
  // Writes the column `from` to array i of the outputs, with the same conversion.
  void write(const Lanes* from, int i) const;

  // out = `value`, real and imaginary part.
  void fill(double value, Lanes* out) const;
  // out = f in, out = out + f in, the same times i.
  void multiply(const Factor& f, const Lanes* in, Lanes* out) const;
  void multiply(double f, const Lanes* in, Lanes* out) const;
  void add(const Factor& f, const Lanes* in, Lanes* out) const;
  void add(double f, const Lanes* in, Lanes* out) const;
  void times_i(const Factor& f, const Lanes* in, Lanes* out) const;
  void add_times_i(const Factor& f, const Lanes* in, Lanes* out) const;
  // out = out + (f in + g other), out = i (f in + g other): in one pass.
  void add(double f, const Lanes* in, double g, const Lanes* other, Lanes* out) const;
  void times_i(const Factor& f, const Lanes* in, const Factor& g, const Lanes* other, Lanes* out) const;
  // out_k = out_k + `even` basis_k for even k, `odd` basis_k for odd k: a function that is even and one that
  // is odd about the middle of the axis. `basis`: n_coefficients() real coefficients of each line.
  void add_by_parity(const Lanes& even, const Lanes& odd, const Factor* basis, Lanes* out) const;
  // out = du/dy, out = out + f du/dy. By the recurrence of Spectral::derivative.
  void derivative(const Lanes* in, Lanes* out) const;
  void add_derivative(double f, const Lanes* in, Lanes* out) const;

  // u or du/dy at the ends of the axis: `upper` is the end of its first point.
  void ends(const Lanes* u, Lanes& upper, Lanes& lower) const;
  void end_slopes(const Lanes* u, Lanes& upper, Lanes& lower) const;

 private:
  friend class Columns;
  struct Impl;
  explicit ColumnTile(Impl& impl) : impl_(impl) {}
  Impl& impl_;
};

// The lines of a plan's modes along its Chebyshev axis, in the order in which they lie in memory on this
// process, in tiles of 16.
//
// Memory: 3 numbers for each line and other axis, and `n_columns` columns of 16 lines.
//
// Not collective, unless stated otherwise. Errors: none, unless stated otherwise.
class Columns {
 public:
  // The lines of a plan on a domain. Collective over the plan's communicator; all arguments are the same on
  // all processes, else Error(mismatch). The same error on all, also Error(resource) if memory is missing.
  // plan: it must live, and not be moved, as long as solvers are made. Error(invalid_argument) for one that
  //     transforms nothing. Error(not_applicable) for real modes, and for none or several Chebyshev axes. The
  //     same for a Chebyshev axis that is cut at the modes or has fewer than 3 modes, and for axes that are
  //     dealt out in turns (deal=cycles).
  // lengths: one for each axis of the plan; if not given, natural lengths. The entry of an untransformed axis
  //     is ignored. Error(invalid_argument) unless they are finite and above 0.
  // n_columns: working columns; Error(invalid_argument) below 0.
  // Example:
  //   weft::Problem problem = weft::r2c({9, 8});
  //   problem.kinds = {weft::AxisKind::chebyshev, weft::AxisKind::fourier};
  //   weft::Plan plan(problem, MPI_COMM_WORLD);
  //   weft::Columns columns(plan, {}, 2);
  //   auto u = plan.modes<std::complex<double>>(), advected = plan.modes<std::complex<double>>();
  //   const void* in[] = {u.data()};
  //   void* out[] = {advected.data()};
  //   columns.sweep(in, out, [](weft::ColumnTile& tile) {  // 3 du/dx + du/dy
  //     weft::Lanes *value = tile.column(0), *sum = tile.column(1);
  //     tile.read(0, value);
  //     tile.multiply(3, value, sum);
  //     tile.times_i(tile.wavenumbers(1), sum, sum);
  //     tile.add_derivative(1, value, sum);
  //     tile.write(sum, 0);
  //   });
  explicit Columns(const Plan& plan, std::vector<double> lengths = {}, int n_columns = 8);
  ~Columns();
  Columns(const Columns&) = delete;
  Columns& operator=(const Columns&) = delete;
  Columns(Columns&&) noexcept;
  Columns& operator=(Columns&&) noexcept;

  // Calls a function for each tile of this process, in order; no call if the block is empty. Allocates
  // nothing. Not collective; one thread at a time.
  // in, out: blocks of the modes in the plan's modes_storage(), null where the block is empty; for others
  //     Error(invalid_argument), on this process. An array may be both; the function then determines whether
  //     a line is read before or after it is written.
  // function: works on the tile; its exceptions are passed on.
  void sweep(std::span<const void* const> in, std::span<void* const> out,
             const std::function<void(ColumnTile&)>& function) const;
  // Calls a function for each tile of fields of the plan. Not collective.
  // in, out: fields; Error(invalid_argument), on this process, if they have another element type or storage.
  // function: as above.
  template <class T>
  void sweep(const std::vector<const Field<T>*>& in, const std::vector<Field<T>*>& out,
             const std::function<void(ColumnTile&)>& function) const {
    std::vector<const void*> inputs;
    std::vector<void*> outputs;
    for (const Field<T>* field : in) {
      check_field(element_type<T>(), field->storage());
      inputs.push_back(field->data());
    }
    for (Field<T>* field : out) {
      check_field(element_type<T>(), field->storage());
      outputs.push_back(field->data());
    }
    sweep(inputs, outputs, function);
  }

  int axis() const;                            // the Chebyshev axis
  Index n_coefficients() const;                // of a line
  std::size_t n_tiles() const;                 // of this process
  std::size_t n_lines() const;                 // of this process
  const std::vector<double>& squares() const;  // k^2 of each line, the sum over the other axes
  const std::vector<double>& lengths() const;  // of the domain
  Index bytes() const;                         // on this process

 private:
  friend class ColumnSolver;
  void check_field(ElementType element, const Storage& storage) const;
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

// u'' - a u = f on each line, a condition at either end: the tau method of weft::Helmholtz, inside a sweep.
// The factors are made once; n + 9 numbers for each line.
//
// Not collective, unless stated otherwise. Errors: none, unless stated otherwise.
// columns: the lines that are solved.
// walls: the conditions at the ends; if not given, u at both. Error(invalid_argument) for conditions without
//     factors or without a single solution.
class ColumnSolver {
 public:
  // The solver for a = k^2 + shift. Collective over the plan of the columns; all other arguments are the same
  // on all processes, else Error(mismatch). The same error on all.
  // shift: finite and 0 or more, else Error(invalid_argument).
  // Example:
  //   weft::Problem problem = weft::r2c({9, 8});
  //   problem.kinds = {weft::AxisKind::chebyshev, weft::AxisKind::fourier};
  //   weft::Plan plan(problem, MPI_COMM_WORLD);
  //   weft::Columns columns(plan);
  //   weft::ColumnSolver solver(columns, 4);
  //   auto f = plan.modes<std::complex<double>>();
  //   void* u[] = {f.data()};
  //   const void* in[] = {f.data()};
  //   columns.sweep(in, u, [&](weft::ColumnTile& tile) {
  //     tile.read(0, tile.column(0));
  //     solver.solve(tile, tile.column(0));
  //     tile.write(tile.column(0), 0);
  //   });
  explicit ColumnSolver(const Columns& columns, double shift = 0, const Walls& walls = {});
  // The solver for any a. Collective over the plan of the columns; the walls are the same on all processes,
  // else Error(mismatch). The same error on all.
  // a: one for each of the n_lines() lines of this process, finite and not negative; else
  //     Error(invalid_argument).
  ColumnSolver(const Columns& columns, std::span<const double> a, const Walls& walls = {});
  ~ColumnSolver();
  ColumnSolver(const ColumnSolver&) = delete;
  ColumnSolver& operator=(const ColumnSolver&) = delete;
  ColumnSolver(ColumnSolver&&) noexcept;
  ColumnSolver& operator=(ColumnSolver&&) noexcept;

  // Solves the lines of a tile: f to u. With a = 0 and walls that give slopes only, u is known up to a
  // constant, as of Helmholtz::solve.
  // tile, column: of the sweep, and the column with f, which becomes u.
  // upper, lower: the right-hand sides of the conditions; null: 0.
  void solve(const ColumnTile& tile, Lanes* column, const Lanes* upper = nullptr,
             const Lanes* lower = nullptr) const;

  Index bytes() const;  // that the solver holds on this process

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace weft
