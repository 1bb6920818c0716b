// Chunks that are dense in memory are moved as they are; others pass through a buffer that stays in cache.
#include "io/direct.hpp"

#include <fcntl.h>
#include <sys/vfs.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <optional>
#include <vector>

#include "base/narrow.hpp"
#include "comm/agree.hpp"
#include "comm/check.hpp"
#include "io/pieces.hpp"
#include "weft/error.hpp"

namespace weft::inline io {

namespace {

constexpr Index least_piece_bytes = 16384;       // shorter ones are put together by MPI-IO
constexpr Index buffer_bytes = Index{2} << 20;   // stays in cache
constexpr Index start_bytes = Index{4} << 20;    // that the disk begins to write together
constexpr Index round_bytes = Index{512} << 20;  // of a process; then the processes hear of each other
constexpr long nfs_magic = 0x6969;

// Axes from this one on are whole: the elements of the box along them lie side by side in the file.
std::size_t first_whole_axis(const Extents& file_shape, const Extents& shape) {
  std::size_t axis = shape.size();
  while (axis > 0 && shape[axis - 1] == file_shape[axis - 1]) --axis;
  return axis;
}

Index product_from(const Extents& lengths, std::size_t first) {
  Index n = 1;
  for (std::size_t a = first; a < lengths.size(); ++a) n *= lengths[a];
  return n;
}

// Elements of the box that lie side by side.
Index piece_of(const Extents& file_shape, const Extents& shape) {
  const std::size_t whole = first_whole_axis(file_shape, shape);
  return product_from(shape, whole == 0 ? 0 : whole - 1);
}

// An open file of this process.
class PlainFile {
 public:
  PlainFile(const std::string& path, bool is_written) : path_(path) {
    fd_ = open(path.c_str(), (is_written ? O_RDWR : O_RDONLY) | O_CLOEXEC);
    if (fd_ < 0)
      fail(ErrorCode::resource, "cannot open " + path + " on every process: " + std::strerror(errno) +
                                    "; put it on a file system that all of them see");
  }
  ~PlainFile() { close(fd_); }
  PlainFile(const PlainFile&) = delete;
  PlainFile& operator=(const PlainFile&) = delete;

  void read(std::byte* memory, Index bytes, Index begin) const {
    move(bytes, "reading", [&](Index done) {
      return pread(fd_, memory + done, static_cast<std::size_t>(bytes - done), begin + done);
    });
  }
  // The disk begins to work at once, not when the file is flushed.
  void write(const std::byte* memory, Index bytes, Index begin) {
    move(bytes, "writing", [&](Index done) {
      return pwrite(fd_, memory + done, static_cast<std::size_t>(bytes - done), begin + done);
    });
    if (waiting_ == 0) first_ = begin;
    waiting_ += bytes;
    if (waiting_ < start_bytes) return;
    sync_file_range(fd_, first_, begin + bytes - first_, SYNC_FILE_RANGE_WRITE);
    waiting_ = 0;
  }

 private:
  template <class Call>
  void move(Index bytes, const char* doing, Call&& call) const {
    for (Index done = 0; done < bytes;) {
      const ssize_t n = call(done);
      if (n < 0 && errno == EINTR) continue;
      if (n > 0) {
        done += n;
        continue;
      }
      fail(ErrorCode::resource, std::string(doing) + " " + path_ +
                                    " failed: " + (n < 0 ? std::strerror(errno) : "the file ends too early"));
    }
  }

  std::string path_;
  int fd_ = -1;
  Index first_ = 0;    // where begins what was written and is not on its way to the disk
  Index waiting_ = 0;  // bytes of that
};

// Calls f(offset in the file, offset in the dense chunk, bytes) for every piece of a chunk.
template <class F>
void for_each_piece(const FileArray& file, const Box& chunk, F&& f) {
  const Extents shape = chunk.shape();
  const std::size_t whole = first_whole_axis(file.shape, shape);
  const std::size_t n_outer = whole == 0 ? 0 : whole - 1;
  const Index bytes = piece_of(file.shape, shape) * file.element_bytes;
  const Extents strides = dense_byte_strides(file.shape, file.element_bytes);
  Index begin = file.data_begin;
  for (std::size_t a = 0; a < strides.size(); ++a) begin += chunk.ranges[a].begin * strides[a];
  Extents index(n_outer, 0);
  for (Index in_chunk = 0;; in_chunk += bytes) {
    Index offset = begin;
    for (std::size_t a = 0; a < n_outer; ++a) offset += index[a] * strides[a];
    f(offset, in_chunk, bytes);
    std::size_t a = n_outer;
    while (a > 0 && ++index[a - 1] == shape[a - 1]) index[--a] = 0;
    if (a == 0) return;
  }
}

// The chunks of this process, and where they are.
struct Walk {
  const FileArray& file;
  const MemoryBlock& block;
  bool is_same;  // elements of the file and of memory
  Extents strides = {};
  std::vector<Box> chunks = {};
  std::vector<std::byte> buffer = {};

