// weft plot: what weft run wrote of a simulation, or weft bench of a plan, as numbers and as a figure, beside
// published data if there are some. The Python package weft_figures reads, computes and draws it; process 0
// tells what it found.
#include <memory>

#include "fields/figures.hpp"
#include "program/command.hpp"
#include "program/json_file.hpp"
#include "program/machine.hpp"

namespace weft::cli {

namespace {

// As typed; empty: not given.
struct PlotRequest {
  std::string file, plot, data, what = "all", json;
};

int run_plot(const Session& session, const PlotRequest& r) {
  JsonFile json(session, r.json);
  const Picture picture(session, r.plot, "plot");
  const Json plotted =
      run_figures(session, "", {"plot", r.file, r.plot}, {{"what", r.what}, {"data", r.data}});
  if (session.is_root())
    for (const Json& line : plotted["lines"]) say(session, "{}", line.get<std::string>());
  json.write(
      report_json(session, {{"results", session.is_root() ? Json::array({plotted["result"]}) : Json()}}));
  return 0;
}

}  // namespace

Run configure_plot(const Arguments& arguments) {
  auto request = std::make_shared<PlotRequest>();
  PlotRequest& r = *request;
  arguments
      .add("FILE", r.file,
           "file of weft run: NAME.statistics.h5 of a channel flow or of turbulence in a box, or\n"
           "NAME.history.h5 of the latter; or NAME.json of weft bench --explain")
      .required();
  add_plot_option(arguments, r.plot);
  arguments
      .add("--what", r.what,
           "part to draw: all; for a channel profiles or spectra; for a box energy, scales\n"
           "(history), transfer (statistics) or scalars; for weft bench times or blocks")
      .type_name("WORD")
      .show_default();
  arguments
      .add("--data", r.data,
           "published data for comparison: none; for a channel mkm180 (default if Re_tau is within\n"
           "10 % of 178); for the history of a box taylor-green-1600 (default if it begins as that\n"
           "flow does)")
      .type_name("NAME");
  add_json_option(arguments, r.json);
  return [request](const Session& session) { return run_plot(session, *request); };
}

}  // namespace weft::cli
