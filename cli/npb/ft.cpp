// All processes take one iteration after the other; the time steps accumulate in the modes.
#include "npb/ft.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <numeric>

namespace weft::cli {

namespace {

constexpr double tolerance = 1e-12;

class NpbFtTogether : public NpbFt {
 public:
  NpbFtTogether(const NpbFtClass& problem, MPI_Comm comm, const Options& options)
      : n_iterations_(problem.n_iterations), all_(problem, npb_ft_transform(problem), comm, options) {}
  std::string choice() const override { return to_text(all_.plan().choice()); }
  void plan_again() override { all_.plan_again(); }
  void start() override {
    all_.make_factors(1);
    all_.transform_initial_field();
  }
  void run(const Tell& tell) override {
    for (int t = 1; t <= n_iterations_; ++t) {
      all_.decay(all_.modes());
      tell(t, all_.time_level());
    }
  }
  NpbFtClocks clocks() const override { return all_.clocks(); }
  NpbFtVolume volume() const override {
    NpbFtVolume volume;
    volume.forward.add(all_.plan().description().forward, 1);
    volume.inverse.add(all_.plan().description().backward, n_iterations_);
    return volume;
  }

 private:
  int n_iterations_;
  NpbFtGroup all_;
};

// The modes of a time level are those of the level before, of the other plan, times the exponentials.
class NpbFtOverlapped : public NpbFt {
 public:
  NpbFtOverlapped(const NpbFtClass& problem, MPI_Comm comm, const Options& options)
      : n_iterations_(problem.n_iterations),
        turns_{{{problem, npb_ft_transform(problem), comm, options},
                {problem, npb_ft_transform(problem), comm, options}}} {}
  std::string choice() const override { return to_text(turns_[0].plan().choice()); }
  void plan_again() override {
    for (NpbFtGroup& turn : turns_) turn.plan_again();
  }
  void start() override {
    for (NpbFtGroup& turn : turns_) turn.make_factors(1);
    turns_[0].transform_initial_field();
  }
  void run(const Tell& tell) override {
    for (int t = 1; t <= n_iterations_; ++t) {
      NpbFtGroup &now = turns_[t % 2], &before = turns_[(t + 1) % 2];
      if (t > 1) before.progress();
      now.decay(before.modes());
      if (t > 1) before.progress();
      now.start_time_level();
      if (t > 1) tell(t - 1, before.finish_time_level());
    }
    tell(n_iterations_, turns_[n_iterations_ % 2].finish_time_level());
  }
  NpbFtClocks clocks() const override {
    NpbFtClocks clocks = turns_[0].clocks();
    clocks.add(turns_[1].clocks());
    return clocks;
  }
  NpbFtVolume volume() const override {
    NpbFtVolume volume;
    volume.forward.add(turns_[0].plan().description().forward, 1);
    volume.inverse.add(turns_[0].plan().description().backward, n_iterations_);
    return volume;
  }

 private:
  int n_iterations_;
  std::array<NpbFtGroup, 2> turns_;
};

}  // namespace

std::unique_ptr<NpbFt> make_overlapped_npb_ft(const NpbFtClass& problem, MPI_Comm comm,
                                              const Options& options) {
  return std::make_unique<NpbFtOverlapped>(problem, comm, options);
}

std::unique_ptr<NpbFt> make_npb_ft(const NpbFtClass& problem, MPI_Comm comm, const Options& options) {
  return std::make_unique<NpbFtTogether>(problem, comm, options);
}

bool npb_ft_verified(const std::vector<std::complex<double>>& checksums,
                     const std::vector<std::complex<double>>& references) {
  if (checksums.size() != references.size() || references.empty()) return false;
  return std::equal(checksums.begin(), checksums.end(), references.begin(),
                    [](const auto& c, const auto& reference) {
                      return std::abs(c - reference) <= tolerance * std::abs(reference);
                    });
}

double npb_ft_bytes(const NpbFtClass& problem, int n_processes) {
  const double n = std::accumulate(problem.n.begin(), problem.n.end(), 1.0, std::multiplies<>());
  return sizeof(std::complex<double>) * n * (problem.n_iterations + 1) * (n_processes - 1) / n_processes;
}

double npb_ft_mops(const NpbFtClass& problem, double seconds) {
  const double n = std::accumulate(problem.n.begin(), problem.n.end(), 1.0, std::multiplies<>());
  const double log_n = std::log(n);
  return 1e-6 * n * (14.8157 + 7.19641 * log_n + (5.23518 + 7.21113 * log_n) * problem.n_iterations) /
         seconds;
}

}  // namespace weft::cli
