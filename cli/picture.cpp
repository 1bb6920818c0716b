// The texts of draw.py and its companions are part of this program (draw_texts.cpp, made by CMake from
// bindings/python/weft), so that a picture needs a Python with matplotlib and nothing else: not weft's
// package (drawing.cpp).
#include "picture.hpp"
#include "json.hpp"

#include <fmt/format.h>

#include <array>

#include "drawing.hpp"
#include "text.hpp"
#include "weft/error.hpp"
#include "weft/text_file.hpp"
#include "weft/weft.hpp"

namespace weft::cli {

extern const PythonText draw_texts[];

namespace {

constexpr std::array endings{".png", ".pdf", ".svg"};
const char* const look_for_matplotlib =
    "import sys, importlib.util as u; sys.exit(0 if u.find_spec('matplotlib') and u.find_spec('numpy') else "
    "3)";

void check_ending(const std::string& path) {
  for (const char* ending : endings)
    if (path.ends_with(ending)) return;
  fail(fmt::format("--plot: {} does not say what kind of picture it shall be; give a name that ends in {}",
                   path, join(std::vector<std::string>(endings.begin(), endings.end()))));
}

}  // namespace

Picture::Picture(const Session& session, std::string path) : session_(session), path_(std::move(path)) {
  if (path_.empty()) return;
  check_ending(path_);
  agree_on(session_.comm, [&] {
    if (session_.is_root()) PreparedTextFile(path_, "choose another file with --plot");
  });
  on_process_0(session_, [&] {
    const std::string python = python_to_draw();
    return problem_of_drawing("--plot: ", python,
                              run_other_program({python, "-c", look_for_matplotlib}, "", true));
  });
}

void Picture::draw(const Json& facts) {
  if (path_.empty()) return;
  on_process_0(session_, [&] {
    const std::string python = python_to_draw();
    return problem_of_drawing("--plot: ", python,
                              run_python(python, "weft_draw", draw_texts, facts, {path_}));
  });
}

}  // namespace weft::cli
