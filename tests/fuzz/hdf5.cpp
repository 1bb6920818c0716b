// What an HDF5 file holds: names, shapes, attributes, and the numbers of small datasets.
//
// Only the formats of headers with checksums (HDF5 1.8 and later, which weft writes), without texts of
// variable length: on damage in the others HDF5 1.10.8 itself crashes or does not end, see
// doc/reliability.md.
#include <mpi.h>

#include "target.hpp"
#include "weft/hdf5_file.hpp"
#include "weft/weft.hpp"

namespace weft::fuzz {
namespace {

constexpr Index most_points = 1000;

bool has_checksums([[maybe_unused]] const std::string& file) {
#ifdef WEFT_FUZZ
  if (file.size() < 9 || file[8] < 2) return false;
  for (const char* unchecked : {"GCOL", "TREE", "SNOD", "HEAP"})
    if (file.find(unchecked) != std::string::npos) return false;
#endif
  return true;
}

void read_all(const std::string& path) {
  const Hdf5Reader reader(path, MPI_COMM_SELF);
  for (const std::string& name : reader.datasets()) {
    const DatasetInfo& info = reader.info(name);
    Index n = 1;
    for (const Index length : info.shape)
      if (length == 0 || __builtin_mul_overflow(n, length, &n) || n > most_points) n = most_points + 1;
    if (n > most_points || info.shape.empty()) continue;
    const Distribution whole(MPI_COMM_SELF, Layout{info.shape, {{1}}, {0}, {}}, info.element);
    std::vector<std::byte> memory(static_cast<std::size_t>(whole.memory_elements() * bytes_of(info.element)));
    ends_well([&] { reader.read(name, whole, memory.data(), {true}); });
  }
}

}  // namespace

bool parse_hdf5(const std::string& input) {
  if (!has_checksums(input)) return false;
  const std::string path = file_with(input);
  return ends_well([&] { read_all(path); });
}

}  // namespace weft::fuzz
