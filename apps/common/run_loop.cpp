// Between two steps the processes agree once, in one message: how fast the flow is, and who was asked to
// stop.
#include "common/run_loop.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <map>
#include <optional>

#include "common/checks.hpp"
#include "common/history.hpp"
#include "common/requests.hpp"
#include "weft/error.hpp"
#include "weft/weft.hpp"
#include "weft/words.hpp"

namespace weft::apps {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

bool is_due(Index n_steps, Index every) { return every > 0 && n_steps % every == 0; }

constexpr const char* no_number =
    "something is not a number any more: take a smaller time.step, or more points";

// "of this time: steps 93.5 %; of the steps: transforms 77.6 % (predicted 100 %), columns 15 %; of all
// transforms, those of looks and snapshots among them: routines 97 %, communication 3 %". Shares of a whole,
// which do not overlap.
std::string shares_in_words(const std::vector<Quantity>& times, double seconds) {
  std::map<std::string, double> of;
  for (const Quantity& time : times) of[time.name] = time.value;
  const auto share = [](double part, double whole) {
    return short_number(whole > 0 ? 100 * part / whole : 0) + " %";
  };
  const double steps = of["steps"], routines = of["transform routines"], communication = of["communication"];
  std::string text = "of this time: steps " + share(steps, seconds) + "; of the steps: transforms " +
                     share(of["transforms"], steps);
  if (of.count("predicted transforms") != 0)
    text += " (predicted " + share(of["predicted transforms"], steps) + ")";
  for (const auto& [name, value] : of)
    if (!name.starts_with("predicted ") && name != "steps" && name != "transforms" &&
        name != "transform routines" && name != "communication")
      text += ", " + name + " " + share(value, steps);
  const double all = routines + communication;
  return text + "; of all transforms, those of looks and snapshots among them: routines " +
         share(routines, all) + ", communication " + share(communication, all);
}

class Loop {
 public:
  Loop(Simulation& simulation, const std::optional<Checkpoint>& checkpoint, const RunSettings& settings,
       MPI_Comm comm, const Voice& voice, const Signals&)
      : simulation_(simulation),
        settings_(settings),
        comm_(comm),
        voice_(voice),
        limit_(settings.courant_limit > 0 ? settings.courant_limit : simulation.courant_limit()),
        n_steps_before_(simulation.n_steps()),
        saved_(simulation.n_steps()),
        history_(settings.name, simulation.facts(), comm) {
    MPI_Comm_rank(comm, &rank_);
    // Now, and not when the first checkpoint is to be written, it is an error if there is no folder for the
    // files.
    on_first([&] { prepare_checkpoint(checkpoint_path(settings), "choose another output.name"); });
    if (settings.snapshot_every > 0) series_.emplace(settings.name, comm);
    if (checkpoint) go_on_from(*checkpoint);
  }

  Outcome run() {
    while (!is_finished()) {
      step();
      if (wants_.stop) {
        save();
        Outcome outcome = end(Ending::stopped, "stopped " + why_stopped() + "; the same command goes on");
        tell_statistics();
        return outcome;
      }
      if (wants_.checkpoint) {
        requests_.begin_checkpoint(Signals::now());
        save();
        requests_.end_checkpoint(Signals::now(), Signals::take_checkpoint());
      } else if (is_due(simulation_.n_steps(), settings_.checkpoint_every)) {
        save();
      }
    }
    if (simulation_.n_steps() > saved_) save();
    snapshot_if_due();
    Outcome outcome = end(Ending::finished, "finished");
    look_at_last_state();
    tell_statistics();
    return outcome;
  }

 private:
  // All files of a run are one state: those that are not the checkpoint are written after it, and are written
  // anew from it here, because the job before may have been killed in between.
  void go_on_from(const Checkpoint& checkpoint) {
    history_.read(checkpoint, saved_);
    write_files();
    if (!series_ || series_->snapshots().empty()) return;
    std::vector<std::string> files;
    for (const Snapshot& snapshot : series_->snapshots()) files.push_back(snapshot.path);
    write_xdmf(settings_.name + ".xdmf", files, comm_);
  }

  void write_files() {
    on_first([&] { history_.write_files(); });
    has_statistics_ = simulation_.write_statistics(settings_.name, saved_);
  }

  // Half a step of tolerance: times are sums of steps.
  bool is_finished() const {
    return simulation_.time() + 0.5 * simulation_.dt() >= settings_.until ||
           (settings_.most_steps > 0 && simulation_.n_steps() >= settings_.most_steps);
  }

