// What the tests of papers are asked for alike.
#pragma once

#include <string>

#include "transform/request.hpp"

namespace weft::lab {

using namespace cli;  // sessions, arguments, JSON and rounds are those of the program weft

// As typed; empty: not given.
struct PaperRequest : TransformRequest {
  int n_rounds = 10;
  std::string processes;  // P,...
  std::string json;
  std::string fftw_library;  // acted upon before MPI starts, see fftw_library.hpp
};

// Declare options of `request` on the parser. All tests have --backend, --set, --json and --fftw-library.
void add_common_options(const Arguments& arguments, PaperRequest& request);
void add_exchange(const Arguments& arguments, PaperRequest& request, const char* description);
void add_rounds(const Arguments& arguments, PaperRequest& request);
void add_processes(const Arguments& arguments, PaperRequest& request);

}  // namespace weft::lab
