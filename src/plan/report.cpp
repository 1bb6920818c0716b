// What a plan did, in numbers: counts of the description, times of its steps, rates of the machine.
#include "plan/report.hpp"

#include <algorithm>
#include <map>

#include "kernels/instruction_sets.hpp"
#include "kernels/kernel.hpp"
#include "weft/weft.hpp"
#include "weft/words.hpp"

namespace weft::inline plan {

namespace {

// Arrays of up to this many bytes are taken to be in cache where the system does not say how large it is.
constexpr Index usual_cache_bytes = 4 << 20;

std::string bytes_text(Index bytes) { return std::to_string(bytes); }

std::string in_words(const SweepCounts& sweep) {
  const std::string what = sweep.axes.empty() ? "copy" : "transform axes " + join(sweep.axes);
  return "sweep: " + what + ", reads " + bytes_text(sweep.bytes_read) + " and writes " +
         bytes_text(sweep.bytes_written) + " bytes";
}

std::string in_words(const ExchangeCounts& exchange, const MoveStep& move) {
  std::string text = exchange.exchange + ": " + to_text(move.move.from) + " -> " + to_text(move.move.to);
  if (n_strips(move.move) > 1)
    text += ", in " + std::to_string(n_strips(move.move)) + " strips along axis " +
            std::to_string(move.move.strips.axis);
  if (exchange.messages > 0)
    text += ", " + std::to_string(exchange.messages) + " message(s) of " + bytes_text(exchange.bytes_sent) +
            " bytes in all";
  if (exchange.flags > 0)
    text += ", " + std::to_string(exchange.flags) + " flag(s), " + bytes_text(exchange.peer_bytes) +
            (move.row->writes_to_peers ? " bytes written to other processes"
                                       : " bytes read from other processes");
  return text;
}

StepReport sweep_report(const SweepCounts& counts, const std::string& name) {
  StepReport step;
  step.step = name;
  step.what = in_words(counts);
  step.bytes = counts.bytes_read + counts.bytes_written;
  return step;
}

StepReport exchange_report(const ExchangeCounts& counts, const MoveStep& move) {
  StepReport step;
  step.step = counts.exchange;
  step.what = in_words(counts, move);
  step.is_exchange = true;
  step.bytes = counts.bytes_sent;
  return step;
}

std::string rate_text(const CopyRate& rate) {
  const auto gigabytes = [](double bytes) { return short_number(bytes * 1e-9) + " GB/s"; };
  return gigabytes(rate.cached) + " in cache, " + gigabytes(rate.memory) + " in memory";
}

std::string rates_note(const MachineRates& rates, int threads) {
  std::string text = "rates: a process copies " + rate_text(rates.together) + " when all " +
                     std::to_string(rates.n_processes) + " do; alone " + rate_text(rates.alone);
  if (rates.cache_bytes > 0)
    text += "; it has " + short_number(static_cast<double>(rates.cache_bytes) / 0x1p20) +
            " MiB of the last-level cache";
  if (threads > 1)
    text += "; these are rates of one thread, and bounds count " + std::to_string(threads) + " of them";
  return text;
}

// "convolve: points in 128 blocks of up to 1x128x128, ...".
std::string convolve_note(const Convolution& convolution, int threads) {
  const ProductPlan& plan = convolution.plan;
  if (plan.chunks.empty()) return "convolve: this process has no points";
  Extents most;
  for (const Chunks& axis : plan.chunks) most.push_back(axis.most());
  return "convolve: points in " + std::to_string(n_chunks(plan.chunks)) + " block(s) of up to " +
         to_text(most) + ", " + bytes_text(plan.field_bytes) + " bytes of each field" +
         (threads > 1 ? ", for each thread one at a time" : "");
}

// Each library that transforms some axis, with its axes.
void add_library_notes(const Blueprint& blueprint, std::vector<std::string>& notes) {
  std::map<std::string, std::vector<int>> axes_of;
  for (const SweepStep& step : blueprint.forward.sweeps)
    for (const AxisTransform& t : step.sweep.axes) {
      const Backend& backend = *find_backend(step.sweep.backend).row;
      std::vector<int>& axes = axes_of[backend.version_for(t.kind, t.n)];
      if (std::count(axes.begin(), axes.end(), t.axis) == 0) axes.push_back(t.axis);
    }
  const std::string processor = processor_instructions();
  for (auto& [version, axes] : axes_of) {
    std::sort(axes.begin(), axes.end());
    const LibraryFit fit = fit_of(version, processor);
    std::string text = "FFT library of axes " + join(axes) + ": " + version;
    if (fit.is_told)
      text +=
          ", built for " + (fit.built_for.empty() ? "no vector instructions" : join(fit.built_for, " and "));
    notes.push_back(text + "; the best of this processor is " + processor);
    if (!fit.remedy.empty()) notes.push_back("remedy: " + fit.remedy);
  }
}

}  // namespace

std::string step_name(const LocalSweep& sweep) {
  std::vector<int> axes;
  for (const AxisTransform& transform : sweep.axes) axes.push_back(transform.axis);
  return axes.empty() ? "copy" : "sweep " + join(axes);
}

DirectionReport report_direction(const Direction& direction, const Counts& counts,
                                 const BuiltDirection& built) {
  DirectionReport report;
  report.n_fields = built.n_fields;
  const Index n_fields = std::max<Index>(built.n_fields, 1);
  const bool has_times = built.n_fields > 0;
  std::size_t next_sweep = 0;
  for (std::size_t i = 0; i < direction.sweeps.size(); ++i) {
    if (i > 0) {
      StepReport& exchange =
          report.steps.emplace_back(exchange_report(counts.exchanges[i - 1], direction.moves[i - 1]));
      const ExchangeClocks& clocks = built.exchanges[i - 1].clocks;
      exchange.bytes *= n_fields;
      exchange.before = clocks.acquire.last() + clocks.barrier.last();
      exchange.after = clocks.ready.last();
      exchange.seconds = exchange.before + clocks.publish.last() + exchange.after;
    }
    const double seconds = built.sweeps[i].clock.last();
    const std::string name = step_name(direction.sweeps[i].sweep);
    if (direction.sweeps[i].only_private) {
      StepReport& copy = report.steps.emplace_back();
      copy.step = name;
      copy.what = "copy: not run where the user's array is shared";
      copy.seconds = seconds;
    } else if (direction.sweeps[i].runs) {
      StepReport& sweep = report.steps.emplace_back(sweep_report(counts.sweeps[next_sweep++], name));
      sweep.bytes *= n_fields;
      sweep.seconds = seconds;
      if (has_times && !built.arithmetic.empty()) {
        sweep.arithmetic_seconds = static_cast<double>(n_fields) * built.arithmetic[i];
        sweep.parts = built.parts[i];
        for (KernelPart& part : sweep.parts) part.seconds *= static_cast<double>(n_fields);
      }
    }
  }
  return report;
}

void add_bounds(DirectionReport& report, const MachineRates& rates, int threads) {
  const Index cache = rates.cache_bytes > 0 ? rates.cache_bytes : usual_cache_bytes;
  for (StepReport& step : report.steps) {
    const Index moved = step.is_exchange ? 2 * step.bytes : step.bytes;
    if (moved == 0) continue;
    const bool fits = moved <= cache;
    step.rate = fits ? "cache" : "memory";
    const double rate = fits ? rates.together.cached : rates.together.memory;
    step.bound_seconds = static_cast<double>(moved) / (step.is_exchange ? rate : threads * rate);
  }
}

void add_predictions(PlanReport& report, const Prediction& prediction) {
  for (DirectionReport* direction : {&report.forward, &report.backward}) {
    if (direction->n_fields == 0) continue;
    const std::string name = direction == &report.forward ? "forward" : "backward";
    auto stage = prediction.stages.begin();
    for (StepReport& step : direction->steps) {
      const auto found = std::find_if(stage, prediction.stages.end(), [&](const StagePrediction& s) {
        return s.direction == name && s.stage == step.step && s.is_exchange == step.is_exchange;
      });
      if (found == prediction.stages.end()) continue;  // nothing is exchanged, or copied
      step.predicted_seconds =
          found->seconds() * static_cast<double>(direction->n_fields) / prediction.n_fields;
      stage = found + 1;
    }
  }
}

PlanReport report_plan(const Blueprint& blueprint, const Description& description, int rank,
                       const std::vector<std::string>& remarks, const BuiltDirection& forward,
                       const BuiltDirection& backward) {
  const int threads = blueprint.choice.threads;
  PlanReport report;
  report.head = {
      "choice: " + to_text(description.choice), "points: " + to_text(description.points),
      "modes:  " + to_text(description.modes) + ", memory order " + join(description.modes_storage.order),
      "process " + std::to_string(rank) + " of " + std::to_string(description.points.n_processes()) +
          (threads > 1 ? ", " + std::to_string(threads) + " threads" : "") + ", each field:"};
  report.forward = report_direction(blueprint.forward, description.forward, forward);
  report.backward = report_direction(blueprint.backward, description.backward, backward);
  report.rates = known_rates();
  const PlanMemory& memory = description.memory;
  report.notes.push_back("memory: " + bytes_text(memory.stages) + " bytes of buffers, " +
                         bytes_text(memory.windows) + " of shared windows, " + bytes_text(memory.tiles) +
                         " of tiles in cache");
  if (blueprint.convolution) report.notes.push_back(convolve_note(*blueprint.convolution, threads));
  for (const std::string& remark : remarks) report.notes.push_back("remark: " + remark);
  if (report.rates) {
    add_bounds(report.forward, *report.rates, threads);
    add_bounds(report.backward, *report.rates, threads);
    report.notes.push_back(rates_note(*report.rates, threads));
  } else {
    report.notes.emplace_back(
        "rates of this machine are not known: call measure_rates once on all processes, or use weft bench "
        "--explain");
  }
  add_library_notes(blueprint, report.notes);
  return report;
}

}  // namespace weft::inline plan
