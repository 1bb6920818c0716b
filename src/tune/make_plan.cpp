// Plan::Plan and tune(): a plan is made with the choice of the tuner, if one is asked for.
//
// Both are here and not in plan/, because the tuner makes plans to time them: arrows point from tune/ to
// plan/.
#include "comm/agree.hpp"
#include "plan/plan_impl.hpp"
#include "tune/tuner.hpp"
#include "weft/words.hpp"

namespace weft {

namespace {

std::string in_words(const Tuning& tuning) {
  std::string text = "the choice is tuned, by " + tuning.from;
  if (tuning.pair_seconds)
    text += ": " + short_number(1e3 * *tuning.pair_seconds) + " ms for a pair of calls";
  return text;
}

Choice tuned_choice(const PlanTask& task, std::vector<std::string>& remarks) {
  const Tuning tuning = tune(task, {});
  remarks.push_back(in_words(tuning));
  remarks.insert(remarks.end(), tuning.remarks.begin(), tuning.remarks.end());
  return tuning.choice;
}

}  // namespace

Plan::Plan(const Problem& problem, MPI_Comm comm, const Options& options)
    : impl_(std::make_unique<Impl>(problem, comm, options, tuned_choice)) {}

Plan make_redistribution(const Layout& from, const Layout& to, bool real_elements, MPI_Comm comm,
                         Precision precision, const Options& options) {
  return Plan(redistribution(from, to, real_elements, precision), comm, options);
}

Tuning tune(const Problem& problem, MPI_Comm comm, const Options& options, const TuningProgress& progress) {
  const std::shared_ptr<Communicators> comms = communicators_of(comm, patience_of(options));
  const Doing doing("to tune a plan", patience_of(options));
  PlanTask task = make_task(problem, comm, *comms, options);
  if (task.settings.choice)
    fail("the option choice is set to '" + to_text(*task.settings.choice) +
         "', so there is nothing to tune; leave it out (" + options_variable + " counts as well)");
  if (task.settings.tune == Tune::off) task.settings.tune = Tune::measure;
  return tune(task, progress);
}

}  // namespace weft
