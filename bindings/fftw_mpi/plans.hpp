// Plans of weft behind handles of FFTW.
//
// A handle is the address of a slot in a table that is never freed: whether a handle is weft's is one
// comparison, and a handle of a plan that is gone is recognised. A table of 65536 slots takes memory where
// slots are used.
#pragma once

#include <string>

#include "request.hpp"
#include "weft/weft.hpp"

namespace weft::fftw_mpi {

struct TakenPlan {
  Plan plan;
  bool forward;  // points to modes
  void* in;      // the arrays for which it was planned
  void* out;
  bool in_place;
  bool has_data;      // this process has a part of the input or of the output
  bool speaks;        // this process says what is wrong with it
  std::string words;  // what was asked for, and how it is computed
};

// The handle of a plan as FFTW's planners return it, null with a sentence where nobody makes it. Collective
// over the communicator of the request, the same on all processes.
Handle handle_of(const Request& request);

// Is it one of weft's? Not collective.
bool is_taken(Handle handle);
// The plan of such a handle; null, with a sentence that names the function that was called, if it is gone.
TakenPlan* taken(const char* function, Handle handle);
// Runs the plan of such a handle on these arrays. Collective. Where the arrays are wrong nothing is done,
// with a sentence; where others do not answer the job ends.
void run(const char* function, Handle handle, void* in, void* out);
// Forgets such a handle; its plan is closed when all have destroyed it (closing.hpp). Not collective.
void destroy(Handle handle);

// A call that neither weft nor FFTW can do.
void refuse_handle(const char* function, Handle handle);

// What fftw_set_timelimit said: seconds, negative for none.
void set_time_limit(double seconds);

}  // namespace weft::fftw_mpi
