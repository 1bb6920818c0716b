// FFTW-MPI in its four variants: modes transposed or in natural order, out of place or in place; planned
// with FFTW_MEASURE.
//
// FFTW cuts the first axis, in blocks of its own size. Complex modes lie in C order, or with the first two
// axes exchanged when transposed. Real lines are padded to 2 (n/2 + 1) numbers, also out of place. Axes that
// are not transformed must come last: they are FFTW's tuples of `howmany` numbers. Several fields are
// several executions of one plan. A complex-to-real transform destroys its input, which nobody needs then.
#include <dlfcn.h>
#include <fmt/format.h>

#include "bench/peers.hpp"
#include "weft/error.hpp"

#ifdef WEFT_HAVE_FFTW_MPI

#include <fftw3-mpi.h>

#include <algorithm>
#include <functional>
#include <numeric>

namespace weft::cli {

namespace {

// The functions of one precision under names without it.
template <class T>
struct Fftw;

#define WEFT_FFTW_FUNCTIONS(T, PREFIX)                                                     \
  template <>                                                                              \
  struct Fftw<T> {                                                                         \
    using Plan = PREFIX##plan;                                                             \
    using Complex = PREFIX##complex;                                                       \
    static constexpr auto& init = PREFIX##mpi_init;                                        \
    static constexpr auto& local_size = PREFIX##mpi_local_size_many;                       \
    static constexpr auto& local_size_transposed = PREFIX##mpi_local_size_many_transposed; \
    static constexpr auto& plan_c2c = PREFIX##mpi_plan_many_dft;                           \
    static constexpr auto& plan_r2c = PREFIX##mpi_plan_many_dft_r2c;                       \
    static constexpr auto& plan_c2r = PREFIX##mpi_plan_many_dft_c2r;                       \
    static constexpr auto& run_c2c = PREFIX##mpi_execute_dft;                              \
    static constexpr auto& run_r2c = PREFIX##mpi_execute_dft_r2c;                          \
    static constexpr auto& run_c2r = PREFIX##mpi_execute_dft_c2r;                          \
    static constexpr auto& destroy = PREFIX##destroy_plan;                                 \
  };
WEFT_FFTW_FUNCTIONS(double, fftw_)
WEFT_FFTW_FUNCTIONS(float, fftwf_)
#undef WEFT_FFTW_FUNCTIONS

// FFTW-MPI calls functions inside FFTW; a library that only has its interface, as MKL, would end the program.
void check_fftw_library() {
  const auto file_of = [](const char* function) {
    Dl_info info{};
    const void* address = dlsym(RTLD_DEFAULT, function);
    return address != nullptr && dladdr(address, &info) != 0 ? std::string(info.dli_fname) : std::string();
  };
  const std::string interface = file_of("fftw_execute"), inside = file_of("fftw_mkproblem_dft_d");
  const std::string single = file_of("fftwf_execute"), single_inside = file_of("fftwf_mkproblem_dft_d");
  if (interface == inside && single == single_inside) return;
  fail(ErrorCode::not_applicable,
       "FFTW-MPI needs all of FFTW, but " + (interface == inside ? single : interface) +
           " has its interface only; leave --fftw-library out, or give it a build of FFTW");
}

// The whole array, but for `range` along `axis`.
Box cut_box(const Extents& shape, std::size_t axis, Range range) {
  Box box;
  for (const Index n : shape) box.ranges.push_back({0, n});
  box.ranges[axis] = range;
  return box;
}

// The number of leading axes that are transformed. Throws if FFTW-MPI cannot do the problem.
int n_leading_axes(const Problem& problem) {
  const auto refuse = [](const std::string& reason) {
    fail(ErrorCode::not_applicable, "FFTW-MPI " + reason);
  };
  const Axes axes = axes_of(problem);
  const int n = static_cast<int>(axes.size());
  Axes leading(axes.size());
  std::iota(leading.begin(), leading.end(), 0);
  if (n < 2) refuse("transforms at least two axes");
  if (!problem.kept.empty()) refuse("has all modes; leave --kept out");
  if (!problem.kinds.empty()) refuse("is compared with on Fourier axes only; leave --kinds out");
  if (!std::is_permutation(axes.begin(), axes.end(), leading.begin()))
    refuse("transforms the first axes; those left out must come last");
  if (problem.transform == Transform::r2c && axes.back() != n - 1)
    refuse("needs the real axis to be the last transformed one");
  return n;
}

template <class T>
class FftwMpi : public Implementation {
  using F = Fftw<T>;
  using C = typename F::Complex;

