// libFuzzer's side of one target: WEFT_FUZZ_TARGET names it.
#include <mpi.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "target.hpp"

namespace {

bool (*parse)(const std::string&) = nullptr;

}  // namespace

extern "C" int LLVMFuzzerInitialize(int* argc, char*** argv) {
  for (const weft::fuzz::Target& target : weft::fuzz::targets())
    if (const char* wanted = std::getenv("WEFT_FUZZ_TARGET");
        wanted != nullptr && std::string_view(wanted) == target.name)
      parse = target.parse;
  if (parse == nullptr) {
    std::fprintf(stderr, "set WEFT_FUZZ_TARGET to one of:");
    for (const weft::fuzz::Target& target : weft::fuzz::targets()) std::fprintf(stderr, " %s", target.name);
    std::fprintf(stderr, "\n");
    std::exit(2);
  }
  setenv("OMPI_MCA_ess_singleton_isolated", "1", 0);  // one process needs no daemon
  setenv("OMPI_MCA_orte_create_session_dirs", "0", 0);
  setenv("OMPI_MCA_pml", "ob1", 0);
  return MPI_Init(argc, argv);
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  parse(std::string(reinterpret_cast<const char*>(data), size));
  return 0;
}
