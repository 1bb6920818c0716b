// The options of `weft bench`. Those of a plan go to the library as text, so their values and the errors
// about them are the same as in every other interface.
#include "bench_request.hpp"

#include <fmt/format.h>

#include "text.hpp"

namespace weft::cli {

namespace {

// Options that all variants share.
Options common_options(const BenchRequest& r) {
  Options options;
  if (!r.grid.empty()) options.set("grid", r.grid);
  if (!r.choice.empty()) options.set("choice", r.choice);
  for (const std::string& setting : r.settings) {
    const std::size_t equals = setting.find('=');
    if (equals == std::string::npos)
      throw Error(ErrorCode::invalid_argument,
                  fmt::format("--set: \"{}\" is not of the form KEY=VALUE", setting));
    options.set(setting.substr(0, equals), setting.substr(equals + 1));
  }
  return options;
}

// "all" as every name, a name as itself, nothing as nothing.
std::vector<std::string> names_asked(const std::string& asked, const std::vector<std::string>& all) {
  return asked == "all" ? all : std::vector<std::string>{asked};
}

const CLI::Validator at_least_one(
    [](std::string& text) {
      const bool is_number = !text.empty() && text.find_first_not_of("0123456789") == std::string::npos;
      const bool is_zero = text.find_first_not_of('0') == std::string::npos;
      return is_number && !is_zero ? "" : "\"" + text + "\" is not a whole number from 1 on";
    },
    "");

void add_problem_options(CLI::App& app, BenchRequest& r) {
  const std::string problem = "The transform";
  app.add_option("--shape", r.shape, "points of the global array")
      ->type_name("N0xN1x...")
      ->capture_default_str()
      ->group(problem);
  app.add_option("--transform", r.transform, "")->type_name("r2c|c2c")->capture_default_str()->group(problem);
  app.add_option("--axes", r.axes, "transformed axes, of r2c the real one last; default: all")
      ->type_name("A,B,...")
      ->group(problem);
  app.add_option("--precision", r.precision, "")
      ->type_name("double|single")
      ->capture_default_str()
      ->group(problem);
  app.add_option("--output", r.output, "modes cut where the last transform leaves them, or like the points")
      ->type_name("last|input")
      ->capture_default_str()
      ->group(problem);
  app.add_option("--order", r.order, "memory order of the modes")
      ->type_name("fast|C")
      ->capture_default_str()
      ->group(problem);
  app.add_option("--fields", r.n_fields, "arrays transformed together")
      ->type_name("N")
      ->check(at_least_one)
      ->capture_default_str()
      ->group(problem);
}

void add_plan_options(CLI::App& app, BenchRequest& r) {
  const std::string plan = "How weft does it (see: weft info)";
  CLI::Option* grid =
      app.add_option("--grid", r.grid, "grid of processes")->type_name("auto|P0xP1...")->group(plan);
  CLI::Option* exchange = app.add_option("--exchange", r.exchange, "one exchange, or each in turn")
                              ->type_name("NAME|all")
                              ->group(plan);
  CLI::Option* backend = app.add_option("--backend", r.backend, "one backend, or each in turn")
                             ->type_name("NAME|all")
                             ->group(plan);
  app.add_option("--choice", r.choice, "the whole choice in one text, as `choice` in a report")
      ->type_name("TEXT")
      ->excludes(grid)
      ->excludes(exchange)
      ->excludes(backend)
      ->group(plan);
  app.add_option("--set", r.settings, "any option of a plan; may be repeated")
      ->type_name("KEY=VALUE")
      ->allow_extra_args(false)
      ->group(plan);
}

void add_run_options(CLI::App& app, BenchRequest& r) {
  const std::string run = "The measurement";
  app.add_option("--repeats", r.n_rounds, "rounds, after one to warm up")
      ->type_name("N")
      ->check(at_least_one)
      ->capture_default_str()
      ->group(run);
  app.add_option("--inner", r.inner, "forward-backward pairs in a round")
      ->type_name("N")
      ->check(at_least_one)
      ->capture_default_str()
      ->group(run);
  app.add_option("--peers", r.peers,
                 "other libraries, in turn with weft in every round; may be repeated:\n"
                 "fftw-mpi (all its variants), one of them, or exec:PROGRAM ARGS\n"
                 "(to the end of the text), which prints \"seconds X\" per pair")
      ->type_name("LIST")
      ->allow_extra_args(false)
      ->group(run);
  app.add_flag("--explain", r.explain,
               "measure how fast this machine copies, and say of each step how near\n"
               "to that it comes, and why not nearer")
      ->group(run);
  app.add_option("--json", r.json, "also write all of it to this file")->type_name("FILE")->group(run);
  app.add_option("--fftw-library", r.fftw_library, "run weft and FFTW-MPI on this build of FFTW")
      ->type_name("FILE")
      ->group(run);
}

}  // namespace

Problem problem_of(const BenchRequest& r) {
  Problem problem;
  problem.shape = parse_lengths("--shape", r.shape);
  const bool is_real = known_word("--transform", r.transform, {"c2c", "r2c"}) == "r2c";
  problem.transform = is_real ? Transform::r2c : Transform::c2c;
  const bool is_single = known_word("--precision", r.precision, {"double", "single"}) == "single";
  problem.precision = is_single ? Precision::single_ : Precision::double_;
  if (!r.axes.empty()) problem.axes = parse_axes("--axes", r.axes);
  problem.output =
      known_word("--output", r.output, {"last", "input"}) == "input" ? Output::input : Output::last;
  problem.order = known_word("--order", r.order, {"fast", "C"}) == "C" ? Order::c : Order::fast;
  problem.n_fields = r.n_fields;
  check(problem);
  return problem;
}

std::vector<PlanRequest> plans_of(const BenchRequest& r) {
  std::vector<PlanRequest> plans;
  for (const std::string& exchange : names_asked(r.exchange, exchange_names()))
    for (const std::string& backend : names_asked(r.backend, backend_names())) {
      Options options = common_options(r);
      if (!exchange.empty()) options.set("exchange", exchange);
      if (!backend.empty()) options.set("backend", backend);
      plans.push_back({exchange, options, r.backend == "all"});
    }
  return plans;
}

void add_options(CLI::App& app, BenchRequest& request) {
  add_problem_options(app, request);
  add_plan_options(app, request);
  add_run_options(app, request);
}

}  // namespace weft::cli
