// The Python that draws is a process of its own: it needs nothing of weft's package, which would begin MPI in
// a process that no launcher started.
#include "fields/figures.hpp"

#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <filesystem>
#include <limits>

#include "program/other_program.hpp"
#include "program/text.hpp"
#include "weft/error.hpp"
#include "weft/text_file.hpp"
#include "weft/weft.hpp"
#include "weft/words.hpp"

namespace weft::cli {

namespace {

constexpr std::array endings{".png", ".pdf", ".svg"};
constexpr int status_lacks_packages = 3;     // of weft_figures: their names are on its standard error
constexpr int status_told_in_words = 4;      // the last line there is the reason
constexpr int status_without_program = 127;  // of a shell, and of run_other_program

// That of WEFT_PYTHON, else the one that weft was built with, if it is still there, else python3.
std::string python_to_draw() {
  if (const char* set = std::getenv("WEFT_PYTHON"); set != nullptr && *set != '\0') return set;
  const std::string built_with = WEFT_PYTHON_OF_BUILD;
  return !built_with.empty() && access(built_with.c_str(), X_OK) == 0 ? built_with : "python3";
}

// Where it was installed with this program, or with its Python package; else that of the build.
std::string folder_of_package() {
  std::error_code none;
  const auto program = std::filesystem::read_symlink("/proc/self/exe", none);
  for (const char* place : {"libexec/weft/weft_figures", "../../../weft_figures"})
    if (const auto installed = program.parent_path().parent_path() / place;
        std::filesystem::exists(installed, none))
      return installed.string();
  return WEFT_FIGURES_OF_BUILD;
}

std::string last_line(const std::string& text, std::string otherwise) {
  for (const std::string& line : split(text, '\n'))
    if (!line.empty()) otherwise = line;
  return otherwise;
}

// Why that Python did nothing, with the remedy; empty if it did.
std::string problem_of(const std::string& python, const Finished& finished) {
  std::string reason = last_line(finished.errors, status_in_words(finished.status));
  const int status = WIFEXITED(finished.status) ? WEXITSTATUS(finished.status) : -1;
  if (status == 0 && Json::is_json(finished.output)) return "";
  if (status == status_told_in_words) return reason;
  if (status == status_lacks_packages)
    return fmt::format(
        "{} has no {}, which pictures and pages need; install what is missing ({} -m pip install {}), or set "
        "WEFT_PYTHON to a Python that has it",
        python, reason, python, fmt::join(split(reason, ','), ""));
  if (status == status_without_program)
    return fmt::format("there is no program {} to draw pictures; set WEFT_PYTHON to a Python with matplotlib",
                       python);
  return fmt::format("no picture was drawn by {}: {}", python, reason);
}

void check_ending(const std::string& path) {
  for (const char* ending : endings)
    if (path.ends_with(ending)) return;
  fail(fmt::format("--plot: {} has no ending of a picture; give a name that ends in {}", path,
                   join(std::vector<std::string>(endings.begin(), endings.end()))));
}

}  // namespace

Json run_figures(const Session& session, const std::string& who, const std::vector<std::string>& words,
                 const Json& request) {
  std::string problem;
  Finished finished;
  if (session.is_root()) {
    const std::string python = python_to_draw();
    std::vector<std::string> command{python, folder_of_package()};
    command.insert(command.end(), words.begin(), words.end());
    finished = run_other_program(command, request.ascii_line(), true);
    problem = problem_of(python, finished);
  }
  wait_asleep(session.comm, std::numeric_limits<double>::infinity());
  throw_problem(session, problem.empty() ? "" : who + problem);
  return session.is_root() ? Json::parse(finished.output) : Json();
}

void add_plot_option(const Arguments& arguments, std::string& path, const std::string& help) {
  arguments
      .add("--plot", path,
           help.empty() ? "draw a picture (.png, .pdf, .svg); Python: WEFT_PYTHON, else that of the build"
                        : help)
      .type_name("FILE");
}

Picture::Picture(const Session& session, std::string path, const char* job)
    : session_(session), path_(std::move(path)) {
  if (path_.empty()) return;
  check_ending(path_);
  agree_on(session_.comm, [&] {
    if (session_.is_root()) PreparedTextFile(path_, "choose another file with --plot");
  });
  run_figures(session_, "--plot: ", {"check", job});
}

void Picture::draw(const Json& facts) {
  if (!path_.empty()) run_figures(session_, "--plot: ", {"draw", path_}, facts);
}

}  // namespace weft::cli
