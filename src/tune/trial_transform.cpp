// Transforms of zeros: they do not grow, and sweeps do not look at them.
#include "tune/trial_transform.hpp"

#include <algorithm>

#include "comm/check.hpp"
#include "tune/comparison.hpp"
#include "weft/tuning.hpp"

namespace weft::inline tuning {

namespace {

Options options_with(const std::string& choice) {
  Options options;
  for (const OptionRow& row : option_table()) options.set(row.key, row.standard);
  return with_choice(options, parse_choice(choice));
}

}  // namespace

TrialTransform::TrialTransform(const Problem& problem, MPI_Comm comm, const std::string& choice)
    : problem_(problem), comm_(comm), options_(options_with(choice)) {
  plan_ = std::make_unique<Plan>(problem_, comm_, options_);
  points_ = allocate(plan_->points_storage(), plan_->points_element());
  modes_ = allocate(plan_->modes_storage(), plan_->modes_element());
}

char* TrialTransform::allocate(const Storage& storage, const ElementType& element) {
  const Index bytes = storage.n_elements() * (element.is_double ? 8 : 4) * (element.is_real ? 1 : 2);
  char* memory = arena_.allocate(bytes);
  std::fill_n(memory, bytes, 0);
  return memory;
}

std::vector<StageTime> TrialTransform::run() {
  std::vector<StageTime> stages;
  const auto add = [&] {
    for (const StageTime& stage : plan_->times()) stages.push_back(stage);
  };
  const void* in = points_;
  void* out = modes_;
  plan_->forward_fields({&in, 1}, {&out, 1});
  add();
  in = modes_;
  out = points_;
  plan_->backward_fields({&in, 1}, {&out, 1});
  add();
  return stages;
}

std::vector<std::vector<StageTime>> medians(const std::vector<TrialTransform*>& transforms, double seconds) {
  constexpr double least_rounds = 3, most_rounds = 200;
  std::vector<std::vector<StageTime>> stages;
  for (TrialTransform* transform : transforms) stages.push_back(transform->run());
  const double start = MPI_Wtime();
  for (TrialTransform* transform : transforms) transform->run();
  const double one = std::max((MPI_Wtime() - start) / static_cast<double>(transforms.size()), 1e-9);
  auto n_rounds = static_cast<int>(std::clamp(seconds / one, least_rounds, most_rounds));
  check_mpi(MPI_Bcast(&n_rounds, 1, MPI_INT, 0, transforms.front()->comm()), "telling how often to measure");

  std::vector<std::vector<std::vector<double>>> values;  // of each transform and stage
  for (const auto& of_transform : stages) values.emplace_back(of_transform.size());
  for (int round = 0; round < n_rounds; ++round)
    for (std::size_t t = 0; t < transforms.size(); ++t)
      for (std::size_t i = 0; const StageTime& stage : transforms[t]->run())
        values[t][i++].push_back(stage.seconds);
  for (std::size_t t = 0; t < stages.size(); ++t)
    for (std::size_t i = 0; i < stages[t].size(); ++i) stages[t][i].seconds = median(values[t][i]);
  return stages;
}

}  // namespace weft::inline tuning
