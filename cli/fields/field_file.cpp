// What kind of file it is shows in its first bytes; what it says of units, names and lengths, in the
// attributes of HDF5 (include/weft/hdf5_file.hpp lists them). A .npy file says nothing of the kind.
//
// A .npy file in Fortran order is the array of the reversed shape in C order: boxes and storages are reversed
// on the way to it.
#include "fields/field_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <optional>
#include <string_view>

#include "program/text.hpp"
#include "weft/array_file.hpp"
#include "weft/hdf5_file.hpp"

namespace weft::cli {

namespace {

std::string text_of(const Attributes& attributes, const std::string& name) {
  const auto found = attributes.find(name);
  if (found == attributes.end()) return "";
  const auto* text = std::get_if<std::string>(&found->second);
  return text != nullptr ? *text : "";
}

std::vector<double> list_attribute(const Attributes& attributes, const std::string& name) {
  const auto found = attributes.find(name);
  if (found == attributes.end()) return {};
  if (const auto* numbers = std::get_if<std::vector<double>>(&found->second)) return *numbers;
  if (const auto* whole = std::get_if<std::vector<std::int64_t>>(&found->second))
    return {whole->begin(), whole->end()};
  if (const auto* number = std::get_if<double>(&found->second)) return {*number};
  if (const auto* number = std::get_if<std::int64_t>(&found->second)) return {static_cast<double>(*number)};
  return {};
}

template <class T>
std::vector<T> reversed(const std::vector<T>& list) {
  return {list.rbegin(), list.rend()};
}

Storage reversed_axes(const Storage& storage) {
  Storage turned{reversed(storage.shape), {}, reversed(storage.strides)};
  const int n_axes = static_cast<int>(storage.shape.size());
  for (const int axis : storage.order) turned.order.push_back(n_axes - 1 - axis);
  return turned;
}

// The dataset that is meant, by its path.
std::string dataset_named(const Hdf5Reader& reader, const std::string& path, const std::string& wanted) {
  const std::vector<std::string> known = reader.datasets();
  if (wanted.empty()) {
    if (known.size() == 1) return known.front();
    if (known.empty()) fail(fmt::format("{} has no dataset of numbers", path));
    fail(fmt::format("{} has several datasets: {}; say which one with --dataset", path, join(known)));
  }
  for (const std::string& name : known)
    if (name == wanted || name == "/" + wanted) return name;
  fail(fmt::format("--dataset: {} has no dataset {}{}", path, wanted, hint_for(wanted, known)));
}

double parse_length(const std::string& text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size() || !(value > 0) || !std::isfinite(value))
    fail(fmt::format("--lengths: \"{}\" is no length; give positive numbers, like 6.2832 or 1,1,2", text));
  return value;
}

}  // namespace

struct FieldFile::Source {
  std::optional<ArrayFileInfo> npy;
  std::optional<Hdf5Reader> hdf5;
};

FieldFile::FieldFile(const Session& session, const std::string& path, const std::string& dataset)
    : path_(path), source_(std::make_shared<Source>()) {
  const bool is_hdf5 = broadcast(session, begins_as_hdf5(path) ? "yes" : "") == "yes";
  if (!is_hdf5) {
    const ArrayFileInfo& info = source_->npy.emplace(array_file_info(path, session.comm));
    if (!dataset.empty())
      fail(fmt::format("--dataset: {} is no HDF5 file, and a .npy file holds one array; leave it out", path));
    shape_ = info.numpy_shape();
    element_ = info.element;
  } else {
    const Hdf5Reader& reader = source_->hdf5.emplace(path, session.comm);
    dataset_ = dataset_named(reader, path, dataset);
    shape_ = reader.info(dataset_).shape;
    element_ = reader.info(dataset_).element;
  }
  if (shape_.empty() || std::find(shape_.begin(), shape_.end(), 0) != shape_.end())
    fail(fmt::format("{} has the shape ({}): there is nothing to look at", place(), to_text(shape_)));
  read_words();
}

FieldFile::~FieldFile() = default;
FieldFile::FieldFile(FieldFile&&) noexcept = default;

