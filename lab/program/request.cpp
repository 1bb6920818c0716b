// Options of the command line that the tests of papers share.
#include "request.hpp"

#include "program/json_file.hpp"

namespace weft::lab {

void add_common_options(const Arguments& arguments, PaperRequest& r) {
  arguments.add("--backend", r.backend, "library of the kernels").type_name("NAME");
  arguments.add("--set", r.settings, "any option of a plan; may be repeated (see: weft info)")
      .type_name("KEY=VALUE")
      .one_value();
  add_json_option(arguments, r.json);
  arguments.add("--fftw-library", r.fftw_library, "run on this build of FFTW").type_name("FILE");
}

void add_exchange(const Arguments& arguments, PaperRequest& r, const char* description) {
  arguments.add("--exchange", r.exchange, description).type_name("NAME");
}

void add_rounds(const Arguments& arguments, PaperRequest& r) {
  arguments.add_count("--repeats", r.n_rounds, "rounds");
}

void add_processes(const Arguments& arguments, PaperRequest& r) {
  arguments
      .add("--processes", r.processes,
           "numbers of processes that transform, the others asleep; 1 is always\n"
           "among them; default: 1, 2, 4, ... and all")
      .type_name("P,...");
}

}  // namespace weft::lab
