// weft run: a simulation from a settings file, to its end or until it is asked to stop, and on from there.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <memory>
#include <optional>

#include "common/run_loop.hpp"
#include "program/command.hpp"
#include "program/json_file.hpp"
#include "program/machine.hpp"
#include "program/text.hpp"
#include "simulation/job.hpp"
#include "simulation/step_progress.hpp"
#include "weft/text_file.hpp"
#include "weft/weft.hpp"

namespace weft::cli {

namespace {

constexpr int status_of_stop = 3;
constexpr Index most_settings_bytes = Index{1} << 24;

struct RunRequest {
  std::string file, keys_of, json;
  std::vector<std::string> set;
  JobRequest job;
};

// Process 0 reads for all.
std::string settings_text(const Session& session, const std::string& path) {
  std::string text, problem;
  try {
    if (session.is_root()) text = text_in_file(path, most_settings_bytes);
  } catch (const Error& error) {
    problem = fmt::format("{}; give a settings file (a sample: weft run --keys channel > channel.toml)",
                          error.what());
  }
  throw_problem(session, problem);
  return broadcast(session, text);
}

struct Settings {
  std::unique_ptr<apps::Setup> setup;
  apps::RunSettings run;
  std::string program;

  std::vector<apps::Key> keys() {
    std::vector<apps::Key> all = {{"program", "what is run", &program}};
    const std::vector<apps::Key> of_program = setup->keys(), of_run = apps::keys_of(run);
    all.insert(all.end(), of_program.begin(), of_program.end());
    all.insert(all.end(), of_run.begin(), of_run.end());
    // Keys of one table stay together, in the order of the tables.
    const auto table = [](const apps::Key& key) { return key.name.substr(0, key.name.find('.')); };
    std::vector<std::string> tables;
    for (const apps::Key& key : all)
      if (std::find(tables.begin(), tables.end(), table(key)) == tables.end()) tables.push_back(table(key));
    std::stable_sort(all.begin(), all.end(), [&](const apps::Key& a, const apps::Key& b) {
      return std::find(tables.begin(), tables.end(), table(a)) <
             std::find(tables.begin(), tables.end(), table(b));
    });
    return all;
  }
};

Settings standard_settings(const std::string& program) {
  const apps::Application& application = apps::find_application(program);
  Settings settings{application.setup(), {}, program};
  settings.run.name = program;
  return settings;
}

Settings read_settings(const Session& session, const RunRequest& r) {
  const std::string text = settings_text(session, r.file);
  const std::string program = apps::text_in(r.file, text, "program");
  if (program.empty()) {
    std::vector<std::string> known;
    for (const apps::Application& application : apps::applications()) known.push_back(application.name);
    fail(fmt::format("{} does not say what to run; begin it with program = \"{}\" (known: {})", r.file,
                     known.front(), join(known)));
  }
  Settings settings = standard_settings(program);
  apps::read_keys(r.file, text, settings.keys());
  for (const std::string& word : r.set) apps::set_key("--set", word, settings.keys());
  apps::check(settings.run);
  settings.setup->check();
  return settings;
}

bool is_of(const Checkpoint& checkpoint, const std::string& program) {
  const Attributes& values = checkpoint.values();
  const auto found = values.find("program");
  return found != values.end() && found->second == AttributeValue(program);
}

// The newest checkpoint of this program, if there is one. Damaged ones are refused by Checkpoint, those of
// others here. Collective.
std::optional<Checkpoint> find_checkpoint(const Session& session, const std::string& path,
                                          const std::string& program) {
  const auto exists = [&](const std::string& file) {
    int here = session.is_root() && std::filesystem::exists(file) ? 1 : 0;
    MPI_Bcast(&here, 1, MPI_INT, 0, session.comm);
    return here != 0;
  };
  const std::string previous = path + ".previous";
  if (!exists(path) && !exists(previous)) return std::nullopt;
  Checkpoint newest(path, session.comm);
  if (!newest.note().empty()) note(session, newest.note());
  if (is_of(newest, program)) return newest;
  const std::string foreign =
      fmt::format("{} is a checkpoint of another program than {}", newest.path(), program);
  if (newest.path() != previous && exists(previous)) {
    Checkpoint older(previous, session.comm);
    if (is_of(older, program)) {
      note(session, fmt::format("{}; {} is taken, and the other will be replaced", foreign, previous));
      return older;
    }
  }
  fail(foreign + "; choose another output.name");
}

std::unique_ptr<apps::Simulation> begin_simulation(const Session& session, const Settings& settings,
                                                   std::optional<Checkpoint>& checkpoint) {
  auto simulation = settings.setup->make(session.comm, checkpoint ? &*checkpoint : nullptr);
  for (const std::string& line : simulation->words()) say(session, "{}", line);
  if (checkpoint) {
    std::vector<std::string> notes;
    simulation->read(*checkpoint, notes);
    for (const std::string& text : notes) note(session, text);
    say(session, "going on from {}: step {}, time {:.6g}", checkpoint->path(), simulation->n_steps(),
        simulation->time());
  }
  return simulation;
}

Json simulation_json(const Settings& settings, const apps::Outcome& outcome) {
  Json seconds = {{"total", outcome.seconds}};
  for (const apps::Quantity& time : outcome.times) seconds[time.name] = time.value;
  return {{"program", settings.program},
          {"ending", outcome.ending == apps::Ending::finished ? "finished" : "stopped"},
          {"step", outcome.step},
          {"time", outcome.time},
          {"n_steps", outcome.n_steps},
          {"seconds", seconds}};
}

double steps_of(const apps::RunSettings& run, double dt) {
  const double steps = std::ceil(run.until / dt - 0.5);
  return run.most_steps > 0 ? std::min(steps, static_cast<double>(run.most_steps)) : steps;
}

// Process 0 does it all: the machine file is its own.
int print_job_script(const Session& session, const RunRequest& r, const Scheduler& scheduler) {
  const Settings settings = read_settings(session, r);
  std::string script, problem;
  if (session.is_root()) {
    try {
      const apps::Work work = settings.setup->work();
      script = scheduler.script(
          job_of(r.job, {work, steps_of(settings.run, work.dt), settings.run.name, r.file, r.set}));
    } catch (const Error& error) {
      problem = error.what();
    }
  }
  throw_problem(session, problem);
  print(session, script);
  return 0;
}

int run_simulation(const Session& session, const RunRequest& r) {
  const Scheduler* scheduler = asked_scheduler(r.job);
  if (!r.keys_of.empty()) {
    Settings settings = standard_settings(r.keys_of);
    print(session, apps::written(settings.keys()));
    return 0;
  }
  if (r.file.empty())
    fail("which simulation? Give a settings file (a sample: weft run --keys channel > channel.toml)");
  if (scheduler != nullptr) return print_job_script(session, r, *scheduler);
  const Settings settings = read_settings(session, r);
  apps::Signals signals;
  JsonFile json(session, r.json);
  std::optional<Checkpoint> checkpoint =
      find_checkpoint(session, apps::checkpoint_path(settings.run), settings.program);
  const auto simulation = begin_simulation(session, settings, checkpoint);
  StepProgress progress(*session.progress, *simulation, settings.run);
  const apps::Voice voice{[&](const std::string& text) { say(session, "{}", text); },
                          [&](const std::vector<apps::Quantity>& measured) { progress.stepped(measured); }};
  const apps::Outcome outcome =
      apps::run(*simulation, std::move(checkpoint), settings.run, session.comm, voice, signals);
  progress.finish();
  signals.stop_listening();
  json.write(report_json(session, {{"results", Json::array({simulation_json(settings, outcome)})}}));
  return outcome.ending == apps::Ending::stopped ? status_of_stop : 0;
}

}  // namespace

Run configure_run(const Arguments& arguments) {
  auto request = std::make_shared<RunRequest>();
  RunRequest& r = *request;
  arguments.add("FILE", r.file, "settings (TOML); the same command continues from the last checkpoint");
  arguments.add("--set", r.set, "replaces a key of the file: time.step=0.01; may be repeated")
      .type_name("KEY=VALUE");
  add_json_option(arguments, r.json);
  arguments.add("--keys", r.keys_of, "write a settings file with all keys of a program and their meanings")
      .type_name("PROGRAM");
  add_job_options(arguments, r.job);
  arguments.footer(
      "Exit status: 0 the end is reached, 2 an error, 3 stopped before (SIGUSR2, SIGTERM, run.wall_minutes), "
      "with\n"
      "a checkpoint. SIGUSR1 writes a checkpoint and the run continues. Launchers forward SIGUSR1 and "
      "SIGUSR2.");
  return [request](const Session& session) { return run_simulation(session, *request); };
}

}  // namespace weft::cli
