// weft report: results of weft bench and weft model as a page of HTML with figures, made by the Python
// package weft_figures.
#include <memory>

#include "fields/figures.hpp"
#include "program/command.hpp"
#include "program/text.hpp"

namespace weft::cli {

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

int run_report(const Session& session, const ReportRequest& r) {
  show_progress(session, "drawing");
  const Json made = run_figures(session, "", {"report"}, request_of(session, r));
  show_progress(session, "");
  if (!session.is_root()) return 0;
  for (const Json& text : made["notes"]) note(session, text.get<std::string>());
  for (const Json& line : made["lines"]) say(session, "{}", line.get<std::string>());
  return 0;
}

}  // namespace

Run configure_report(const Arguments& arguments) {
  auto request = std::make_shared<ReportRequest>();
  ReportRequest& r = *request;
  arguments.add("RESULTS", r.files, "files of weft bench --json, weft model --json or python3 lab")
      .required();
  arguments.add("-o,--output", r.output, "the page; figures lie beside it: report-strong-scaling.png, ...")
      .type_name("FILE.html")
      .required();
  arguments
      .add("--only", r.only,
           "select results: shape=64x64x64, processes=1,2, exchange=..., transform, precision,\n"
           "fields, choice, machine, launch, file; if repeated, all must hold")
      .one_value()
      .type_name("KEY=VALUE");
  arguments.add_flag("--several", r.several,
                     "allow results of several problems or machines, a line for each");
  arguments.add("--title", r.title, "title of the page; default: the problem").type_name("TEXT");
  arguments.add("--formats", r.formats, "formats of the figures beside the page: png, pdf, svg")
      .type_name("LIST")
      .show_default();
  return [request](const Session& session) { return run_report(session, *request); };
}

}  // namespace weft::cli
