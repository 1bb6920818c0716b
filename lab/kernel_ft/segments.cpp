// Each group transforms the initial field for itself and keeps its modes. It makes those of its iterations
// from them: with the exponentials of t steps for iteration t, which group (t - 1) mod S takes.
#include "segments.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace weft::lab {

namespace {

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

int same_everywhere(MPI_Comm comm, int n_groups) {
  int least_and_most[2] = {-n_groups, n_groups};
  MPI_Allreduce(MPI_IN_PLACE, least_and_most, 2, MPI_INT, MPI_MAX, comm);
  if (-least_and_most[0] != least_and_most[1])
    throw Error(ErrorCode::mismatch,
                fmt::format("--segments is {} on some process and {} on another; give all the same",
                            -least_and_most[0], least_and_most[1]));
  return n_groups;
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
      sizes_(group_sizes(size_of(comm), same_everywhere(comm, n_groups))),
      mine_(group_of(sizes_, rank_in(comm))),
      group_comm_(comm, mine_) {
  times_.group_sizes = sizes_;
  if (iterations_of(mine_).empty()) return;
  NpbFtGroup group(problem, npb_ft_transform(problem), group_comm_.get(), options);
  Field<Complex> initial = group.plan().modes<Complex>();
  member_.emplace(Member{std::move(group), std::move(initial)});
}

// Of process 0, whose group always has an iteration.
std::string NpbFtSegments::choice() const { return member_ ? to_text(member_->group.plan().choice()) : ""; }

void NpbFtSegments::plan_again() {
  clocks_ = {};
  if (member_) member_->group.plan_again();
}

void NpbFtSegments::start() {
  const double begin = MPI_Wtime();
  if (member_) {
    member_->group.transform_initial_field();
    const Field<Complex>& modes = member_->group.modes();
    std::copy(modes.data(), modes.data() + modes.size(), member_->initial.data());
  }
  times_.forward = largest(comm_, MPI_Wtime() - begin, clocks_.idle);
}

NpbFtDetails NpbFtSegments::details() const {
  const SegmentTimes& s = times_;
  return {
      {fmt::format("Segments   = {}, of {} processes", s.group_sizes.size(), fmt::join(s.group_sizes, ", ")),
       fmt::format("Forward    = {:.4g} s", s.forward), fmt::format("Transforms = {:.4g} s", s.transforms)},
      true,
      {{"segments", Json{{"groups", s.group_sizes.size()},
                         {"group_sizes", s.group_sizes},
                         {"forward_seconds", s.forward},
                         {"transform_seconds", s.transforms}}}}};
}

NpbFtClocks NpbFtSegments::clocks() const {
  NpbFtClocks clocks = clocks_;
  if (member_) clocks.add(member_->group.clocks());
  return clocks;
}

NpbFtVolume NpbFtSegments::volume() const {
  NpbFtVolume volume;
  if (!member_) return volume;
  const Description& plan = member_->group.plan().description();
  volume.forward.add(plan.forward, 1);
  volume.inverse.add(plan.backward, static_cast<int>(iterations_of(mine_).size()));
  return volume;
}

std::vector<int> NpbFtSegments::iterations_of(int group) const {
  std::vector<int> iterations;
  for (int t = 1; t <= problem_.n_iterations; ++t)
    if ((t - 1) % static_cast<int>(sizes_.size()) == group) iterations.push_back(t);
  return iterations;
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
  const std::vector<Complex> checksums = transform_back();
  for (int t = 1; t <= problem_.n_iterations; ++t) tell(t, checksums[static_cast<std::size_t>(t - 1)]);
}

}  // namespace weft::lab
