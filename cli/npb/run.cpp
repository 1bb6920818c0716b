// Timed as NPB does: one untimed pass over everything, then the exponentials, the plan (NPB: its table of
// roots), the initial field and all transforms.
#include "npb/run.hpp"
#include "program/json.hpp"

#include <fmt/format.h>

#include <array>

namespace weft::cli {

namespace {

template <std::size_t N>
void add_over_processes(const Session& session, const std::array<double*, N>& numbers) {
  std::array<double, N> sums{};
  for (std::size_t i = 0; i < N; ++i) sums[i] = *numbers[i];
  MPI_Allreduce(MPI_IN_PLACE, sums.data(), static_cast<int>(N), MPI_DOUBLE, MPI_SUM, session.comm);
  for (std::size_t i = 0; i < N; ++i) *numbers[i] = sums[i];
}

void average(const Session& session, NpbOutcome& outcome) {
  NpbFtClocks& clocks = outcome.clocks;
  const std::array<double*, 5> means{&outcome.mean, &clocks.calculation, &clocks.sending, &clocks.idle,
                                     &clocks.planning};
  add_over_processes(session, means);
  for (double* mean : means) *mean /= session.size;
  NpbFtVolume& v = outcome.volume;
  add_over_processes(session, std::array<double*, 4>{&v.forward.sent, &v.forward.shared, &v.inverse.sent,
                                                     &v.inverse.shared});
}

double percent(const NpbOutcome& outcome, double seconds) {
  return outcome.mean > 0 ? 100 * seconds / outcome.mean : 0;
}

Json bytes_json(const NpbFtBytes& bytes) {
  return {{"sent_bytes", bytes.sent}, {"shared_bytes", bytes.shared}};
}

double shared_bytes(const NpbFtVolume& volume) { return volume.forward.shared + volume.inverse.shared; }

}  // namespace

Options options_of(const NpbRequest& r) {
  Options options = options_of(r.ways);
  if (!r.choice.empty()) set_once(options, "choice", r.choice, "--choice");
  if (with_environment(options).get("overwrite_input") == "yes")
    fail("overwrite_input=yes: the inverse transforms of npb ft need the modes again; leave it out");
  return options;
}

NpbFtMaker NpbRequest::maker() const {
  if (make && overlap) fail("--overlap runs all transforms by all processes; leave it out beside --segments");
  return make ? make : overlap ? make_overlapped_npb_ft : make_npb_ft;
}

NpbOutcome run_npb(const Session& session, const NpbFtClass& problem, const Options& options,
                   const NpbFtMaker& make, const TellChoice& tell_choice, const NpbFt::Tell& tell) {
  const std::unique_ptr<NpbFt> ft = make(problem, session.comm, options);
  NpbOutcome outcome;
  outcome.choice = ft->choice();
  tell_choice(outcome.choice);
  ft->start();
  MPI_Barrier(session.comm);
  const double begin = MPI_Wtime();
  ft->plan_again();
  ft->start();
  ft->run([&](int t, std::complex<double> c) {
    outcome.checksums.push_back(c);
    tell(t, c);
  });
  outcome.mean = MPI_Wtime() - begin;
  outcome.seconds = maximum(session, outcome.mean);
  outcome.verified = npb_ft_verified(outcome.checksums, problem.checksums);
  outcome.clocks = ft->clocks();
  outcome.volume = ft->volume();
  outcome.details = ft->details();
  average(session, outcome);
  return outcome;
}

double npb_sent_bytes(const NpbFtVolume& volume) { return volume.forward.sent + volume.inverse.sent; }

double npb_whole_run_bytes(const NpbFtVolume& volume) { return npb_sent_bytes(volume) + volume.forward.sent; }

void print_shares(const Session& session, const NpbOutcome& outcome) {
  const NpbFtClocks& clocks = outcome.clocks;
  for (const auto& [name, seconds] : {std::pair{"Calculation", clocks.calculation},
                                      {"Sending", clocks.sending},
                                      {"Idle", clocks.idle},
                                      {"Planning", clocks.planning}})
    say(session, "{:<12}= {:.4g} s ({:.1f} %)", name, seconds, percent(outcome, seconds));
}

void print_volume(const Session& session, const NpbFtClass& problem, const NpbOutcome& outcome) {
  const NpbFtVolume& volume = outcome.volume;
  say(session,
      "Volume     = {:.4g} MB sent between processes, {:.4g} MB through shared memory ({} (P-1)/P 16 N by "
      "formula: {:.4g} MB)",
      1e-6 * npb_sent_bytes(volume), 1e-6 * shared_bytes(volume), problem.n_iterations + 1,
      1e-6 * npb_ft_bytes(problem, session.size));
  if (!outcome.details.tells_directions) return;
  for (const auto& [name, bytes] : {std::pair{"Forward", volume.forward}, {"Inverse", volume.inverse}})
    say(session, "  {:<10}= {:.4g} MB sent, {:.4g} MB through shared memory", name, 1e-6 * bytes.sent,
        1e-6 * bytes.shared);
}

Json shares_json(const NpbOutcome& outcome) {
  const NpbFtClocks& clocks = outcome.clocks;
  Json shares;
  for (const auto& [name, seconds] : {std::pair{"calculation", clocks.calculation},
                                      {"sending", clocks.sending},
                                      {"idle", clocks.idle},
                                      {"planning", clocks.planning}})
    shares[name] = {{"seconds", seconds}, {"percent", percent(outcome, seconds)}};
  return shares;
}

Json volume_json(const Session& session, const NpbFtClass& problem, const NpbOutcome& outcome) {
  const NpbFtVolume& volume = outcome.volume;
  return {{"sent_bytes", npb_sent_bytes(volume)},
          {"shared_bytes", shared_bytes(volume)},
          {"formula_bytes", npb_ft_bytes(problem, session.size)},
          {"whole_run_bytes", npb_whole_run_bytes(volume)},
          {"forward", bytes_json(volume.forward)},
          {"inverse", bytes_json(volume.inverse)}};
}

}  // namespace weft::cli
