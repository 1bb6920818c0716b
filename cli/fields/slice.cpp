// weft slice: one plane of a field, as numbers and as a picture.
//
// Each process reads its part of the plane and nothing else of the file. Sums and extremes are those of the
// plane.
#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <cstdio>
#include <memory>
#include <optional>
#include <random>

#include "bench/implementation.hpp"
#include "fields/field_file.hpp"
#include "fields/figures.hpp"
#include "program/command.hpp"
#include "program/free_memory.hpp"
#include "program/json_file.hpp"
#include "program/machine.hpp"
#include "program/text.hpp"
#include "weft/array_file.hpp"
#include "weft/array_functions.hpp"

namespace weft::cli {

namespace {

// As typed; empty: not given.
struct SliceRequest {
  std::string file, dataset, axis, lengths, plot, json, out;
  Index index = 0;
};

// Which plane of which array: the axis that is fixed, or none of an array of two axes.
struct Plane {
  int axis = -1;
  Index index = 0;
  Axes kept;      // the axes of the plane
  Extents shape;  // their lengths
};

Plane plane_of(const FieldFile& field, const SliceRequest& r) {
  const int n_axes = static_cast<int>(field.shape().size());
  if (n_axes != 2 && n_axes != 3)
    fail(fmt::format(
        "{} has {} axes ({}); slices are planes of arrays of three axes, lines of arrays of two, or those "
        "as a whole",
        field.place(), n_axes, to_text(field.shape())));
  Plane plane;
  if (r.axis.empty() && n_axes == 3)
    fail(fmt::format("which plane? Give --axis ({}) and --index", join(field.axis_names())));
  if (!r.axis.empty()) {
    plane.axis = field.axis_named(r.axis);
    const Index n = field.shape()[static_cast<std::size_t>(plane.axis)];
    if (r.index < -n || r.index >= n)
      fail(fmt::format("--index: axis {} of {} has the indices 0 to {}, or -{} to -1; {} is none of them",
                       field.axis_names()[static_cast<std::size_t>(plane.axis)], field.place(), n - 1, n,
                       r.index));
    plane.index = r.index < 0 ? r.index + n : r.index;
  }
  for (int axis = 0; axis < n_axes; ++axis)
    if (axis != plane.axis) {
      plane.kept.push_back(axis);
      plane.shape.push_back(field.shape()[static_cast<std::size_t>(axis)]);
    }
  return plane;
}

// The part of the plane that a process has, as a box of the file, and how its memory lies as one.
std::pair<Box, Storage> in_file(const Plane& plane, const Distribution& part) {
  Box box = part.box();
  Extents shape = box.shape();
  if (plane.axis >= 0) {
    box.ranges.insert(box.ranges.begin() + plane.axis, Range{plane.index, plane.index + 1});
    shape.insert(shape.begin() + plane.axis, 1);
  }
  Axes order;
  for (int axis = 0; axis < static_cast<int>(shape.size()); ++axis) order.push_back(axis);
  return {box, dense_storage(shape, order)};
}

// "u at z = 0.5 m (index 8 of 16)"
std::string title_of(const FieldFile& field, const Plane& plane) {
  if (plane.axis < 0) return fmt::format("{} ({})", field.label(), to_text(field.shape()));
  const auto axis = static_cast<std::size_t>(plane.axis);
  const std::string& name = field.axis_names()[axis];
  const std::string index = fmt::format("index {} of {}", plane.index, field.shape()[axis]);
  if (!field.has_coordinates(plane.axis)) return fmt::format("{} at {} {}", field.label(), name, index);
  const std::string units = field.length_units().empty() ? "" : " " + field.length_units();
  return fmt::format("{} at {} = {:.4g}{} ({})", field.label(), name,
                     field.coordinates(plane.axis)[static_cast<std::size_t>(plane.index)], units, index);
}

// Extremes, mean and root of the mean square; collective.
Json numbers_json(const Distribution& part, const void* data) {
  Json numbers;
  const std::complex<double> average = mean(part, data);
  double n_points = 1;
  for (const Index n : part.layout().shape) n_points *= static_cast<double>(n);
  if (part.element().is_real) {
    const Extremum low = minimum(part, data), high = maximum(part, data);
    numbers["minimum"] = {{"value", low.value}, {"index", low.index}};
    numbers["maximum"] = {{"value", high.value}, {"index", high.index}};
    numbers["mean"] = average.real();
  } else {
    numbers["mean"] = {average.real(), average.imag()};
  }
  numbers["rms"] = norm(part, data) / std::sqrt(n_points);
  return numbers;
}

// "x 3, y 5"
std::string place_in_words(const Json& names, const Json& index) {
  std::vector<std::string> words;
  for (std::size_t i = 0; i < index.size(); ++i)
    words.push_back(names[i].get<std::string>() + " " + std::to_string(index[i].get<Index>()));
  return join(words);
}

void print_plane(const Session& session, const std::string& title, const Json& result) {
  say(session, "{}: {} points", title, to_text(result["shape"].get<Extents>()));
  const std::string units =
      result["units"].get<std::string>().empty() ? "" : " " + result["units"].get<std::string>();
  for (const char* what : {"minimum", "maximum"})
    if (result.contains(what))
      say(session, "  {:8} {:14.6e}{} at {}", what, result[what]["value"].get<double>(), units,
          place_in_words(result["axis_names"], result[what]["index"]));
  if (result["mean"].is_array())
    say(session, "  {:8} {:14.6e} {:+.6e} i{}", "mean", result["mean"][0].get<double>(),
        result["mean"][1].get<double>(), units);
  else
    say(session, "  {:8} {:14.6e}{}", "mean", result["mean"].get<double>(), units);
  say(session, "  {:8} {:14.6e}{}", "rms", result["rms"].get<double>(), units);
}

Json plane_json(const FieldFile& field, const Plane& plane) {
  Json names = Json::array(), coordinates = Json::array(), has_lengths = Json::array();
  for (const int axis : plane.kept) {
    names.push_back(field.axis_names()[static_cast<std::size_t>(axis)]);
    coordinates.push_back(field.coordinates(axis));
    has_lengths.push_back(field.has_coordinates(axis));
  }
  Json result{{"field", field.place()}, {"name", field.label()}, {"units", field.units()}};
  if (plane.axis >= 0) {
    result["axis"] = field.axis_names()[static_cast<std::size_t>(plane.axis)];
    result["index"] = plane.index;
  }
  result["shape"] = plane.shape;
  result["axis_names"] = names;
  result["length_units"] = field.length_units();
  result["has_lengths"] = has_lengths;
  result["coordinates"] = coordinates;
  return result;
}

// The plane in a .npy file: where --out says, else beside the picture, for as long as it is drawn.
class PlaneFile {
 public:
  // That it can be written is tried before anything is read. Collective.
  PlaneFile(const Session& session, const SliceRequest& r, const Distribution& part)
      : is_root_(session.is_root()), is_kept_(!r.out.empty()), path_(r.out) {
    if (path_.empty() && !r.plot.empty())
      path_ = broadcast(session, fmt::format("{}.{:08x}{:08x}.npy", r.plot, std::random_device()(),
                                             std::random_device()()));
    if (!path_.empty()) writer_.emplace(path_, part.layout().shape, part.element(), false, session.comm);
  }
  ~PlaneFile() {
    if (!is_kept_ && is_root_ && !path_.empty()) std::remove(path_.c_str());
  }
  PlaneFile(const PlaneFile&) = delete;
  PlaneFile& operator=(const PlaneFile&) = delete;
  const std::string& path() const { return path_; }
  // Collective.
  void write(const Distribution& part, const void* data) {
    if (!writer_) return;
    writer_->write(part.box(), part.storage(), data);
    writer_->commit();
  }

