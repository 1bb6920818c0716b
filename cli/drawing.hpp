// The Python with matplotlib that draws pictures and reports, run by process 0.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "json.hpp"
#include "other_program.hpp"
#include "session.hpp"

namespace weft::cli {

// A module of Python that is part of this program (CMakeLists.txt); a list of them ends with nullptr.
struct PythonText {
  const char* name;  // of the module
  const char* text;
};

inline constexpr int status_without_matplotlib = 3;  // of draw_job.py and the package report
inline constexpr int status_told_in_words = 4;       // the last line of its standard error is the reason

// That of WEFT_PYTHON, else the one that weft was built with, if it is still there, else python3.
std::string python_to_draw();

// Runs main(request) of the last of these modules, which are in the order in which they need each other and
// make up the package of that name: nothing of weft need be installed for that Python. `arguments` (names of
// files, which may be no UTF-8) are its sys.argv[1:].
Finished run_python(const std::string& python, const std::string& package, const PythonText* modules,
                    const Json& request, const std::vector<std::string>& arguments = {});

// Why that Python drew nothing, with the remedy; empty if it did. `who` wanted it: "--plot: ", or nothing.
std::string problem_of_drawing(const std::string& who, const std::string& python, const Finished& finished);

// The problem that process 0 finds while the others sleep becomes an Error(resource) everywhere; nothing is
// one if it returns an empty text. Collective.
void on_process_0(const Session& session, const std::function<std::string()>& find_problem);

}  // namespace weft::cli
