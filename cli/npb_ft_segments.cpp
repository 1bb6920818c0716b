// All processes transform forward. The modes then move to each group in turn: a redistribution of all
// processes whose target has blocks of length zero outside of the group. Every group keeps the modes of the
// beginning, and makes those of its iterations from them: with the exponentials of t steps for iteration t,
// which group t mod S takes.
#include "npb_ft_segments.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace weft::cli {

namespace {

constexpr int cut_axis = 1;  // of the modes in a group: where the forward transform of a slab leaves them

int size_of(MPI_Comm comm) {
  int size = 0;
  MPI_Comm_size(comm, &size);
  return size;
}

int rank_in(MPI_Comm comm) {
  int rank = 0;
  MPI_Comm_rank(comm, &rank);
  return rank;
}

// As even as possible; the first groups have the processes that remain.
std::vector<int> group_sizes(int n_processes, int n_groups) {
  std::vector<int> sizes(static_cast<std::size_t>(n_groups), n_processes / n_groups);
  for (int g = 0; g < n_processes % n_groups; ++g) ++sizes[static_cast<std::size_t>(g)];
  return sizes;
}

int group_of(const std::vector<int>& sizes, int rank) {
  int group = 0;
  for (int end = sizes[0]; rank >= end; end += sizes[static_cast<std::size_t>(group)]) ++group;
  return group;
}

// Modes lie in C order, as a redistribution moves them.
Problem forward_transform(const NpbFtClass& problem) {
  Problem transform = npb_ft_transform(problem);
  transform.order = Order::c;
  return transform;
}

Problem group_transform(const NpbFtClass& problem, int n_processes) {
  Problem transform = forward_transform(problem);
  transform.modes = Layout{transform.shape, {{n_processes}}, {cut_axis}, {}};
  return transform;
}

double largest(MPI_Comm comm, double seconds, double& idle) {
  Stopwatch watch(idle);
  MPI_Allreduce(MPI_IN_PLACE, &seconds, 1, MPI_DOUBLE, MPI_MAX, comm);
  return seconds;
}

}  // namespace

NpbFtSegments::Comm::Comm(MPI_Comm parent, int color) {
  MPI_Comm_split(parent, color, rank_in(parent), &comm_);
}

NpbFtSegments::NpbFtSegments(const NpbFtClass& problem, MPI_Comm comm, const Options& options, int n_groups)
    : problem_(problem),
      comm_(comm),
      options_(options),
      all_(problem, forward_transform(problem), comm, options),
      sizes_(group_sizes(size_of(comm), n_groups)),
      mine_(group_of(sizes_, rank_in(comm))),
      group_comm_(comm, mine_) {
  all_.plan().require_equal("--segments", std::to_string(n_groups));
  times_.group_sizes = sizes_;
  if (iterations_of(mine_).empty()) return;
  const Problem transform = group_transform(problem, sizes_[static_cast<std::size_t>(mine_)]);
  NpbFtGroup group(problem, transform, group_comm_.get(), options);
  Field<Complex> initial = group.plan().modes<Complex>();
  member_.emplace(Member{std::move(group), std::move(initial)});
}

void NpbFtSegments::plan_again() {
  clocks_ = {};
  all_.plan_again();
  if (member_) member_->group.plan_again();
}

NpbFtClocks NpbFtSegments::clocks() const {
  NpbFtClocks clocks = clocks_;
  clocks.add(all_.clocks());
  if (member_) clocks.add(member_->group.clocks());
  return clocks;
}

NpbFtVolume NpbFtSegments::volume() const {
  NpbFtVolume volume;
  volume.forward.add(all_.plan().description().forward, 1);
  volume.spreading = spreading_;
  const int n_iterations = static_cast<int>(iterations_of(mine_).size());
  if (member_) volume.inverse.add(member_->group.plan().description().backward, n_iterations);
  return volume;
}

std::vector<int> NpbFtSegments::iterations_of(int group) const {
  std::vector<int> iterations;
  for (int t = 1; t <= problem_.n_iterations; ++t)
    if (t % static_cast<int>(sizes_.size()) == group) iterations.push_back(t);
  return iterations;
}

Layout NpbFtSegments::modes_in(int group) const {
  const int n_here = sizes_[static_cast<std::size_t>(group)];
  const int first = std::accumulate(sizes_.begin(), sizes_.begin() + group, 0);
  const Layout alone = *group_transform(problem_, n_here).modes;
  const int n_all = size_of(comm_);
  Layout layout{alone.shape, {{n_all}}, {cut_axis}, std::vector<Split>(alone.shape.size())};
  Extents& blocks = layout.splits[cut_axis].block_sizes;
  blocks.assign(static_cast<std::size_t>(n_all), 0);
  for (int i = 0; i < n_here; ++i)
    blocks[static_cast<std::size_t>(first + i)] = box_of(alone, i).ranges[cut_axis].size();
  return layout;
}

// One plan at a time, so that the memory of one is enough.
void NpbFtSegments::spread() {
  spreading_ = {};
  for (int group = 0; group < static_cast<int>(sizes_.size()); ++group) {
    if (iterations_of(group).empty()) continue;
    std::optional<Plan> to_group;
    {
      Stopwatch watch(clocks_.planning);
      to_group = make_redistribution(all_.plan().modes_layout(), modes_in(group), false, comm_,
                                     Precision::double_, options_);
    }
    to_group->forward(all_.modes().data(), group == mine_ ? member_->initial.data() : nullptr);
    clocks_.add(*to_group);
    spreading_.add(to_group->description().forward, 1);
    Stopwatch watch(clocks_.planning);
    to_group.reset();
  }
}

// Checksums of all iterations, on all processes.
std::vector<NpbFt::Complex> NpbFtSegments::transform_back() {
  std::vector<Complex> checksums(static_cast<std::size_t>(problem_.n_iterations));
  const double begin = MPI_Wtime();
  for (const int t : iterations_of(mine_)) {
    member_->group.make_factors(t);
    member_->group.decay(member_->initial);
    const Complex checksum = member_->group.time_level();
    if (rank_in(group_comm_.get()) == 0) checksums[static_cast<std::size_t>(t - 1)] = checksum;
  }
  times_.transforms = largest(comm_, MPI_Wtime() - begin, clocks_.idle);
  Stopwatch watch(clocks_.idle);
  MPI_Allreduce(MPI_IN_PLACE, checksums.data(), 2 * problem_.n_iterations, MPI_DOUBLE, MPI_SUM, comm_);
  return checksums;
}

void NpbFtSegments::run(const Tell& tell) {
  const double begin = MPI_Wtime();
  spread();
  times_.spreading = largest(comm_, MPI_Wtime() - begin, clocks_.idle);
  const std::vector<Complex> checksums = transform_back();
  for (int t = 1; t <= problem_.n_iterations; ++t) tell(t, checksums[static_cast<std::size_t>(t - 1)]);
}

}  // namespace weft::cli
