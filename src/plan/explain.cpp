// A report in words: what each step does, what it took, how near that is to the bound, and why not nearer.
#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "weft/report.hpp"
#include "weft/words.hpp"

namespace weft {
namespace {

// Above this share of the bound there is nothing to explain.
constexpr double near_percent = 70;
// A sweep contains its arithmetic. Where that took so many times as long alone, others used the processor.
constexpr double most_arithmetic = 1.5;

// In the largest unit that leaves a number from 1 on.
std::string duration(double seconds) {
  for (const auto& [unit, factor] : {std::pair(" s", 1.0), std::pair(" ms", 1e3), std::pair(" us", 1e6)})
    if (seconds * factor >= 1) return short_number(seconds * factor) + unit;
  return short_number(1e9 * seconds) + " ns";
}

std::string percent_text(double percent) {
  return short_number(percent < 10 ? percent : std::round(percent)) + " %";
}

std::string bound_text(double percent) { return ": " + percent_text(percent) + " of the bound reached"; }

std::string promise(const std::optional<double>& seconds) {
  return seconds ? "; the machine file promises " + duration(*seconds) : "";
}

std::string sweep_times(const StepReport& step) {
  std::string text = duration(step.seconds) + ", " + short_number(step.bandwidth() * 1e-9) + " GB/s";
  if (step.arithmetic_seconds)
    text += "; its arithmetic takes " + duration(*step.arithmetic_seconds) + " in cache";
  if (step.bound_seconds > 0)
    text += "; a copy of as much in " + step.rate + " takes " + duration(step.bound_seconds) +
            bound_text(step.percent());
  return text + promise(step.predicted_seconds);
}

std::string exchange_times(const StepReport& step) {
  if (step.bytes == 0)
    return duration(step.seconds) + " of waiting for others: " + duration(step.before) +
           " until they had read what was there before, " + duration(step.after) + " for their data" +
           promise(step.predicted_seconds);
  const double passing = std::max(0.0, step.seconds - step.before);
  std::string text = duration(step.seconds) + ", " + short_number(step.bandwidth() * 1e-9) +
                     " GB/s: " + duration(passing) + " for messages and waiting for others";
  if (step.before > 0.01 * step.seconds) text += ", " + duration(step.before) + " before them";
  if (step.bound_seconds > 0)
    text +=
        "; one copy in " + step.rate + " takes " + duration(step.bound_seconds) + bound_text(step.percent());
  return text + promise(step.predicted_seconds);
}

std::string in_words(const KernelPart& part) {
  std::string text = std::string(static_cast<std::size_t>(6 + 2 * part.depth), ' ') + part.what;
  text.resize(std::max<std::size_t>(text.size() + 1, 80), ' ');
  return text + duration(part.seconds) + "\n";
}

std::string in_words(const DirectionReport& report, const std::string& name) {
  std::string text = " " + name;
  if (report.n_fields > 1) text += ", last call with " + std::to_string(report.n_fields) + " fields";
  text += "\n";
  for (const StepReport& step : report.steps) {
    text += "  " + step.what + "\n";
    if (report.n_fields > 0)
      text += "    " + (step.is_exchange ? exchange_times(step) : sweep_times(step)) + "\n";
    for (const KernelPart& part : step.parts) text += in_words(part);
  }
  if (report.n_fields == 0) return text;
  text += "  in all " + duration(report.seconds());
  if (report.bound_seconds() > 0)
    text += ", at least " + duration(report.bound_seconds()) + bound_text(report.percent()) + "; " +
            report.verdict();
  return text + promise(report.predicted_seconds()) + "\n";
}

// Sum of a figure over the steps.
template <class Figure>
double sum(const std::vector<StepReport>& steps, const Figure& figure) {
  return std::accumulate(steps.begin(), steps.end(), 0.0,
                         [&](double all, const StepReport& step) { return all + figure(step); });
}

double beyond_bound(const StepReport& step) { return std::max(0.0, step.seconds - step.bound_seconds); }

}  // namespace

double DirectionReport::seconds() const {
  return sum(steps, [](const StepReport& step) { return step.seconds; });
}

double DirectionReport::bound_seconds() const {
  return sum(steps, [](const StepReport& step) { return step.bound_seconds; });
}

std::optional<double> DirectionReport::predicted_seconds() const {
  if (std::none_of(steps.begin(), steps.end(), [](const auto& s) { return s.predicted_seconds.has_value(); }))
    return std::nullopt;
  return sum(steps, [](const StepReport& step) { return step.predicted_seconds.value_or(0); });
}

double DirectionReport::percent() const { return seconds() > 0 ? 100 * bound_seconds() / seconds() : 0; }

std::string DirectionReport::verdict() const {
  if (n_fields == 0 || bound_seconds() <= 0) return "";
  if (std::any_of(steps.begin(), steps.end(), [](const StepReport& step) {
        return step.arithmetic_seconds.value_or(0) > most_arithmetic * step.seconds && step.seconds > 0;
      }))
    return "the reason is unknown: other programs used the processors; measure again on an idle machine";
  const double of_memory =
      sum(steps, [](const StepReport& step) { return step.rate == "memory" ? step.bound_seconds : 0; });
  if (percent() >= near_percent)
    return 2 * of_memory >= bound_seconds() ? "bound by memory" : "bound by copying in cache";
  const double waiting = sum(steps, [](const StepReport& s) { return s.is_exchange ? beyond_bound(s) : 0; });
  const double sweeps = sum(steps, [](const StepReport& s) { return s.is_exchange ? 0 : beyond_bound(s); });
  if (waiting >= sweeps)
    return "most of the rest is waiting for others, " + percent_text(100 * waiting / seconds()) +
           " of the time";
  const std::string most = "most of the rest is arithmetic";
  const bool is_known = std::any_of(
      steps.begin(), steps.end(), [](const StepReport& step) { return step.arithmetic_seconds.has_value(); });
  if (!is_known) return "most of the rest is in the sweeps: arithmetic, and moving lines in cache";
  const double arithmetic =
      sum(steps, [](const StepReport& step) { return step.arithmetic_seconds.value_or(0); });
  const std::string share = percent_text(100 * arithmetic / seconds()) + " of the time";
  return 2 * arithmetic >= sweeps ? most + ", " + share
                                  : "most of the rest is moving lines in the sweeps; arithmetic is " + share;
}

std::string to_text(const PlanReport& report) {
  std::string text;
  for (const std::string& line : report.head) text += line + "\n";
  text += in_words(report.forward, "forward") + in_words(report.backward, "backward");
  for (const std::string& note : report.notes) text += note + "\n";
  return text;
}

}  // namespace weft
