// What several commands ask alike: a transform, and options of its plan.
#include "transform/request.hpp"

#include <fmt/format.h>

#include "program/text.hpp"

namespace weft::cli {

void add_problem_options(const Arguments& arguments, TransformRequest& r) {
  const Arguments problem = arguments.group("The transform");
  problem.add("--shape", r.shape, "points of the global array").type_name("N0xN1x...|N^K").show_default();
  problem.add("--transform", r.transform, "complex, real to complex, or real")
      .type_name("r2c|c2c|r2r")
      .show_default();
  problem.add("--axes", r.axes, "transformed axes, for r2c the real one last; default: all")
      .type_name("A,B,...");
  problem
      .add("--kinds", r.kinds,
           "kinds of the transformed axes: fourier, dct1 to dct4, dst1 to dst4, chebyshev,\n"
           "chebyshev-gauss, r2hc, hc2r, dht; default: all are fourier")
      .type_name("K,K,...");
  problem.add("--kept", r.kept, "points of the coarser grid whose modes are kept; default: all")
      .type_name("K0xK1x...");
  problem.add("--precision", r.precision, "of points and modes").type_name("double|single").show_default();
  problem.add("--output", r.output, "cut of the modes: as the last transform leaves them, or like the points")
      .type_name("last|input")
      .show_default();
  problem.add("--order", r.order, "memory order of the modes").type_name("fast|C").show_default();
  problem.add_count("--fields", r.n_fields, "arrays transformed together");
}

void add_plan_options(const Arguments& arguments, TransformRequest& r) {
  const Arguments plan = arguments.group(plan_group);
  plan.add("--grid", r.grid, "process grid").type_name("auto|P0xP1...");
  plan.add("--exchange", r.exchange, "exchange of every redistribution").type_name("NAME");
  plan.add("--backend", r.backend, "library of the kernels").type_name("NAME");
  plan.add("--set", r.settings, "any option of a plan; may be repeated").type_name("KEY=VALUE").one_value();
}

Problem problem_of(const TransformRequest& r) {
  Problem problem;
  problem.shape = parse_lengths("--shape", r.shape);
  set(problem, "transform", known_word("--transform", r.transform, {"c2c", "r2c", "r2r"}));
  if (!r.kept.empty()) problem.kept = parse_lengths("--kept", r.kept);
  if (!r.kinds.empty()) set(problem, "kinds", r.kinds);
  const bool is_single = known_word("--precision", r.precision, {"double", "single"}) == "single";
  problem.precision = is_single ? Precision::single_ : Precision::double_;
  if (!r.axes.empty()) problem.axes = parse_axes("--axes", r.axes);
  set(problem, "output", known_word("--output", r.output, {"last", "input"}));
  problem.order = known_word("--order", r.order, {"fast", "C"}) == "C" ? Order::c : Order::fast;
  problem.n_fields = r.n_fields;
  check(problem);
  return problem;
}

void set_once(Options& options, const std::string& key, const std::string& value,
              const std::string& said_by) {
  if (options.is_set(key))
    fail(fmt::format("{} and --set {}={} both say what {} is; leave one of them out", said_by, key,
                     options.get(key), key));
  options.set(key, value);
}

Options options_of(const TransformRequest& r) {
  Options options;
  for (const std::string& setting : r.settings) {
    const std::size_t equals = setting.find('=');
    if (equals == std::string::npos) fail(fmt::format("--set: \"{}\" is not of the form KEY=VALUE", setting));
    options.set(setting.substr(0, equals), setting.substr(equals + 1));
  }
  if (!r.grid.empty()) set_once(options, "grid", r.grid, "--grid");
  if (!r.exchange.empty()) set_once(options, "exchange", r.exchange, "--exchange");
  if (!r.backend.empty()) set_once(options, "backend", r.backend, "--backend");
  return options;
}

}  // namespace weft::cli
