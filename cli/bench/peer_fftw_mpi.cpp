// FFTW-MPI in its four variants: modes transposed or in natural order, out of place or in place; planned
// with FFTW_MEASURE.
//
// FFTW cuts the first axis, in blocks of its own size. Complex modes lie in C order, or with the first two
// axes exchanged when transposed. Real lines are padded to 2 (n/2 + 1) numbers, also out of place. Axes that
// are not transformed must come last: they are FFTW's tuples of `howmany` numbers. One axis has blocks of
// points and of modes that FFTW chooses, and no transposed variant. Several fields are several executions of
// one plan. A complex-to-real transform destroys its input, which nobody needs then.
//
// FFTW-MPI is loaded when it is asked for, after the FFTW that weft has loaded: it calls that one.
#include <mpi.h>

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <numeric>

#include "bench/fftw_functions.hpp"
#include "bench/peers.hpp"
#include "program/text.hpp"

namespace weft::cli {

namespace {

constexpr unsigned measure = 0, transposed_in = 1U << 29, transposed_out = 1U << 30;
constexpr std::ptrdiff_t block = 0;  // FFTW chooses

// FFTW-MPI's functions of one precision. T: double or float; a complex number is two of them.
template <class T>
struct MpiFunctions {
  using Plan = PlanOfFftw*;
  using Lengths = const std::ptrdiff_t*;
  using PlanReal = Plan(int rank, Lengths n, std::ptrdiff_t howmany, std::ptrdiff_t in_block,
                        std::ptrdiff_t out_block, T* in, T* out, MPI_Comm comm, unsigned flags);
  using Run = void(Plan, T* in, T* out);
  void (*init)() = nullptr;
  std::ptrdiff_t (*local_size)(int rank, Lengths n, std::ptrdiff_t howmany, std::ptrdiff_t block,
                               MPI_Comm comm, std::ptrdiff_t* n0, std::ptrdiff_t* begin0) = nullptr;
  std::ptrdiff_t (*local_size_transposed)(int rank, Lengths n, std::ptrdiff_t howmany, std::ptrdiff_t block0,
                                          std::ptrdiff_t block1, MPI_Comm comm, std::ptrdiff_t* n0,
                                          std::ptrdiff_t* begin0, std::ptrdiff_t* n1,
                                          std::ptrdiff_t* begin1) = nullptr;
  std::ptrdiff_t (*local_size_of_line)(std::ptrdiff_t n, std::ptrdiff_t howmany, MPI_Comm comm, int sign,
                                       unsigned flags, std::ptrdiff_t* n_in, std::ptrdiff_t* begin_in,
                                       std::ptrdiff_t* n_out, std::ptrdiff_t* begin_out) = nullptr;
  Plan (*plan_c2c)(int rank, Lengths n, std::ptrdiff_t howmany, std::ptrdiff_t in_block,
                   std::ptrdiff_t out_block, T* in, T* out, MPI_Comm comm, int sign,
                   unsigned flags) = nullptr;
  PlanReal *plan_r2c = nullptr, *plan_c2r = nullptr;
  Run *run_c2c = nullptr, *run_r2c = nullptr, *run_c2r = nullptr;
  void (*destroy)(Plan) = nullptr;
};

// The library beside FFTW, or the one that the loader finds: unless it looks into the current folder, too,
// where somebody could have put one.
void* open_fftw_mpi(const std::string& name, const std::filesystem::path& folder) {
  void* library = dlopen((folder / name).c_str(), RTLD_LAZY | RTLD_LOCAL);
  const char* path = std::getenv("LD_LIBRARY_PATH");
  const std::vector<std::string> elements = split(path == nullptr ? "" : path, ':');
  const bool is_safe = std::all_of(elements.begin(), elements.end(),
                                   [](const std::string& element) { return element.starts_with('/'); });
  if (library == nullptr && is_safe) library = dlopen(name.c_str(), RTLD_LAZY | RTLD_LOCAL);
  if (library == nullptr)
    refuse("there is no " + name + " beside FFTW in " + folder.string() +
           (is_safe ? " or where the loader looks" : "") + "; install Debian's libfftw3-mpi3");
  return library;
}

// FFTW-MPI calls functions inside FFTW; a library that only has its interface, as MKL, would end the program.
// And it is built for one MPI library, which must be ours.
template <class T>
void check_libraries(void* fftw_mpi, const std::string& name) {
  const std::string prefix = is_single<T> ? "fftwf_" : "fftw_";
  const auto file_for = [&](void* library, const std::string& function) {
    return file_of(dlsym(library, function.c_str()));
  };
  const std::filesystem::path interface = file_for(RTLD_DEFAULT, prefix + "execute");
  if (interface != file_for(RTLD_DEFAULT, prefix + "mkproblem_dft_d"))
    refuse("FFTW-MPI needs all of FFTW, but " + interface.string() +
           " has its interface only; leave --fftw-library out, or give it a build of FFTW");
  if (file_for(fftw_mpi, "MPI_Init") != file_for(RTLD_DEFAULT, "MPI_Init"))
    refuse(name + " is for another MPI library than this weft (Debian has it for Open MPI only)");
}

template <class T>
MpiFunctions<T> find_mpi_functions() {
  const std::string prefix = is_single<T> ? "fftwf_" : "fftw_";
  const std::string name = is_single<T> ? "libfftw3f_mpi.so.3" : "libfftw3_mpi.so.3";
  Finder of_fftw(open_fftw<T>(), prefix, "destroy_plan");
  void* library = open_fftw_mpi(name, file_of(of_fftw.find("execute")).parent_path());
  check_libraries<T>(library, name);
  MpiFunctions<T> f;
  Finder finder(library, prefix + "mpi_", "init");
  finder.find_one("init", f.init);
  finder.find_one("local_size_many", f.local_size);
  finder.find_one("local_size_many_transposed", f.local_size_transposed);
  finder.find_one("local_size_many_1d", f.local_size_of_line);
  finder.find_one("plan_many_dft", f.plan_c2c);
  finder.find_one("plan_many_dft_r2c", f.plan_r2c);
  finder.find_one("plan_many_dft_c2r", f.plan_c2r);
  finder.find_one("execute_dft", f.run_c2c);
  finder.find_one("execute_dft_r2c", f.run_r2c);
  finder.find_one("execute_dft_c2r", f.run_c2r);
  finder.check();
  of_fftw.find_one("destroy_plan", f.destroy);
  of_fftw.check();
  f.init();
  return f;
}

// The whole array, but for `range` along `axis`.
Box cut_box(const Extents& shape, std::size_t axis, Range range) {
  Box box;
  for (const Index n : shape) box.ranges.push_back({0, n});
  box.ranges[axis] = range;
  return box;
}

// The number of leading axes that are transformed. Throws if FFTW-MPI cannot do the problem.
int n_leading_axes(const Problem& problem, bool transposed) {
  const auto refuse = [](const std::string& reason) {
    fail(ErrorCode::not_applicable, "FFTW-MPI " + reason);
  };
  const Axes axes = axes_of(problem);
  const int n = static_cast<int>(axes.size());
  Axes leading(axes.size());
  std::iota(leading.begin(), leading.end(), 0);
  if (n == 1 && (transposed || problem.transform == Transform::r2c))
    refuse("transforms one axis from complex points to modes in natural order only");
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
 public:
  FftwMpi(const Session& session, const PeerRow& row, const Problem& problem)
      : row_(row), problem_(problem), comm_(session.comm), is_real_(problem.transform == Transform::r2c) {
    const int n_leading = n_leading_axes(problem, row.transposed);
    f_ = find_mpi_functions<T>();
    const Extents modes = modes_shape(problem);
    lengths_.assign(problem.shape.begin(), problem.shape.begin() + n_leading);
    howmany_ = std::accumulate(problem.shape.begin() + n_leading, problem.shape.end(), Index{1},
                               std::multiplies<>());
    const std::vector<std::ptrdiff_t> complex_lengths(modes.begin(), modes.begin() + n_leading);
    std::ptrdiff_t n0 = 0;
    std::ptrdiff_t begin0 = 0;
    std::ptrdiff_t n1 = 0;
    std::ptrdiff_t begin1 = 0;
    const std::ptrdiff_t* n = complex_lengths.data();
    if (n_leading == 1) {
      n_complex_ =
          f_.local_size_of_line(*n, howmany_, comm_, problem.sign, measure, &n0, &begin0, &n1, &begin1);
      points_ = {problem.shape, cut_box(problem.shape, 0, {begin0, begin0 + n0}), c_strides(problem.shape)};
      modes_ = {modes, cut_box(modes, 0, {begin1, begin1 + n1}), c_strides(modes)};
      return;
    }
    n_complex_ = std::max(
        f_.local_size(n_leading, n, howmany_, block, comm_, &n0, &begin0),
        f_.local_size_transposed(n_leading, n, howmany_, block, block, comm_, &n0, &begin0, &n1, &begin1));
    Extents real = modes;  // allocated lengths of the points
    if (is_real_) real[n_leading - 1] *= 2;
    points_ = {problem.shape, cut_box(problem.shape, 0, {begin0, begin0 + n0}), c_strides(real)};
    modes_ = {modes, cut_box(modes, 0, {begin0, begin0 + n0}), c_strides(modes)};
    if (!row.transposed) return;
    Extents exchanged = modes;
    std::swap(exchanged[0], exchanged[1]);
    modes_ = {modes, cut_box(modes, 1, {begin1, begin1 + n1}), c_strides(exchanged)};
    std::swap(modes_.strides[0], modes_.strides[1]);
  }

  FftwMpi(const FftwMpi&) = delete;
  FftwMpi& operator=(const FftwMpi&) = delete;
  ~FftwMpi() override {
    if (forward_ != nullptr) f_.destroy(forward_);
    if (backward_ != nullptr) f_.destroy(backward_);
  }

  std::string name() const override { return row_.name; }
  std::string library() const override { return row_.library; }
  std::size_t array_bytes() const override { return static_cast<std::size_t>(n_complex_) * 2 * sizeof(T); }
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
    for (std::size_t i = 0; i < arrays_.points.size(); ++i)
      (is_real_ ? f_.run_r2c : f_.run_c2c)(forward_, numbers(arrays_.points[i]), numbers(arrays_.modes[i]));
  }

