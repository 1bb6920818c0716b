// What a plan consists of: the values it was made from, and what is built from them once.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/arena.hpp"
#include "comm/life.hpp"
#include "comm/shared_arrays.hpp"
#include "pass/run.hpp"
#include "plan/blueprint.hpp"
#include "plan/sweep_maker.hpp"
#include "plan/task.hpp"
#include "weft/weft.hpp"

namespace weft {

struct WEFT_HIDDEN Plan::Impl : Life {
  Impl(const Problem& p, MPI_Comm comm, const Options& options, const Chooser& chooser);
  // Parts of making it (make.cpp).
  void prepare(MPI_Comm comm, const Options& options, const Chooser& chooser);
  bool windows_fit() const;
  Index sum_on_node(Index mine) const;
  void check_memory(Index needed) const;
  void allocate();
  void make_team();
  void make_windows();
  std::span<Place> segments_of(const WindowPlan& window, int lump);
  int n_exchanges() const;
  BuiltSweep build(const SweepStep& step);
  BuiltDirection build(const Direction& direction, const std::string& name, int products = -1);
  BuiltDirection build(const Convolution& convolve);
  BuiltExchange build_exchange(const MoveStep& step, const std::string& where, const std::string& direction);
  std::unique_ptr<Exchange> build_exchange(const MoveStep& step, int lump, Index strip);
  std::unique_ptr<SharedArrays> make_shared_arrays() const;

  // Using it (plan.cpp).
  std::shared_ptr<void> allocate_array(Index bytes);
  void start(BuiltDirection& built, std::span<const void* const> in, std::span<void* const> out);
  void start(BuiltDirection& built, Call before, Call after, const PointsFunction* function);
  void convolve(std::span<const void* const> in, std::span<void* const> out, const PointsFunction& function);
  void check_fields_of_products(std::span<const void* const> in, std::span<void* const> out) const;
  std::vector<BuiltDirection*> directions();
  void finish(const BuiltDirection& built);
  void check_idle(const char* wanted) const;
  // All processes have come `doing` ("to add up numbers"): the smallest of each number of all. Collective.
  std::array<std::int64_t, 2> arrive(const std::string& doing, std::array<std::int64_t, 2> numbers = {});
  void end_running();
  void keep_memory_of_call();
  // What the clocks say (timers.cpp).
  std::vector<StageTimer> all_timers() const;
  const std::vector<StageTime>& last_times();

  Problem problem;
  std::string doing;  // "to a call of plan 1 (8x8x8)"
  Settings settings;
  Blueprint blueprint;
  Description description;
  std::vector<std::string> remarks;  // what was decided for the user, and why
  std::unique_ptr<OpenStream> stream;
  Arena arena;
  std::vector<std::unique_ptr<SharedWindow>> windows;  // those of lump 0, then of lump 1, ...
  std::unique_ptr<SharedArrays> arrays;                // null: private memory
  std::map<std::string, MPI_Comm> groups;
  std::unique_ptr<Team> team;
  std::unique_ptr<KernelCache> kernels;
  std::unique_ptr<SweepMaker> sweeps;
  std::vector<Workspace> workspaces;      // of each thread
  std::vector<std::vector<Place>> slots;  // by lump
  BuiltDirection forward, backward;
  std::optional<BuiltDirection> convolution;  // with convolve=yes
  std::vector<char*> chunks;                  // of points, of each thread
  std::vector<char*> in, out;                 // arrays of the running call
  std::vector<char*> nowhere;                 // in place of arrays that a call does not have
  Run running{slots, {input_slot, output_slot}};
  int next_tag = 0;

  int rank = 0;  // these four stay readable when the plan is closed
  std::vector<int> node_of;
  Index allocated_bytes = 0;
  std::vector<StageTime> times;          // of the last call
  const BuiltDirection* last = nullptr;  // the direction of the last call
};

}  // namespace weft
