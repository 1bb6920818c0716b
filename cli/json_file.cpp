// Writing beside the final name and renaming: a reader never sees half a report, and an old report
// survives a run that fails.
#include "json_file.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace weft::cli {

JsonFile::JsonFile(const Session& session, std::string path) : session_(session), path_(std::move(path)) {
  if (path_.empty()) return;
  std::string problem;
  if (session_.is_root()) {
    unfinished_ = fmt::format("{}.{}.part", path_, getpid());
    file_ = std::fopen(unfinished_.c_str(), "w");
    if (file_ == nullptr)
      problem =
          fmt::format("cannot write {}: {}; choose another file with --json", path_, std::strerror(errno));
  }
  throw_problem(session_, problem);
}

JsonFile::~JsonFile() {
  if (file_ == nullptr) return;
  std::fclose(file_);
  std::remove(unfinished_.c_str());
}

void JsonFile::write(const Json& value) {
  if (path_.empty()) return;
  std::string problem;
  if (file_ != nullptr) {
    const std::string text = value.text() + "\n";
    const bool is_written = std::fwrite(text.data(), 1, text.size(), file_) == text.size();
    const bool is_closed = std::fclose(file_) == 0;
    file_ = nullptr;
    if (!is_written || !is_closed || std::rename(unfinished_.c_str(), path_.c_str()) != 0) {
      problem = fmt::format("cannot write {}: {}", path_, std::strerror(errno));
      std::remove(unfinished_.c_str());
    }
  }
  throw_problem(session_, problem);
}

}  // namespace weft::cli
