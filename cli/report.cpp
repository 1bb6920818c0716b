// weft report: results of weft bench and weft model as a page of HTML with figures.
//
// The work is done by the Python package report (bindings/python/weft/report), whose text is part of this
// program (report_texts.cpp, made by CMake): a Python with matplotlib runs it without anything of weft.
// Process 0 starts that Python; the others sleep.
#include <fmt/format.h>

#include <memory>

#include "command.hpp"
#include "drawing.hpp"
#include "json.hpp"
#include "text.hpp"
#include "weft/error.hpp"

namespace weft::cli {

extern const PythonText report_texts[];

namespace {

// As typed.
struct ReportRequest {
  std::vector<std::string> files, only;
  std::string output, title, formats = "png";
  bool several = false;
};

Json request_of(const Session& session, const ReportRequest& r) {
  return {{"files", r.files},          {"output", r.output}, {"only", r.only},
          {"several", r.several},      {"title", r.title},   {"formats", split(r.formats, ',')},
          {"command", session.command}};
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
  if (!missing.empty()) say(session, "  without: {} (the page says what the results lack)", join(missing));
}

int run_report(const Session& session, const ReportRequest& r) {
  std::string output;
  on_process_0(session, [&] {
    show_progress(session, "drawing");
    const std::string python = python_to_draw();
    const Finished finished = run_python(python, "weft_report", report_texts, request_of(session, r));
    show_progress(session, "");
    output = finished.output;
    const std::string problem = problem_of_drawing("", python, finished);
    return problem.empty() && !Json::is_json(output) ? "the report tells nothing about itself" : problem;
  });
  if (session.is_root()) tell(session, r, output);
  return 0;
}

}  // namespace

Run configure_report(const Arguments& arguments) {
  auto request = std::make_shared<ReportRequest>();
  ReportRequest& r = *request;
  arguments.add("RESULTS", r.files, "files that weft bench --json, weft model --json or python3 lab wrote")
      .required();
  arguments.add("-o,--output", r.output, "the page; figures lie beside it: report-strong-scaling.png, ...")
      .type_name("FILE.html")
      .required();
  arguments
      .add("--only", r.only,
           "results of these values: shape=64x64x64, processes=1,2, exchange=..., transform, precision, "
           "fields, choice, machine, launch, file; several times: all must hold")
      .one_value()
      .type_name("KEY=VALUE");
  arguments.add_flag("--several", r.several, "results of several problems or machines, a line for each");
  arguments.add("--title", r.title, "of the page; default: the problem").type_name("TEXT");
  arguments.add("--formats", r.formats, "of the figures beside the page: png, pdf, svg")
      .type_name("LIST")
      .show_default();
  return [request](const Session& session) { return run_report(session, *request); };
}

}  // namespace weft::cli
