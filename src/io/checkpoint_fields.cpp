// Fields between memory and file.
#include "io/checkpoint_fields.hpp"

#include <algorithm>

#include "base/input_file.hpp"
#include "base/narrow.hpp"
#include "comm/agree.hpp"
#include "comm/check.hpp"
#include "weft/error.hpp"

namespace weft::inline io {

namespace {

constexpr Index part_bytes = Index{1} << 20;  // of one read: stays in cache until it is summed

// Of the elements begin <= i < end of a field.
FieldSum sum_of_part(const InputFile& file, const SealedField& field, Index begin, Index end) {
  FieldSum sum;
  const Index bytes = bytes_of(field.element);
  for (Index at = begin; at < end;) {
    const Index n = std::min(end - at, part_bytes / bytes);
    const std::string part = file.read(field.begin + at * bytes, n * bytes);
    if (static_cast<Index>(part.size()) != n * bytes)
      fail(ErrorCode::resource, "cannot read the field '" + field.name + "': the file ends too early");
    sum += field_sum(field.element, at, n, reinterpret_cast<const std::byte*>(part.data()));
    at += n;
  }
  return sum;
}

}  // namespace

void check_memory(const Distribution& distribution, const void* data, const std::string& name) {
  if (data == nullptr && !distribution.box().empty())
    fail("the array of the field '" + name + "' is null, but the block " + to_text(distribution.box()) +
         " of this process is not empty; pass its array");
}

const std::byte* first_of(const Distribution& distribution, const void* data) {
  if (data == nullptr || distribution.box().empty()) return nullptr;
  return static_cast<const std::byte*>(data) + distribution.first() * bytes_of(distribution.element());
}

MemoryBlock memory_block(const Distribution& distribution) {
  Storage storage = distribution.storage();
  storage.shape = distribution.box().shape();
  return {distribution.box(), storage, distribution.element()};
}

FileArray file_array(const std::string& path, const SealedField& field) {
  return {path, field.shape, field.begin, bytes_of(field.element), parse_number(descr_of(field.element))};
}

FieldSum sum_over(MPI_Comm comm, FieldSum mine) {
  std::uint64_t words[] = {mine.first, mine.second};
  check_mpi(MPI_Allreduce(MPI_IN_PLACE, words, 2, MPI_UINT64_T, MPI_SUM, comm), "adding up checksums");
  return {words[0], words[1]};
}

std::vector<FieldSum> sums_in_file(MPI_Comm comm, const std::string& path,
                                   const std::vector<SealedField>& fields) {
  int rank = 0, size = 1;
  check_mpi(MPI_Comm_rank(comm, &rank), "asking for the rank");
  check_mpi(MPI_Comm_size(comm, &size), "asking for the number of processes");
  std::vector<std::uint64_t> words;
  agree(comm, [&] {
    const InputFile file(path);
    for (const SealedField& field : fields) {
      const Index share = field.n_points() / size, rest = field.n_points() % size;
      const Index begin = share * rank + std::min<Index>(rank, rest);
      const FieldSum sum = sum_of_part(file, field, begin, begin + share + (rank < rest ? 1 : 0));
      words.push_back(sum.first);
      words.push_back(sum.second);
    }
  });
  if (!words.empty())
    check_mpi(MPI_Allreduce(MPI_IN_PLACE, words.data(),
                            narrow(static_cast<Index>(words.size()), "the number of checksums"), MPI_UINT64_T,
                            MPI_SUM, comm),
              "adding up checksums");
  std::vector<FieldSum> sums;
  for (std::size_t i = 0; i < fields.size(); ++i) sums.push_back({words[2 * i], words[2 * i + 1]});
  return sums;
}

}  // namespace weft::inline io
