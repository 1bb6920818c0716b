// Small text files that several programs read and write.
#include "weft/text_file.hpp"

#include <sys/stat.h>

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "base/input_file.hpp"
#include "base/removal.hpp"
#include "base/replacement.hpp"

namespace weft {

namespace {

constexpr Index most_text_bytes = Index{1} << 30;

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
  struct stat there = {};
  if (stat(path.c_str(), &there) != 0 && (errno == ENOENT || errno == ENOTDIR)) return std::nullopt;
  return text_in_file(path, most_text_bytes);
}

std::string text_in_file(const std::string& path, Index most_bytes) {
  return InputFile(path).whole(most_bytes);
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

// The removal comes last: it is undone first.
struct WEFT_HIDDEN PreparedTextFile::Impl {
  Replacement file;
  RemovedOnSignal removal{file.unfinished()};
};

PreparedTextFile::PreparedTextFile(const std::string& path, const std::string& elsewhere)
    : impl_(new Impl{Replacement(path, elsewhere)}) {
  impl_->file.create(0, "");
}
PreparedTextFile::~PreparedTextFile() = default;

void PreparedTextFile::write(const std::string& text) {
  impl_->file.append(text);
  impl_->file.commit();
}

}  // namespace weft
