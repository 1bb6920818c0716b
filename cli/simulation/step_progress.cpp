// A clock is read after each step; a text is made when it is shown.
#include "simulation/step_progress.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "weft/words.hpp"

namespace weft::cli {

namespace {

constexpr double most_steps_told = 1e15;  // run.until may be any number

std::string speed_in_words(double steps_per_second) {
  return steps_per_second >= 1 ? short_number(steps_per_second) + " steps/s"
                               : short_duration(1 / steps_per_second) + " a step";
}

}  // namespace

StepProgress::StepProgress(Progress& progress, const apps::Simulation& simulation,
                           const apps::RunSettings& settings)
    : progress_(progress),
      simulation_(simulation),
      settings_(settings),
      n_steps_(simulation.n_steps()),
      time_(simulation.time()),
      steps_(progress.now(), static_cast<double>(n_steps_)),
      times_(progress.now(), time_) {}

void StepProgress::mark(double now) {
  n_steps_ = simulation_.n_steps();
  time_ = simulation_.time();
  steps_.mark(now, static_cast<double>(n_steps_));
  times_.mark(now, time_);
}

void StepProgress::stepped(const std::vector<apps::Quantity>& measured) {
  if (!progress_.is_shown()) return;
  mark(progress_.now());
  if (!measured.empty()) {
    measured_.clear();
    for (const apps::Quantity& quantity : measured)
      measured_ += (measured_.empty() ? ", " : " ") + quantity.name + "=" + short_number(quantity.value);
  }
  if (progress_.is_due()) progress_.show(text());
}

void StepProgress::finish() { progress_.finish(text()); }

std::string StepProgress::text() const {
  const double left = steps_left();
  std::string words = fmt::format("step {}", n_steps_);
  if (left < most_steps_told)
    words += fmt::format(" of {}", n_steps_ + static_cast<Index>(std::llround(left)));
  words += ", t=" + short_number(time_) + " of " + short_number(settings_.until);
  if (const double speed = steps_.per_second(); speed > 0) words += ", " + speed_in_words(speed);
  return words + left_in_words(seconds_left()) + measured_;
}

double StepProgress::steps_left() const {
  const double by_time = std::max(0.0, (settings_.until - time_) / simulation_.dt());
  if (settings_.most_steps == 0) return by_time;
  const double by_steps = static_cast<double>(settings_.most_steps - n_steps_);
  return std::clamp(by_steps, 0.0, by_time);
}

// Of time and steps, what ends first.
std::optional<double> StepProgress::seconds_left() const {
  const std::optional<double> by_time = times_.seconds_for(std::max(0.0, settings_.until - time_));
  if (settings_.most_steps == 0) return by_time;
  const std::optional<double> by_steps =
      steps_.seconds_for(static_cast<double>(std::max<Index>(0, settings_.most_steps - n_steps_)));
  return by_time && by_steps ? std::min(*by_time, *by_steps) : by_time;
}

}  // namespace weft::cli
