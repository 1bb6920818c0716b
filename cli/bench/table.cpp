// A benchmark as a table, and in one sentence for each library: who is faster, by how much. Ratios
// within 15 % of one are called equal; this machine, in these rounds, cannot tell them apart.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "bench/report.hpp"
#include "program/text.hpp"

namespace weft::cli {

namespace {

constexpr double equal_below = 1.15;

bool is_weft(const Contestant& c) { return c.implementation->library() == "weft"; }

// The fastest by median of the pair; null if `of` accepts none.
template <class Accept>
const Contestant* fastest(const BenchResult& result, Accept of) {
  const Contestant* best = nullptr;
  for (const Contestant& c : result.contestants)
    if (of(c) && (best == nullptr || median_of(c.times.pair) < median_of(best->times.pair))) best = &c;
  return best;
}

std::string problem_text(const Problem& p) {
  std::string text = get(p, "transform") + " ";
  text += to_text(p.shape) + (p.precision == Precision::single_ ? " single" : " double");
  if (!p.axes.empty()) {
    text += " on axes";
    for (const int axis : p.axes) text += fmt::format(" {}", axis);
  }
  if (!p.kept.empty()) text += " keeping " + to_text(p.kept);
  if (!p.kinds.empty()) text += " by " + get(p, "kinds");
  return p.n_fields == 1 ? text : text + fmt::format(", {} fields", p.n_fields);
}

// What is to be said of `ratio` = their time / ours.
std::string comparison(const std::string& them, double ratio) {
  if (ratio > equal_below) return fmt::format("weft is {:.2f} x as fast as {}", ratio, them);
  if (ratio < 1 / equal_below)
    return fmt::format("weft is slower than {}: it takes {:.2f} x the time", them, 1 / ratio);
  return fmt::format("weft is equal to {} (ratio {:.2f})", them, ratio);
}

// The name of a program may be a whole command line.
std::string short_name(const std::string& name) {
  constexpr std::size_t longest = 40;
  return name.size() <= longest ? name : name.substr(0, longest - 3) + "...";
}

void print_rows(const Session& session, const BenchResult& result, const Contestant& ours) {
  std::size_t width = 0;
  for (const Contestant& c : result.contestants) width = std::max(width, c.implementation->name().size());
  for (const TimedProgram& p : result.programs) width = std::max(width, short_name(p.program.name).size());
  say(session, "{:<{}}  {:>9} {:>9} {:>9} {:>9} {:>8} {:>8} {:>6}", "", width, "forward", "backward", "pair",
      "pair min", "GFlop/s", "error", "ratio");
  for (const Contestant& c : result.contestants)
    say(session, "{:<{}}  {:>9.4g} {:>9.4g} {:>9.4g} {:>9.4g} {:>8.2f} {:>8.1e} {:>6.2f}",
        c.implementation->name(), width, 1e3 * median_of(c.times.forward), 1e3 * median_of(c.times.backward),
        1e3 * median_of(c.times.pair), 1e3 * minimum_of(c.times.pair),
        gflops(result.problem, median_of(c.times.pair)), c.error.worst(),
        median_ratio(c.times.pair, ours.times.pair));
  for (const TimedProgram& p : result.programs)
    say(session, "{:<{}}  {:>9} {:>9} {:>9.4g} {:>9.4g} {:>8.2f} {:>8} {:>6.2f}  (run between the rounds)",
        short_name(p.program.name), width, "", "", 1e3 * median_of(p.pair), 1e3 * minimum_of(p.pair),
        gflops(result.problem, median_of(p.pair)), "", median_of(p.pair) / median_of(ours.times.pair));
}

// What the machine file promised, beside what was measured.
void print_predictions(const Session& session, const BenchResult& result) {
  if (result.machine_file.empty()) return;
  for (const Variant& v : result.variants) {
    if (!v.predicted) continue;
    const Contestant& c = result.contestants[static_cast<std::size_t>(v.contestant)];
    const double measured = median_of(c.times.pair), predicted = v.predicted->pair_seconds();
    say(session, "predicted: {}: {:.4g} ms a pair, {:+.0f} % of what was measured", c.implementation->name(),
        1e3 * predicted, 100 * (predicted / measured - 1));
  }
}

void print_left_out(const Session& session, const BenchResult& result) {
  for (const Variant& v : result.variants)
    if (!v.applies() && result.variants.size() > 1)
      say(session, "weft {} does not apply: {}", v.exchange, v.reason);
  std::map<std::string, std::vector<std::string>> names;  // by reason
  for (const LeftOut& peer : result.left_out) names[peer.reason].push_back(peer.name);
  for (const auto& [reason, peers] : names) say(session, "left out: {}: {}", join(peers), reason);
}

void print_comparisons(const Session& session, const BenchResult& result, const Contestant& ours) {
  std::vector<std::string> libraries;
  for (const Contestant& c : result.contestants)
    if (!is_weft(c) &&
        std::find(libraries.begin(), libraries.end(), c.implementation->library()) == libraries.end())
      libraries.push_back(c.implementation->library());
  for (const std::string& library : libraries) {
    const Contestant* best =
        fastest(result, [&](const Contestant& c) { return c.implementation->library() == library; });
    const std::string them =
        fmt::format("the best {} variant here ({})", library, best->implementation->name());
    const Interval interval = ratio_interval(best->times.pair, ours.times.pair);
    say(session, "{}; 95 % interval of the ratio: {:.2f} to {:.2f}",
        comparison(them, median_ratio(best->times.pair, ours.times.pair)), interval.low, interval.high);
  }
  for (const TimedProgram& p : result.programs)
    say(session, "{}",
        comparison(short_name(p.program.name), median_of(p.pair) / median_of(ours.times.pair)));
}

}  // namespace

double gflops(const Problem& problem, double pair_seconds) {
  double n = problem.n_fields;
  for (const Index length : problem.shape) n *= static_cast<double>(length);
  const double per_point = points_are_real(problem) ? 2.5 : 5;
  return 2 * per_point * n * std::log2(n_transformed(problem)) / pair_seconds * 1e-9;
}

std::vector<std::string> wrong_ones(const BenchResult& result) {
  std::vector<std::string> names;
  for (const Contestant& c : result.contestants)
    if (!(c.error.worst() <= error_limit(result.problem)))
      names.push_back(fmt::format("{} (relative error {:.1e}, limit {:.1e})", c.implementation->name(),
                                  c.error.worst(), error_limit(result.problem)));
  return names;
}

void print_table(const Session& session, const BenchResult& result) {
  const Contestant* ours = fastest(result, is_weft);
  if (ours != nullptr) {
    say(session,
        "{} on {} processes: median of {} rounds of {} pairs{}, in ms; ratio: time of a pair over that of "
        "{}\n",
        problem_text(result.problem), session.size, result.n_rounds, result.batch.n_pairs,
        result.batch.is_unbroken ? " without a clock between" : "", ours->implementation->name());
    print_rows(session, result, *ours);
  }
  print_predictions(session, result);
  print_left_out(session, result);
  if (ours == nullptr) return;
  for (const Variant& v : result.variants)
    if (v.applies() && &result.contestants[static_cast<std::size_t>(v.contestant)] == ours)
      say(session,
          "\nplan made in {:.2g} s; it allocated {:.3g} MiB, resident memory grew by {:.3g} MiB (largest "
          "process)",
          v.plan_seconds, v.allocated_bytes / 0x1p20, v.resident_growth / 0x1p20);
  if (wrong_ones(result).empty()) print_comparisons(session, result, *ours);
}

}  // namespace weft::cli
