// How much longer sweeps take than their lines and copies alone, measured on whole transforms of one process:
// there each sweep finds in the caches what the one before has left.
#include "tune/sweep_times.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <set>

#include "comm/agree.hpp"
#include "comm/check.hpp"
#include "machine/sweep_seconds.hpp"
#include "model/lookups.hpp"
#include "plan/estimate.hpp"
#include "tune/trial_transform.hpp"

namespace weft::inline tuning {

namespace {

// One transform of one process.
struct Subject {
  std::string backend;
  bool is_real = false;
  Precision precision = Precision::double_;
  Index n = 1;  // points along each of three axes
  const char* sweeps = "joined";
};

std::vector<Subject> subjects(bool is_quick) {
  std::vector<Subject> all;
  for (const Precision precision : {Precision::double_, Precision::single_})
    for (const Index n : is_quick ? std::vector<Index>{32, 96} : std::vector<Index>{32, 64, 128, 192}) {
      all.push_back({"native", false, precision, n, "joined"});
      all.push_back({"native", true, precision, n, "joined"});
      all.push_back({"native", false, precision, n, "apart"});
      if (n == 64 || n == 192)
        for (const bool is_real : {false, true})
          all.push_back({"fftw:estimate", is_real, precision, n, "joined"});
    }
  return all;
}

std::string choice_of(const Subject& subject) { return "1 " + subject.backend + " sweeps=" + subject.sweeps; }

Problem problem_of(const Subject& subject) {
  const Extents shape(3, subject.n);
  Problem problem = subject.is_real ? r2c(shape) : c2c(shape);
  problem.precision = subject.precision;
  return problem;
}

// The sweeps of both directions, as the plan has them.
std::vector<LocalSweep> sweeps_of(const TrialTransform& transform, Index& footprint) {
  const Blueprint blueprint = make_blueprint(transform.problem(), 0, settings_of(transform.options()),
                                             transform.plan().choice(), {0});
  footprint = footprint_of(transform.problem(), blueprint);
  std::vector<LocalSweep> sweeps;
  for (const Direction* direction : {&blueprint.forward, &blueprint.backward})
    for (const SweepStep& step : direction->sweeps)
      if (step.runs) sweeps.push_back(step.sweep);
  return sweeps;
}

// The mean over the processes that measured; a ratio of logarithms has no favourite side.
void average(const Site& site, std::vector<SweepTime>& times, bool takes_part) {
  std::vector<double> sums;
  for (const SweepTime& time : times) sums.push_back(takes_part ? std::log(time.ratio) : 0);
  sums.push_back(takes_part ? 1 : 0);
  check_mpi(MPI_Allreduce(MPI_IN_PLACE, sums.data(), static_cast<int>(sums.size()), MPI_DOUBLE, MPI_SUM,
                          site.comm()),
            "comparing sweeps");
  for (std::size_t i = 0; i < times.size(); ++i) times[i].ratio = std::exp(sums[i] / sums.back());
}

void measure(const Site& site, MachineModel& model, const Subject& subject, int n) {
  MachineModel parts = model;
  parts.sweeps.clear();
  const bool takes_part = site.n_on_node >= n && site.place < n;
  std::unique_ptr<TrialTransform> transform;
  agree(
      site.comm(),
      [&] {
        transform = std::make_unique<TrialTransform>(problem_of(subject), MPI_COMM_SELF, choice_of(subject));
      },
      "to calibrate", site.seconds);
  Index footprint = 0;
  const std::vector<LocalSweep> sweeps = sweeps_of(*transform, footprint);
  site.meet();
  std::vector<double> seconds(sweeps.size(), 1);
  if (takes_part) {
    const std::vector<StageTime> stages = medians({transform.get()}, site.quick ? 0.005 : 0.1)[0];
    for (std::size_t i = 0; i < stages.size(); ++i) seconds[i] = stages[i].seconds;
  }
  site.meet();
  std::vector<SweepTime> times;
  for (std::size_t i = 0; i < sweeps.size(); ++i)
    times.push_back({n, subject.backend, shape_of(sweeps[i]), transform_of(sweeps[i]), subject.precision,
                     footprint,
                     std::max(seconds[i], 1e-9) / sweep_seconds(sweeps[i], parts, n, footprint).all()});
  average(site, times, takes_part);
  model.sweeps.insert(model.sweeps.end(), times.begin(), times.end());
}

// Planning, and some transforms: short ones for a tenth of a second, long ones a few times.
double expected_seconds(const Subject& subject, bool is_quick) {
  const double size = std::pow(static_cast<double>(subject.n) / 192, 3);
  return (is_quick ? 0.02 : 0.15) + (subject.backend == "native" ? 0.8 : 1.5) * size;
}

}  // namespace

std::vector<Measurement> measurements_of_sweeps(const Site& site, MachineModel& model) {
  std::vector<Measurement> list;
  for (const int n : std::set<int>{1, site.most_on_node})
    for (const Subject& subject : subjects(site.quick))
      list.push_back({"sweeps of " + std::to_string(n) + (n == 1 ? " process, " : " processes, ") +
                          subject.backend + ", " + std::to_string(subject.n) + " points an axis",
                      expected_seconds(subject, site.quick),
                      [&site, &model, subject, n] { measure(site, model, subject, n); }});
  return list;
}

}  // namespace weft::inline tuning
