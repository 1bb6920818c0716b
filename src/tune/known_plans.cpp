// Wisdom as all processes of a job see it.
#include "tune/known_plans.hpp"

#include <algorithm>
#include <ctime>
#include <set>

#include "base/checksum.hpp"
#include "comm/agree.hpp"
#include "comm/check.hpp"
#include "kernels/kernel.hpp"
#include "plan/sweep_maker.hpp"
#include "tune/plan_trials.hpp"
#include "weft/calibration.hpp"
#include "weft/computer.hpp"
#include "weft/version.hpp"
#include "weft/weft.hpp"
#include "weft/words.hpp"

namespace weft::inline tuning {

namespace {

constexpr int root = 0;
// Options that do not change which choice is best.
const std::set<std::string> options_beside = {"choice", "tune", "tune_seconds", "wisdom", "timeout"};

std::string nodes_text(const std::vector<int>& node_of) {
  const std::set<int> nodes(node_of.begin(), node_of.end());
  std::set<std::ptrdiff_t> sizes;
  for (int node : nodes) sizes.insert(std::count(node_of.begin(), node_of.end(), node));
  const auto count = [](std::size_t n, const std::string& one, const std::string& several) {
    return std::to_string(n) + " " + (n == 1 ? one : several);
  };
  std::string text =
      count(node_of.size(), "process", "processes") + " on " + count(nodes.size(), "node", "nodes");
  if (nodes.size() > 1) {
    text += " of ";
    for (std::ptrdiff_t size : sizes) text += (size == *sizes.begin() ? "" : " or ") + std::to_string(size);
  }
  return text;
}

// Problem and options in one line; what is as usual is left out.
std::string problem_text(const PlanTask& task) {
  std::string text = weft::to_text(task.problem.shape);
  for (const auto& [name, value] : facts_of(task.problem, {}))
    if (name == "points" || name == "modes") text += value == "default" ? "" : ", " + name + " " + value;
  for (const OptionRow& row : problem_table())
    if (const std::string value = get(task.problem, row.key); value != row.standard)
      text += ", " + row.key + " " + value;
  for (const OptionRow& row : option_table())
    if (options_beside.count(row.key) == 0 && task.options.get(row.key) != row.standard)
      text += ", " + row.key + "=" + task.options.get(row.key);
  if (const std::string& sweeps = sweep_makers().name; !sweeps.empty()) text += ", sweeps " + sweeps;
  return text;
}

WisdomKey key_of(const PlanTask& task) {
  return {kind_of(this_computer()), nodes_text(task.comms.node_of()), mpi_library(), WEFT_VERSION,
          problem_text(task)};
}

std::string now() {
  const std::time_t seconds = std::time(nullptr);
  std::tm parts{};
  gmtime_r(&seconds, &parts);
  char text[32];
  std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts);
  return text;
}

// Backends of a choice whose kernels are planned by measuring.
std::vector<const Backend*> measured_backends(const Choice& choice) {
  std::vector<const Backend*> rows;
  for (const std::string& name : split(choice.backend, ',')) {
    const BackendChoice backend = find_backend(name);
    if (backend.row->export_wisdom != nullptr && backend.effort != backend.row->efforts.front() &&
        std::count(rows.begin(), rows.end(), backend.row) == 0)
      rows.push_back(backend.row);
  }
  return rows;
}

// What a library knows in any process; what a lower one knows counts.
std::string wisdom_of_all(MPI_Comm comm, const Backend& row) {
  int size = 1;
  check_mpi(MPI_Comm_size(comm, &size), "asking for the number of processes");
  for (int rank = 0; rank < size; ++rank) row.import_wisdom(broadcast(comm, row.export_wisdom(), rank));
  return broadcast(comm, row.export_wisdom(), root);
}

}  // namespace

