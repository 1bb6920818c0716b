// A reader never sees half a report, and an old report survives a run that fails.
//
// To the standard output the report goes at once. The words of the program then go to the standard error:
// whoever pipes the report into another program gets nothing else.
#include "program/json_file.hpp"

#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "weft/error.hpp"
#include "weft/weft.hpp"

namespace weft::cli {

namespace {

constexpr const char* another_json_file = "choose another file with --json";

[[noreturn]] void fail_output(const std::string& what) {
  fail(ErrorCode::resource, what + ": " + std::strerror(errno) + "; " + another_json_file);
}

}  // namespace

void add_json_option(const Arguments& arguments, std::string& path) {
  arguments.add("--json", path, "also write all results to this file").type_name("FILE");
}

JsonFile::JsonFile(const Session& session, std::string path) : session_(session), path_(std::move(path)) {
  if (path_.empty()) return;
  agree_on(session_.comm, [&] {
    if (!session_.is_root()) return;
    if (path_ == "-" || path_ == "/dev/stdout") {
      output_ = fdopen(dup(STDOUT_FILENO), "w");
      if (output_ == nullptr || dup2(STDERR_FILENO, STDOUT_FILENO) < 0)
        fail_output("cannot write to the standard output");
    } else {
      file_.emplace(path_, another_json_file);
    }
  });
}

JsonFile::~JsonFile() {
  if (output_ != nullptr) std::fclose(output_);
}

void JsonFile::write(const Json& value) {
  if (path_.empty()) return;
  agree_on(session_.comm, [&] {
    const std::string text = value.text() + "\n";
    if (file_) return file_->write(text);
    if (output_ != nullptr &&
        (std::fwrite(text.data(), 1, text.size(), output_) != text.size() || std::fflush(output_) != 0))
      fail_output("the report was not written to the standard output");
  });
}

}  // namespace weft::cli
