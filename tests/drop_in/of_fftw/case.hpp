// One plan of FFTW's MPI interface, from the sizes of its arrays to its destruction, against the direct
// transform.
#pragma once

#include <cstring>
#include <limits>
#include <string>

#include "agree.hpp"
#include "direct.hpp"

namespace weft::test {

enum class What { dft, r2c, c2r, r2r, transpose };
// By which of the functions that mean the same: with block sizes and howmany, with a list of lengths, with
// two or three lengths, or as Fortran calls them.
enum class Form { many, list, plain, fortran };

struct Case {
  What what = What::dft;
  Lengths n = {};
  Length howmany = 1;
  Length in_block = 0, out_block = 0;
  bool in_place = false;
  int sign = -1;
  std::vector<int> kinds = {};
  unsigned flags = flag::estimate;
  Form form = Form::many;

  bool has(unsigned flag) const { return (flags & flag) != 0; }
  bool is_halved() const { return what == What::r2c || what == What::c2r; }
  bool is_real(bool input) const {
    return what == What::r2r || what == What::transpose || what == (input ? What::r2c : What::c2r);
  }
};

inline std::string words_of(const Case& c) {
  static constexpr const char* names[] = {"dft", "r2c", "c2r", "r2r", "transpose"};
  std::string words = std::string(names[static_cast<int>(c.what)]) +
                      (c.in_place ? " in place" : " out of place") + " sign " + std::to_string(c.sign) + " n";
  for (const Length n : c.n) words += " " + std::to_string(n);
  words += " howmany " + std::to_string(c.howmany) + " blocks " + std::to_string(c.in_block) + ", " +
           std::to_string(c.out_block);
  for (const int kind : c.kinds) words += " kind " + std::to_string(kind);
  return words + " flags " + std::to_string(c.flags) + " form " + std::to_string(static_cast<int>(c.form));
}

// The part of the input or of the output that the manual promises.
inline Local local_of(const Case& c, bool input, int n_processes, int rank) {
  Local local;
  local.shape = c.n;
  const bool real = c.is_real(input);
  if (c.is_halved() && !real) local.shape.back() = c.n.back() / 2 + 1;
  local.stored = local.shape;
  if (c.is_halved() && real) local.stored.back() = 2 * (c.n.back() / 2 + 1);
  local.shape.push_back(c.howmany);
  local.stored.push_back(c.howmany);
  local.order.resize(local.shape.size());
  std::iota(local.order.begin(), local.order.end(), std::size_t{0});
  const bool flagged = c.has(input ? flag::transposed_in : flag::transposed_out);
  bool turned = flagged;
  if (c.what == What::transpose) {
    local.cut = input ? 0 : 1;
    turned = flagged == input;  // unflagged n0 by n1 goes to n1 by n0
  } else {
    local.cut = flagged ? 1 : 0;
  }
  if (turned) std::swap(local.order[0], local.order[1]);
  set_block(local, input ? c.in_block : c.out_block, n_processes, rank);
  return local;
}

inline Whole output_of(const Case& c, const Whole& input) {
  Whole out = input;
  for (std::size_t axis = 0; axis < c.n.size(); ++axis) {
    const bool half = c.what == What::r2c && axis + 1 == c.n.size();
    if (c.what == What::dft || c.what == What::r2c)
      out = transformed(out, axis, dft_matrix(c.n[axis], c.what == What::r2c ? -1 : c.sign),
                        half ? c.n[axis] / 2 + 1 : c.n[axis]);
    if (c.what == What::r2r) out = transformed(out, axis, r2r_matrix(c.n[axis], c.kinds[axis]), c.n[axis]);
  }
  return out;
}

// Input and expected output, of a c2r the modes of real numbers.
inline std::pair<Whole, Whole> data_of(const Case& c) {
  Lengths shape = c.n;
  shape.push_back(c.howmany);
  Whole input = drawn_array(shape, c.is_real(true) || c.what == What::c2r);
  if (c.what != What::c2r) return {input, output_of(c, input)};
  Case forward = c;
  forward.what = What::r2c;
  Whole modes = output_of(forward, input), points = input;
  for (Number& value : points.values) value *= static_cast<long double>(product(c.n));
  return {modes, points};
}

template <class Real>
class Run {
 public:
  using F = Fftw<Real>;
  using Handle = typename F::Handle;
  using Complex = Real[2];

