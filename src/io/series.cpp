// The files of a series are the series: what there is, is found in them, and the XDMF file can always be made
// again.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <sstream>

#include "comm/agree.hpp"
#include "comm/communicators.hpp"
#include "io/hdf5_attributes.hpp"
#include "io/hdf5_contents.hpp"
#include "io/xdmf.hpp"
#include "weft/error.hpp"
#include "weft/snapshots.hpp"
#include "weft/text_file.hpp"
#include "weft/words.hpp"

namespace weft {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t least_digits = 6;

std::string path_of(const std::string& prefix, Index number) {
  char digits[32];
  std::snprintf(digits, sizeof digits, ".%06lld.h5", static_cast<long long>(number));
  return prefix + digits;
}

// The number in the name of a snapshot's file; -1 if it is none of that series.
Index number_in_name(const std::string& name, const std::string& begin) {
  const std::string end = ".h5";
  if (!name.starts_with(begin + ".") || !name.ends_with(end)) return -1;
  if (name.size() < begin.size() + 1 + least_digits + end.size()) return -1;
  const std::string digits = name.substr(begin.size() + 1, name.size() - begin.size() - 1 - end.size());
  if (digits.size() > 18 || digits.find_first_not_of("0123456789") != std::string::npos) return -1;
  return std::stoll(digits);
}

// A snapshot, and what the XDMF file says of it.
struct Shown {
  Snapshot snapshot;
  XdmfStep step;
};

Shown shown_of(const std::string& path, Index number) {
  const Attributes attributes = list_hdf5(path).contents.attributes.at("/");
  if (attributes.count("time") == 0 || attributes.count("step") == 0)
    fail(path + " has no attributes time and step, so it is no snapshot of a series; move it away");
  const double step = number_in(attributes, "step", 0);
  return {{number, number_in(attributes, "time", 0), static_cast<Index>(step), path},
          xdmf_step(path, fs::path(path).filename().string())};
}

std::vector<Shown> find_snapshots(const std::string& prefix) {
  const fs::path path(prefix);
  const std::string name = path.filename().string();
  if (name.empty()) fail("the prefix '" + prefix + "' of a series names a folder; add a name, as in flow/u");
  const fs::path folder = path.has_parent_path() ? path.parent_path() : fs::path(".");
  std::error_code problem;
  std::vector<Shown> found;
  for (fs::directory_iterator entry(folder, problem), end; !problem && entry != end; entry.increment(problem))
    if (const Index number = number_in_name(entry->path().filename().string(), name); number >= 0)
      found.push_back(shown_of(path_of(prefix, number), number));
  if (problem)
    fail(ErrorCode::resource, "the folder " + folder.string() + " of the series " + prefix +
                                  " cannot be read: " + problem.message() + "; make it");
  std::sort(found.begin(), found.end(),
            [](const Shown& a, const Shown& b) { return a.snapshot.number < b.snapshot.number; });
  return found;
}

std::string numbers_text(const std::vector<Shown>& found) {
  std::string text;
  for (const auto& [snapshot, step] : found)
    text += std::to_string(snapshot.number) + " " + exact_number(snapshot.time) + " " +
            std::to_string(snapshot.step) + "\n";
  return text;
}

}  // namespace

struct WEFT_HIDDEN Series::Impl {
  std::shared_ptr<Communicators> processes;
  std::string prefix;
  std::vector<Snapshot> snapshots;
  std::vector<XdmfStep> steps;  // on process 0

  MPI_Comm comm() const { return processes->base(); }
  bool is_first() const { return processes->rank() == 0; }
  void check(double time, Index step, const std::vector<NamedField>& fields) const;
};

void Series::Impl::check(double time, Index step, const std::vector<NamedField>& fields) const {
  if (fields.empty()) fail("a snapshot of the series " + prefix + " needs a field; give one");
  if (!std::isfinite(time))
    fail("the time of a snapshot of the series " + prefix + " is not a number; give one");
  if (snapshots.empty()) return;
  const Snapshot& last = snapshots.back();
  if (time <= last.time)
    fail("the series " + prefix + " has a snapshot at time " + exact_number(last.time) + " already; time " +
         exact_number(time) + " is not after it: give a later one, or remove " + last.path);
  if (step < last.step)
    fail("the last snapshot of the series " + prefix + " is of step " + std::to_string(last.step) +
         "; step " + std::to_string(step) + " is before it");
}

Series::Series(const std::string& prefix, MPI_Comm comm) : impl_(std::make_unique<Impl>()) {
  const Doing doing("to open a series");
  impl_->processes = communicators_of(comm);
  impl_->prefix = prefix;
  require_equal(impl_->comm(), {{"prefix", prefix}});
  std::string text;
  agree(impl_->comm(), [&] {
    if (!impl_->is_first()) return;
    const QuietHdf5 quiet;
    std::vector<Shown> found = find_snapshots(prefix);
    text = numbers_text(found);
    for (Shown& shown : found) impl_->steps.push_back(std::move(shown.step));
  });
  std::istringstream lines(broadcast(impl_->comm(), text, 0));
  for (Snapshot s; lines >> s.number >> s.time >> s.step;) {
    s.path = path_of(prefix, s.number);
    impl_->snapshots.push_back(s);
  }
}

Series::~Series() = default;
Series::Series(Series&&) noexcept = default;
Series& Series::operator=(Series&&) noexcept = default;

const std::vector<Snapshot>& Series::snapshots() const { return impl_->snapshots; }

void Series::append(double time, Index step, const std::vector<NamedField>& fields,
                    const Attributes& attributes) {
  const Doing doing("to append a snapshot");
  const MPI_Comm comm = impl_->comm();
  require_equal(comm, {{"time", exact_number(time)},
                       {"step", std::to_string(step)},
                       {"number of fields", std::to_string(fields.size())},
                       {"number of attributes", std::to_string(attributes.size())}});
  const Index number = impl_->snapshots.empty() ? 0 : impl_->snapshots.back().number + 1;
  const std::string path = path_of(impl_->prefix, number);
  agree(comm, [&] {
    impl_->check(time, step, fields);
    if (impl_->is_first() && fs::exists(fs::symlink_status(path)))
      fail("the file " + path + " was made after the series was opened; open the series again");
  });
  Hdf5Writer writer(path, comm);
  for (const NamedField& field : fields)
    writer.write(field.name, field.distribution, field.data, field.options);
  for (const auto& [name, value] : attributes) writer.set_attribute("/", name, value);
  writer.set_attribute("/", "time", time);
  writer.set_attribute("/", "step", step);
  writer.commit();
  impl_->snapshots.push_back({number, time, step, path});
  agree(comm, [&] {
    if (!impl_->is_first()) return;
    const QuietHdf5 quiet;
    impl_->steps.push_back(shown_of(path, number).step);
    replace_text(impl_->prefix + ".xdmf", format_xdmf(impl_->steps));
  });
}

Hdf5Reader Series::open(std::size_t i) const {
  const Doing doing("to open a snapshot");
  agree(impl_->comm(), [&] {
    if (i >= impl_->snapshots.size())
      fail("the series " + impl_->prefix + " has " + std::to_string(impl_->snapshots.size()) +
           " snapshots; there is none with the number " + std::to_string(i) + ", counted from 0");
  });
  return {impl_->snapshots[i].path, impl_->comm()};
}

}  // namespace weft