  void backward() override {
    for (std::size_t i = 0; i < arrays_.points.size(); ++i)
      (is_real_ ? f_.run_c2r : f_.run_c2c)(backward_, numbers(arrays_.modes[i]), numbers(arrays_.points[i]));
  }

 private:
  static T* numbers(void* array) { return static_cast<T*>(array); }

  typename MpiFunctions<T>::Plan make_plan(bool is_forward) const {
    const int n = static_cast<int>(lengths_.size());
    const unsigned order = row_.transposed ? (is_forward ? transposed_out : transposed_in) : 0;
    const unsigned flags = measure | order;
    T *in = numbers(arrays_.points.front()), *out = numbers(arrays_.modes.front());
    if (!is_forward) std::swap(in, out);
    if (is_real_)
      return (is_forward ? f_.plan_r2c : f_.plan_c2r)(n, lengths_.data(), howmany_, block, block, in, out,
                                                      comm_, flags);
    const int sign = is_forward ? problem_.sign : -problem_.sign;
    return f_.plan_c2c(n, lengths_.data(), howmany_, block, block, in, out, comm_, sign, flags);
  }

  PeerRow row_;
  Problem problem_;
  MPI_Comm comm_;
  bool is_real_;
  MpiFunctions<T> f_;
  std::vector<std::ptrdiff_t> lengths_;  // of the transformed axes, at the points
  std::ptrdiff_t howmany_ = 1;           // product of the lengths that are not transformed
  std::ptrdiff_t n_complex_ = 0;         // complex numbers that an array must hold
  Block points_;
  Block modes_;
  Arrays arrays_;
  typename MpiFunctions<T>::Plan forward_ = nullptr;
  typename MpiFunctions<T>::Plan backward_ = nullptr;
};

}  // namespace

std::unique_ptr<Implementation> make_fftw_mpi(const Session& session, const PeerRow& row,
                                              const Problem& problem, const PeerOptions& /*options*/) {
  if (problem.precision == Precision::single_) return std::make_unique<FftwMpi<float>>(session, row, problem);
  return std::make_unique<FftwMpi<double>>(session, row, problem);
}

}  // namespace weft::cli