  void prepare() {
    const Index memory_bytes = bytes_of(block.element);
    for (const Index stride : block.storage.strides) strides.push_back(stride * memory_bytes);
    chunks =
        chunks_of(block.box, std::max<Index>(1, buffer_bytes / std::max(memory_bytes, file.element_bytes)));
  }
  bool is_direct(const Box& chunk) const {
    return is_same && is_dense(chunk.shape(), strides, file.element_bytes);
  }
  std::byte* buffer_for(const Box& chunk) {
    buffer.resize(std::max(buffer.size(), static_cast<std::size_t>(chunk.n_points() * file.element_bytes)));
    return buffer.data();
  }
  Index offset_in_memory(const Box& chunk) const {
    Index offset = 0;
    for (std::size_t a = 0; a < strides.size(); ++a)
      offset += (chunk.ranges[a].begin - block.box.ranges[a].begin) * strides[a];
    return offset;
  }
};

// Calls move(chunk) for all chunks of this process, in rounds after which the processes hear of each other.
// What a process needs is made in its first round.
template <class Prepare, class Move>
void in_rounds(MPI_Comm comm, Walk& walk, int n_rounds, Prepare&& prepare, Move&& move) {
  for (std::size_t round = 0, n = static_cast<std::size_t>(n_rounds); round < n; ++round)
    agree(comm, [&] {
      if (round == 0) {
        walk.prepare();
        prepare();
      }
      const std::size_t end = walk.chunks.size() * (round + 1) / n;
      for (std::size_t i = walk.chunks.size() * round / n; i < end; ++i) move(walk.chunks[i]);
    });
}

}  // namespace

int direct_rounds(MPI_Comm comm, const FileArray& file, const MemoryBlock& block) {
  struct statfs disk = {};
  const bool is_nfs = statfs(file.path.c_str(), &disk) == 0 && disk.f_type == nfs_magic;
  const Extents shape = block.box.shape();
  const Index bytes = block.box.n_points() * file.element_bytes;
  // All the array in one piece is as long as it can be.
  const bool is_long = bytes == 0 || shape == file.shape ||
                       piece_of(file.shape, shape) * file.element_bytes >= least_piece_bytes;
  int least[2] = {!is_nfs && is_long ? 1 : 0, -narrow(bytes / round_bytes + 1, "the number of rounds")};
  check_mpi(MPI_Allreduce(MPI_IN_PLACE, least, 2, MPI_INT, MPI_MIN, comm),
            "agreeing on the way to move a file");
  return least[0] == 1 ? -least[1] : 0;
}

void read_directly(MPI_Comm comm, const FileArray& file, const MemoryBlock& block, std::byte* data,
                   int n_rounds, const ChunkSeen& seen) {
  Walk walk{file, block, is_same(file.number, block.element)};
  const Run run = run_to_memory(file.number, block.element);
  std::optional<PlainFile> plain;
  const auto open_it = [&] { plain.emplace(file.path, false); };
  in_rounds(comm, walk, n_rounds, open_it, [&](const Box& chunk) {
    const bool is_direct = walk.is_direct(chunk);
    std::byte* memory = data + walk.offset_in_memory(chunk);
    std::byte* dense = is_direct ? memory : walk.buffer_for(chunk);
    for_each_piece(file, chunk, [&](Index offset, Index in_chunk, Index bytes) {
      plain->read(dense + in_chunk, bytes, offset);
    });
    if (is_direct) {
      if (seen) seen(chunk, memory, walk.strides);
      return;
    }
    swap_bytes(file.number, dense, chunk.n_points());
    if (seen) seen(chunk, dense, dense_byte_strides(chunk.shape(), file.element_bytes));
    copy_box(chunk.shape(), dense, dense_byte_strides(chunk.shape(), file.element_bytes), memory,
             walk.strides, run);
  });
}

void write_directly(MPI_Comm comm, const FileArray& file, const MemoryBlock& block, const std::byte* data,
                    int n_rounds, const ChunkSeen& seen) {
  Walk walk{file, block, is_same(file.number, block.element)};
  const Run run = run_to_file(file.number, block.element);
  std::optional<PlainFile> plain;
  const auto open_it = [&] { plain.emplace(file.path, true); };
  in_rounds(comm, walk, n_rounds, open_it, [&](const Box& chunk) {
    const std::byte* dense = data + walk.offset_in_memory(chunk);
    const bool is_direct = walk.is_direct(chunk);
    const Extents dense_strides = dense_byte_strides(chunk.shape(), file.element_bytes);
    if (!is_direct) {
      std::byte* buffer = walk.buffer_for(chunk);
      copy_box(chunk.shape(), dense, walk.strides, buffer, dense_strides, run);
      dense = buffer;
    }
    if (seen) seen(chunk, dense, is_direct ? walk.strides : dense_strides);
    for_each_piece(file, chunk, [&](Index offset, Index in_chunk, Index bytes) {
      plain->write(dense + in_chunk, bytes, offset);
    });
  });
}

}  // namespace weft::inline io
