// Writing a checkpoint: process 0 makes the HDF5 file and the seal, all write their blocks into it.
//
// A field is written when it is added, because the program may use its array for something else before the
// checkpoint is complete.
#include <algorithm>
#include <optional>

#include "base/file_lock.hpp"
#include "base/removal.hpp"
#include "base/replacement.hpp"
#include "comm/agree.hpp"
#include "comm/check.hpp"
#include "comm/communicators.hpp"
#include "io/checkpoint_fields.hpp"
#include "io/checkpoint_hdf5.hpp"
#include "io/checkpoint_plan.hpp"
#include "io/checkpoint_seal.hpp"
#include "io/hdf5_attributes.hpp"
#include "io/transfer.hpp"
#include "weft/checkpoint.hpp"
#include "weft/error.hpp"
#include "weft/weft.hpp"

namespace weft {

namespace {

constexpr std::size_t most_name_bytes = 200;

void check_name(const std::string& name, const std::string& what) {
  if (name.empty()) fail("the name of " + what + " is empty; give one");
  if (name.size() > most_name_bytes)
    fail("the name of " + what + " has " + std::to_string(name.size()) + " bytes; give one of at most " +
         std::to_string(most_name_bytes));
  if (name == "." || name.find('/') != std::string::npos || name.find('\0') != std::string::npos)
    fail("the name of " + what + ", '" + name + "', is not one that HDF5 takes; give one without '/'");
}

bool is_whole(const std::string& path) {
  try {
    checked_seal(path);
    return true;
  } catch (const Error&) {
    return false;
  }
}

}  // namespace

struct WEFT_HIDDEN CheckpointWriter::Impl {
  std::shared_ptr<Communicators> processes;
  std::string path;        // as it was given
  std::string unfinished;  // absolute path
  Seal seal;
  bool is_open = false;
  // From here on on process 0 alone, but for the removals; undone from the last to the first.
  std::optional<RemovedOnSignal> lock_removal, removal;
  std::optional<FileLock> lock;
  std::optional<Replacement> replacement;
  std::optional<CheckpointHdf5> hdf5;

