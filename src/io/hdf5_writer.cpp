// Process 0 alone makes objects and attributes, with the file open for the length of one call; the numbers of
// a dataset in one piece are then written by all processes to their places, past HDF5, which is faster and
// takes no more memory (doc/design/018). Chunks are filtered by all, and written by process 0.
#include <algorithm>
#include <optional>

#include "arrays/arrival.hpp"
#include "base/removal.hpp"
#include "base/replacement.hpp"
#include "comm/agree.hpp"
#include "comm/check.hpp"
#include "comm/communicators.hpp"
#include "io/hdf5_attributes.hpp"
#include "io/hdf5_chunks.hpp"
#include "io/hdf5_objects.hpp"
#include "io/options.hpp"
#include "io/transfer.hpp"
#include "weft/error.hpp"
#include "weft/hdf5_file.hpp"
#include "weft/words.hpp"

namespace weft {

namespace {

constexpr Index header_bytes = Index{1} << 16;  // more than HDF5 adds to a file in one call

constexpr Index bytes_of_chunk_header = 256;  // of one chunk in the tree of chunks, and its checksum
constexpr Index bytes_of_attribute_header = 4096;

// On one process.
Hdf5Id open_to_write(const std::string& path) {
  return {H5Fopen(path.c_str(), H5F_ACC_RDWR, file_access().get()), H5Fclose, "opening " + path};
}

void put_attributes(hid_t file, const std::string& path, const Attributes& attributes) {
  const Hdf5Id object(H5Oopen(file, path.c_str(), H5P_DEFAULT), H5Oclose, "opening " + path);
  for (const auto& [name, value] : attributes) put_attribute(object.get(), name, value);
}

// Chunks take no more, as HDF5 keeps those that do not get smaller; the ones at the ends are whole.
Index bytes_in_chunks(const NewDataset& dataset) {
  Index n_chunks = 1;
  for (std::size_t a = 0; a < dataset.shape.size(); ++a)
    n_chunks *= (dataset.shape[a] + dataset.options.chunks[a] - 1) / dataset.options.chunks[a];
  const Index of_chunk = product(dataset.options.chunks) * bytes_of(dataset.element);
  const Index before = static_cast<hsize_t>(of_chunk) < least_bytes_on_pages ? 0 : page_bytes;
  return n_chunks * (before + of_chunk + bytes_of_chunk_header);
}

// At most, of the attributes.
Index bytes_of(const Attributes& attributes) {
  Index bytes = 0;
  for (const auto& [name, value] : attributes)
    bytes += 4 * static_cast<Index>(name.size() + text_of(value).size()) + bytes_of_attribute_header;
  return bytes;
}

// The last one has all attributes: all processes have as many facts, whatever they pass.
Facts facts_of(const NewDataset& dataset, const Distribution& distribution) {
  const DatasetOptions& options = dataset.options;
  Facts facts = {{"name of the dataset", dataset.path},
                 {"element type in the file", to_text(dataset.element)}};
  for (const auto& fact : dataset_options().facts(options)) facts.push_back(fact);
  for (const auto& fact : facts_of(distribution)) facts.push_back(fact);
  std::string attributes;
  for (const auto& [name, value] : options.attributes)
    attributes += "attribute " + name + "=" + text_of(value) + "; ";
  facts.emplace_back("attributes", attributes);
  return facts;
}

}  // namespace

struct WEFT_HIDDEN Hdf5Writer::Impl {
  std::shared_ptr<Communicators> processes;
  std::string path;                        // as it was given
  std::string unfinished;                  // where the file is now, absolute
  std::optional<RemovedOnSignal> removal;  // before the file, which is removed first
  std::optional<Replacement> replacement;  // on the first process
  bool is_committed = false;
  bool is_broken = false;  // a call failed halfway