  Simulation::Look look_now() const {
    return {is_due(simulation_.n_steps(), settings_.history_every),
            is_due(simulation_.n_steps(), settings_.statistics_every) &&
                simulation_.time() >= settings_.statistics_from};
  }

  void step() {
    const Index before = simulation_.n_steps();
    const double time = simulation_.time();
    snapshot_if_due();
    const Simulation::Look look = look_now();
    const Clock::time_point start = Clock::now();
    simulation_.step(look);
    agree();
    step_seconds_ += seconds_since(start);
    if (!std::isfinite(courant_)) fail_at(before, time, no_number);
    if (courant_ > limit_)
      fail_at(before, time,
              "the Courant number is " + short_number(courant_) + ", above the limit of " +
                  short_number(limit_) + " (run.courant_limit): take a smaller time.step");
    voice_.stepped(look.quantities ? look_at_quantities(before, time) : std::vector<Quantity>{});
  }

  // Looks are taken on the way of a step, so there is one more, which nothing keeps. The checkpoint is from
  // before: a job that goes on from it takes this look again.
  void look_at_last_state() {
    const Simulation::Look look = look_now();
    if (!look.quantities && !look.statistics) return;
    const Index before = simulation_.n_steps();
    const double time = simulation_.time();
    simulation_.step(look);
    agree();
    if (look.quantities) {
      history_.add(before, time, courant_, simulation_.quantities());
      on_first([&] { history_.write_files(); });
    }
    if (look.statistics) has_statistics_ = simulation_.write_statistics(settings_.name, before);
  }

  // One message. Signals reach any of the processes.
  void agree() {
    const bool out_of_time =
        settings_.wall_minutes > 0 && seconds_since(start_) > 60 * settings_.wall_minutes;
    std::array<double, 4> most = {simulation_.courant_here(),
                                  requests_.asks(Signals::take_checkpoint()) ? 1.0 : 0.0,
                                  static_cast<double>(Signals::stop()), out_of_time ? 1.0 : 0.0};
    MPI_Allreduce(MPI_IN_PLACE, most.data(), static_cast<int>(most.size()), MPI_DOUBLE, MPI_MAX, comm_);
    courant_ = most[0];
    wants_ = {most[1] > 0, most[2] > 0 || most[3] > 0, static_cast<int>(most[2])};
  }

  [[noreturn]] void fail_at(Index step, double time, const std::string& what) {
    on_first([&] { history_.write_files(); });
    fail("step " + std::to_string(step) + ", time " + short_number(time) + ": " + what +
         (saved_ > 0 ? "; the same command goes on from the checkpoint of step " + std::to_string(saved_)
                     : "; there is no checkpoint yet, the same command begins again"));
  }

  // For history and progress.
  std::vector<Quantity> look_at_quantities(Index step, double time) {
    std::vector<Quantity> quantities = simulation_.quantities();
    history_.add(step, time, courant_, quantities);
    if (const std::string warning = simulation_.warning(); !warning.empty() && !has_warned_) {
      has_warned_ = true;
      voice_.say("warning of step " + std::to_string(step) + ": " + warning);
    }
    quantities.insert(quantities.begin(), {"courant_number", "", courant_});
    return quantities;
  }

  // A state with something that is no number is not written: the last checkpoint stays.
  void save() {
    int is_finite = simulation_.is_finite_here() ? 1 : 0;
    MPI_Allreduce(MPI_IN_PLACE, &is_finite, 1, MPI_INT, MPI_MIN, comm_);
    if (is_finite == 0) fail_at(simulation_.n_steps(), simulation_.time(), no_number);
    CheckpointWriter writer(checkpoint_path(settings_), comm_);
    simulation_.write(writer);
    history_.write(writer);
    writer.commit();
    saved_ = simulation_.n_steps();
    write_files();
    voice_.say("checkpoint of step " + std::to_string(saved_) + ", time " + short_number(simulation_.time()));
  }

  // After a restart the series may have snapshots that the job before had made after its last checkpoint.
  void snapshot_if_due() {
    if (!series_ || !is_due(simulation_.n_steps(), settings_.snapshot_every)) return;
    const auto& snapshots = series_->snapshots();
    if (!snapshots.empty() && snapshots.back().step >= simulation_.n_steps()) return;
    simulation_.write_snapshot(*series_);
    voice_.say("snapshot " + series_->snapshots().back().path);
  }

