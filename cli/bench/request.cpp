// The options of `weft bench`, and which of them can stand beside each other.
#include "bench/request.hpp"

#include <fmt/format.h>

#include <utility>

#include "fields/figures.hpp"
#include "program/json_file.hpp"
#include "program/text.hpp"

namespace weft::cli {

namespace {

// "all" as every name, a name as itself, nothing as nothing.
std::vector<std::string> names_asked(const std::string& asked, const std::vector<std::string>& all) {
  return asked == "all" ? all : std::vector<std::string>{asked};
}

const std::string all_choices = "all";

void check_combination(const BenchRequest& r) {
  if (!r.plot.empty() && !r.explain) fail("--plot draws what --explain measures; give --explain, too");
  const bool is_all = r.choice == all_choices;
  const bool is_text = !r.choice.empty() && !is_all;
  if (!r.tune.empty()) known_word("--tune", r.tune, {"off", "estimate", "measure", "exhaustive"});
  const std::string tune = "--tune " + r.tune, choice = "--choice '" + r.choice + "'";
  for (const auto& [option, value] :
       {std::pair{"--grid", r.grid}, {"--exchange", r.exchange}, {"--backend", r.backend}}) {
    if (is_text && !value.empty()) fail(choice + " already says it; leave " + option + " out");
    if (value == "all" && wants_tuning(r))
      fail(
          fmt::format("{} all measures one after the other, {} looks for the best of all; leave one of them "
                      "out",
                      option, is_all ? "--choice all" : tune));
  }
  if (is_text && wants_tuning(r)) fail(choice + " leaves nothing to tune; leave it or " + tune + " out");
  if (is_all && r.tune == "off")
    fail("--choice all finds the best choice, --tune off forbids it; leave one of them out");
}

void add_way_options(const Arguments& arguments, BenchRequest& r) {
  const Arguments plan = arguments.group(plan_group);
  add_plan_options(arguments, r);
  arguments.option("--exchange").description("one exchange, or each in turn").type_name("NAME|all");
  arguments.option("--backend").description("one backend, or each in turn").type_name("NAME|all");
  plan.add("--choice", r.choice,
           "a choice in one text, as `choice` in a report, or several in turn, with\n"
           "semicolons between them; all: tune, measure every choice again, print\n"
           "the ranking, and take the best")
      .type_name("TEXT|all");
  plan.add("--tune", r.tune, "first find the best choice, or take it from wisdom")
      .type_name("off|estimate|measure|exhaustive");
}

void add_run_options(const Arguments& arguments, BenchRequest& r) {
  const Arguments run = arguments.group("The measurement");
  run.add_count("--repeats", r.n_rounds, "rounds, after a warm-up round");
  run.add("--inner", r.inner,
          "forward-backward pairs in a round; default: 3, or as many as the\n"
          "fastest library needs for 0.2 ms")
      .type_name("N")
      .check(at_least_one);
  run.add("--peers", r.peers,
          "other libraries, in turn with weft in every round; may be repeated.\n"
          "fftw-mpi: all its variants. fftw: FFTW's plan of the whole transform,\n"
          "on one process. Also one variant of these, or exec:PROGRAM ARGS (to the\n"
          "end of the text), which prints \"seconds X\" for each pair")
      .type_name("LIST")
      .one_value();
  run.add_flag("--explain", r.explain,
               "compare each step with a copy of its bytes on this machine, and print\n"
               "the reason for the difference");
  add_plot_option(run, r.plot,
                  "with --explain: draw the times of the steps and the blocks (.png, .pdf, .svg)");
  add_json_option(run, r.json);
  run.add("--fftw-wisdom", r.fftw_wisdom,
          "read the plans of the peers fftw from this file, if it exists, and keep\n"
          "them there")
      .type_name("FILE");
  run.add("--fftw-library", r.fftw_library, "run weft and its peers on this build of FFTW").type_name("FILE");
}

}  // namespace

bool wants_tuning(const BenchRequest& r) {
  return r.choice == all_choices || (!r.tune.empty() && r.tune != "off");
}

bool wants_ranking(const BenchRequest& r) { return r.choice == all_choices; }

Options tuning_options(const BenchRequest& r) {
  check_combination(r);
  Options options = options_of(r);
  const bool is_all = r.choice == all_choices;
  set_once(options, "tune", r.tune.empty() ? "exhaustive" : r.tune,
           r.tune.empty() ? "--choice all" : "--tune");
  if (is_all && with_environment(options).get("wisdom") == "use")
    set_once(options, "wisdom", "renew", "--choice all");
  return options;
}

std::vector<PlanRequest> plans_of(const BenchRequest& r) {
  check_combination(r);
  std::vector<PlanRequest> plans;
  std::vector<std::string> choices = split(r.choice, ';');
  for (const std::string& choice : choices)
    if (choice.find_first_not_of(' ') == std::string::npos)
      fail("--choice '" + r.choice + "' has an empty part; write a choice on each side of a semicolon");
  if (choices.empty()) choices = {""};
  for (const std::string& choice : choices)
    for (const std::string& exchange : names_asked(r.exchange, exchange_names()))
      for (const std::string& backend : names_asked(r.backend, backend_names())) {
        TransformRequest one = static_cast<const TransformRequest&>(r);
        one.exchange = exchange;
        one.backend = backend;
        Options options = options_of(one);
        if (!choice.empty()) set_once(options, "choice", choice, "--choice");
        if (!r.tune.empty()) set_once(options, "tune", r.tune, "--tune");
        plans.push_back({exchange, options, r.backend == "all"});
      }
  return plans;
}

void add_options(const Arguments& arguments, BenchRequest& request) {
  add_problem_options(arguments, request);
  add_way_options(arguments, request);
  add_run_options(arguments, request);
}

}  // namespace weft::cli
