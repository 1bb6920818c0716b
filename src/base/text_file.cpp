// Small text files that several programs read and write.
#include "base/text_file.hpp"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <memory>

#include "base/replacement.hpp"
#include "weft/error.hpp"

namespace weft {
namespace {

struct CloseFile {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, CloseFile>;

[[noreturn]] void fail(const std::string& what, const std::string& path, int error,
                       const std::string& remedy) {
  throw Error(ErrorCode::resource,
              "cannot " + what + " " + path + ": " + std::strerror(error) + "; " + remedy);
}

constexpr const char* remedy_to_read = "make it readable, or set WEFT_HOME to another folder";

std::string from_environment(const char* variable, const char* below) {
  const char* folder = std::getenv(variable);
  return folder != nullptr && folder[0] != '\0' ? std::string(folder) + below : "";
}

}  // namespace

std::string personal_folder() {
  for (const auto& [variable, below] :
       {std::pair{"WEFT_HOME", ""}, {"XDG_DATA_HOME", "/weft"}, {"HOME", "/.local/share/weft"}})
    if (std::string folder = from_environment(variable, below); !folder.empty()) return folder;
  return "";
}

std::optional<std::string> read_text(const std::string& path) {
  const File file(std::fopen(path.c_str(), "r"));
  if (!file && (errno == ENOENT || errno == ENOTDIR)) return std::nullopt;
  if (!file) fail("read", path, errno, remedy_to_read);
  std::string text;
  char part[4096];
  while (const std::size_t n = std::fread(part, 1, sizeof part, file.get())) text.append(part, n);
  if (std::ferror(file.get()) != 0) fail("read", path, errno, remedy_to_read);
  return text;
}

std::string first_line(const std::string& path) {
  std::ifstream file(path);
  std::string line;
  std::getline(file, line);
  return line;
}

void replace_text(const std::string& path, const std::string& text, const std::string& elsewhere) {
  std::error_code ignored;  // the replacement tells what is missing
  std::filesystem::create_directories(std::filesystem::path(path).parent_path(), ignored);
  Replacement file(path, elsewhere);
  file.create(static_cast<Index>(text.size()), text);
  file.commit();
}

void try_to_replace(const std::string& path, const std::string& elsewhere) {
  std::filesystem::path place = std::filesystem::absolute(path);
  std::error_code ignored;
  while (place.has_relative_path() && !std::filesystem::exists(place.parent_path(), ignored))
    place = place.parent_path();  // a folder that would be made
  Replacement(place, elsewhere).create(0, "");
}

}  // namespace weft
