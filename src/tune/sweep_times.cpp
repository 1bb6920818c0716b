// How much longer sweeps take than their lines and copies alone, measured on whole transforms of one process:
// there each sweep finds in the caches what the one before has left.
#include "tune/sweep_times.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <set>

#include "base/arena.hpp"
#include "comm/agree.hpp"
#include "comm/check.hpp"
#include "machine/sweep_seconds.hpp"
#include "model/lookups.hpp"
#include "plan/estimate.hpp"
#include "plan/report.hpp"
#include "weft/tuning.hpp"
#include "weft/weft.hpp"

namespace weft {
namespace {

// One transform of one process.
struct Subject {
  std::string backend;
  bool is_real = false;
  Precision precision = Precision::double_;
  Index n = 1;  // points along each of three axes
  const char* sweeps = "joined";
};

std::vector<Subject> subjects(bool quick) {
  std::vector<Subject> all;
  for (const Precision precision : {Precision::double_, Precision::single_})
    for (const Index n : quick ? std::vector<Index>{32, 96} : std::vector<Index>{32, 64, 128, 192}) {
      all.push_back({"native", false, precision, n, "joined"});
      all.push_back({"native", true, precision, n, "joined"});
      all.push_back({"native", false, precision, n, "apart"});
      if (n == 64 || n == 192)
        for (const bool is_real : {false, true})
          all.push_back({"fftw:estimate", is_real, precision, n, "joined"});
    }
  return all;
}

// The plan is as these say, whatever WEFT_OPTIONS does.
Options options_of(const Subject& subject) {
  Options options;
  for (const OptionRow& row : option_table()) options.set(row.key, row.standard);
  return with_choice(options, parse_choice("1 " + subject.backend + " sweeps=" + subject.sweeps));
}

// A transform with its arrays, which are full of zeros: they do not grow, and sweeps do not look at them.
class Transform {
 public:
  explicit Transform(const Subject& subject)
      : problem_(subject.is_real ? r2c({subject.n, subject.n, subject.n})
                                 : c2c({subject.n, subject.n, subject.n})) {
    problem_.precision = subject.precision;
    plan_ = std::make_unique<Plan>(problem_, MPI_COMM_SELF, options_of(subject));
    points_ = allocate(plan_->points_storage(), plan_->points_element());
    modes_ = allocate(plan_->modes_storage(), plan_->modes_element());
  }
  const Problem& problem() const { return problem_; }
  const Plan& plan() const { return *plan_; }
  // Seconds of each sweep, forward then backward.
  std::vector<double> run() {
    std::vector<double> seconds;
    const auto add = [&] {
      for (const StageTime& stage : plan_->times()) seconds.push_back(stage.seconds);
    };
    const void* in = points_;
    void* out = modes_;
    plan_->forward_fields({&in, 1}, {&out, 1});
    add();
    in = modes_;
    out = points_;
    plan_->backward_fields({&in, 1}, {&out, 1});
    add();
    return seconds;
  }

 private:
  char* allocate(const Storage& storage, const ElementType& element) {
    const Index bytes = storage.n_elements() * (element.is_double ? 8 : 4) * (element.is_real ? 1 : 2);
    char* memory = arena_.allocate(bytes);
    std::fill_n(memory, bytes, 0);
    return memory;
  }

  Problem problem_;
  std::unique_ptr<Plan> plan_;
  Arena arena_;
  char *points_ = nullptr, *modes_ = nullptr;
};

// Medians over several transforms, for at least `seconds`.
std::vector<double> measured(Transform& transform, double seconds) {
  constexpr std::size_t least_rounds = 3, most_rounds = 200;
  transform.run();
  std::vector<std::vector<double>> rounds;
  const double start = MPI_Wtime();
  while (rounds.size() < least_rounds || (rounds.size() < most_rounds && MPI_Wtime() - start < seconds))
    rounds.push_back(transform.run());
  std::vector<double> medians;
  for (std::size_t i = 0; i < rounds.front().size(); ++i) {
    std::vector<double> values;
    for (const std::vector<double>& round : rounds) values.push_back(round[i]);
    std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2),
                     values.end());
    medians.push_back(values[values.size() / 2]);
  }
  return medians;
}

// The sweeps of both directions, as the plan has them.
std::vector<LocalSweep> sweeps_of(const Transform& transform, const Subject& subject, Index& footprint) {
  const Blueprint blueprint = make_blueprint(transform.problem(), 0, settings_of(options_of(subject)),
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

std::vector<SweepTime> measure(const Site& site, const MachineModel& model, const Subject& subject, int n) {
  const bool takes_part = site.n_on_node >= n && site.place < n;
  std::unique_ptr<Transform> transform;
  agree(
      site.comm(), [&] { transform = std::make_unique<Transform>(subject); }, "to calibrate", site.seconds);
  Index footprint = 0;
  const std::vector<LocalSweep> sweeps = sweeps_of(*transform, subject, footprint);
  site.meet();
  std::vector<double> seconds(sweeps.size(), 1);
  if (takes_part) seconds = measured(*transform, site.quick ? 0.005 : 0.1);
  site.meet();
  std::vector<SweepTime> times;
  for (std::size_t i = 0; i < sweeps.size(); ++i)
    times.push_back({n, subject.backend, shape_of(sweeps[i]), transform_of(sweeps[i]), subject.precision,
                     footprint,
                     std::max(seconds[i], 1e-9) / sweep_seconds(sweeps[i], model, n, footprint).all()});
  average(site, times, takes_part);
  return times;
}

}  // namespace

std::vector<SweepTime> measure_sweeps(const Site& site, const MachineModel& model,
                                      const std::function<void(const std::string&)>& progress) {
  MachineModel parts = model;
  parts.sweeps.clear();
  std::vector<SweepTime> all;
  for (const int n : std::set<int>{1, site.most_on_node})
    for (const Subject& subject : subjects(site.quick)) {
      if (progress)
        progress("sweeps of " + std::to_string(n) + " process(es), " + subject.backend + ", " +
                 std::to_string(subject.n) + " points an axis");
      const std::vector<SweepTime> some = measure(site, parts, subject, n);
      all.insert(all.end(), some.begin(), some.end());
    }
  return all;
}

}  // namespace weft
