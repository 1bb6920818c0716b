// weft tune: finds the best plan of a transform on these processes, keeps it where plans with tune=... find
// it, and shows what it was compared with.
#include <fmt/format.h>

#include <memory>

#include "program/command.hpp"
#include "program/json_file.hpp"
#include "program/machine.hpp"
#include "program/text.hpp"
#include "transform/plan_json.hpp"
#include "transform/request.hpp"
#include "transform/tuning_table.hpp"
#include "weft/text_file.hpp"

namespace weft::cli {

namespace {

struct TuneRequest : TransformRequest {
  std::string tune, seconds;  // empty: as the environment says, else the default
  bool again = false;
  int n_rows = 20;
  std::string json;
};

Options tune_options(const TuneRequest& r) {
  Options options = options_of(r);
  if (!r.tune.empty())
    set_once(options, "tune", known_word("--tune", r.tune, {"estimate", "measure", "exhaustive"}), "--tune");
  if (!r.seconds.empty()) set_once(options, "tune_seconds", r.seconds, "--seconds");
  if (r.again) set_once(options, "wisdom", "renew", "--again");
  return options;
}

void print_ranking(const Session& session, const FoundChoice& found, int n_rows) {
  const std::vector<std::string> table = ranking_table(found, static_cast<std::size_t>(n_rows));
  if (table.empty()) return;
  say(session, "");
  for (const std::string& line : table) say(session, "{}", line);
  if (const auto n = static_cast<std::size_t>(n_rows); n < found.ranking.size())
    say(session, "and {} more: --top {}", found.ranking.size() - n, found.ranking.size());
}

// Before a minute is spent on measuring: what is found is told in any case, and kept if it can be.
void try_wisdom(const Session& session, const Options& options) {
  if (!session.is_root() || with_environment(options).get("wisdom") == "ignore" || wisdom_path().empty())
    return;
  try {
    try_to_replace(wisdom_path(), another_home);
  } catch (const Error& error) {
    note(session, fmt::format("what is found cannot be kept for later: {}", error.what()));
  }
}

int run_tune(const Session& session, const TuneRequest& request) {
  const Problem problem = problem_of(request);
  const Options options = tune_options(request);
  JsonFile json(session, request.json);
  try_wisdom(session, options);
  const FoundChoice found = find_choice(session, problem, options);
  tell_choice(session, found, "--again");
  print_ranking(session, found, request.n_rows);
  json.write(report_json(session, {{"problem", problem_json(problem)}, {"tuning", tuning_json(found)}}));
  return 0;
}

}  // namespace

Run configure_tune(const Arguments& arguments) {
  auto request = std::make_shared<TuneRequest>();
  add_problem_options(arguments, *request);
  add_plan_options(arguments, *request);
  const Arguments search = arguments.group("The search");
  search
      .add("--tune", request->tune,
           "by estimates, by measuring the best candidates (the default),\n"
           "or by measuring all")
      .type_name("estimate|measure|exhaustive");
  search.add("--seconds", request->seconds, "limit of measuring; default: 60, exhaustive 3600")
      .type_name("N");
  search.add_flag("--again", request->again, "tune a known plan again, and keep the new one");
  search.add_count("--top", request->n_rows, "rows of the table");
  add_json_option(search, request->json);
  arguments.footer(
      "Start it with the number of processes of the job: weft-run -n P weft tune ... Estimates are better\n"
      "after weft calibrate. A program gets the plan with the option tune=measure.");
  return [request](const Session& session) { return run_tune(session, *request); };
}

}  // namespace weft::cli
