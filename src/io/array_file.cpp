// The collective functions on files: one process looks, all processes agree, then all move their blocks.
#include "weft/array_file.hpp"

#include <algorithm>
#include <optional>

#include "base/input_file.hpp"
#include "base/removal.hpp"
#include "base/replacement.hpp"
#include "comm/agree.hpp"
#include "comm/check.hpp"
#include "comm/communicators.hpp"
#include "io/header.hpp"
#include "io/number.hpp"
#include "io/transfer.hpp"
#include "weft/error.hpp"

namespace weft {

namespace {

constexpr Index most_points = Index{1} << 58;  // of 16 bytes, with a header, below 2^63

ArrayFileInfo info_of(const std::string& path) {
  const InputFile file(path);
  try {
    const HeaderPlace place = header_place(file.read(0, header_prefix_bytes), file.bytes());
    ArrayFileInfo info =
        parse_header(file.read(place.begin, place.length), place.begin + place.length, file.bytes());
    info.path = path;
    return info;
  } catch (const Error& error) {
    fail(error.code(), "cannot read " + path + ": " + error.what());
  }
}

FileArray array_of(const ArrayFileInfo& info) {
  return {info.path, info.shape, info.data_begin, info.element_bytes, parse_number(info.descr)};
}

std::vector<std::pair<std::string, std::string>> facts_of(const ArrayFileInfo& info) {
  return {{"path", info.path},
          {"shape", to_text(info.shape)},
          {"descr", info.descr},
          {"data_begin", std::to_string(info.data_begin)}};
}

std::string element_text(ElementType element) { return descr_of(element).substr(1); }

// The file may have changed since its header was read.
void check_unchanged(const ArrayFileInfo& file) {
  const Index bytes = InputFile(file.path).bytes();
  const Index expected = file.data_begin + file.n_points() * file.element_bytes;
  if (bytes != expected)
    fail(ErrorCode::resource, "cannot read " + file.path + ": it had " + std::to_string(expected) +
                                  " bytes when its header was read and has " + std::to_string(bytes) +
                                  " now; do not write it while it is read");
}

void check_shape(const Extents& shape) {
  for (const Index length : shape)
    if (length < 0)
      fail("the array to write has the negative length " + std::to_string(length) + "; pass its shape");
  ArrayFileInfo info;
  info.shape = shape;
  if (info.n_points() < 0 || info.n_points() > most_points)
    fail("the array to write, " + to_text(shape) + ", has more than 2^58 elements; no file holds it");
}

}  // namespace

ArrayFileInfo array_file_info(const std::string& path, MPI_Comm comm) {
  const Doing doing("to read an array file");
  const auto processes = communicators_of(comm);
  require_equal(processes->base(), {{"path", path}});
  ArrayFileInfo info;
  agree(processes->base(), [&] { info = info_of(path); });
  require_equal(processes->base(), facts_of(info));
  return info;
}

void read_array(const ArrayFileInfo& file, const Box& box, const Storage& storage, ElementType element,
                void* data, MPI_Comm comm) {
  const Doing doing("to read an array file", default_timeout(), whole_bytes(file.shape, element));
  const auto processes = communicators_of(comm);
  std::vector<std::pair<std::string, std::string>> facts = facts_of(file);
  facts.emplace_back("element", element_text(element));
  require_equal(processes->base(), facts);
  FileArray array;
  const MemoryBlock block{box, storage, element};
  agree(processes->base(), [&] {
    array = array_of(file);
    check_block(array, block, data);
    if (run_to_memory(array.number, element) == nullptr)
      fail("cannot read " + file.path + ": its elements are complex ('" + file.descr +
           "'), the memory holds real ones; read it as complex");
    check_unchanged(file);
  });
  read_blocks(processes->base(), array, block, static_cast<std::byte*>(data));
  agree(processes->base(), [&] { check_unchanged(file); });
}

struct WEFT_HIDDEN ArrayFileWriter::Impl {
  std::shared_ptr<Communicators> processes;
  std::string path;
  FileArray array;                         // its path is that of the unfinished file
  ElementType element;                     // of the array
  std::optional<RemovedOnSignal> removal;  // before the file, which is removed first
  std::optional<Replacement> replacement;  // on the first process
  bool is_committed = false;
};

ArrayFileWriter::ArrayFileWriter(const std::string& path, const Extents& shape, ElementType element,
                                 bool fortran_order, MPI_Comm comm)
    : impl_(std::make_unique<Impl>()) {
  const Doing doing("to write an array file");
  impl_->processes = communicators_of(comm);
  impl_->path = path;
  impl_->element = element;
  const MPI_Comm base = impl_->processes->base();
  require_equal(base, {{"path", path},
                       {"shape", to_text(shape)},
                       {"element", element_text(element)},
                       {"fortran_order", fortran_order ? "yes" : "no"}});
  const bool is_first = impl_->processes->rank() == 0;
  std::string header;
  agree(base, [&] {
    check_shape(shape);
    header = format_header(shape, element, fortran_order);
    if (is_first) impl_->replacement.emplace(path);
  });
  FileArray& array = impl_->array;
  array = {broadcast(base, is_first ? impl_->replacement->unfinished() : "", 0), shape,
           static_cast<Index>(header.size()), bytes_of(element), parse_number(descr_of(element))};
  impl_->removal.emplace(array.path);
  agree(base, [&] {
    ArrayFileInfo info;
    info.shape = shape;
    const Index bytes = array.data_begin + info.n_points() * array.element_bytes;
    if (is_first) impl_->replacement->create(bytes, header);
  });
}

ArrayFileWriter::~ArrayFileWriter() = default;

void ArrayFileWriter::write(const Box& box, const Storage& storage, const void* data) {
  const Doing doing("to write an array file", default_timeout(),
                    whole_bytes(impl_->array.shape, impl_->element));
  const MPI_Comm base = impl_->processes->base();
  const MemoryBlock block{box, storage, impl_->element};
  agree(base, [&] {
    if (impl_->is_committed) fail(impl_->path + " is complete already; make a new writer");
    check_block(impl_->array, block, data);
  });
  write_blocks(base, impl_->array, block, static_cast<const std::byte*>(data));
}

void ArrayFileWriter::commit() {
  const Doing doing("to end an array file");
  const MPI_Comm base = impl_->processes->base();
  agree(base, [&] {
    if (impl_->is_committed) fail(impl_->path + " is complete already; make a new writer");
    if (impl_->replacement)
      impl_->replacement->flush();
    else
      flush_file(impl_->array.path);
  });
  agree(base, [&] {
    if (impl_->replacement) impl_->replacement->commit();
  });
  impl_->is_committed = true;
  impl_->removal.reset();
}

}  // namespace weft
