// Rounds of: move elements, filter, write. Whether all processes could filter is agreed on before process 0
// waits for their bytes; whether process 0 could write, in the round after.
#include "io/hdf5_chunks.hpp"

#include <mpi.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <vector>

#include "arrays/boxes.hpp"
#include "arrays/move.hpp"
#include "comm/agree.hpp"
#include "comm/check.hpp"
#include "comm/communicators.hpp"
#include "io/hdf5_attributes.hpp"
#include "io/hdf5_filters.hpp"
#include "io/pieces.hpp"
#include "io/transfer.hpp"
#include "weft/error.hpp"

namespace weft::inline io {

namespace {

constexpr Index group_bytes = Index{1} << 20U;  // of small chunks, before the filters
constexpr Index bytes_of_checksum = 4;          // that filters may add to a chunk

// Chunks that one process has in a round: neighbours in C order.
struct Group {
  Box chunks;    // in the grid of all chunks
  Box elements;  // that lie in them
};

// The elements of a box of chunks.
Box elements_of(const NewDataset& dataset, const Box& chunks) {
  Box elements = chunks;
  for (std::size_t a = 0; a < dataset.shape.size(); ++a) {
    Range& range = elements.ranges[a];
    range.begin *= dataset.options.chunks[a];
    range.end = std::min(range.end * dataset.options.chunks[a], dataset.shape[a]);
  }
  return elements;
}

Box grid_of_chunks(const NewDataset& dataset) {
  Box grid;
  for (std::size_t a = 0; a < dataset.shape.size(); ++a)
    grid.ranges.push_back({0, (dataset.shape[a] - 1) / dataset.options.chunks[a] + 1});
  return grid;
}

// Chunks in a group: few enough that each process gets some.
Index most_chunks(const NewDataset& dataset, Index bytes_of_chunk, int n_processes) {
  const Index share = (grid_of_chunks(dataset).n_points() - 1) / n_processes + 1;
  return std::min(share, std::max<Index>(1, group_bytes / bytes_of_chunk));
}

class ChunkedWrite {
 public:
  ChunkedWrite(const NewDataset& dataset, const Distribution& distribution, const void* data)
      : dataset_(dataset),
        distribution_(distribution),
        rank_(distribution.rank()),
        size_(distribution.layout().n_processes()),
        tag_(distribution.communicators()->take_tags(1)),
        order_(c_order(distribution.layout().n_axes())),
        block_(owned_block(distribution, data)),
        bytes_of_chunk_(product(dataset.options.chunks) * bytes_of(dataset.element)),
        most_chunks_(most_chunks(dataset, bytes_of_chunk_, size_)),
        rest_(grid_of_chunks(dataset), most_chunks_, order_, order_.back()) {}

  // Not collective, nor are open() and close().
  void prepare() {
    const Index most = most_chunks_ * product(dataset_.options.chunks);
    elements_.resize(static_cast<std::size_t>(most * block_.element_bytes));
    chunk_.resize(static_cast<std::size_t>(bytes_of_chunk_));
    bytes_.reserve(static_cast<std::size_t>(most_chunks_ * (bytes_of_chunk_ + bytes_of_checksum)));
    filtered_.reserve(static_cast<std::size_t>(most_chunks_));
    filters_.emplace(dataset_);
    buffers_ = std::make_unique<MessageBuffers>(block_.box.n_points(), most, block_.element_bytes, size_);
  }

  // On process 0.
  void open(const std::string& path) {
    file_ = Hdf5Id(H5Fopen(path.c_str(), H5F_ACC_RDWR, file_access(true).get()), H5Fclose, "opening " + path);
    made_ = create_dataset(file_.get(), dataset_);
    for (const auto& [name, value] : dataset_.options.attributes) put_attribute(made_.get(), name, value);
  }
  void close() {
    if (problem_) throw Error(*problem_);
    if (rank_ != 0) return;
    made_.close("closing " + dataset_.path);
    file_.close("closing the file");
  }

  // Collective, until there are no more chunks.
  bool round() {
    deal();
    if (groups_.empty()) return false;
    move();
    agree(distribution_.comm(), [&] {
      if (problem_) throw Error(*problem_);
      filter();
    });
    for (int rank = 0; rank < static_cast<int>(groups_.size()); ++rank) {
      if (rank_ != 0 && rank_ != rank) continue;
      if (rank > 0) pass_on(rank);
      if (rank_ == 0) put(groups_[static_cast<std::size_t>(rank)]);
    }
    return true;
  }

 private:
  // The groups of the next round: of one process each.
  void deal() {
    groups_.clear();
    for (Box chunks; static_cast<int>(groups_.size()) < size_ && rest_.next(chunks);)
      groups_.push_back({chunks, elements_of(dataset_, chunks)});
  }

  Box elements_at(int rank) const {
    const auto i = static_cast<std::size_t>(rank);
    return i < groups_.size() ? groups_[i].elements : Box{std::vector<Range>(order_.size())};
  }

