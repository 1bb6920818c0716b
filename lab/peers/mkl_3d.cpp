// MKL's own 3-D transform, with threads: a peer of `weft bench`, which it tells the seconds of each pair of a
// forward and a backward transform.
//
//   cmake --build build --target mkl_3d
//   build/weft-run -n 2 build/weft bench --shape 256x256x256
//                  --peers "exec:build/lab/mkl_3d r2c 256 256 256 --threads 2"
//
// In place unless --out-of-place is given; rows of an r2c in place are padded, as MKL wants them. The
// backward transform is scaled by MKL. One mode is compared with the definition, the points with what they
// were; both errors, the version and the kind of threads are told on standard error. MKL is found as the
// backend mkl finds it (WEFT_MKL).
#include <dlfcn.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <complex>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <numbers>
#include <string>
#include <vector>

#include "kernels/mkl_library.hpp"
#include "weft/error.hpp"

namespace {

using weft::Dfti;
using weft::MklInteger;
using weft::MklThreads;
using weft::MklTransform;

struct Request {
  bool is_real = false, is_single = false, is_in_place = true;
  std::vector<MklInteger> lengths;
  int n_threads = 1, n_rounds = 5;
};

[[noreturn]] void fail(const std::string& message) {
  throw weft::Error(
      weft::ErrorCode::invalid_argument,
      message + "; usage: mkl_3d r2c|c2c N0 N1 N2 [--threads T] [--single] [--out-of-place] [--rounds R]");
}

int number_of(const std::string& text) {
  char* end = nullptr;
  const long value = std::strtol(text.c_str(), &end, 10);
  if (text.empty() || *end != '\0' || value < 1 || value > 1 << 20)
    fail("'" + text + "' is not a number from 1 to 2^20");
  return static_cast<int>(value);
}

Request request_of(const std::vector<std::string>& words) {
  Request request;
  if (words.empty() || (words[0] != "r2c" && words[0] != "c2c")) fail("the first word must be r2c or c2c");
  request.is_real = words[0] == "r2c";
  for (std::size_t i = 1; i < words.size(); ++i) {
    const auto value = [&] { return number_of(++i < words.size() ? words[i] : ""); };
    if (words[i] == "--threads")
      request.n_threads = value();
    else if (words[i] == "--rounds")
      request.n_rounds = value();
    else if (words[i] == "--single")
      request.is_single = true;
    else if (words[i] == "--out-of-place")
      request.is_in_place = false;
    else
      request.lengths.push_back(number_of(words[i]));
  }
  if (request.lengths.size() != 3) fail("there must be three lengths");
  return request;
}

// A library of threads that MKL can use here; MKL would end the program if its own choice were missing.
struct Layer {
  MklThreads threads;
  const char* file;
};

bool loads(const std::string& file) { return dlopen(file.c_str(), RTLD_LAZY | RTLD_GLOBAL) != nullptr; }

Layer layer_here() {
  for (const Layer& layer : {Layer{MklThreads::intel, "libiomp5.so"}, Layer{MklThreads::gnu, "libgomp.so.1"},
                             Layer{MklThreads::tbb, "libtbb.so.12"}}) {
    if (loads(layer.file)) return layer;
    for (const std::string& mkl : weft::mkl_files())
      if (const std::size_t slash = mkl.rfind('/'); slash != std::string::npos)
        if (loads(mkl.substr(0, slash + 1) + layer.file)) return layer;
  }
  throw weft::Error(weft::ErrorCode::resource,
                    "there is no library of threads for MKL: libiomp5.so, libgomp.so.1 or libtbb.so.12");
}

// One direction. Rows of `row` elements, of `axes[2]` or more.
std::unique_ptr<MklTransform> transform_of(const weft::MklLibrary& mkl, const Request& r, MklInteger row_in,
                                           MklInteger row_out) {
  auto transform =
      std::make_unique<MklTransform>(mkl, r.is_single ? Dfti::single_precision : Dfti::double_precision,
                                     r.is_real ? Dfti::real : Dfti::complex, r.lengths);
  const MklInteger in[] = {0, r.lengths[1] * row_in, row_in, 1},
                   out[] = {0, r.lengths[1] * row_out, row_out, 1};
  transform->set(Dfti::placement, r.is_in_place ? Dfti::in_place : Dfti::not_in_place);
  transform->set(Dfti::input_strides, &in[0]);
  transform->set(Dfti::output_strides, &out[0]);
  if (r.is_real) transform->set(Dfti::conjugate_even_storage, Dfti::complex_complex);
  transform->set(Dfti::backward_scale, 1.0 / static_cast<double>(r.lengths[0] * r.lengths[1] * r.lengths[2]));
  transform->commit();
  return transform;
}

template <class Real>
class Run {
 public:
  Run(const weft::MklLibrary& mkl, const Request& r)
      : request_(r),
        n_modes_(r.is_real ? r.lengths[2] / 2 + 1 : r.lengths[2]),
        row_(!r.is_real      ? 2 * n_modes_
             : r.is_in_place ? 2 * n_modes_
                             : r.lengths[2]),
        points_(allocate()),
        modes_(r.is_in_place ? nullptr : allocate()) {
    const MklInteger row = r.is_real ? row_ : n_modes_;  // in elements
    forward_ = transform_of(mkl, r, row, n_modes_);
    backward_ = transform_of(mkl, r, n_modes_, row);
    pair();  // MKL's threads touch the memory first
  }

  void forward() { forward_->forward(points_.get(), modes()); }
  void backward() { backward_->backward(modes(), points_.get()); }
  void pair() { forward(), backward(); }

