// A reader never sees half a report, and an old report survives a run that fails (base/replacement.hpp).
//
// To the standard output the report goes at once. The words of the program then go to the standard error:
// whoever pipes the report into another program gets nothing else.
#include "json_file.hpp"

#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace weft::cli {

JsonFile::JsonFile(const Session& session, std::string path) : session_(session), path_(std::move(path)) {
  if (path_.empty()) return;
  on_process_0(session_, [&] {
    if (path_ == "-" || path_ == "/dev/stdout") {
      output_ = dup(STDOUT_FILENO);
      if (output_ < 0 || dup2(STDERR_FILENO, STDOUT_FILENO) < 0)
        throw Error(ErrorCode::resource, std::string("cannot write to the standard output: ") +
                                             std::strerror(errno) + "; choose a file with --json");
    } else {
      file_.emplace(path_, "choose another file with --json");
      removal_.emplace(file_->unfinished());
      file_->create(0, "");
    }
    return std::string();
  });
}

JsonFile::~JsonFile() {
  if (output_ >= 0) close(output_);
}

void JsonFile::write(const Json& value) {
  if (path_.empty()) return;
  on_process_0(session_, [&] {
    const std::string text = value.text() + "\n";
    if (file_) {
      file_->append(text);
      file_->commit();
      return std::string();
    }
    for (std::size_t done = 0; done < text.size();) {
      const ssize_t n = ::write(output_, text.data() + done, text.size() - done);
      if (n < 0 && errno != EINTR)
        throw Error(ErrorCode::resource, std::string("the report was not written to the standard output: ") +
                                             std::strerror(errno));
      if (n > 0) done += static_cast<std::size_t>(n);
    }
    return std::string();
  });
}

}  // namespace weft::cli