  MPI_Comm comm() const { return processes->base(); }
  bool is_first() const { return processes->rank() == 0; }
  void check_open() const;
  // After an error that is not one of the arguments the file may be anything.
  void note(const Error& error) { is_broken = is_broken || error.code() != ErrorCode::invalid_argument; }
  // Runs `work` on process 0, and nothing on the others.
  template <class Work>
  void on_first(Work&& work);
  Index place(const NewDataset& dataset);
  void reserve_more(Index bytes) const;
};

void Hdf5Writer::Impl::check_open() const {
  if (is_committed) fail(path + " is complete already; make a new writer");
  if (is_broken) fail(path + " cannot be written any more: a call before failed halfway; make a new writer");
}

template <class Work>
void Hdf5Writer::Impl::on_first(Work&& work) {
  agree(comm(), [&] {
    if (!is_first()) return;
    const QuietHdf5 quiet;
    try {
      work();
    } catch (const Error& error) {
      fail(error.code(), "cannot write " + path + ": " + error.what());
    }
  });
}

// Room for `bytes` and headers at the end of the file, before HDF5 needs it: when HDF5 cannot close a file,
// it keeps parts of it, and crashes at the end of the program (1.10.8).
void Hdf5Writer::Impl::reserve_more(Index bytes) const {
  replacement->reserve(replacement->bytes() + bytes + header_bytes, true);
}

// Makes a dataset in one piece; where it begins in the file.
Index Hdf5Writer::Impl::place(const NewDataset& dataset) {
  Index begin = 0;
  on_first([&] {
    reserve_more(product(dataset.shape) * bytes_of(dataset.element) + bytes_of(dataset.options.attributes));
    Hdf5Id file = open_to_write(unfinished);
    Hdf5Id made = create_dataset(file.get(), dataset);
    const haddr_t offset = H5Dget_offset(made.get());
    if (offset == HADDR_UNDEF) fail_hdf5("placing " + dataset.path);
    begin = static_cast<Index>(offset);
    replacement->reserve(begin + product(dataset.shape) * bytes_of(dataset.element));
    for (const auto& [name, value] : dataset.options.attributes) put_attribute(made.get(), name, value);
    made.close("closing " + dataset.path);
    file.close("closing the file");
  });
  check_mpi(MPI_Bcast(&begin, 1, MPI_INT64_T, 0, comm()), "telling where a dataset begins");
  return begin;
}

Hdf5Writer::Hdf5Writer(const std::string& path, MPI_Comm comm) : impl_(std::make_unique<Impl>()) {
  const Doing doing("to begin an HDF5 file");
  impl_->processes = communicators_of(comm);
  impl_->path = path;
  const MPI_Comm base = impl_->comm();
  require_equal(base, {{"path", path}});
  agree(base, [&] {
    if (impl_->is_first()) impl_->replacement.emplace(path);
  });
  impl_->unfinished = broadcast(base, impl_->is_first() ? impl_->replacement->unfinished() : "", 0);
  impl_->removal.emplace(impl_->unfinished);
  impl_->on_first([&] {
    impl_->replacement->create(0, "");
    impl_->reserve_more(0);
    Hdf5Id file(H5Fcreate(impl_->unfinished.c_str(), H5F_ACC_TRUNC,
                          timeless_properties(H5P_FILE_CREATE).get(), file_access().get()),
                H5Fclose, "making the file");
    file.close("closing the file");
  });
}

Hdf5Writer::~Hdf5Writer() = default;
Hdf5Writer::Hdf5Writer(Hdf5Writer&&) noexcept = default;
Hdf5Writer& Hdf5Writer::operator=(Hdf5Writer&&) noexcept = default;

void Hdf5Writer::write(const std::string& name, const Distribution& distribution, const void* data,
                       const DatasetOptions& options) {
  const Doing doing("to write a dataset", default_timeout(),
                    whole_bytes(distribution.layout().shape, distribution.element()));
  const MPI_Comm base = impl_->comm();
  NewDataset dataset{name, distribution.layout().shape, distribution.element(), options};
  const MemoryBlock block{distribution.box(), distribution.storage(), distribution.element()};
  if (options.precision) dataset.element.is_double = *options.precision == Precision::double_;
  agree(base, [&] {
    impl_->check_open();
    dataset.path = object_path(name);
    complete(dataset);
    check_same_processes(base, distribution);
    check_block({impl_->path, dataset.shape, 0, 0, {}}, block, data);
  });
  require_equal(base, facts_of(dataset, distribution));
  try {
    if (dataset.options.chunks.empty()) {
      const auto* memory = static_cast<const std::byte*>(data);
      if (memory != nullptr) memory += distribution.first() * bytes_of(block.element);
      const Index begin = impl_->place(dataset);
      const FileArray array{impl_->unfinished, dataset.shape, begin, bytes_of(dataset.element),
                            parse_number(descr_of(dataset.element))};
      write_blocks(base, array, block, memory);
    } else {
      impl_->on_first(
          [&] { impl_->reserve_more(bytes_in_chunks(dataset) + bytes_of(dataset.options.attributes)); });
      write_in_chunks(impl_->unfinished, dataset, distribution, data);
    }
  } catch (const Error& error) {
    impl_->note(error);
    throw;
  }
}

void Hdf5Writer::write(const std::string& name, const Distribution& distribution, const void* data,
                       OptionTexts options) {
  write(name, distribution, data, agreed_options(impl_->comm(), dataset_options(), options));
}

void Hdf5Writer::write(const std::string& name, const Distribution& distribution, const void* data,
                       const Options& options) {
  write(name, distribution, data, agreed_options(impl_->comm(), dataset_options(), options));
}

void Hdf5Writer::set_attribute(const std::string& object, const std::string& name,
                               const AttributeValue& value) {
  const Doing doing("to set an attribute");
  const MPI_Comm base = impl_->comm();
  std::string path;
  agree(base, [&] {
    impl_->check_open();
    path = object_path(object);
    check_attribute(name, value);
  });
  require_equal(base, {{"object", path}, {"name of the attribute", name}, {"value", text_of(value)}});
  try {
    impl_->on_first([&] {
      impl_->reserve_more(bytes_of({{name, value}}));
      Hdf5Id file = open_to_write(impl_->unfinished);
      if (path != "/" && !has_object(file.get(), path))
        fail("it has no object " + path + " for the attribute " + name + "; write the dataset first");
      put_attributes(file.get(), path, {{name, value}});
      file.close("closing the file");
    });
  } catch (const Error& error) {
    impl_->note(error);
    throw;
  }
}

void Hdf5Writer::commit() {
  const Doing doing("to commit an HDF5 file");
  agree(impl_->comm(), [&] {
    impl_->check_open();
    if (impl_->replacement)
      impl_->replacement->flush();
    else
      flush_file(impl_->unfinished);
  });
  agree(impl_->comm(), [&] {
    if (impl_->replacement) impl_->replacement->commit();
  });
  impl_->is_committed = true;
  impl_->removal.reset();
}

}  // namespace weft