  void move() {
    const Box mine = elements_at(rank_);
    const Layout& layout = distribution_.layout();
    move_boxes(distribution_,
               {[&](int rank) { return intersect(block_.box, elements_at(rank)); },
                [&](int rank) { return intersect(box_of(layout, rank), mine); }, block_,
                dense_block(mine, elements_.data(), block_.element_bytes, order_), order_,
                distribution_.storage().order.back()},
               *buffers_, "write");
  }

  void filter() {
    filtered_.clear();
    bytes_.clear();
    if (rank_ >= static_cast<int>(groups_.size())) return;
    const Box& chunks = groups_[static_cast<std::size_t>(rank_)].chunks;
    for (const Box& one : chunks_of(chunks, 1)) {
      fill_chunk(elements_of(dataset_, one));
      filtered_.push_back(filters_->append(chunk_.data(), bytes_));
    }
  }

  // The elements of one chunk, as the file has them. Chunks that reach beyond the array end in zeros.
  void fill_chunk(const Box& box) {
    const Extents shape = box.shape();
    const Index in_file = bytes_of(dataset_.element), in_memory = block_.element_bytes;
    const BoxInMemory group = dense_block(elements_at(rank_), elements_.data(), block_.element_bytes, order_);
    if (shape != dataset_.options.chunks) std::fill(chunk_.begin(), chunk_.end(), std::byte{});
    copy_box(shape, address_of(group, box), dense_byte_strides(group.box.shape(), in_memory), chunk_.data(),
             dense_byte_strides(dataset_.options.chunks, in_file),
             run_to_file(parse_number(descr_of(dataset_.element)), distribution_.element()));
  }

  // The bytes of a group, from its process to process 0.
  void pass_on(int rank) {
    const auto n_chunks = static_cast<std::size_t>(groups_[static_cast<std::size_t>(rank)].chunks.n_points());
    filtered_.resize(n_chunks);
    pass_on(rank, filtered_.data(), static_cast<Index>(n_chunks * sizeof(FilteredChunk)));
    Index bytes = 0;
    for (const FilteredChunk& chunk : filtered_) bytes += chunk.bytes;
    bytes_.resize(static_cast<std::size_t>(bytes));
    for (Index begin = 0; begin < bytes; begin += chunk_bytes)
      pass_on(rank, bytes_.data() + begin, std::min(chunk_bytes, bytes - begin));
  }
  void pass_on(int rank, void* memory, Index bytes) {
    MPI_Request request = MPI_REQUEST_NULL;
    const auto n = static_cast<int>(bytes);
    check_mpi(rank_ == 0 ? MPI_Irecv(memory, n, MPI_BYTE, rank, tag_, distribution_.comm(), &request)
                         : MPI_Isend(memory, n, MPI_BYTE, 0, tag_, distribution_.comm(), &request),
              "passing on chunks");
    wait_for(request, "to write a dataset", default_timeout());
  }

  // On process 0: others send what it does not take any more.
  void put(const Group& group) {
    if (problem_) return;
    try {
      const std::byte* bytes = bytes_.data();
      std::size_t i = 0;
      for (const Box& one : chunks_of(group.chunks, 1)) {
        Extents begin;
        for (const Range& range : elements_of(dataset_, one).ranges) begin.push_back(range.begin);
        put_filtered(made_.get(), dataset_.path, begin, filtered_[i], bytes);
        bytes += filtered_[i++].bytes;
      }
    } catch (const Error& error) {
      problem_ = error;
    } catch (const std::bad_alloc&) {
      problem_ = Error(ErrorCode::resource, "there is no memory left to write " + dataset_.path);
    }
  }

  const NewDataset& dataset_;
  const Distribution& distribution_;
  int rank_, size_, tag_;
  Axes order_;
  BoxInMemory block_;     // of this process
  Index bytes_of_chunk_;  // before the filters
  Index most_chunks_;     // of a group
  Pieces rest_;           // chunks of later rounds
  std::vector<Group> groups_;
  std::unique_ptr<MessageBuffers> buffers_;
  std::vector<std::byte> elements_;  // of the group of this process, as in memory
  std::vector<std::byte> chunk_;     // one chunk, as in the file
  std::optional<Hdf5Filters> filters_;
  std::vector<FilteredChunk> filtered_;  // of a group
  std::vector<std::byte> bytes_;         // of these chunks
  Hdf5Id file_, made_;                   // on process 0
  std::optional<Error> problem_;         // there, not yet agreed on
};

}  // namespace

void write_in_chunks(const std::string& path, const NewDataset& dataset, const Distribution& distribution,
                     const void* data) {
  const QuietHdf5 quiet;
  const MPI_Comm comm = distribution.comm();
  auto write = std::make_unique<ChunkedWrite>(dataset, distribution, data);
  agree(comm, [&] {
    write->prepare();
    if (distribution.rank() == 0) write->open(path);
  });
  try {
    while (write->round()) continue;
    agree(comm, [&] { write->close(); });
  } catch (const Error& error) {
    if (error.code() == ErrorCode::communication) (void)write.release();  // MPI may still use its memory
    throw;
  }
}

}  // namespace weft::inline io
