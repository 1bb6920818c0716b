// Rounds of collective reads or writes. After each round the processes agree whether all went well, so
// that a process with an error of its own does not leave the others alone in the next round.
#include "io/transfer.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <functional>
#include <memory>
#include <numeric>
#include <optional>
#include <vector>

#include "base/narrow.hpp"
#include "comm/agree.hpp"
#include "comm/check.hpp"
#include "comm/datatype.hpp"
#include "io/direct.hpp"
#include "io/pieces.hpp"

namespace weft::inline io {

namespace {

Index offset_in_file(const FileArray& file, const Box& chunk) {
  const Extents strides = dense_byte_strides(file.shape, file.element_bytes);
  Index offset = file.data_begin;
  for (std::size_t a = 0; a < strides.size(); ++a) offset += chunk.ranges[a].begin * strides[a];
  return offset;
}

// An open file of MPI-IO. Collective, as all of it.
class SharedFile {
 public:
  SharedFile(MPI_Comm comm, const std::string& path, bool is_written) : comm_(comm), path_(path) {
    // Tried alone first: not every MPI-IO tells the others when one process cannot open a file.
    agree(comm, [&] {
      const int fd = open(path.c_str(), (is_written ? O_RDWR : O_RDONLY) | O_CLOEXEC);
      if (fd < 0)
        fail(ErrorCode::resource, "cannot open " + path + " on every process: " + std::strerror(errno) +
                                      "; put it on a file system that all of them see");
      close(fd);
    });
    int code = open_named(path.starts_with('/') ? path : "./" + path, is_written);
    // ROMIO takes what is before a colon as the name of a file system.
    if (code != MPI_SUCCESS && path.find(':') != std::string::npos)
      code = open_named("ufs:" + path, is_written);
    agree(comm, [&] { check(code, "opening"); });
  }
  ~SharedFile() {
    if (file_ != MPI_FILE_NULL) MPI_File_close(&file_);
  }
  SharedFile(const SharedFile&) = delete;
  SharedFile& operator=(const SharedFile&) = delete;

  MPI_File get() const { return file_; }
  MPI_Comm comm() const { return comm_; }
  void check(int code, const char* doing) const {
    if (code != MPI_SUCCESS) check_mpi(code, std::string(doing) + " " + path_);
  }
  void flush_and_close() {
    int code = MPI_File_sync(file_);
    const int closed = MPI_File_close(&file_);
    if (code == MPI_SUCCESS) code = closed;
    agree(comm_, [&] { check(code, "closing"); });
  }

 private:
  int open_named(const std::string& name, bool is_written) {
    return MPI_File_open(comm_, name.c_str(), is_written ? MPI_MODE_RDWR : MPI_MODE_RDONLY, MPI_INFO_NULL,
                         &file_);
  }