 public:
  FftwMpi(const Session& session, const PeerRow& row, const Problem& problem)
      : row_(row), problem_(problem), comm_(session.comm), is_real_(problem.transform == Transform::r2c) {
    const int n_leading = n_leading_axes(problem);
    check_fftw_library();
    F::init();
    const Extents modes = modes_shape(problem);
    lengths_.assign(problem.shape.begin(), problem.shape.begin() + n_leading);
    howmany_ = std::accumulate(problem.shape.begin() + n_leading, problem.shape.end(), Index{1},
                               std::multiplies<>());
    const std::vector<std::ptrdiff_t> complex_lengths(modes.begin(), modes.begin() + n_leading);
    std::ptrdiff_t n0 = 0;
    std::ptrdiff_t begin0 = 0;
    std::ptrdiff_t n1 = 0;
    std::ptrdiff_t begin1 = 0;
    constexpr std::ptrdiff_t block = FFTW_MPI_DEFAULT_BLOCK;
    const std::ptrdiff_t* n = complex_lengths.data();
    n_complex_ = std::max(
        F::local_size(n_leading, n, howmany_, block, comm_, &n0, &begin0),
        F::local_size_transposed(n_leading, n, howmany_, block, block, comm_, &n0, &begin0, &n1, &begin1));
    Extents real = modes;  // allocated lengths of the points
    if (is_real_) real[n_leading - 1] *= 2;
    points_ = {cut_box(problem.shape, 0, {begin0, begin0 + n0}), c_strides(real)};
    modes_ = {cut_box(modes, 0, {begin0, begin0 + n0}), c_strides(modes)};
    if (!row.transposed) return;
    Extents exchanged = modes;
    std::swap(exchanged[0], exchanged[1]);
    modes_ = {cut_box(modes, 1, {begin1, begin1 + n1}), c_strides(exchanged)};
    std::swap(modes_.strides[0], modes_.strides[1]);
  }

  FftwMpi(const FftwMpi&) = delete;
  FftwMpi& operator=(const FftwMpi&) = delete;
  ~FftwMpi() override {
    if (forward_ != nullptr) F::destroy(forward_);
    if (backward_ != nullptr) F::destroy(backward_);
  }

  std::string name() const override { return row_.name; }
  std::string library() const override { return row_.library; }
  std::size_t array_bytes() const override { return static_cast<std::size_t>(n_complex_) * sizeof(C); }
  const Block& points() const override { return points_; }
  const Block& modes() const override { return modes_; }
  const Arrays& arrays() const override { return arrays_; }

  double pair_scale() const override {
    return std::accumulate(lengths_.begin(), lengths_.end(), 1.0, std::multiplies<>());
  }

  void bind(const Arrays& arrays) override {
    arrays_ = arrays;
    if (row_.in_place) arrays_.modes = arrays_.points;
    forward_ = make_plan(true);
    backward_ = make_plan(false);
    if (forward_ == nullptr || backward_ == nullptr)
      fail(ErrorCode::not_applicable, row_.name + " has no plan for this problem");
  }

  void forward() override {
    for (std::size_t i = 0; i < arrays_.points.size(); ++i) {
      if (is_real_)
        F::run_r2c(forward_, static_cast<T*>(arrays_.points[i]), static_cast<C*>(arrays_.modes[i]));
      else
        F::run_c2c(forward_, static_cast<C*>(arrays_.points[i]), static_cast<C*>(arrays_.modes[i]));
    }
  }

  void backward() override {
    for (std::size_t i = 0; i < arrays_.points.size(); ++i) {
      if (is_real_)
        F::run_c2r(backward_, static_cast<C*>(arrays_.modes[i]), static_cast<T*>(arrays_.points[i]));
      else
        F::run_c2c(backward_, static_cast<C*>(arrays_.modes[i]), static_cast<C*>(arrays_.points[i]));
    }
  }

 private:
  typename F::Plan make_plan(bool is_forward) const {
    const int n = static_cast<int>(lengths_.size());
    const unsigned order =
        row_.transposed ? (is_forward ? FFTW_MPI_TRANSPOSED_OUT : FFTW_MPI_TRANSPOSED_IN) : 0;
    const unsigned flags = FFTW_MEASURE | order;
    constexpr std::ptrdiff_t block = FFTW_MPI_DEFAULT_BLOCK;
    void* points = arrays_.points.front();
    C* modes = static_cast<C*>(arrays_.modes.front());
    if (is_real_ && is_forward)
      return F::plan_r2c(n, lengths_.data(), howmany_, block, block, static_cast<T*>(points), modes, comm_,
                         flags);
    if (is_real_)
      return F::plan_c2r(n, lengths_.data(), howmany_, block, block, modes, static_cast<T*>(points), comm_,
                         flags);
    C* in = is_forward ? static_cast<C*>(points) : modes;
    C* out = is_forward ? modes : static_cast<C*>(points);
    const int sign = is_forward ? problem_.sign : -problem_.sign;
    return F::plan_c2c(n, lengths_.data(), howmany_, block, block, in, out, comm_, sign, flags);
  }

  PeerRow row_;
  Problem problem_;
  MPI_Comm comm_;
  bool is_real_;
  std::vector<std::ptrdiff_t> lengths_;  // of the transformed axes, at the points
  std::ptrdiff_t howmany_ = 1;           // product of the lengths that are not transformed
  std::ptrdiff_t n_complex_ = 0;         // complex numbers that an array must hold
  Block points_;
  Block modes_;
  Arrays arrays_;
  typename F::Plan forward_ = nullptr;
  typename F::Plan backward_ = nullptr;
};

}  // namespace

std::unique_ptr<Implementation> make_fftw_mpi(const Session& session, const PeerRow& row,
                                              const Problem& problem, const PeerOptions& /*options*/) {
  if (problem.precision == Precision::single_) return std::make_unique<FftwMpi<float>>(session, row, problem);
  return std::make_unique<FftwMpi<double>>(session, row, problem);
}

}  // namespace weft::cli

#else

namespace weft::cli {

std::unique_ptr<Implementation> make_fftw_mpi(const Session&, const PeerRow&, const Problem&,
                                              const PeerOptions&) {
  fail(ErrorCode::not_applicable,
       "this program was built without FFTW-MPI (Debian has it for Open MPI only)");
}

}  // namespace weft::cli

#endif
