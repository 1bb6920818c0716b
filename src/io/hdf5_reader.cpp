// Every process reads the headers once, when the file is opened, and keeps them; the numbers of datasets in
// one piece are then read past HDF5, all others by HDF5 on each process.
#include <algorithm>
#include <optional>

#include "base/input_file.hpp"
#include "comm/agree.hpp"
#include "comm/communicators.hpp"
#include "io/hdf5_attributes.hpp"
#include "io/hdf5_contents.hpp"
#include "io/hdf5_objects.hpp"
#include "io/hdf5_transfer.hpp"
#include "io/options.hpp"
#include "io/transfer.hpp"
#include "weft/error.hpp"
#include "weft/hdf5_file.hpp"
#include "weft/words.hpp"

namespace weft {

namespace {

std::vector<std::pair<std::string, std::string>> facts_of(const std::string& path,
                                                          const Hdf5Contents& contents) {
  std::string datasets, attributes;
  for (const auto& [name, found] : contents.datasets)
    datasets +=
        name + " " + to_text(found.info.shape) + " " + found.descr + " " + std::to_string(found.begin) + "; ";
  for (const auto& [name, values] : contents.attributes)
    for (const auto& [attribute, value] : values)
      attributes += name + " " + attribute + "=" + text_of(value) + "; ";
  return {{"path", path}, {"datasets in " + path, datasets}, {"attributes in " + path, attributes}};
}

std::string known(const Hdf5Contents& contents) {
  std::vector<std::string> names;
  for (const auto& [path, found] : contents.datasets) names.push_back(path);
  return names.empty() ? "it has no dataset of numbers" : "it has " + join(names);
}

}  // namespace

struct WEFT_HIDDEN Hdf5Reader::Impl {
  std::shared_ptr<Communicators> processes;
  std::string path;
  ListedHdf5 opened;

