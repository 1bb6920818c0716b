// weft npb ft: runs the NAS FT benchmark and prints what it prints, so that results can be laid beside
// those of other programs. Its answers are published, so it is also the shortest proof that a build of weft
// computes right.
// How it is timed: run.cpp. Several exchanges side by side: compare.cpp.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <sstream>

#include "npb/run.hpp"
#include "program/command.hpp"
#include "program/json_file.hpp"
#include "program/machine.hpp"
#include "program/text.hpp"
#include "weft/text_file.hpp"

namespace weft::cli {

namespace {

using Complex = std::complex<double>;

constexpr Index most_reference_bytes = Index{1} << 24;

NpbFtClass class_named(const std::string& name) {
  std::vector<std::string> names;
  for (const NpbFtClass& row : npb_ft_classes()) names.push_back(row.name);
  known_word("--class", name, names);
  return *std::find_if(npb_ft_classes().begin(), npb_ft_classes().end(),
                       [&](const auto& row) { return row.name == name; });
}

// Numbers "iteration real imaginary", one iteration a line, as the benchmark's own output has them.
std::vector<Complex> read_references(const Session& session, const std::string& path) {
  std::string problem, text;
  try {
    if (session.is_root()) text = text_in_file(path, most_reference_bytes);
  } catch (const Error& error) {
    problem = fmt::format("--reference: {}", error.what());
  }
  throw_problem(session, problem);
  std::istringstream words(broadcast(session, text));
  std::vector<Complex> references;
  int iteration = 0;
  double re = 0;
  double im = 0;
  while (words >> iteration >> re >> im) references.emplace_back(re, im);
  if (words.eof() && !references.empty()) return references;
  fail(fmt::format("--reference: {} must have lines of three numbers: iteration, real and imaginary part",
                   path));
}

void find_references(const Session& session, const NpbRequest& r, NpbFtClass& problem) {
  if (!r.reference.empty()) problem.checksums = read_references(session, r.reference);
  if (problem.checksums.empty())
    fail(ErrorCode::not_applicable,
         fmt::format(
             "there are no reference checksums of class {} here; take them from ft.f90 of the NAS Parallel "
             "Benchmarks and give them with --reference FILE, or use S, W, A, B or C",
             problem.name));
  if (static_cast<int>(problem.checksums.size()) != problem.n_iterations)
    fail(fmt::format("--reference: {} has {} checksums, class {} has {} iterations", r.reference,
                     problem.checksums.size(), problem.name, problem.n_iterations));
}

void print_header(const Session& session, const NpbFtClass& problem, const std::string& choice) {
  say(session, "NAS Parallel Benchmarks: FT, class {}", problem.name);
  say(session, "Size       = {}x{}x{}", problem.n[0], problem.n[1], problem.n[2]);
  say(session, "Iterations = {}", problem.n_iterations);
  say(session, "Processes  = {}", session.size);
  say(session, "Choice     = {}", choice);
}

Json outcome_json(const Session& session, const NpbFtClass& problem, const NpbOutcome& outcome) {
  Json checksums = Json::array();
  for (const Complex& c : outcome.checksums) checksums.push_back({c.real(), c.imag()});
  Json report = report_json(session, {{"class", problem.name},
                                      {"size", problem.n},
                                      {"iterations", problem.n_iterations},
                                      {"choice", outcome.choice},
                                      {"checksums", checksums},
                                      {"seconds", outcome.seconds},
                                      {"mops", npb_ft_mops(problem, outcome.seconds)},
                                      {"shares", shares_json(outcome)},
                                      {"volume", volume_json(session, problem, outcome)},
                                      {"verified", outcome.verified}});
  report.update(outcome.details.facts);
  return report;
}

// One run, told as NPB tells it.
int run_once(const Session& session, const NpbFtClass& problem, const NpbRequest& r) {
  const Options options = options_of(r);
  JsonFile json(session, r.json);
  const NpbOutcome outcome = run_npb(
      session, problem, options, r.maker(),
      [&](const std::string& choice) { print_header(session, problem, choice); },
      [&](int t, Complex c) {
        say(session, "T = {:<2}  Checksum = {:.12E}  {:.12E}", t, c.real(), c.imag());
      });
  for (const std::string& line : outcome.details.lines) say(session, "{}", line);
  print_shares(session, outcome);
  print_volume(session, problem, outcome);
  say(session, "Time       = {:.4g} s", outcome.seconds);
  say(session, "Mop/s      = {:.2f}", npb_ft_mops(problem, outcome.seconds));
  say(session, "Verification = {}", outcome.verified ? "SUCCESSFUL" : "UNSUCCESSFUL");
  json.write(outcome_json(session, problem, outcome));
  return outcome.verified ? 0 : 1;
}

}  // namespace

int run_npb_ft(const Session& session, const NpbRequest& r) {
  NpbFtClass problem = class_named(r.name);
  find_references(session, r, problem);
  return r.compare.empty() ? run_once(session, problem, r) : compare_npb(session, problem, r);
}

void add_npb_ft_options(const Arguments& ft, NpbRequest& r) {
  ft.add("--class", r.name, "size of the problem").type_name("S|W|A|B|C").show_default();
  const Argument grid = ft.add("--grid", r.ways.grid, "process grid").type_name("auto|P0xP1");
  const Argument exchange =
      ft.add("--exchange", r.ways.exchange, "exchange of every redistribution (see: weft info)")
          .type_name("NAME");
  const Argument choice = ft.add("--choice", r.choice, "a choice in one text")
                              .type_name("TEXT")
                              .excludes(grid)
                              .excludes(exchange);
  ft.add("--set", r.ways.settings, "any option of a plan; may be repeated (see: weft info)")
      .type_name("KEY=VALUE")
      .one_value();
  ft.add_flag("--overlap", r.overlap,
              "start each inverse transform while messages of the last one travel:\n"
              "two plans, twice the memory");
  const Argument compare =
      ft.add("--compare", r.compare,
             "run each of these exchanges in turn, and print a table;\nNAME+overlap: with --overlap")
          .type_name("NAME,NAME,...")
          .excludes(exchange)
          .excludes(choice);
  ft.add_count("--repeats", r.n_rounds, "rounds of --compare").needs(compare);
  ft.add("--reference", r.reference, "other reference checksums: lines of iteration, real and imaginary part")
      .type_name("FILE");
  add_json_option(ft, r.json);
}

Run configure_npb(const Arguments& arguments) {
  auto request = std::make_shared<NpbRequest>();
  add_npb_ft_options(
      arguments.add_command("ft", "3-D complex transforms of random data, with published checksums"),
      *request);
  arguments.require_command();
  return [request](const Session& session) { return run_npb_ft(session, *request); };
}

}  // namespace weft::cli
