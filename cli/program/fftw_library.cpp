// weft loads the FFTW that WEFT_FFTW names, and the peers take the one that weft has loaded: the option sets
// that variable, on each process.
#include "program/fftw_library.hpp"

#include <fmt/format.h>

#include <climits>
#include <cstdlib>
#include <cstring>
#include <optional>

#include "weft/description.hpp"

namespace weft::cli {

namespace {

constexpr const char* library_option = "--fftw-library";
constexpr const char* variable = "WEFT_FFTW";

std::optional<std::string> file_on_command_line(int argc, char** argv) {
  const std::string joined = std::string(library_option) + "=";
  for (int i = 1; i < argc; ++i) {
    if (std::strcmp(argv[i], library_option) == 0)
      return i + 1 < argc ? std::optional<std::string>(argv[i + 1]) : std::nullopt;
    if (std::string(argv[i]).starts_with(joined)) return argv[i] + joined.size();
  }
  return std::nullopt;
}

}  // namespace

std::string use_fftw_library(int argc, char** argv) {
  const std::optional<std::string> file = file_on_command_line(argc, argv);
  if (!file) return "";
  char path[PATH_MAX];
  const std::string name = realpath(file->c_str(), path) == nullptr ? *file : path;
  const char* value = std::getenv(variable);
  const std::optional<std::string> before =
      value == nullptr ? std::nullopt : std::optional(std::string(value));
  setenv(variable, name.c_str(), 1);
  const std::string missing = why_missing("fftw");
  if (missing.empty()) return "";
  before ? setenv(variable, before->c_str(), 1) : unsetenv(variable);
  return fmt::format("{}, as {}: {}", library_option, variable, missing);
}

}  // namespace weft::cli
