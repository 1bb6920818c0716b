// NAS FT with its inverse transforms in groups of processes, as Kernel FT runs on segments of a network: they
// are independent of each other, so each group takes some of them and none talks to another meanwhile.
#pragma once

#include <optional>
#include <vector>

#include "npb/ft.hpp"

namespace weft::lab {

using namespace cli;

// Seconds of a run, largest over processes.
struct SegmentTimes {
  std::vector<int> group_sizes;
  double forward = 0;     // of the initial field and its transform
  double transforms = 0;  // of a group's iterations
};

class NpbFtSegments : public NpbFt {
 public:
  // Throws Error(mismatch) if processes are asked for different numbers of groups.
  NpbFtSegments(const NpbFtClass& problem, MPI_Comm comm, const Options& options, int n_groups);
  std::string choice() const override;
  void plan_again() override;
  void start() override;
  void run(const Tell& tell) override;
  NpbFtClocks clocks() const override;
  NpbFtVolume volume() const override;
  NpbFtDetails details() const override;

 private:
  // A communicator that is freed with this.
  class Comm {
   public:
    Comm(MPI_Comm parent, int color);
    ~Comm() { MPI_Comm_free(&comm_); }
    Comm(const Comm&) = delete;
    Comm& operator=(const Comm&) = delete;
    MPI_Comm get() const { return comm_; }

   private:
    MPI_Comm comm_ = MPI_COMM_NULL;
  };
  // The part of a process whose group has iterations.
  struct Member {
    NpbFtGroup group;
    Field<Complex> initial;  // modes of the initial field
  };

  std::vector<int> iterations_of(int group) const;
  std::vector<Complex> transform_back();

  NpbFtClass problem_;
  MPI_Comm comm_;
  std::vector<int> sizes_;  // of the groups
  int mine_;                // this process's group
  Comm group_comm_;
  std::optional<Member> member_;
  SegmentTimes times_;
  NpbFtClocks clocks_;  // without those of the group
};

}  // namespace weft::lab