  Run(const Case& c, MPI_Comm comm) : c_(c), comm_(comm) {
    in_ = local_of(c, true, size_of(comm), rank_in(comm));
    out_ = local_of(c, false, size_of(comm), rank_in(comm));
  }

  // "" if all is right, else what is wrong on this process.
  std::string complaint() {
    std::tie(input_, expected_) = data_of(c_);
    const Length n = n_reals();
    Array a(n, c_.in_place, 0), b(n, c_.in_place, c_.is_real(true) && c_.is_real(false) ? 1 : 2);
    const Handle handle = plan(a.in(), a.out());
    if (handle == nullptr) return "no plan";
    char* words = F::sprint_plan(handle);
    if (std::strstr(words, ": weft, ") == nullptr) complain("the plan is not weft's: " + std::string(words));
    std::free(words);
    for (int repeat = 0; repeat < 2; ++repeat) judge(a, "execute", [&] { F::execute(handle); });
    judge(b, "new arrays", [&] { execute_new(handle, b.in(), b.out()); });
    F::destroy_plan(handle);
    return wrong_;
  }

 private:
  // Both arrays, or one, at a multiple of Real from where allocators put them, with guards behind.
  struct Array {
    Array(Length n, bool in_place, Length offset)
        : memory{std::vector<Real>(static_cast<std::size_t>(n + offset + n_guards)),
                 std::vector<Real>(static_cast<std::size_t>(in_place ? 0 : n + offset + n_guards))},
          n_reals(n),
          start(offset),
          one(in_place) {}
    static constexpr Length n_guards = 16;
    Real* in() { return memory[0].data() + start; }
    Real* out() { return memory[one ? 0 : 1].data() + start; }
    std::vector<Real> memory[2];
    Length n_reals, start;
    bool one;
  };

  void complain(const std::string& what) {
    if (wrong_.empty()) wrong_ = what;
  }

  Lengths sizes_asked() const {
    Lengths n = c_.n;
    if (c_.is_halved()) n.back() = n.back() / 2 + 1;
    return n;
  }

  // Asks FFTW for the sizes, and compares them with the manual's.
  Length n_reals() {
    Length most = 0, least = 0;
    for (const bool input : {true, false}) {
      const Local& local = input ? in_ : out_;
      const Length block = input ? c_.in_block : c_.out_block;
      const Lengths n = sizes_asked();
      const int rank = static_cast<int>(n.size());
      Length size[2] = {-1, -1}, begin[2] = {-1, -1};
      Length asked = 0;
      if (c_.form == Form::many || c_.form == Form::fortran) {
        asked = F::mpi_local_size_many_transposed(rank, n.data(), c_.howmany, local.cut == 0 ? block : 0,
                                                  local.cut == 1 ? block : 0, comm_, size, begin, size + 1,
                                                  begin + 1);
        if (local.cut == 0) F::mpi_local_size_many(rank, n.data(), c_.howmany, block, comm_, size, begin);
        if (c_.form == Form::fortran && rank == 3 && block == 0 && local.cut == 0)
          F::mpi_local_size_3d_f03(n[0], n[1], n[2], MPI_Comm_c2f(comm_), size, begin);
      } else if (c_.form == Form::list || rank > 3) {
        asked = F::mpi_local_size_transposed(rank, n.data(), comm_, size, begin, size + 1, begin + 1);
        if (local.cut == 0) F::mpi_local_size(rank, n.data(), comm_, size, begin);
      } else if (rank == 2) {
        asked = F::mpi_local_size_2d_transposed(n[0], n[1], comm_, size, begin, size + 1, begin + 1);
        if (local.cut == 0) F::mpi_local_size_2d(n[0], n[1], comm_, size, begin);
      } else {
        asked = F::mpi_local_size_3d_transposed(n[0], n[1], n[2], comm_, size, begin, size + 1, begin + 1);
        if (local.cut == 0) F::mpi_local_size_3d(n[0], n[1], n[2], comm_, size, begin);
      }
      const bool is_asked = c_.n.size() > 1 || !c_.is_halved();  // of the halved axis itself
      if (is_asked && (size[local.cut] != local.size || (local.size > 0 && begin[local.cut] != local.begin)))
        complain(std::string(input ? "input" : "output") + ": the block is " +
                 std::to_string(size[local.cut]) + " from " + std::to_string(begin[local.cut]) + " on, not " +
                 std::to_string(local.size) + " from " + std::to_string(local.begin));
      most = std::max(most, asked * (c_.what == What::r2r || c_.what == What::transpose ? 1 : 2));
      const Length block_reals = local.n_stored() * (c_.is_real(input) ? 1 : 2);
      if (block_reals > most) complain("local_size is too small for the block");
      least = std::max(least, block_reals);
    }
    return std::max(most, least);
  }

