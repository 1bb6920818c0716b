// weft plot: what weft run wrote of a simulation, as numbers and as a figure, beside published data if there
// are some. Every process computes all of it, process 0 tells it and draws.
//
// The attribute "program" of the file says of which kind it is; a new kind is one row here and one file.
#include <fmt/format.h>

#include <array>
#include <memory>

#include "command.hpp"
#include "json_file.hpp"
#include "machine.hpp"
#include "picture.hpp"
#include "plot_kinds.hpp"
#include "text.hpp"
#include "weft/error.hpp"

namespace weft::cli {

namespace {

constexpr std::array kinds{&channel_statistics_kind, &turbulence_history_kind, &turbulence_statistics_kind};

std::vector<std::string> with(std::vector<std::string> words, const char* last) {
  words.emplace_back(last);
  return words;
}

const PlotKind& plot_kind_of(const NumbersFile& file) {
  const std::optional<std::string> program = file.text("program");
  std::vector<std::string> known;
  for (const PlotKind* kind : kinds) {
    if (program == kind->program) return *kind;
    known.push_back(fmt::format("{} (NAME{}: \"{}\")", kind->contents, kind->ending, kind->program));
  }
  fail(fmt::format("{} {}; give a file that weft run writes: {}", file.path(),
                   program ? fmt::format("is of another program (its attribute program is \"{}\")", *program)
                           : "does not tell its program (it has no attribute program)",
                   join(known)));
}

int run_plot(const Session& session, PlotRequest r) {
  NumbersFile file(session, r.file);
  const PlotKind& kind = plot_kind_of(file);
  file.expect(kind.contents, kind.ending);
  r.what = known_word("--what", r.what, with(kind.what, "all"));
  if (!r.data.empty()) r.data = known_word("--data", r.data, with(kind.published, "none"));
  JsonFile json(session, r.json);
  Picture picture(session, r.plot);
  const Plotted plotted = kind.plot(session, file, r);
  json.write({{"command", session.command},
              {"machine", machine_json(session)},
              {"versions", versions_json()},
              {"results", Json::array({plotted.result})}});
  picture.draw(plotted.facts);
  return 0;
}

}  // namespace

Run configure_plot(const Arguments& arguments) {
  auto request = std::make_shared<PlotRequest>();
  PlotRequest& r = *request;
  arguments
      .add("FILE", r.file,
           "as weft run writes it: NAME.statistics.h5 of a turbulent channel flow or of turbulence in a "
           "box, or NAME.history.h5 of the latter")
      .required();
  arguments.add("--plot", r.plot, "draw it (.png, .pdf, .svg); Python: WEFT_PYTHON, else that of the build")
      .type_name("FILE");
  arguments
      .add("--what", r.what,
           "is drawn, as far as the file has it: all; of a channel profiles or spectra; of a box energy, "
           "scales (history), transfer (statistics) or scalars")
      .type_name("WORD")
      .show_default();
  arguments
      .add("--data", r.data,
           "published data to draw and compare with: none; of a channel mkm180 (default if Re_tau is "
           "within 10 % of 178); of the history of a box taylor-green-1600 (default if it begins as that "
           "flow does)")
      .type_name("NAME");
  arguments.add("--json", r.json, "write the numbers as JSON").type_name("FILE");
  return [request](const Session& session) { return run_plot(session, *request); };
}

}  // namespace weft::cli
