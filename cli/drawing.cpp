// Which Python draws, and what its end means in words.
//
// It needs matplotlib and nothing else: not weft's package, which would bring MPI into a process that no
// launcher started.
#include "drawing.hpp"
#include "json.hpp"

#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <limits>

#include "text.hpp"

namespace weft::cli {

namespace {

// Makes modules of texts, in their order, and runs the last one's main.
const char* const loader = R"(
import json, sys, types
given = json.load(sys.stdin)
package = sys.modules[given["package"]] = types.ModuleType(given["package"])
package.__path__ = []
for name, text in given["modules"]:
    module = types.ModuleType(package.__name__ + "." + name)
    module.__package__ = package.__name__
    sys.modules[module.__name__] = module
    setattr(package, name, module)
    exec(compile(text, package.__name__ + "/" + name + ".py", "exec"), module.__dict__)
sys.exit(module.main(given["request"]))
)";

constexpr int status_without_program = 127;  // of a shell, and of run_other_program

std::string last_line(const std::string& text, std::string otherwise) {
  for (const std::string& line : split(text, '\n'))
    if (!line.empty()) otherwise = line;
  return otherwise;
}

}  // namespace

std::string python_to_draw() {
  if (const char* set = std::getenv("WEFT_PYTHON"); set != nullptr && *set != '\0') return set;
  const std::string built_with = WEFT_PYTHON_OF_BUILD;
  return !built_with.empty() && access(built_with.c_str(), X_OK) == 0 ? built_with : "python3";
}

Finished run_python(const std::string& python, const std::string& package, const PythonText* modules,
                    const Json& request, const std::vector<std::string>& arguments) {
  Json texts = Json::array();
  for (const PythonText* m = modules; m->name != nullptr; ++m)
    texts.push_back(Json::array({m->name, m->text}));
  const Json given{{"package", package}, {"modules", texts}, {"request", request}};
  std::vector<std::string> words{python, "-c", loader};
  words.insert(words.end(), arguments.begin(), arguments.end());
  return run_other_program(words, given.ascii_line(), true);
}

std::string problem_of_drawing(const std::string& who, const std::string& python, const Finished& finished) {
  const std::string reason = last_line(finished.errors, status_in_words(finished.status));
  if (WIFEXITED(finished.status)) {
    const int status = WEXITSTATUS(finished.status);
    if (status == 0) return "";
    if (status == status_told_in_words) return who + reason;
    if (status == status_without_matplotlib)
      return fmt::format(
          "{}{} has no matplotlib, which draws the pictures; install it ({} -m pip install matplotlib), or "
          "set WEFT_PYTHON to a Python that has it",
          who, python, python);
    if (status == status_without_program)
      return fmt::format(
          "{}there is no program {} to draw pictures; set WEFT_PYTHON to a Python with matplotlib", who,
          python);
  }
  return fmt::format("{}no picture was drawn by {}: {}", who, python, reason);
}

void on_process_0(const Session& session, const std::function<std::string()>& find_problem) {
  std::string problem;
  if (session.is_root()) problem = find_problem();
  wait_asleep(session.comm, std::numeric_limits<double>::infinity());
  throw_problem(session, problem);
}

}  // namespace weft::cli