  Handle plan(Real* in, Real* out) const {
    const Lengths& n = c_.n;
    const int rank = static_cast<int>(n.size());
    auto* const complex_in = reinterpret_cast<Complex*>(in);
    auto* const complex_out = reinterpret_cast<Complex*>(out);
    const int* const kinds = c_.kinds.data();
    const Form form = c_.form == Form::plain && rank > 3 ? Form::list : c_.form;
    const bool two = rank == 2;
    switch (c_.what) {
      case What::dft:
        if (form == Form::many)
          return F::mpi_plan_many_dft(rank, n.data(), c_.howmany, c_.in_block, c_.out_block, complex_in,
                                      complex_out, comm_, c_.sign, c_.flags);
        if (form == Form::fortran)
          return F::mpi_plan_many_dft_f03(rank, n.data(), c_.howmany, c_.in_block, c_.out_block, complex_in,
                                          complex_out, MPI_Comm_c2f(comm_), c_.sign, c_.flags);
        if (form == Form::list)
          return F::mpi_plan_dft(rank, n.data(), complex_in, complex_out, comm_, c_.sign, c_.flags);
        return two ? F::mpi_plan_dft_2d(n[0], n[1], complex_in, complex_out, comm_, c_.sign, c_.flags)
                   : F::mpi_plan_dft_3d(n[0], n[1], n[2], complex_in, complex_out, comm_, c_.sign, c_.flags);
      case What::r2c:
        if (form == Form::many || form == Form::fortran)
          return F::mpi_plan_many_dft_r2c(rank, n.data(), c_.howmany, c_.in_block, c_.out_block, in,
                                          complex_out, comm_, c_.flags);
        if (form == Form::list) return F::mpi_plan_dft_r2c(rank, n.data(), in, complex_out, comm_, c_.flags);
        return two ? F::mpi_plan_dft_r2c_2d(n[0], n[1], in, complex_out, comm_, c_.flags)
                   : F::mpi_plan_dft_r2c_3d(n[0], n[1], n[2], in, complex_out, comm_, c_.flags);
      case What::c2r:
        if (form == Form::many || form == Form::fortran)
          return F::mpi_plan_many_dft_c2r(rank, n.data(), c_.howmany, c_.in_block, c_.out_block, complex_in,
                                          out, comm_, c_.flags);
        if (form == Form::list) return F::mpi_plan_dft_c2r(rank, n.data(), complex_in, out, comm_, c_.flags);
        return two ? F::mpi_plan_dft_c2r_2d(n[0], n[1], complex_in, out, comm_, c_.flags)
                   : F::mpi_plan_dft_c2r_3d(n[0], n[1], n[2], complex_in, out, comm_, c_.flags);
      case What::r2r:
        if (form == Form::many || form == Form::fortran)
          return F::mpi_plan_many_r2r(rank, n.data(), c_.howmany, c_.in_block, c_.out_block, in, out, comm_,
                                      kinds, c_.flags);
        if (form == Form::list) return F::mpi_plan_r2r(rank, n.data(), in, out, comm_, kinds, c_.flags);
        return two ? F::mpi_plan_r2r_2d(n[0], n[1], in, out, comm_, kinds[0], kinds[1], c_.flags)
                   : F::mpi_plan_r2r_3d(n[0], n[1], n[2], in, out, comm_, kinds[0], kinds[1], kinds[2],
                                        c_.flags);
      case What::transpose:
        if (form == Form::many || form == Form::fortran)
          return F::mpi_plan_many_transpose(n[0], n[1], c_.howmany, c_.in_block, c_.out_block, in, out, comm_,
                                            c_.flags);
        return F::mpi_plan_transpose(n[0], n[1], in, out, comm_, c_.flags);
    }
    return nullptr;
  }