  // The errors of one mode and of the points after a pair, relative to the largest possible ones.
  bool is_right() {
    fill();
    const std::complex<double> expected = one_mode();
    forward();
    const auto& m = request_.lengths;
    const Real* mode = modes() + 2 * ((k(0) * m[1] + k(1)) * n_modes_ + k(2));
    const double norm = std::sqrt(static_cast<double>(m[0] * m[1] * m[2]));
    const double mode_error = std::abs(std::complex<double>(mode[0], mode[1]) - expected) / norm;
    backward();
    double point_error = 0;
    for_each_point([&](MklInteger at, MklInteger number) {
      point_error = std::max(point_error, std::abs(static_cast<double>(points_[at]) - value_of(number)));
    });
    std::fprintf(stderr, "errors: of a mode %.1e, of a point after forward and backward %.1e\n", mode_error,
                 point_error);
    const double limit = sizeof(Real) == 8 ? 1e-12 : 1e-3;
    return mode_error < limit && point_error < limit;
  }

  void time() {
    for (int round = 0; round < request_.n_rounds; ++round) {
      const auto start = std::chrono::steady_clock::now();
      pair();
      std::printf("seconds %.9f\n",
                  std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
    }
  }

 private:
  struct Free {
    void operator()(void* memory) const { std::free(memory); }
  };
  using Array = std::unique_ptr<Real[], Free>;

  Array allocate() const {
    const MklInteger reals = request_.lengths[0] * request_.lengths[1] * 2 * n_modes_;
    const std::size_t bytes = (static_cast<std::size_t>(reals) * sizeof(Real) + 63) / 64 * 64;
    void* memory = std::aligned_alloc(64, bytes);
    if (memory == nullptr)
      throw weft::Error(weft::ErrorCode::resource,
                        "there is no memory for " + std::to_string(bytes) + " bytes");
    return Array(static_cast<Real*>(memory));
  }

  Real* modes() { return modes_ ? modes_.get() : points_.get(); }
  MklInteger k(int axis) const {
    return std::min<MklInteger>(axis + 1, n_modes_ - 1) % request_.lengths[axis];
  }

  // From -1 to 1, by the number of a real in C order.
  static double value_of(MklInteger number) {
    const auto mixed = static_cast<std::uint64_t>(number) * 0x9e3779b97f4a7c15u;
    return static_cast<Real>(static_cast<double>(mixed >> 11) * 0x1p-52 - 1);
  }

  // Calls with the place and the number of each real.
  template <class Visit>
  void for_each_point(Visit&& visit) const {
    const MklInteger rows = request_.lengths[0] * request_.lengths[1],
                     in_row = request_.lengths[2] * (request_.is_real ? 1 : 2);
    for (MklInteger i = 0; i < rows; ++i)
      for (MklInteger j = 0; j < in_row; ++j) visit(i * row_ + j, i * in_row + j);
  }

  void fill() {
    for_each_point(
        [&](MklInteger at, MklInteger number) { points_[at] = static_cast<Real>(value_of(number)); });
  }

  // By the definition.
  std::complex<double> one_mode() const {
    std::complex<double> sum = 0;
    const auto& n = request_.lengths;
    std::vector<std::complex<double>> roots[3];
    for (int axis = 0; axis < 3; ++axis)
      for (MklInteger x = 0; x < n[axis]; ++x)
        roots[axis].push_back(
            std::polar(1.0, -2 * std::numbers::pi * static_cast<double>(k(axis) * x % n[axis]) /
                                static_cast<double>(n[axis])));
    const MklInteger parts = request_.is_real ? 1 : 2;
    for (MklInteger i = 0; i < n[0] * n[1]; ++i) {
      std::complex<double> row = 0;
      for (MklInteger j = 0; j < n[2]; ++j) {
        const Real* point = points_.get() + i * row_ + parts * j;
        row += std::complex<double>(point[0], request_.is_real ? 0 : point[1]) * roots[2][j];
      }
      sum += row * roots[0][i / n[1]] * roots[1][i % n[1]];
    }
    return sum;
  }

  Request request_;
  MklInteger n_modes_;  // of a row
  MklInteger row_;      // reals from one row of points to the next
  Array points_, modes_;
  std::unique_ptr<MklTransform> forward_, backward_;
};

template <class Real>
int run(const weft::MklLibrary& mkl, const Request& request) {
  Run<Real> run(mkl, request);
  if (!run.is_right()) {
    std::fprintf(stderr, "mkl_3d: error: the result is wrong\n");
    return 1;
  }
  run.time();
  return 0;
}

int run(const Request& request) {
  // As many threads as asked for, each on a core of its own, unless the user says otherwise.
  setenv("MKL_DYNAMIC", "FALSE", 0);
  setenv("OMP_PLACES", "cores", 0);
  setenv("OMP_PROC_BIND", "spread", 0);
  const Layer layer = layer_here();
  const weft::MklSearch& mkl = weft::find_mkl(layer.threads);
  if (mkl.library == nullptr) throw weft::Error(weft::ErrorCode::resource, mkl.missing);
  mkl.library->set_num_threads(request.n_threads);
  std::fprintf(stderr, "%s, threads: %d, of %s\n", mkl.library->version.c_str(), request.n_threads,
               layer.file);
  return request.is_single ? run<float>(*mkl.library, request) : run<double>(*mkl.library, request);
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run(request_of({argv + 1, argv + argc}));
  } catch (const std::exception& error) {
    std::fprintf(stderr, "mkl_3d: error: %s\n", error.what());
    return 2;
  }
}
