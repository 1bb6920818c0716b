// Intel's MKL, found and loaded when it is first wanted: nothing of it is needed to build or to link.
//
// MKL's own conventions: a library libmkl_rt that loads the rest, and DFTI, its interface of transforms. The
// numbers below are facts of that binary interface, the same in all versions; they stand in Intel's
// mkl_dfti.h and mkl_service.h and are explained in the oneMKL developer reference, "Fourier Transform
// Functions". MKL_LONG has 64 bits on Linux, with both of MKL's interfaces (LP64, ILP64).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/shared_library.hpp"

namespace weft::inline kernels {

using MklInteger = std::int64_t;  // MKL_LONG

enum class MklThreads { intel = 0, none = 1, gnu = 3, tbb = 4 };  // MKL's layers, by the library of threads

struct Dfti {
  enum Parameter {
    backward_scale = 5,
    number_of_transforms = 7,
    conjugate_even_storage = 10,
    placement = 11,
    input_strides = 12,
    output_strides = 13,
    input_distance = 14,
    output_distance = 15,
    thread_limit = 27
  };
  enum Value {
    complex = 32,
    real = 33,
    single_precision = 35,
    double_precision = 36,
    complex_complex = 39,
    in_place = 43,
    not_in_place = 44
  };
};

// The functions of a loaded MKL. It is never unloaded: MKL does not bear it.
struct MklLibrary {
  std::string file;
  std::string
      version;  // "mkl-2026.0.2-avx512": the last word is the part of MKL that it chose for this processor

  MklInteger (*create)(void** transform, int precision, int domain, MklInteger n_axes, ...) = nullptr;
  MklInteger (*set_value)(void* transform, int parameter, ...) = nullptr;
  MklInteger (*commit)(void* transform) = nullptr;
  MklInteger (*forward)(void* transform, void* in, ...) = nullptr;
  MklInteger (*backward)(void* transform, void* in, ...) = nullptr;
  MklInteger (*free)(void** transform) = nullptr;
  const char* (*message)(MklInteger status) = nullptr;
  int (*set_threading_layer)(int layer) = nullptr;
  void (*set_num_threads)(int n) = nullptr;
  void (*get_version)(void* version) = nullptr;
};

using MklSearch = LibrarySearch<MklLibrary>;

// The MKL of this process: the file that WEFT_MKL names, or the first of mkl_files() that can be used. Loaded
// by the first call, with these threads unless the program itself has loaded it before. Not collective; any
// thread may call it.
const MklSearch& find_mkl(MklThreads threads = MklThreads::none);

// Where libmkl_rt is looked for, in this order: names without a folder are the loader's to find.
std::vector<std::string> mkl_files();

// A transform as MKL describes it: made, told its parameters, committed, run. Error(resource) in MKL's words.
class MklTransform {
 public:
  MklTransform(const MklLibrary& mkl, int precision, int domain, const std::vector<MklInteger>& lengths);
  ~MklTransform();
  MklTransform(const MklTransform&) = delete;
  MklTransform& operator=(const MklTransform&) = delete;

  // A value has the type that the parameter wants: Dfti::Value, MklInteger, double, or MklInteger* of
  // strides.
  template <class Value>
  void set(Dfti::Parameter parameter, Value value) {
    check(mkl_.set_value(transform_, parameter, value));
  }
  void commit() { check(mkl_.commit(transform_)); }
  // `out` is not looked at by a transform in place.
  void forward(void* in, void* out) const { check(mkl_.forward(transform_, in, out)); }
  void backward(void* in, void* out) const { check(mkl_.backward(transform_, in, out)); }

 private:
  void check(MklInteger status) const;
  const MklLibrary& mkl_;
  std::string name_;  // for messages: "2048x16"
  void* transform_ = nullptr;
};

}  // namespace weft::inline kernels
