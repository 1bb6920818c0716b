// What the handles of the C interface hold, and the wall that no exception passes.
//
// Each function of weft.h is one call of `guarded`: it turns an Error into its code and keeps the text for
// weft_last_error(). A handle keeps the strings that it has given out in `text`.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "fortran_communicator.hpp"
#include "weft/distribution.hpp"
#include "weft/error.hpp"
#include "weft/halo.hpp"
#include "weft/solvers.hpp"
#include "weft/spectral.hpp"
#include "weft/weft.h"
#include "weft/weft.hpp"
#include "weft/weft_halo.h"
#include "weft/weft_spectral.h"

struct weft_layout {
  weft::Layout value;
  std::string text;
};

struct weft_problem {
  weft::Problem value;
  std::string text;
};

struct weft_options {
  weft::Options value;
  std::string text;
};

struct weft_description {
  weft::Description value;
  std::string text;
};

struct weft_plan {
  weft::Plan value;
  std::string text;
  std::vector<weft::StageTime> times = {};    // of the last call, as they were last asked for
  std::vector<weft::StageTimer> timers = {};  // as they were last asked for
  bool has_gathered = false;                  // `timers` are those of all processes, and no call came since
};

struct weft_spectral {
  weft::Spectral value;
};

struct weft_helmholtz {
  weft::Helmholtz value;
};

struct weft_distribution {
  weft::Distribution value;
};

struct weft_halo {
  weft::Halo value;
  std::string text;
};

namespace weft::c {

using weft::fail;  // the functions of the C interface are outside of namespaces

int keep_error(int code, const char* message);    // for weft_last_error(); returns `code`
int keep_current_exception();                     // the same, of the exception that is being handled
void throw_given(int code, const char* message);  // the Error of a code that a program passes, if it is one

template <class Work>
int guarded(Work&& work) {
  try {
    work();
    return WEFT_SUCCESS;
  } catch (...) {
    return keep_current_exception();
  }
}

template <class Handle>
void release(Handle** handle) {
  if (handle == nullptr) return;
  delete *handle;
  *handle = nullptr;
}

// What a pointer that must not be null points to.
template <class T>
T& at(T* pointer, const char* name) {
  if (pointer == nullptr) fail(std::string(name) + " is NULL; pass one that was created and is not freed");
  return *pointer;
}

// Options that may be NULL: then nothing is set.
inline Options options_or_none(const weft_options* options, const char* object) {
  return options == nullptr ? options_for(object) : options->value;
}

inline const Plan& plan_of(const weft_plan* plan) { return at(plan, "the plan").value; }
inline Plan& plan_of(weft_plan* plan) { return at(plan, "the plan").value; }
inline const Spectral& spectral_of(const weft_spectral* spectral) {
  return at(spectral, "the spectral handle").value;
}
inline const Halo& halo_of(const weft_halo* halo) { return at(halo, "the halo").value; }
inline Halo& halo_of(weft_halo* halo) { return at(halo, "the halo").value; }
inline const Distribution& distribution_of(const weft_distribution* distribution) {
  return at(distribution, "the distribution").value;
}

// `pointer` where `n` values are read.
template <class T>
T* some(T* pointer, int n, const char* name) {
  if (n < 0)
    fail(std::string(name) + ": " + std::to_string(n) + " values cannot be read; pass a number from 0 on");
  if (n > 0) at(pointer, name);
  return pointer;
}

// *result = value, if it is wanted.
template <class T, class V>
void give(T* result, const V& value) {
  if (result != nullptr) *result = static_cast<T>(value);
}

// result[0...] = values, if they are wanted.
template <class T, class Values>
void give_all(T* result, const Values& values) {
  if (result == nullptr) return;
  for (const auto& value : values) *result++ = static_cast<T>(value);
}

void give_text(const char** result, std::string& kept, std::string text);
void give_box(const Box& box, std::int64_t begin[], std::int64_t end[]);
void give_storage(const Storage& storage, std::int64_t shape[], int order[], std::int64_t strides[],
                  std::int64_t* n_elements);
void give_layout(const Layout& layout, weft_layout** copy);

// The address of shared memory, which lives until weft_array_free() of it; null for none.
void* lend(std::shared_ptr<void> memory);

// One of two, by a side or a direction of weft.h. Error for other numbers.
template <class T>
T& one_of(int number, T& first, T& second, const char* what) {
  if (number == 0) return first;
  if (number == 1) return second;
  fail(std::string(what) + " is " + std::to_string(number) + "; it is 0 or 1 (see weft.h)");
}

}  // namespace weft::c
