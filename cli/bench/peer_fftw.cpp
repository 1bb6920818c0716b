// FFTW's own plan of the whole transform on one process: out of place or in place, on one thread or on as
// many as weft has. Planned with FFTW_PATIENT, or what comes nearest to it in 100 seconds for each plan.
//
// The library is the one that weft has loaded. FFTW's guru interface takes any axes and strides: axes
// that are not transformed are loops. Points and modes lie in C order; in place, real lines along the last
// axis are padded to 2 (n/2 + 1) numbers. Several fields are several executions of one plan. A
// complex-to-real transform destroys its input, which nobody needs then.
//
// Functions with threads are in a library of their own, which must be of the same build: the one beside FFTW.
#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <functional>
#include <numeric>
#include <utility>

#include "bench/fftw_functions.hpp"
#include "bench/peers.hpp"
#include "weft/error.hpp"

namespace weft::cli {

namespace {

constexpr unsigned patient = 1U << 5;
constexpr double plan_seconds = 100;

// One axis, or one loop: its length, and the distances of its elements in the input and in the output.
struct Dimension {
  std::ptrdiff_t n = 1;
  std::ptrdiff_t in = 0;
  std::ptrdiff_t out = 0;
};

// FFTW's functions of one precision. T: double or float; a complex number is two of them.
template <class T>
struct Functions {
  using Plan = PlanOfFftw*;
  Plan (*plan_c2c)(int rank, const Dimension* axes, int n_loops, const Dimension* loops, T* in, T* out,
                   int sign, unsigned flags) = nullptr;
  Plan (*plan_real)(int rank, const Dimension* axes, int n_loops, const Dimension* loops, T* in, T* out,
                    unsigned flags) = nullptr;  // r2c
  Plan (*plan_back)(int rank, const Dimension* axes, int n_loops, const Dimension* loops, T* in, T* out,
                    unsigned flags) = nullptr;  // c2r
  void (*run_c2c)(Plan, T* in, T* out) = nullptr;
  void (*run_real)(Plan, T* in, T* out) = nullptr;
  void (*run_back)(Plan, T* in, T* out) = nullptr;
  void (*destroy)(Plan) = nullptr;
  void (*set_time_limit)(double seconds) = nullptr;
  int (*read_wisdom)(const char* file) = nullptr;
  int (*write_wisdom)(const char* file) = nullptr;
  int (*init_threads)() = nullptr;  // null without threads
  void (*plan_with_n_threads)(int n) = nullptr;
  std::string version;
};

template <class T>
Functions<T> find_functions() {
  const std::string prefix = is_single<T> ? "fftwf_" : "fftw_";
  void* library = open_fftw<T>();
  Functions<T> f;
  Finder finder(library, prefix, "execute");
  finder.find_one("plan_guru64_dft", f.plan_c2c);
  finder.find_one("plan_guru64_dft_r2c", f.plan_real);
  finder.find_one("plan_guru64_dft_c2r", f.plan_back);
  finder.find_one("execute_dft", f.run_c2c);
  finder.find_one("execute_dft_r2c", f.run_real);
  finder.find_one("execute_dft_c2r", f.run_back);
  finder.find_one("destroy_plan", f.destroy);
  finder.find_one("set_timelimit", f.set_time_limit);
  finder.find_one("import_wisdom_from_filename", f.read_wisdom);
  finder.find_one("export_wisdom_to_filename", f.write_wisdom);
  finder.check();
  if (const void* version = finder.find("version")) f.version = static_cast<const char*>(version);
  return f;
}

[[noreturn]] void refuse_threads(const std::string& name, const std::filesystem::path& fftw) {
  refuse("there is no " + name + " beside " + fftw.string() +
         " that works; install it there (Debian: libfftw3-double3, libfftw3-single3), or leave these peers "
         "out");
}

// Adds the functions for threads, of a library beside FFTW. Throws if there are none.
template <class T>
void find_threads(Functions<T>& f) {
  const std::string prefix = is_single<T> ? "fftwf_" : "fftw_";
  const std::string name = is_single<T> ? "libfftw3f_threads.so.3" : "libfftw3_threads.so.3";
  const std::filesystem::path fftw = file_of(reinterpret_cast<const void*>(f.destroy));
  void* library = dlopen((fftw.parent_path() / name).c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) refuse_threads(name, fftw);
  Finder finder(library, prefix, "init_threads");
  finder.find_one("init_threads", f.init_threads);
  finder.find_one("plan_with_nthreads", f.plan_with_n_threads);
  finder.check();
  if (f.init_threads() == 0) refuse_threads(name, fftw);
}

Box whole(const Extents& shape) {
  Box box;
  for (const Index n : shape) box.ranges.push_back({0, n});
  return box;
}

void check_problem(const PeerRow& row, const Problem& problem, int n_processes, int n_threads) {
  if (n_processes != 1)
    refuse("FFTW's own plan needs one process, not " + std::to_string(n_processes) +
           "; start weft bench on one, or compare with fftw-mpi");
  if (row.threaded && n_threads == 1) refuse("weft has one thread; give --set threads=N");
  if (!problem.kept.empty()) refuse("FFTW has all modes; leave --kept out");
  if (!problem.kinds.empty()) refuse("FFTW is compared with on Fourier axes only; leave --kinds out");
  const bool is_real = problem.transform == Transform::r2c;
  if (row.in_place && is_real && axes_of(problem).back() != static_cast<int>(problem.shape.size()) - 1)
    refuse("FFTW in place needs the real axis to be the last one");
}

template <class T>
class OwnFftw : public Implementation {
 public:
  OwnFftw(const PeerRow& row, const Problem& problem, const PeerOptions& options)
      : row_(row),
        problem_(problem),
        n_threads_(row.threaded ? options.n_threads : 1),
        wisdom_(options.fftw_wisdom),
        is_real_(problem.transform == Transform::r2c),
        f_(find_functions<T>()) {
    if (row.threaded) find_threads(f_);
    const Extents modes = modes_shape(problem);
    Extents real = problem.shape;
    if (is_real_ && row.in_place) real.back() = 2 * modes.back();
    points_ = {problem.shape, whole(problem.shape), c_strides(real)};
    modes_ = {modes, whole(modes), c_strides(modes)};
    const auto product = [](const Extents& n) {
      return static_cast<std::size_t>(std::accumulate(n.begin(), n.end(), Index{1}, std::multiplies<>()));
    };
    bytes_ = std::max(2 * product(modes), (is_real_ ? 1 : 2) * product(real)) * sizeof(T);
  }