  // By each of the functions that run a plan on other arrays, in turns.
  void execute_new(Handle handle, Real* in, Real* out) const {
    auto* const complex_in = reinterpret_cast<Complex*>(in);
    auto* const complex_out = reinterpret_cast<Complex*>(out);
    const bool of_mpi = c_.n[0] % 2 == 0;
    switch (c_.what) {
      case What::dft:
        if (c_.n.back() % 3 == 0) return F::execute_r2r(handle, in, out);  // as xmds2 does
        return of_mpi ? F::mpi_execute_dft(handle, complex_in, complex_out)
                      : F::execute_dft(handle, complex_in, complex_out);
      case What::r2c:
        return of_mpi ? F::mpi_execute_dft_r2c(handle, in, complex_out)
                      : F::execute_dft_r2c(handle, in, complex_out);
      case What::c2r:
        return of_mpi ? F::mpi_execute_dft_c2r(handle, complex_in, out)
                      : F::execute_dft_c2r(handle, complex_in, out);
      case What::r2r:
      case What::transpose:
        return of_mpi ? F::mpi_execute_r2r(handle, in, out) : F::execute_r2r(handle, in, out);
    }
  }

  static void put(Real* array, std::size_t i, const Number& value, bool real) {
    array[real ? i : 2 * i] = static_cast<Real>(value.real());
    if (!real) array[2 * i + 1] = static_cast<Real>(value.imag());
  }
  static Number get(const Real* array, std::size_t i, bool real) {
    return real ? Number(array[i]) : Number(array[2 * i], array[2 * i + 1]);
  }

  template <class Execute>
  void judge(Array& array, const char* how, Execute execute) {
    for (std::vector<Real>& memory : array.memory)
      std::fill(memory.begin(), memory.end(), std::numeric_limits<Real>::quiet_NaN());
    in_.for_each([&](std::size_t place, std::size_t global) {
      put(array.in(), place, input_.values[global], c_.is_real(true));
    });
    const std::vector<Real> before = array.memory[0];
    execute();
    long double sums[2] = {0, 0};
    out_.for_each([&](std::size_t place, std::size_t global) {
      sums[0] += std::norm(get(array.out(), place, c_.is_real(false)) - expected_.values[global]);
      sums[1] += std::norm(expected_.values[global]);
    });
    MPI_Allreduce(MPI_IN_PLACE, sums, 2, MPI_LONG_DOUBLE, MPI_SUM, comm_);
    const auto n_points = static_cast<long double>(product(c_.n));
    const long double allowed = c_.what == What::transpose ? 0
                                                           : 4 * std::numeric_limits<Real>::epsilon() *
                                                                 std::sqrt(std::log2(n_points) + 1);
    if (!(std::sqrt(sums[0]) <= allowed * std::sqrt(sums[1])))
      complain(std::string(how) + ": error " +
               std::to_string(static_cast<double>(std::sqrt(sums[0] / sums[1]))) + " of what is right");
    const bool may_destroy = c_.in_place || (!c_.has(flag::preserve_input) &&
                                             (c_.has(flag::destroy_input) || c_.what == What::c2r));
    if (!may_destroy && std::memcmp(before.data(), array.memory[0].data(), before.size() * sizeof(Real)) != 0)
      complain(std::string(how) + ": the input is changed");
    for (const std::vector<Real>& memory : array.memory)
      for (std::size_t i = 0; i < memory.size(); ++i) {
        const auto at = static_cast<Length>(i);
        const bool inside = at >= array.start && at < array.start + array.n_reals;
        if (!inside && !std::isnan(memory[i]))
          complain(std::string(how) + ": something is written outside of an array");
      }
  }

  Case c_;
  MPI_Comm comm_;
  Local in_, out_;
  Whole input_, expected_;
  std::string wrong_;
};

// Fails the running test if the plan of a case is wrong somewhere. Collective over the world: `comm` is this
// process's.
template <class Real>
void expect_right(const Case& c, MPI_Comm comm = MPI_COMM_WORLD) {
  const std::string wrong = Run<Real>(c, comm).complaint();
  expect_no_complaint(MPI_COMM_WORLD,
                      wrong.empty() ? "" : words_of(c) + (sizeof(Real) == 4 ? ", single: " : ": ") + wrong);
}

}  // namespace weft::test