  MPI_Comm comm_;
  std::string path_;
  MPI_File file_ = MPI_FILE_NULL;
};

// One collective call for `n` elements at `chunk`; processes that have no chunk left pass null.
using Move = int (*)(MPI_File file, void* memory, int n, MPI_Datatype element);

int read_all(MPI_File file, void* memory, int n, MPI_Datatype element) {
  return MPI_File_read_at_all(file, 0, memory, n, element, MPI_STATUS_IGNORE);
}
int write_all(MPI_File file, void* memory, int n, MPI_Datatype element) {
  return MPI_File_write_at_all(file, 0, memory, n, element, MPI_STATUS_IGNORE);
}

// A process that cannot take part in earnest moves nothing, but it does call: the others wait for it.
void move_chunk(const SharedFile& shared, const FileArray& file, const Box* chunk, std::byte* memory,
                Move move) {
  std::optional<Datatype> element, view;
  std::optional<Error> problem;
  try {
    const Extents lengths = chunk == nullptr ? Extents{} : chunk->shape();  // of none: one element
    element.emplace(Datatype::contiguous(file.element_bytes));
    view.emplace(
        Datatype::strided(lengths, dense_byte_strides(file.shape, file.element_bytes), file.element_bytes));
  } catch (const Error& error) {
    problem = error;
  }
  const MPI_Datatype unit = problem ? MPI_BYTE : element->get();
  const Index offset = chunk == nullptr ? file.data_begin : offset_in_file(file, *chunk);
  const int viewed = MPI_File_set_view(shared.get(), offset, unit, problem ? MPI_BYTE : view->get(), "native",
                                       MPI_INFO_NULL);
  const bool is_ready = !problem && viewed == MPI_SUCCESS && chunk != nullptr;
  const int moved = move(shared.get(), memory, is_ready ? static_cast<int>(chunk->n_points()) : 0, unit);
  agree(shared.comm(), [&] {
    if (problem) throw Error(*problem);
    shared.check(viewed, "addressing a block of");
    shared.check(moved, move == read_all ? "reading" : "writing");
  });
}

// The address of a chunk's first element in the memory of the block.
Index offset_in_memory(const MemoryBlock& block, const Box& chunk) {
  Index offset = 0;
  for (std::size_t a = 0; a < block.storage.strides.size(); ++a)
    offset += (chunk.ranges[a].begin - block.box.ranges[a].begin) * block.storage.strides[a];
  return offset * bytes_of(block.element);
}

// What one process does in all rounds.
struct Work {
  std::vector<Box> chunks;        // of this process
  int n_rounds = 0;               // of the process that has most chunks
  Extents memory_strides;         // of the block, in bytes
  std::vector<std::byte> buffer;  // for one chunk; empty if none needs it
};

Work work_of(MPI_Comm comm, const FileArray& file, const MemoryBlock& block, bool is_same, Index most_bytes) {
  Work work;
  agree(comm, [&] {
    const Index memory_bytes = bytes_of(block.element);
    work.chunks =
        chunks_of(block.box, std::max<Index>(1, most_bytes / std::max(memory_bytes, file.element_bytes)));
    for (const Index stride : block.storage.strides) work.memory_strides.push_back(stride * memory_bytes);
    Index most = 0;
    for (const Box& chunk : work.chunks)
      if (!is_same || !is_dense(chunk.shape(), work.memory_strides, memory_bytes))
        most = std::max(most, chunk.n_points());
    work.buffer.resize(static_cast<std::size_t>(most * file.element_bytes));
    work.n_rounds = narrow(static_cast<Index>(work.chunks.size()), "the number of chunks");
  });
  check_mpi(MPI_Allreduce(MPI_IN_PLACE, &work.n_rounds, 1, MPI_INT, MPI_MAX, comm),
            "agreeing on the number of rounds");
  return work;
}

}  // namespace

Index whole_bytes(const Extents& shape, ElementType element) {
  return std::accumulate(shape.begin(), shape.end(), Index{bytes_of(element)}, std::multiplies<>());
}

void check_block(const FileArray& file, const MemoryBlock& block, const void* data) {
  bool is_inside = block.box.ranges.size() == file.shape.size();
  for (std::size_t a = 0; is_inside && a < file.shape.size(); ++a) {
    const Range range = block.box.ranges[a];
    is_inside = 0 <= range.begin && range.begin <= range.end && range.end <= file.shape[a];
  }
  if (!is_inside)
    fail("the block " + to_text(block.box) + " is not in the array of shape " + to_text(file.shape) +
         "; pass a box of this array, axes in the order of the file");
  if (block.storage.shape != block.box.shape() || block.storage.strides.size() != file.shape.size())
    fail("the block " + to_text(block.box) + " and its storage of shape " + to_text(block.storage.shape) +
         " differ; pass the storage of this block");
  if (data == nullptr && !block.box.empty())
    fail("the block " + to_text(block.box) + " is not empty, but its memory is null; pass its array");
}

void check_same_processes(MPI_Comm comm, const Distribution& distribution) {
  distribution.require_host("a file");
  int relation = MPI_UNEQUAL;
  check_mpi(MPI_Comm_compare(comm, distribution.comm(), &relation), "comparing communicators");
  if (relation != MPI_IDENT && relation != MPI_CONGRUENT)
    fail(
        "the array is spread over other processes than those that opened the file; open the file on the "
        "communicator of the array");
}

void read_blocks(MPI_Comm comm, const FileArray& file, const MemoryBlock& block, std::byte* data,
                 Index most_bytes, const ChunkSeen& seen) {
  const int n_rounds = most_bytes == chunk_bytes ? direct_rounds(comm, file, block) : 0;
  if (n_rounds > 0) return read_directly(comm, file, block, data, n_rounds, seen);
  const bool same = is_same(file.number, block.element);
  const Run run = run_to_memory(file.number, block.element);
  Work work = work_of(comm, file, block, same, most_bytes);
  SharedFile shared(comm, file.path, false);
  for (std::size_t round = 0; round < static_cast<std::size_t>(work.n_rounds); ++round) {
    if (round >= work.chunks.size()) {
      move_chunk(shared, file, nullptr, nullptr, read_all);
      continue;
    }
    const Box& chunk = work.chunks[round];
    const Extents shape = chunk.shape();
    std::byte* memory = data + offset_in_memory(block, chunk);
    if (same && is_dense(shape, work.memory_strides, file.element_bytes)) {
      move_chunk(shared, file, &chunk, memory, read_all);
      if (seen) seen(chunk, memory, work.memory_strides);
      continue;
    }
    move_chunk(shared, file, &chunk, work.buffer.data(), read_all);
    swap_bytes(file.number, work.buffer.data(), chunk.n_points());
    if (seen) seen(chunk, work.buffer.data(), dense_byte_strides(shape, file.element_bytes));
    copy_box(shape, work.buffer.data(), dense_byte_strides(shape, file.element_bytes), memory,
             work.memory_strides, run);
  }
}

void write_blocks(MPI_Comm comm, const FileArray& file, const MemoryBlock& block, const std::byte* data,
                  Index most_bytes, const ChunkSeen& seen) {
  const int n_rounds = most_bytes == chunk_bytes ? direct_rounds(comm, file, block) : 0;
  if (n_rounds > 0) return write_directly(comm, file, block, data, n_rounds, seen);
  const bool same = is_same(file.number, block.element);
  const Run run = run_to_file(file.number, block.element);
  Work work = work_of(comm, file, block, same, most_bytes);
  SharedFile shared(comm, file.path, true);
  for (std::size_t round = 0; round < static_cast<std::size_t>(work.n_rounds); ++round) {
    if (round >= work.chunks.size()) {
      move_chunk(shared, file, nullptr, nullptr, write_all);
      continue;
    }
    const Box& chunk = work.chunks[round];
    const Extents shape = chunk.shape();
    const std::byte* memory = data + offset_in_memory(block, chunk);
    const bool is_direct = same && is_dense(shape, work.memory_strides, file.element_bytes);
    const Extents dense_strides = dense_byte_strides(shape, file.element_bytes);
    if (!is_direct) {
      copy_box(shape, memory, work.memory_strides, work.buffer.data(), dense_strides, run);
      memory = work.buffer.data();
    }
    if (seen) seen(chunk, memory, is_direct ? work.memory_strides : dense_strides);
    move_chunk(shared, file, &chunk, const_cast<std::byte*>(memory), write_all);
  }
  shared.flush_and_close();
}

void flush_file(const std::string& path) {
  const int fd = open(path.c_str(), O_RDWR | O_CLOEXEC);
  const bool is_flushed = fd >= 0 && fsync(fd) == 0;
  const int error = errno;
  if (fd >= 0) close(fd);
  if (!is_flushed)
    fail(ErrorCode::resource, "cannot bring " + path + " to the disk: " + std::strerror(error));
}

}  // namespace weft::inline io