  const FoundDataset& find(const std::string& name) const;
  const Attributes& find_attributes(const std::string& object) const;
  void check_unchanged() const;
  void check_numbers(const std::string& name, const FoundDataset& found, ElementType element,
                     const ReadOptions& options) const;
  void read(const std::string& name, const FoundDataset& found, const MemoryBlock& block,
            std::byte* data) const;
  // The same after checks, those of the caller first.
  template <class Check>
  void read_block(const std::string& name, const MemoryBlock& block, std::byte* data,
                  const ReadOptions& options, Check&& check) const;
};

const FoundDataset& Hdf5Reader::Impl::find(const std::string& name) const {
  const auto found = opened.contents.datasets.find(object_path(name));
  if (found == opened.contents.datasets.end())
    fail(path + " has no dataset " + object_path(name) + " of numbers; " + known(opened.contents));
  return found->second;
}

const Attributes& Hdf5Reader::Impl::find_attributes(const std::string& object) const {
  const auto found = opened.contents.attributes.find(object_path(object));
  if (found == opened.contents.attributes.end())
    fail(path + " has no object " + object_path(object) + "; " + known(opened.contents));
  return found->second;
}

void Hdf5Reader::Impl::check_unchanged() const {
  if (InputFile(path).identity() != opened.identity)
    fail(ErrorCode::resource,
         "cannot read " + path + ": it was written or replaced after it was opened; open it again");
}

void Hdf5Reader::Impl::check_numbers(const std::string& name, const FoundDataset& found, ElementType element,
                                     const ReadOptions& options) const {
  const std::string begin = "the dataset " + name + " of " + path + " ";
  if (!found.info.element.is_real && element.is_real)
    fail(begin + "has complex numbers, the memory real ones; read it as complex");
  if (options.convert) return;
  if (found.info.is_integer || found.info.element != element)
    fail(begin + "has elements of type " +
         (found.info.is_integer ? found.descr : to_text(found.info.element)) + ", the memory " +
         to_text(element) + "; read it into that type, or allow the conversion (convert)");
}

template <class Check>
void Hdf5Reader::Impl::read_block(const std::string& name, const MemoryBlock& block, std::byte* data,
                                  const ReadOptions& options, Check&& check) const {
  const MPI_Comm base = processes->base();
  std::vector<std::pair<std::string, std::string>> facts = read_options().facts(options);
  facts.emplace_back("name of the dataset", name);
  facts.emplace_back("element type in memory", to_text(block.element));
  require_equal(base, facts);
  agree(base, [&] {
    check();
    const FoundDataset& found = find(name);
    check_numbers(name, found, block.element, options);
    check_block({path, found.info.shape, 0, 0, {}}, block, data);
    check_unchanged();
  });
  read(name, find(name), block, data);
}

void Hdf5Reader::Impl::read(const std::string& name, const FoundDataset& found, const MemoryBlock& block,
                            std::byte* data) const {
  const Doing doing("to read a dataset", default_timeout(), whole_bytes(found.info.shape, block.element));
  const MPI_Comm base = processes->base();
  if (found.begin >= 0) {
    const FileNumber number = parse_number(found.descr);
    read_blocks(base, {path, found.info.shape, found.begin, number.row->bytes, number}, block, data);
    agree(base, [&] { check_unchanged(); });
    return;
  }
  agree(base, [&] {
    const QuietHdf5 quiet;
    try {
      const Hdf5Id file = open_hdf5(path);
      if (!block.box.empty()) read_by_hdf5(file.get(), object_path(name), found, block, data);
    } catch (const Error& error) {
      fail(error.code(), "cannot read " + path + ": " + error.what());
    }
    check_unchanged();
  });
}

Hdf5Reader::Hdf5Reader(const std::string& path, MPI_Comm comm) : impl_(std::make_unique<Impl>()) {
  const Doing doing("to open an HDF5 file");
  impl_->processes = communicators_of(comm);
  impl_->path = path;
  const MPI_Comm base = impl_->processes->base();
  agree(base, [&] { impl_->opened = list_hdf5(path); });
  require_equal(base, facts_of(path, impl_->opened.contents));
}

Hdf5Reader::~Hdf5Reader() = default;
Hdf5Reader::Hdf5Reader(Hdf5Reader&&) noexcept = default;
Hdf5Reader& Hdf5Reader::operator=(Hdf5Reader&&) noexcept = default;

std::vector<std::string> Hdf5Reader::datasets() const {
  std::vector<std::string> names;
  for (const auto& [path, found] : impl_->opened.contents.datasets) names.push_back(path);
  return names;
}

const DatasetInfo& Hdf5Reader::info(const std::string& name) const { return impl_->find(name).info; }

void Hdf5Reader::read(const std::string& name, const Distribution& distribution, void* data,
                      const ReadOptions& options) const {
  const MPI_Comm base = impl_->processes->base();
  const MemoryBlock block{distribution.box(), distribution.storage(), distribution.element()};
  auto* memory = static_cast<std::byte*>(data);
  if (memory != nullptr) memory += distribution.first() * bytes_of(block.element);
  impl_->read_block(name, block, memory, options, [&] {
    const Extents& shape = impl_->find(name).info.shape;
    if (shape != distribution.layout().shape)
      fail("the dataset " + name + " of " + impl_->path + " has the shape " + to_text(shape) +
           ", the memory " + to_text(distribution.layout().shape) + "; read it into an array of its shape");
    check_same_processes(base, distribution);
  });
}

void Hdf5Reader::read(const std::string& name, const Distribution& distribution, void* data,
                      OptionTexts options) const {
  read(name, distribution, data, agreed_options(impl_->processes->base(), read_options(), options));
}

void Hdf5Reader::read(const std::string& name, const Distribution& distribution, void* data,
                      const Options& options) const {
  read(name, distribution, data, agreed_options(impl_->processes->base(), read_options(), options));
}

void Hdf5Reader::read_region(const std::string& name, const Box& box, const Storage& storage,
                             ElementType element, void* data, const ReadOptions& options) const {
  impl_->read_block(name, {box, storage, element}, static_cast<std::byte*>(data), options, [] {});
}

AttributeValue Hdf5Reader::attribute(const std::string& object, const std::string& name) const {
  const Doing doing("to read an attribute");
  const MPI_Comm base = impl_->processes->base();
  AttributeValue value;
  agree(base, [&] {
    const Attributes& all = impl_->find_attributes(object);
    const auto found = all.find(name);
    if (found == all.end()) {
      std::vector<std::string> names;
      for (const auto& [there, ignored] : all) names.push_back(there);
      fail(object + " of " + impl_->path + " has no attribute " + name + " of texts or numbers; it has " +
           (names.empty() ? "none" : join(names)));
    }
    value = found->second;
  });
  return value;
}

Attributes Hdf5Reader::attributes(const std::string& object) const {
  const Doing doing("to read attributes");
  Attributes all;
  agree(impl_->processes->base(), [&] { all = impl_->find_attributes(object); });
  return all;
}

const Attributes& Hdf5Reader::attributes_here(const std::string& object) const {
  return impl_->find_attributes(object);
}

}  // namespace weft
