// Memory of arrays that is used again: the results of calls without `out`.
//
// The pages of a fresh array are touched for the first time by the transform, which costs more than the FFT
// itself at 32^3. So each side of a plan has a pool. A block of memory belongs to the arrays that look at it
// (Python counts them); when the last one is gone it returns to its pool, which keeps at most two.
// A pool is local to its process: which blocks are free may differ between processes and matters to none.
#include "core.hpp"

#include <algorithm>
#include <cstring>
#include <memory>
#include <mutex>
#include <new>

namespace weft::python {
namespace {

class Pool {
 public:
  explicit Pool(std::size_t bytes) : bytes_(bytes) {}
  ~Pool() { drop(); }
  Pool(const Pool&) = delete;
  Pool& operator=(const Pool&) = delete;

  std::size_t bytes() const { return bytes_; }

  char* take() {
    {
      const std::lock_guard lock(mutex_);
      ++n_taken_;
      if (!free_.empty()) {
        char* memory = free_.back();
        free_.pop_back();
        return memory;
      }
      ++n_allocated_;
    }
    return static_cast<char*>(::operator new(std::max<std::size_t>(bytes_, 1), alignment));
  }

  void give_back(char* memory) {
    const std::lock_guard lock(mutex_);
    if (open_ && free_.size() < most_free)
      free_.push_back(memory);
    else
      ::operator delete(memory, alignment);
  }

  // Nothing is kept from now on.
  void close() {
    const std::lock_guard lock(mutex_);
    open_ = false;
    drop();
  }

  std::pair<int, int> n_taken_and_allocated() {
    const std::lock_guard lock(mutex_);
    return {n_taken_, n_allocated_};
  }

 private:
  static constexpr std::align_val_t alignment{64};
  static constexpr std::size_t most_free = 2;

  void drop() {
    for (char* memory : free_) ::operator delete(memory, alignment);
    free_.clear();
  }

  std::mutex mutex_;
  std::vector<char*> free_;
  std::size_t bytes_;
  bool open_ = true;
  int n_taken_ = 0, n_allocated_ = 0;
};

// A block that returns to its pool.
Block* block_of(const std::shared_ptr<Pool>& pool) {
  const auto give_back = [pool](void* memory) { pool->give_back(static_cast<char*>(memory)); };
  return new Block{{pool->take(), give_back}, pool->bytes()};
}

int lend(PyObject* self, Py_buffer* view, int flags) {
  const Block* block = nb::inst_ptr<Block>(self);
  return PyBuffer_FillInfo(view, self, block->memory.get(), static_cast<Py_ssize_t>(block->n_bytes), 0,
                           flags);
}

PyType_Slot block_slots[] = {{Py_bf_getbuffer, reinterpret_cast<void*>(&lend)}, {0, nullptr}};

struct PoolHandle {
  std::shared_ptr<Pool> pool;
};

}  // namespace

void bind_memory(nb::module_& module) {
  nb::class_<Block>(module, "Block", nb::type_slots(block_slots))
      .def_prop_ro("address",
                   [](const Block& block) { return reinterpret_cast<std::uintptr_t>(block.memory.get()); })
      .def_prop_ro("nbytes", [](const Block& block) { return block.n_bytes; })
      .def("clear", [](Block& block) {
        if (block.n_bytes > 0) std::memset(block.memory.get(), 0, block.n_bytes);
      });
  nb::class_<PoolHandle>(module, "Pool")
      .def("__init__",
           [](PoolHandle* self, std::size_t bytes) { new (self) PoolHandle{std::make_shared<Pool>(bytes)}; })
      .def(
          "take", [](PoolHandle& self) { return block_of(self.pool); }, nb::rv_policy::take_ownership)
      .def("close", [](PoolHandle& self) { self.pool->close(); })
      .def_prop_ro("n_taken_and_allocated",
                   [](PoolHandle& self) { return self.pool->n_taken_and_allocated(); });
}

}  // namespace weft::python
