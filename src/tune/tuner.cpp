// A tuner: looks up what is known, else estimates or measures, and keeps what it found.
#include "tune/tuner.hpp"

#include <algorithm>
#include <cmath>

#include "comm/agree.hpp"
#include "comm/check.hpp"
#include "kernels/kernel.hpp"
#include "machine/load.hpp"
#include "model/typical.hpp"
#include "plan/estimate.hpp"
#include "plan/processors.hpp"
#include "tune/known_plans.hpp"
#include "tune/plan_trials.hpp"
#include "tune/search.hpp"
#include "weft/calibration.hpp"
#include "weft/words.hpp"

namespace weft::inline tuning {

namespace {

constexpr double usual_seconds = 60, exhaustive_seconds = 3600;
constexpr double most_disturbed = 0.1;  // of all samples, without a remark

// The machine file as process 0 sees it, else a typical machine.
MachineModel model_of(MPI_Comm comm, std::vector<std::string>& remarks) {
  std::string text, why_not;
  int rank = 0;
  check_mpi(MPI_Comm_rank(comm, &rank), "asking for the rank");
  if (rank == 0)
    if (const std::optional<MachineModel> model = machine_file(&why_not)) text = to_text(*model);
  text = broadcast(comm, text, 0);
  why_not = broadcast(comm, why_not, 0);
  if (!text.empty())
    if (const std::optional<MachineModel> model = parse_machine_file(text, &why_not)) return *model;
  remarks.push_back("estimates are those of a typical machine: " + why_not);
  return typical_model();
}

// Backends that all processes can use, with the effort that pays; why others are left out.
std::vector<std::string> usable_backends(const Communicators& comms, std::vector<std::string>& remarks) {
  std::vector<std::string> names;
  for (const Backend* on_host : backends_on(host_space)) {
    const Backend& row = *on_host;
    try {
      agree(comms.base(), [&] { check_backends({{}, row.name, {}}, comms.rank()); });
      names.push_back(row.tuned_effort.empty() ? row.name : row.name + ":" + row.tuned_effort);
    } catch (const Error& error) {
      if (error.code() == ErrorCode::communication) throw;
      remarks.push_back("backend " + row.name + " is missing here and left out; weft info has the reason");
    }
  }
  return names;
}

// The choice by rule, as without tuning.
Choice choice_by_rule(const PlanTask& task) {
  return decide(task.problem, task.comms.size(), task.settings, task.machine);
}

// What makes the times worth less, for people.
void add_load(const std::string& crowd, double disturbed_share, std::vector<std::string>& remarks) {
  if (!crowd.empty())
    remarks.push_back(crowd + ", so times are too long; start at most as many as there are processors");
  else if (disturbed_share > most_disturbed)
    remarks.push_back(
        "in " + std::to_string(std::lround(100 * disturbed_share)) +
        " percent of the samples some process had to wait for a processor: other programs had it; "
        "tune again when nothing else runs on this machine");
}

struct Finding {
  Tuning tuning;
  int n_measured = 0;
  bool confirmed = false;  // by a second look
};

Finding search(const PlanTask& task, const TuningProgress& progress) {
  const MPI_Comm comm = task.comms.base();
  Finding found;
  Tuning& tuning = found.tuning;
  const MachineModel model = model_of(comm, tuning.remarks);
  const SearchSpace space =
      search_space(task.problem, task.comms.size(), task.settings, task.machine,
                   usable_backends(task.comms, tuning.remarks), processors_of_each(task.comms));
  const Estimate estimate = [&](const Choice& choice) -> std::optional<double> {
    try {
      const Blueprint blueprint =
          make_blueprint(task.problem, 0, task.settings, choice, task.machine.node_of);
      return estimated_seconds(task.problem, blueprint, 0, task.machine.node_of, model);
    } catch (const Error&) {
      return std::nullopt;
    }
  };
  const bool everything = task.settings.tune == Tune::exhaustive;
  const double budget = task.settings.tune_seconds ? *task.settings.tune_seconds
                        : everything               ? exhaustive_seconds
                                                   : usual_seconds;
  const std::string crowd = crowding(Site(task.comms, default_timeout_seconds, false));
  PlanTrials trials(task.problem, task.comm, comm, task.options, !crowd.empty(), progress);
  const Choice by_rule = choice_by_rule(task);
  SearchResult result;
  if (task.settings.tune == Tune::estimate || budget == 0)
    result = search_by_estimate(space, estimate);
  else if (everything)
    result =
        search_everything(all_choices(task.problem, task.settings, space), by_rule, estimate, trials, budget);
  else
    result = search_by_measuring(space, by_rule, estimate, trials, budget);
  found.n_measured = trials.n_measured();
  found.confirmed = result.confirmed;
  tuning.ranking = result.ranking;
  if (budget == 0 && task.settings.tune != Tune::estimate)
    tuning.remarks.emplace_back("tune_seconds=0: nothing was measured, the choice is an estimate");
  else if (result.out_of_time)
    tuning.remarks.push_back("tune_seconds=" + std::to_string(static_cast<int>(budget)) +
                             " ended tuning after " + std::to_string(found.n_measured) + " of at least " +
                             std::to_string(result.n_planned) + " choices; give it more for a better plan");
  if (!trials.refusal().empty()) tuning.remarks.push_back("left out: " + trials.refusal());
  if (tuning.ranking.empty()) {
    tuning.choice = by_rule;
    tuning.from = "rule";
  } else {
    const Candidate& best = tuning.ranking.front();
    tuning.choice = best.choice;
    tuning.pair_seconds = best.measured_seconds;
    tuning.from = best.measured_seconds ? "measurement" : "estimate";
    if (best.measured_seconds) add_load(crowd, trials.disturbed_share(), tuning.remarks);
  }
  return found;
}

// In wisdom, or why not.
void keep(const PlanTask& task, const Finding& found, const LearnedWisdom& before, Tuning& tuning) {
  std::vector<std::string> complaints;
  if (found.confirmed)
    complaints = keep_plan(task, tuning, found.n_measured, before);
  else
    complaints.emplace_back(std::string(not_kept) +
                            "no second look confirmed that it is the best; tune again, "
                            "on an idle machine or with more tune_seconds");
  tuning.kept = complaints.empty();
  tuning.remarks.insert(tuning.remarks.end(), complaints.begin(), complaints.end());
}

}  // namespace

Tuning tune(const PlanTask& task, const TuningProgress& progress) {
  require_host(*task.settings.space, "tuning");
  const double start = MPI_Wtime();
  KnownPlan known;
  Tuning tuning;
  if (task.settings.looks_up_wisdom) known = look_up_plan(task);
  if (known.choice) {
    tuning.choice = *known.choice;
    tuning.from = "wisdom";
    tuning.pair_seconds = known.pair_seconds;
    tuning.kept = true;
  } else {
    const LearnedWisdom before;
    const Finding found = search(task, progress);
    tuning = found.tuning;
    before.restore();
    if (tuning.from == "measurement" && task.settings.keeps_wisdom) keep(task, found, before, tuning);
  }
  tuning.remarks.insert(tuning.remarks.begin(), known.remarks.begin(), known.remarks.end());
  tuning.seconds = MPI_Wtime() - start;
  check_mpi(MPI_Bcast(&tuning.seconds, 1, MPI_DOUBLE, 0, task.comms.base()), "telling how long tuning took");
  return tuning;
}

}  // namespace weft::inline tuning
