// The text of draw.py is part of this program (draw_text.cpp, made by CMake from
// bindings/python/weft/draw.py), so that a picture needs a Python with matplotlib and nothing else: not
// weft's package, which would bring MPI into a process that no launcher started.
//
// Which Python: that of WEFT_PYTHON, else the one that weft was built with, if it is still there, else
// python3.
#include "picture.hpp"

#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <limits>
#include <nlohmann/json.hpp>

#include "other_program.hpp"
#include "text.hpp"
#include "weft/error.hpp"

namespace weft::cli {

extern const char* const draw_text;

namespace {

constexpr std::array endings{".png", ".pdf", ".svg"};
constexpr int status_without_matplotlib = 3;  // of draw.py
constexpr int status_without_program = 127;   // of a shell, and of run_other_program
const char* const look_for_matplotlib =
    "import sys, importlib.util as u; sys.exit(0 if u.find_spec('matplotlib') and u.find_spec('numpy') else "
    "3)";

std::string python_to_draw() {
  if (const char* set = std::getenv("WEFT_PYTHON"); set != nullptr && *set != '\0') return set;
  const std::string built_with = WEFT_PYTHON_OF_BUILD;
  return !built_with.empty() && access(built_with.c_str(), X_OK) == 0 ? built_with : "python3";
}

// Why that Python draws nothing; empty if it did.
std::string problem_of(const std::string& python, const Finished& finished) {
  if (WIFEXITED(finished.status)) {
    const int status = WEXITSTATUS(finished.status);
    if (status == 0) return "";
    if (status == status_without_matplotlib)
      return fmt::format(
          "--plot: {} has no matplotlib, which draws the pictures; install it ({} -m pip install "
          "matplotlib), or set "
          "WEFT_PYTHON to a Python that has it",
          python, python);
    if (status == status_without_program)
      return fmt::format(
          "--plot: there is no program {} to draw pictures; set WEFT_PYTHON to a Python with matplotlib",
          python);
  }
  std::string last_line = status_in_words(finished.status);
  for (const std::string& line : parts_of(finished.errors, '\n'))
    if (!line.empty()) last_line = line;
  return fmt::format("--plot: no picture was drawn by {}: {}", python, last_line);
}

// Why no file of that name can be written; empty if one can. The file that is there stays.
std::string problem_of_path(const std::string& path) {
  const std::string trial = fmt::format("{}.{}.part", path, getpid());
  std::FILE* file = std::fopen(trial.c_str(), "w");
  if (file == nullptr)
    return fmt::format("cannot write {}: {}; choose another file with --plot", path, std::strerror(errno));
  std::fclose(file);
  std::remove(trial.c_str());
  if (std::filesystem::is_directory(path))
    return fmt::format("cannot write {}: it is a folder; choose another file with --plot", path);
  return "";
}

void check_ending(const std::string& path) {
  for (const char* ending : endings)
    if (path.ends_with(ending)) return;
  throw Error(
      ErrorCode::invalid_argument,
      fmt::format("--plot: {} does not say what kind of picture it shall be; give a name that ends in {}",
                  path, listed({endings.begin(), endings.end()})));
}

// The problem that process 0 finds while the others sleep becomes an Error everywhere. Collective.
template <class Work>
void on_process_0(const Session& session, Work&& find_problem) {
  std::string problem;
  if (session.is_root()) problem = find_problem();
  wait_asleep(session.comm, std::numeric_limits<double>::infinity());
  throw_problem(session, problem);
}

}  // namespace

Picture::Picture(const Session& session, std::string path) : session_(session), path_(std::move(path)) {
  if (path_.empty()) return;
  check_ending(path_);
  on_process_0(session_, [&] {
    std::string problem = problem_of_path(path_);
    if (!problem.empty()) return problem;
    const std::string python = python_to_draw();
    return problem_of(python, run_other_program({python, "-c", look_for_matplotlib}, "", true));
  });
}

void Picture::draw(const nlohmann::ordered_json& facts) {
  if (path_.empty()) return;
  on_process_0(session_, [&] {
    const std::string python = python_to_draw();
    return problem_of(
        python,
        run_other_program({python, "-c", draw_text, path_},
                          facts.dump(-1, ' ', true, nlohmann::ordered_json::error_handler_t::replace), true));
  });
}

}  // namespace weft::cli