void FieldFile::read_words() {
  const int n_axes = static_cast<int>(shape_.size());
  const std::size_t n = shape_.size();
  for (int axis = 0; axis < n_axes; ++axis)
    axis_names_.push_back(n_axes <= 3 ? std::string(1, "xyz"[axis]) : fmt::format("axis {}", axis));
  if (!source_->hdf5) return;
  const Attributes& attributes = source_->hdf5->info(dataset_).attributes;
  units_ = text_of(attributes, "units");
  length_units_ = text_of(attributes, "length_units");
  if (const auto found = attributes.find("axis_names"); found != attributes.end())
    if (const auto* names = std::get_if<std::vector<std::string>>(&found->second);
        names != nullptr && names->size() == n)
      axis_names_ = *names;
  lengths_ = list_attribute(attributes, "lengths");
  origin_ = list_attribute(attributes, "origin");
  const auto is_length = [](double length) { return std::isfinite(length) && length > 0; };
  if (lengths_.size() != n || !std::all_of(lengths_.begin(), lengths_.end(), is_length)) lengths_.clear();
  if (origin_.size() != n) origin_.assign(n, 0);
  for (int axis = 0; axis < n_axes; ++axis) {
    std::vector<double> places = list_attribute(attributes, fmt::format("coordinates_{}", axis));
    if (places.size() == static_cast<std::size_t>(shape_[static_cast<std::size_t>(axis)]))
      places_[axis] = std::move(places);
  }
}

std::string FieldFile::label() const {
  return dataset_.empty() ? std::filesystem::path(path_).stem().string()
                          : dataset_.substr(dataset_.rfind('/') + 1);
}

std::string FieldFile::place() const { return dataset_.empty() ? path_ : path_ + ":" + dataset_; }

int FieldFile::axis_named(const std::string& text) const {
  const int n_axes = static_cast<int>(shape_.size());
  for (int axis = 0; axis < n_axes; ++axis)
    if (text == axis_names_[static_cast<std::size_t>(axis)]) return axis;
  int number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || end != text.data() + text.size() || number < -n_axes || number >= n_axes)
    fail(fmt::format("--axis: {} has no axis {}; its axes are {}, or 0 to {}", place(), text,
                     join(axis_names_), n_axes - 1));
  return number < 0 ? number + n_axes : number;
}

void FieldFile::set_lengths(const std::string& text) {
  if (text.empty()) return;
  std::vector<double> given;
  for (const std::string& part : split(text, ',')) given.push_back(parse_length(part));
  if (given.size() == 1) given.resize(shape_.size(), given.front());
  if (given.size() != shape_.size())
    fail(fmt::format("--lengths: {} lengths for the {} axes of {}; give one for all, or one for each",
                     given.size(), shape_.size(), place()));
  lengths_ = given;
  origin_.assign(shape_.size(), 0);
  places_.clear();
}

bool FieldFile::has_coordinates(int axis) const { return !lengths_.empty() || places_.contains(axis); }

std::vector<double> FieldFile::coordinates(int axis) const {
  if (const auto found = places_.find(axis); found != places_.end()) return found->second;
  const auto a = static_cast<std::size_t>(axis);
  const double step = lengths_.empty() ? 1 : lengths_[a] / static_cast<double>(shape_[a]);
  const double first = lengths_.empty() ? 0 : origin_[a];
  std::vector<double> places;
  for (Index i = 0; i < shape_[a]; ++i) places.push_back(first + step * static_cast<double>(i));
  return places;
}

void FieldFile::read(const Box& box, const Storage& storage, void* data, MPI_Comm comm) const {
  if (source_->hdf5)
    source_->hdf5->read_region(dataset_, box, storage, element_, data, {.convert = true});
  else if (source_->npy->fortran_order)
    read_array(*source_->npy, Box{reversed(box.ranges)}, reversed_axes(storage), element_, data, comm);
  else
    read_array(*source_->npy, box, storage, element_, data, comm);
}

std::vector<FieldFile> open_fields(const Session& session, const std::vector<std::string>& paths,
                                   const std::string& datasets) {
  std::vector<std::string> names = split(datasets, ',');
  if (names.empty()) names.emplace_back();
  std::vector<FieldFile> fields;
  for (const std::string& path : paths)
    for (const std::string& name : names) fields.emplace_back(session, path, name);
  for (const FieldFile& field : fields)
    if (field.shape() != fields.front().shape() || !(field.element() == fields.front().element()))
      fail(fmt::format(
          "{} is {} of {}, but {} is {} of {}; components of a field have one shape and one type",
          fields.front().place(), to_text(fields.front().shape()), to_text(fields.front().element()),
          field.place(), to_text(field.shape()), to_text(field.element())));
  return fields;
}

}  // namespace weft::cli