 private:
  bool is_root_, is_kept_;
  std::string path_;
  std::optional<ArrayFileWriter> writer_;
};

int run_slice(const Session& session, const SliceRequest& r) {
  JsonFile json(session, r.json);
  Picture picture(session, r.plot);
  FieldFile field(session, r.file, r.dataset);
  field.set_lengths(r.lengths);
  const Plane plane = plane_of(field, r);
  const Distribution part(session.comm, Layout{plane.shape, {{session.size}}, {0}, {}}, field.element());
  PlaneFile file(session, r, part);
  const double bytes = static_cast<double>(part.memory_elements() * bytes_of(part.element()));
  check_free_memory(session, bytes);
  const Memory memory(static_cast<std::size_t>(bytes));
  const auto [box, storage] = in_file(plane, part);
  show_progress(session, fmt::format("reading {}", field.place()));
  field.read(box, storage, memory.data(), session.comm);
  show_progress(session, "");
  Json result = plane_json(field, plane);
  result.update(numbers_json(part, memory.data()));
  file.write(part, memory.data());
  const std::string title = title_of(field, plane);
  print_plane(session, title, result);
  json.write(report_json(session, {{"results", Json::array({result})}}));
  result["kind"] = "slice";
  result["title"] = title;
  result["file"] = file.path();
  picture.draw(result);
  return 0;
}

}  // namespace

Run configure_slice(const Arguments& arguments) {
  auto request = std::make_shared<SliceRequest>();
  SliceRequest& r = *request;
  arguments.add("FILE", r.file, ".npy or HDF5 file with an array of two or three axes").required();
  arguments.add("--dataset", r.dataset, "dataset of an HDF5 file; default: the only one").type_name("NAME");
  arguments.add("--axis", r.axis, "axis normal to the plane; not needed for an array of two axes")
      .type_name("x|y|z|0|1|2");
  arguments.add("--index", r.index, "index of the plane along that axis, from 0; negative from the end")
      .type_name("I")
      .show_default();
  arguments
      .add("--lengths", r.lengths,
           "lengths of the domain; default: those of the file, else indices are shown")
      .type_name("L | LX,LY,...");
  add_plot_option(arguments, r.plot);
  arguments.add("--out", r.out, "write the plane as a .npy file").type_name("FILE");
  add_json_option(arguments, r.json);
  return [request](const Session& session) { return run_slice(session, *request); };
}

}  // namespace weft::cli
