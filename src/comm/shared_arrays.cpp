// The arrays of a plan that all processes of a node can reach: one piece of shared memory for each.
//
// Not a window of MPI, because freeing one is collective, and an array ends on each process when its owner
// likes. The file in /dev/shm has a name only until everybody has opened it, so it goes with its last user,
// whatever happens to the job. Space is reserved, by each process for its own part (pages lie near who
// touches them first): too little is an answer here, not a signal later.
#include "comm/shared_arrays.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <random>

#include "comm/agree.hpp"
#include "comm/check.hpp"
#include "comm/shared_window.hpp"

namespace weft::inline comm {

namespace {

constexpr int bits_of_offset = 48;  // of a word; above them the number of the array, from 1

Index whole_pages(Index bytes) {
  const Index page = sysconf(_SC_PAGESIZE);
  return (std::max<Index>(bytes, 1) + page - 1) / page * page;
}

std::string reason(const char* doing, int error) {
  return std::string(doing) + " failed: " + std::strerror(error);
}

class File {
 public:
  explicit File(int descriptor) : descriptor_(descriptor) {}
  ~File() {
    if (descriptor_ >= 0) ::close(descriptor_);
  }
  File(const File&) = delete;
  File& operator=(const File&) = delete;
  bool is_open() const { return descriptor_ >= 0; }
  int get() const { return descriptor_; }

 private:
  int descriptor_;
};

// A new shared file of that length, and its name; empty if there is none, or no room for it.
std::string create_file(Index bytes) {
  if (bytes >= free_shared_bytes()) return "";
  std::random_device random;
  for (int attempt = 0; attempt < 100; ++attempt) {
    std::string name = "/weft-" + std::to_string(getpid()) + "-" + std::to_string(random());
    const File file(shm_open(name.c_str(), O_RDWR | O_CREAT | O_EXCL, S_IRUSR | S_IWUSR));
    if (!file.is_open() && errno == EEXIST) continue;
    if (file.is_open() && ftruncate(file.get(), bytes) == 0) return name;
    if (file.is_open()) shm_unlink(name.c_str());
    break;
  }
  return "";
}

}  // namespace

class SharedArrays::Mapping {
 public:
  explicit Mapping(std::vector<Index> starts) : starts_(std::move(starts)) {}
  ~Mapping() {
    if (base_ != nullptr) munmap(base_, static_cast<std::size_t>(starts_.back()));
  }
  Mapping(const Mapping&) = delete;
  Mapping& operator=(const Mapping&) = delete;

  // Maps the file, with the space of the part at `position` reserved. "" or why not.
  std::string map(const std::string& name, int position) {
    const File file(shm_open(name.c_str(), O_RDWR, 0));
    if (!file.is_open()) return reason("opening shared memory", errno);
    const int full = posix_fallocate(file.get(), starts_[position], bytes(position));
    if (full != 0) return reason("reserving shared memory", full);
    void* base = mmap(nullptr, static_cast<std::size_t>(starts_.back()), PROT_READ | PROT_WRITE, MAP_SHARED,
                      file.get(), 0);
    if (base == MAP_FAILED) return reason("mapping shared memory", errno);
    base_ = static_cast<char*>(base);
    return "";
  }

  const std::vector<Index>& starts() const { return starts_; }
  Index bytes(int position) const { return starts_[position + 1] - starts_[position]; }
  char* part(int position) const { return base_ + starts_[position]; }

 private:
  std::vector<Index> starts_;  // of the parts, by position in the node, in bytes; then the end
  char* base_ = nullptr;
};

SharedArrays::SharedArrays(MPI_Comm node, std::vector<int> ranks) : node_(node), ranks_(std::move(ranks)) {
  check_mpi(MPI_Comm_rank(node_, &position_), "asking for the rank");
}

SharedArrays::~SharedArrays() = default;

int SharedArrays::position_of(int rank) const {
  return static_cast<int>(std::find(ranks_.begin(), ranks_.end(), rank) - ranks_.begin());
}

std::shared_ptr<void> SharedArrays::allocate(Index bytes) {
  const Index mine = whole_pages(bytes);
  std::vector<Index> starts(ranks_.size() + 1, 0);
  check_mpi(MPI_Allgather(&mine, 1, MPI_INT64_T, starts.data() + 1, 1, MPI_INT64_T, node_),
            "telling the sizes of shared arrays");
  for (std::size_t i = 1; i < starts.size(); ++i) starts[i] += starts[i - 1];
  std::shared_ptr<Mapping> mapping = unused_mapping(starts);
  if (!mapping) mapping = new_mapping(starts);
  if (!mapping) return nullptr;
  std::memset(mapping->part(position_), 0, static_cast<std::size_t>(mine));
  return {mapping, mapping->part(position_)};
}

// The first array of this division that no process holds; null if there is none.
std::shared_ptr<SharedArrays::Mapping> SharedArrays::unused_mapping(const std::vector<Index>& starts) const {
  std::vector<unsigned char> unused;
  for (const auto& mapping : mappings_)
    unused.push_back(mapping.use_count() == 1 && mapping->starts() == starts ? 1 : 0);
  check_mpi(MPI_Allreduce(MPI_IN_PLACE, unused.data(), static_cast<int>(unused.size()), MPI_UNSIGNED_CHAR,
                          MPI_MIN, node_),
            "agreeing on unused shared arrays");
  const auto found = std::find(unused.begin(), unused.end(), 1);
  return found == unused.end() ? nullptr : mappings_[static_cast<std::size_t>(found - unused.begin())];
}

std::shared_ptr<SharedArrays::Mapping> SharedArrays::new_mapping(const std::vector<Index>& starts) {
  const std::string name = broadcast(node_, position_ == 0 ? create_file(starts.back()) : "", 0);
  auto mapping = std::make_shared<Mapping>(starts);
  why_not_ = name.empty() ? "/dev/shm has no room for it" : mapping->map(name, position_);
  int mapped = why_not_.empty() ? 1 : 0;
  check_mpi(MPI_Allreduce(MPI_IN_PLACE, &mapped, 1, MPI_INT, MPI_MIN, node_), "agreeing on a shared array");
  if (position_ == 0 && !name.empty()) shm_unlink(name.c_str());
  if (mapped == 0) {
    if (why_not_.empty()) why_not_ = "another process of the node has none";
    return nullptr;
  }
  mappings_.push_back(mapping);
  return mapping;
}

std::uint64_t SharedArrays::word_of(const void* address, Index bytes) const {
  const auto at = reinterpret_cast<std::uintptr_t>(address);
  for (std::size_t i = 0; i < mappings_.size(); ++i) {
    const auto begin = reinterpret_cast<std::uintptr_t>(mappings_[i]->part(position_));
    const auto size = static_cast<std::uintptr_t>(mappings_[i]->bytes(position_));
    if (at >= begin && at - begin <= size && size - (at - begin) >= static_cast<std::uintptr_t>(bytes))
      return (static_cast<std::uint64_t>(i + 1) << bits_of_offset) | (at - begin);
  }
  return 0;
}

char* SharedArrays::address(std::uint64_t word, int position) const {
  const std::uint64_t offset = word & ((std::uint64_t{1} << bits_of_offset) - 1);
  return mappings_[(word >> bits_of_offset) - 1]->part(position) + offset;
}

}  // namespace weft::inline comm