  std::string why_stopped() const {
    return wants_.signal != 0
               ? "by " + name_of_stop(wants_.signal)
               : "after " + short_number(settings_.wall_minutes) + " minutes (run.wall_minutes)";
  }

  Outcome end(Ending ending, const std::string& how) {
    const Index n = simulation_.n_steps() - n_steps_before_;
    const double seconds = seconds_since(start_);
    std::vector<Quantity> times = {{"steps", "s", step_seconds_}};
    for (const Quantity& time : simulation_.times()) times.push_back(time);
    voice_.say(how + ": step " + std::to_string(simulation_.n_steps()) + ", time " +
               short_number(simulation_.time()) + "; " + std::to_string(n) + " steps in " +
               short_duration(seconds) +
               (n > 0 ? ", " + short_number(1e3 * seconds / static_cast<double>(n)) + " ms each" : ""));
    if (n > 0) voice_.say(shares_in_words(times, seconds));
    return {ending, simulation_.n_steps(), simulation_.time(), n, seconds, times};
  }

  void tell_statistics() {
    if (has_statistics_) voice_.say("statistics: " + settings_.name + ".statistics.h5 and .csv");
  }

  // What one process does for all; its error is that of all.
  template <class Work>
  void on_first(Work&& work) {
    agree_on(comm_, [&] {
      if (rank_ == 0) work();
    });
  }

  struct Wants {
    bool checkpoint = false, stop = false;
    int signal = 0;  // to stop
  };

  Simulation& simulation_;
  const RunSettings& settings_;
  MPI_Comm comm_;
  const Voice& voice_;
  double limit_;
  Index n_steps_before_, saved_;
  int rank_ = 0;
  History history_;
  std::optional<Series> series_;
  Clock::time_point start_ = Clock::now();
  double step_seconds_ = 0;
  double courant_ = 0;
  Wants wants_;
  Requests requests_;
  bool has_statistics_ = false, has_warned_ = false;
};

}  // namespace

std::vector<Key> keys_of(RunSettings& s) {
  return {
      {"run.until", "time at which the simulation ends", &s.until},
      {"run.most_steps", "end after this number of steps, of all jobs together; 0: no limit", &s.most_steps},
      {"run.wall_minutes", "write a checkpoint and stop after this time; 0: no limit", &s.wall_minutes},
      {"run.courant_limit", "stop where the Courant number is above; 0: what the scheme allows",
       &s.courant_limit},
      {"output.name", "of all files, with their folder: NAME.weft, NAME.history.csv, ...", &s.name},
      {"output.history_every", "steps; quantities in time, NAME.history.csv and .h5; 0: none",
       &s.history_every},
      {"output.checkpoint_every", "steps; NAME.weft, from which a run continues; 0: at its end",
       &s.checkpoint_every},
      {"output.snapshot_every", "steps; fields, NAME.000000.h5, ..., and NAME.xdmf; 0: none",
       &s.snapshot_every},
      {"output.statistics_every", "steps; NAME.statistics.h5 and .csv; 0: none", &s.statistics_every},
      {"output.statistics_from", "time from which they are gathered", &s.statistics_from}};
}

void check(const RunSettings& s) {
  if (s.name.empty()) fail("output.name is empty; give a name for the files");
  if (s.until < 0) fail("run.until is " + exact_number(s.until) + "; it is a time from 0 on");
  const std::vector<std::pair<const char*, double>> counts = {
      {"run.most_steps", static_cast<double>(s.most_steps)},
      {"run.wall_minutes", s.wall_minutes},
      {"run.courant_limit", s.courant_limit},
      {"output.history_every", static_cast<double>(s.history_every)},
      {"output.checkpoint_every", static_cast<double>(s.checkpoint_every)},
      {"output.snapshot_every", static_cast<double>(s.snapshot_every)},
      {"output.statistics_every", static_cast<double>(s.statistics_every)}};
  for (const auto& [name, value] : counts)
    if (value < 0) fail(std::string(name) + " is " + exact_number(value) + "; it is 0 or more");
}

std::string checkpoint_path(const RunSettings& settings) { return settings.name + ".weft"; }

Outcome run(Simulation& simulation, std::optional<Checkpoint> checkpoint, const RunSettings& settings,
            MPI_Comm comm, const Voice& voice, const Signals& signals) {
  Loop loop(simulation, checkpoint, settings, comm, voice, signals);
  checkpoint.reset();  // its files may be replaced
  return loop.run();
}

}  // namespace weft::apps