KnownPlan look_up_plan(const PlanTask& task) {
  const MPI_Comm comm = task.comms.base();
  Found found;
  if (const std::string path = wisdom_path(); task.comms.rank() == root && !path.empty())
    found = look_up(path, key_of(task));
  if (found.entry && found.entry->fft_versions != fft_library()) {
    found.complaints.push_back("wisdom of this problem was found with " + found.entry->fft_versions +
                               ", this is " + fft_library() + "; it is ignored, tune again");
    found.entry.reset();
  }
  if (found.entry && task.settings.tune == Tune::exhaustive && found.entry->effort != "exhaustive")
    found.entry.reset();
  KnownPlan known;
  const std::string choice = broadcast(comm, found.entry ? found.entry->choice : "", root);
  const std::string fftw = broadcast(comm, found.entry ? found.entry->fftw : "", root);
  double seconds = found.entry ? found.entry->seconds : 0;
  check_mpi(MPI_Bcast(&seconds, 1, MPI_DOUBLE, root, comm), "telling what is known");
  const std::string complaints = broadcast(comm, join(found.complaints, "\n"), root);
  for (const std::string& complaint : split(complaints, '\n'))
    if (!complaint.empty()) known.remarks.push_back(complaint);
  if (choice.empty()) return known;
  const std::string refusal = refusal_of(task, choice, fftw);
  if (!refusal.empty()) {
    known.remarks.push_back("wisdom says '" + choice + "', which is ignored: " + refusal);
    return known;
  }
  known.choice = parse_choice(choice);
  known.pair_seconds = seconds;
  return known;
}

std::string learned_for(const Choice& choice) {
  std::string text;
  for (const Backend* row : measured_backends(choice)) text = row->export_wisdom();
  return text;
}

std::string refusal_of(const PlanTask& task, const std::string& choice, const std::string& fftw) {
  // A text that is whole may still be of no use here: a library is missing, memory is short.
  try {
    agree(task.comms.base(), [&] {
      Settings settings = task.settings;
      settings.choice = parse_choice(choice);
      check_backends(*settings.choice, task.comms.rank());
      decide(task.problem, task.comms.size(), settings, task.machine);
      for (const Backend* row : measured_backends(*settings.choice))
        if (!row->import_wisdom(fftw))
          fail(ErrorCode::resource, "the wisdom of " + row->name + " in it is refused by " + row->version());
    });
    return "";
  } catch (const Error& error) {
    if (error.code() == ErrorCode::communication) throw;
    return error.what();
  }
}

LearnedWisdom::LearnedWisdom() {
  for (const Backend& row : backend_table())
    texts_.push_back(row.export_wisdom != nullptr ? row.export_wisdom() : "");
}

void LearnedWisdom::restore() const {
  for (std::size_t i = 0; i < texts_.size(); ++i) {
    const Backend& row = backend_table()[i];
    if (row.forget_wisdom == nullptr) continue;
    row.forget_wisdom();
    if (!texts_[i].empty()) row.import_wisdom(texts_[i]);
  }
}

std::vector<std::string> keep_plan(const PlanTask& task, const Tuning& tuning, int n_measured,
                                   const LearnedWisdom& before) {
  const MPI_Comm comm = task.comms.base();
  std::string fftw;
  for (const Backend* row : measured_backends(tuning.choice)) {
    Plan(task.problem, task.comm, with_choice(task.options, tuning.choice)).close();
    fftw = wisdom_of_all(comm, *row);
    before.restore();
    row->import_wisdom(fftw);
  }
  std::string complaint;
  if (task.comms.rank() == root) {
    WisdomEntry entry{key_of(task),
                      task.settings.tune == Tune::exhaustive ? "exhaustive" : "measure",
                      to_text(tuning.choice),
                      *tuning.pair_seconds,
                      n_measured,
                      now(),
                      fft_library(),
                      fftw};
    try {
      if (wisdom_path().empty()) fail(ErrorCode::resource, "the environment names no folder; set WEFT_HOME");
      if (!remember(wisdom_path(), entry))
        fail(ErrorCode::resource, wisdom_path() +
                                      " has a plan that was found by measuring everything; "
                                      "only tune=exhaustive replaces it");
    } catch (const Error& error) {
      complaint = std::string(not_kept) + error.what();
    }
  }
  complaint = broadcast(comm, complaint, root);
  return complaint.empty() ? std::vector<std::string>{} : std::vector<std::string>{complaint};
}

}  // namespace weft::inline tuning