  OwnFftw(const OwnFftw&) = delete;
  OwnFftw& operator=(const OwnFftw&) = delete;
  ~OwnFftw() override {
    if (forward_ != nullptr) f_.destroy(forward_);
    if (backward_ != nullptr) f_.destroy(backward_);
  }

  std::string name() const override { return row_.name; }
  std::string library() const override { return row_.library; }
  std::string version() const override { return f_.version; }
  std::size_t array_bytes() const override { return bytes_; }
  const Block& points() const override { return points_; }
  const Block& modes() const override { return modes_; }
  const Arrays& arrays() const override { return arrays_; }

  double pair_scale() const override {
    double scale = 1;
    for (const int axis : axes_of(problem_))
      scale *= static_cast<double>(problem_.shape[static_cast<std::size_t>(axis)]);
    return scale;
  }

  void bind(const Arrays& arrays) override {
    arrays_ = arrays;
    if (row_.in_place) arrays_.modes = arrays_.points;
    read_wisdom();
    f_.set_time_limit(plan_seconds);
    if (n_threads_ > 1) f_.plan_with_n_threads(n_threads_);
    forward_ = make_plan(true);
    backward_ = make_plan(false);
    if (n_threads_ > 1) f_.plan_with_n_threads(1);
    f_.set_time_limit(-1);  // none
    if (forward_ == nullptr || backward_ == nullptr) refuse(row_.name + " has no plan for this problem");
    if (!wisdom_.empty() && f_.write_wisdom(wisdom_.c_str()) == 0)
      fail(ErrorCode::resource,
           "--fftw-wisdom: cannot write " + wisdom_ + "; give a file in a folder that you may write");
  }

  void forward() override {
    for (std::size_t i = 0; i < arrays_.points.size(); ++i)
      (is_real_ ? f_.run_real : f_.run_c2c)(forward_, numbers(arrays_.points[i]), numbers(arrays_.modes[i]));
  }

  void backward() override {
    for (std::size_t i = 0; i < arrays_.points.size(); ++i)
      (is_real_ ? f_.run_back : f_.run_c2c)(backward_, numbers(arrays_.modes[i]), numbers(arrays_.points[i]));
  }

 private:
  static T* numbers(void* array) { return static_cast<T*>(array); }

  void read_wisdom() const {
    std::error_code none;
    if (wisdom_.empty() || !std::filesystem::exists(wisdom_, none)) return;
    if (f_.read_wisdom(wisdom_.c_str()) == 0)
      fail(ErrorCode::resource, "--fftw-wisdom: " + wisdom_ + " has no plans of this FFTW (" + f_.version +
                                    "); give another file, or remove it");
  }

  typename Functions<T>::Plan make_plan(bool is_forward) const {
    const Block& in = is_forward ? points_ : modes_;
    const Block& out = is_forward ? modes_ : points_;
    const Axes axes = axes_of(problem_);
    const auto dimension = [&](int axis) {
      const auto a = static_cast<std::size_t>(axis);
      return Dimension{problem_.shape[a], in.strides[a], out.strides[a]};
    };
    std::vector<Dimension> transformed, loops;
    for (const int axis : axes) transformed.push_back(dimension(axis));  // the last one is the real one
    for (int axis = 0; axis < static_cast<int>(problem_.shape.size()); ++axis)
      if (std::find(axes.begin(), axes.end(), axis) == axes.end()) loops.push_back(dimension(axis));
    const int rank = static_cast<int>(transformed.size()), n_loops = static_cast<int>(loops.size());
    T* const points = numbers(arrays_.points.front());
    T* const modes = numbers(arrays_.modes.front());
    T* const from = is_forward ? points : modes;
    T* const to = is_forward ? modes : points;
    if (is_real_)
      return (is_forward ? f_.plan_real : f_.plan_back)(rank, transformed.data(), n_loops, loops.data(), from,
                                                        to, patient);
    return f_.plan_c2c(rank, transformed.data(), n_loops, loops.data(), from, to,
                       is_forward ? problem_.sign : -problem_.sign, patient);
  }

  PeerRow row_;
  Problem problem_;
  int n_threads_;
  std::string wisdom_;  // its file
  bool is_real_;
  Functions<T> f_;
  std::size_t bytes_ = 0;
  Block points_;
  Block modes_;
  Arrays arrays_;
  typename Functions<T>::Plan forward_ = nullptr;
  typename Functions<T>::Plan backward_ = nullptr;
};

}  // namespace

std::unique_ptr<Implementation> make_fftw(const Session& session, const PeerRow& row, const Problem& problem,
                                          const PeerOptions& options) {
  check_problem(row, problem, session.size, options.n_threads);
  if (problem.precision == Precision::single_) return std::make_unique<OwnFftw<float>>(row, problem, options);
  return std::make_unique<OwnFftw<double>>(row, problem, options);
}

}  // namespace weft::cli
