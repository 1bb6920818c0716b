// weft report: results of weft bench and weft model as a page of HTML with figures.
//
// The work is done by the Python package report (bindings/python/weft/report), whose text is part of this
// program (report_text.cpp, made by CMake): a Python with matplotlib runs it without anything of weft.
// Process 0 starts that Python; the others sleep.
#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>

#include "command.hpp"
#include "drawing.hpp"
#include "text.hpp"
#include "weft/error.hpp"

namespace weft::cli {

struct PythonText {
  const char* name;  // of the module
  const char* text;
};
extern const PythonText report_texts[];  // in the order in which they need each other; ends with nullptr

namespace {

using Json = nlohmann::ordered_json;

// Makes modules of texts, in their order, and runs the last one's main.
const char* const loader = R"(
import json, sys, types
given = json.load(sys.stdin)
package = sys.modules["weft_report"] = types.ModuleType("weft_report")
package.__path__ = []
for name, text in given["modules"]:
    module = types.ModuleType("weft_report." + name)
    module.__package__ = "weft_report"
    sys.modules[module.__name__] = module
    setattr(package, name, module)
    exec(compile(text, "report/" + name + ".py", "exec"), module.__dict__)
sys.exit(module.main(given["request"]))
)";

// As typed.
struct ReportRequest {
  std::vector<std::string> files, only;
  std::string output, title, formats = "png";
  bool several = false;
};

std::string input_of(const Session& session, const ReportRequest& r) {
  Json modules = Json::array();
  for (const PythonText* m = report_texts; m->name != nullptr; ++m)
    modules.push_back(Json::array({m->name, m->text}));
  const Json request{{"files", r.files},          {"output", r.output}, {"only", r.only},
                     {"several", r.several},      {"title", r.title},   {"formats", parts_of(r.formats, ',')},
                     {"command", session.command}};
  return Json{{"modules", modules}, {"request", request}}.dump(-1, ' ', true, Json::error_handler_t::replace);
}

void tell(const Session& session, const ReportRequest& r, const std::string& output) {
  const Json made = Json::parse(output);
  const auto written = made["written"].get<std::vector<std::string>>();
  for (const auto& text : made["notes"]) note(session, text.get<std::string>());
  const int n_results = made["results"].get<int>(), n_files = made["files"].get<int>();
  say(session, "{}: {} {} of {} {}", r.output, n_results, n_results == 1 ? "result" : "results", n_files,
      n_files == 1 ? "file" : "files");
  for (const std::string& name : written)
    if (name != r.output) say(session, "  {}", name);
  const auto missing = made["missing"].get<std::vector<std::string>>();
  if (!missing.empty()) say(session, "  without: {} (the page says what the results lack)", listed(missing));
}

int run_report(const Session& session, const ReportRequest& r) {
  std::string output;
  on_process_0(session, [&] {
    show_progress(session, "drawing");
    const std::string python = python_to_draw();
    const Finished finished = run_other_program({python, "-c", loader}, input_of(session, r), true);
    show_progress(session, "");
    output = finished.output;
    const std::string problem = problem_of_drawing("", python, finished);
    return problem.empty() && !Json::accept(output) ? "the report tells nothing about itself" : problem;
  });
  if (session.is_root()) tell(session, r, output);
  return 0;
}

}  // namespace

Run configure_report(CLI::App& app) {
  auto request = std::make_shared<ReportRequest>();
  ReportRequest& r = *request;
  app.add_option("RESULTS", r.files, "files that weft bench --json, weft model --json or bench/studies wrote")
      ->required();
  app.add_option("-o,--output", r.output, "the page; figures lie beside it: report-strong-scaling.png, ...")
      ->type_name("FILE.html")
      ->required();
  app.add_option(
         "--only", r.only,
         "results of these values: shape=64x64x64, processes=1,2, exchange=..., transform, precision, "
         "fields, choice, machine, launch, file; several times: all must hold")
      ->allow_extra_args(false)
      ->type_name("KEY=VALUE");
  app.add_flag("--several", r.several, "results of several problems or machines, a line for each");
  app.add_option("--title", r.title, "of the page; default: the problem")->type_name("TEXT");
  app.add_option("--formats", r.formats, "of the figures beside the page: png, pdf, svg")
      ->type_name("LIST")
      ->capture_default_str();
  return [request](const Session& session) { return run_report(session, *request); };
}

}  // namespace weft::cli
