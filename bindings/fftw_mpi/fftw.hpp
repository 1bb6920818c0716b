// The FFTW behind this library: the one that the program has loaded, else the one that the system has.
//
// Where weft computes a plan, FFTW is not asked. All else goes to FFTW, where there is one: plans that weft
// does not make, and calls of any plan that is not weft's. FFTW calls functions of its own by their exported
// names, which arrive here again: a thread that is inside FFTW is passed on.
#pragma once

#include <atomic>

#include "names.hpp"

namespace weft::fftw_mpi {

// The address of FFTW's function of this name (as fftw_execute) in what the process has loaded, whoever
// loaded it; null if there is none. With `load` FFTW's MPI library is loaded if need be.
void* find_fftw(const char* name, bool load);

// The same, looked for until it is found once.
void* fftw_address(std::atomic<void*>& known, const char* name, bool load);

// FFTW's function of a name, or null: of what the process has loaded, or after loading it.
#define FFTW_FIND(name, load)                                               \
  (reinterpret_cast<decltype(&FFTW(name))>([](bool load_it) {               \
    static std::atomic<void*> known{nullptr};                               \
    return ::weft::fftw_mpi::fftw_address(known, FFTW_NAME(name), load_it); \
  }(load)))
#define FFTW_LOADED(name) FFTW_FIND(name, false)
#define FFTW_LOADABLE(name) FFTW_FIND(name, true)

// While one lives, this thread is inside FFTW.
class InsideFftw {
 public:
  InsideFftw() { ++depth(); }
  ~InsideFftw() { --depth(); }
  InsideFftw(const InsideFftw&) = delete;
  InsideFftw& operator=(const InsideFftw&) = delete;
  static bool now() { return depth() > 0; }

 private:
  static int& depth();
};

// Calls a function of FFTW, where there is one.
template <class Function, class... Arguments>
auto call_fftw(Function* function, Arguments... arguments) -> decltype(function(arguments...)) {
  const InsideFftw inside;
  return function(arguments...);
}

}  // namespace weft::fftw_mpi