  MPI_Comm base() const { return processes->base(); }
  bool is_first() const { return processes->rank() == 0; }
  void close() {
    is_open = false;
    hdf5.reset();
    replacement.reset();
    removal.reset();
    lock.reset();
    lock_removal.reset();
  }
  // `work` on all processes; after an Error there is no way on.
  template <class Work>
  void all(Work&& work) {
    try {
      work();
    } catch (...) {
      close();
      throw;
    }
  }
  void check_open() const {
    if (!is_open)
      fail("the checkpoint " + path + " is complete already, or could not be written; make a new writer");
  }
};

void prepare_checkpoint(const std::string& path, const std::string& elsewhere) {
  const Replacement checkpoint(path, elsewhere);
  const FileLock lock(checkpoint.target());
  if (lock.holds()) checkpoint.end_commit();
  checkpoint.remove_leftovers();
}

CheckpointWriter::CheckpointWriter(const std::string& path, MPI_Comm comm) : impl_(std::make_unique<Impl>()) {
  const Doing doing("to begin a checkpoint");
  Impl& my = *impl_;
  my.processes = communicators_of(comm);
  my.path = path;
  require_equal(my.base(), {{"path", path}});
  weft::agree(my.base(), [&] {
    if (!my.is_first()) return;
    my.replacement.emplace(path);
    my.lock.emplace(my.replacement->target());
    if (my.lock->holds()) my.replacement->end_commit();
    if (my.lock->holds()) my.lock_removal.emplace(my.lock->path());
  });
  my.unfinished = broadcast(my.base(), my.is_first() ? my.replacement->unfinished() : "", 0);
  my.removal.emplace(my.unfinished);
  weft::agree(my.base(), [&] {
    if (!my.is_first()) return;
    my.replacement->create(0, "");
    my.replacement->reserve(hdf5_header_bytes, true);
    my.hdf5.emplace(my.unfinished);
  });
  my.is_open = true;
}

CheckpointWriter::~CheckpointWriter() {
  if (impl_) impl_->close();
}
CheckpointWriter::CheckpointWriter(CheckpointWriter&&) noexcept = default;
CheckpointWriter& CheckpointWriter::operator=(CheckpointWriter&&) noexcept = default;

void CheckpointWriter::add(const std::string& name, const Distribution& distribution, const void* data,
                           const std::string& units) {
  const Doing doing("to add a field to a checkpoint", default_timeout(),
                    whole_bytes(distribution.layout().shape, distribution.element()));
  Impl& my = *impl_;
  const MPI_Comm base = my.base();
  const std::byte* block = first_of(distribution, data);
  my.all([&] {
    SealedField field{name, distribution.element(), distribution.layout().shape, 0, {}, units};
    weft::agree(base, [&] {
      my.check_open();
      check_name(name, "a field");
      check_attribute("units", units);
      check_same_processes(base, distribution);
      check_memory(distribution, data, name);
      for (const SealedField& other : my.seal.fields)
        if (other.name == name) fail("the checkpoint has a field '" + name + "' already; give another name");
    });
    require_equal(base, {{"name", name},
                         {"layout", to_text(distribution.layout())},
                         {"element type", to_text(distribution.element())},
                         {"units", units}});
    weft::agree(base, [&] {
      if (!my.is_first()) return;
      my.replacement->reserve(my.hdf5->bytes() + field.bytes() + hdf5_header_bytes, true);
      field.begin = my.hdf5->add_field(name, field.shape, field.element);
    });
    check_mpi(MPI_Bcast(&field.begin, 1, MPI_INT64_T, 0, base), "telling where a field begins");
    FieldSum sum;
    write_blocks(base, file_array(my.unfinished, field), memory_block(distribution), block, chunk_bytes,
                 [&](const Box& chunk, const std::byte* elements, const Extents& strides) {
                   sum += field_sum(field.shape, field.element, chunk, elements, strides);
                 });
    field.sum = sum_over(base, sum);
    weft::agree(base, [&] {
      if (!my.is_first()) return;
      if (!units.empty()) my.hdf5->set_field_attribute(name, "units", units);
      my.hdf5->set_field_attribute(name, "checksum", sum_text(field.sum));
    });
    my.seal.fields.push_back(field);
  });
}

void CheckpointWriter::set(const std::string& name, const AttributeValue& value) {
  const Doing doing("to set a value of a checkpoint");
  Impl& my = *impl_;
  my.all([&] {
    weft::agree(my.base(), [&] {
      my.check_open();
      check_name(name, "a value");
      check_attribute(name, value);
    });
    require_equal(my.base(), {{"name", name}, {"the value '" + name + "'", text_of(value)}});
    my.seal.metadata[name] = value;
  });
}

void CheckpointWriter::add_plan(const Plan& plan) {
  const Doing doing("to add a plan to a checkpoint");
  Impl& my = *impl_;
  my.all([&] {
    weft::agree(my.base(), [&] {
      my.check_open();
      check_same_processes(my.base(), plan.points_distribution());
    });
    my.seal.plan = ingredients_of(plan);
  });
}

void CheckpointWriter::commit() {
  const Doing doing("to commit a checkpoint");
  Impl& my = *impl_;
  my.all([&] {
    weft::agree(my.base(), [&] {
      my.check_open();
      flush_file(my.unfinished);
    });
    weft::agree(my.base(), [&] {
      if (!my.is_first()) return;
      my.replacement->reserve(
          my.hdf5->bytes() + hdf5_header_bytes + 4 * static_cast<Index>(seal_text(my.seal).size()), true);
      my.hdf5->finish(my.seal.metadata, my.seal.plan);
      append_seal(my.unfinished, my.seal);
      using Old = Replacement::Old;
      my.replacement->commit(is_whole(my.replacement->target()) ? Old::kept : Old::removed);
      my.close();  // the lock too, before anybody goes on
    });
  });
  my.close();
}

void CheckpointWriter::agree(const std::function<void()>& check) const { weft::agree(impl_->base(), check); }

}  // namespace weft
