// Preloading: the dynamic linker resolves fftw_* and fftwf_* in the first library that has them, also
// for libfftw3_mpi. It reads LD_PRELOAD when a program starts, so the program replaces itself once,
// before MPI knows about the process.
//
// A library of one precision leaves the other precision with the FFTW that weft was linked with.
#include "program/fftw_library.hpp"

#include <dlfcn.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <climits>
#include <cstdlib>
#include <cstring>
#include <optional>

namespace weft::cli {

namespace {

constexpr const char* library_option = "--fftw-library";
constexpr const char* done = "WEFT_FFTW_LIBRARY";  // set in the program that was started again

std::optional<std::string> file_on_command_line(int argc, char** argv) {
  const std::string joined = std::string(library_option) + "=";
  for (int i = 1; i < argc; ++i) {
    if (std::strcmp(argv[i], library_option) == 0)
      return i + 1 < argc ? std::optional<std::string>(argv[i + 1]) : std::nullopt;
    if (std::string(argv[i]).starts_with(joined)) return argv[i] + joined.size();
  }
  return std::nullopt;
}

// Why `path` cannot serve as FFTW; empty if it can.
std::string problem_with(const char* path) {
  void* library = dlopen(path, RTLD_LAZY | RTLD_LOCAL);
  if (library == nullptr) return dlerror();
  const bool is_fftw =
      dlsym(library, "fftw_execute") != nullptr || dlsym(library, "fftwf_execute") != nullptr;
  dlclose(library);
  return is_fftw ? "" : fmt::format("{} has neither fftw_execute nor fftwf_execute", path);
}

}  // namespace

std::string use_fftw_library(int argc, char** argv) {
  const std::optional<std::string> file = file_on_command_line(argc, argv);
  if (!file || std::getenv(done) != nullptr) return "";
  char path[PATH_MAX];
  const std::string remedy = "; give the path of a libfftw3.so or libfftw3f.so";
  if (realpath(file->c_str(), path) == nullptr)
    return fmt::format("{}: {}: {}{}", library_option, *file, std::strerror(errno), remedy);
  const std::string problem = problem_with(path);
  if (!problem.empty()) return fmt::format("{}: {}{}", library_option, problem, remedy);

  const char* preloaded = std::getenv("LD_PRELOAD");
  const std::string preload = preloaded == nullptr ? path : fmt::format("{}:{}", path, preloaded);
  setenv("LD_PRELOAD", preload.c_str(), 1);
  setenv(done, path, 1);
  execv("/proc/self/exe", argv);
  return fmt::format("{}: cannot start the program again: {}", library_option, std::strerror(errno));
}

}  // namespace weft::cli
