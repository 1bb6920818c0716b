// Points that never leave the cache: the last sweep of some fields, a function, the first sweep of others.
//
// The local array is cut into chunks along axes that neither sweep transforms. Chunk by chunk, the sweep
// before writes the points of all its fields into a few buffers, the function computes from them, and the
// sweep after reads what it wrote. So points cost neither a write nor a read of memory, and a sweep works on
// a chunk as on a small array of its own: there is no second kind of sweep. Each thread has its own buffers
// and takes its own chunks, so threads meet once in a call.
#pragma once

#include <memory>
#include <mutex>
#include <vector>

#include "sweep/sweep.hpp"
#include "weft/points_block.hpp"

namespace weft::inline sweep {

// How it is done, as a value: the same for any number of threads.
struct ProductPlan {
  LocalSweep before, after;    // from and to a chunk in `slot`; `from` and `to` are those of the whole array
  std::vector<Chunks> chunks;  // per axis
  Slot slot = 0;               // of the chunk of one field
  Index field_bytes = 0;       // of such a chunk, with what is left out between the fields
  int n_fields = 1;            // at most, on each side
  bool real = false;           // elements of the points
  Index buffer_bytes() const { return 2 * n_fields * field_bytes; }  // of a thread
};

// Plans the sweep over the points that `before` writes and `after` reads, of at most n_fields fields on each
// side. The points sides of both have no view yet.
ProductPlan plan_products(LocalSweep before, LocalSweep after, int n_fields, Slot slot);

// The sweeps that chunks of all shapes need, for their tiles.
std::vector<LocalSweep> sweeps_of(const ProductPlan& plan);

class ProductSweep : public AnyProductSweep {
 public:
  // `buffers` and `workspaces`: of each thread. `local`: the box of the local array, in global indices.
  ProductSweep(const ProductPlan& plan, KernelCache& kernels, const std::vector<Workspace>& workspaces,
               const std::vector<char*>& buffers, Team& team, const Box& local);
  void run(std::span<const FieldSlots> in, std::span<const FieldSlots> out,
           const PointsFunction& function) override;
  std::exception_ptr error() const override { return error_; }

 private:
  // The two sweeps for chunks of one shape.
  struct Variant {
    Extents shape;
    Sweep before, after;
  };
  // A thread at work.
  struct Worker {
    std::unique_ptr<Team> alone;
    std::vector<Variant> variants;
    std::vector<Place> slots;
    char* buffer = nullptr;
    std::vector<const void*> in;
    std::vector<void*> out;
    PointsBlock block;
  };

  void run_chunk(Worker& worker, const Patch& patch);
  void call(Worker& worker, const Patch& patch);
  char* field(const Worker& worker, std::size_t number) const {
    return worker.buffer + static_cast<Index>(number) * plan_.field_bytes;
  }

  ProductPlan plan_;
  Team& team_;
  Box local_;
  std::vector<Range> ranges_;  // chunks of each thread
  std::vector<Worker> workers_;
  std::span<const FieldSlots> in_, out_;  // of the running call
  const PointsFunction* function_ = nullptr;
  std::mutex mutex_;  // of the error
  std::atomic<bool> failed_ = false;
  std::exception_ptr error_;
};

}  // namespace weft::inline sweep
