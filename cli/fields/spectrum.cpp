// weft spectrum: the energy of a field by wavenumber, as numbers and as a picture.
//
// The energy of shell i is half the mean of u.u that the modes with i - 1/2 <= |k| / width < i + 1/2 have
// (Spectral::energy_spectrum); all shells together have half the mean of u.u. The file is read, and its
// transform computed, by all processes; an array of one axis by each of them for itself.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <memory>
#include <numbers>

#include "bench/implementation.hpp"
#include "fields/field_file.hpp"
#include "fields/figures.hpp"
#include "program/command.hpp"
#include "program/free_memory.hpp"
#include "program/json_file.hpp"
#include "program/machine.hpp"
#include "program/text.hpp"
#include "weft/spectral.hpp"
#include "weft/weft.h"

namespace weft::cli {

namespace {

// As typed; empty: not given.
struct SpectrumRequest {
  std::vector<std::string> files;
  std::string dataset, lengths, width, plot, json;
};

double parse_width(const std::string& text) {
  if (text.empty()) return 0;
  double width = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), width);
  if (error != std::errc{} || end != text.data() + text.size() || !(width > 0) || !std::isfinite(width))
    fail(fmt::format("--width: \"{}\" is no width of shells; give a positive number", text));
  return width;
}

Problem field_problem(const FieldFile& field) {
  if (field.shape().size() > WEFT_MAX_AXES)
    fail(fmt::format("{} has {} axes ({}), but at most {} are transformed", field.place(),
                     field.shape().size(), to_text(field.shape()), WEFT_MAX_AXES));
  Problem problem = field.element().is_real ? r2c(field.shape()) : c2c(field.shape());
  problem.precision = field.element().is_double ? Precision::double_ : Precision::single_;
  return problem;
}

// The memory of all arrays on this process.
void check_memory(const Session& session, const Plan& plan, std::size_t n_fields) {
  const auto bytes = [](const Storage& storage, ElementType element) {
    return static_cast<double>(storage.n_elements() * bytes_of(element));
  };
  check_free_memory(session,
                    bytes(plan.points_storage(), plan.points_element()) +
                        static_cast<double>(n_fields) * bytes(plan.modes_storage(), plan.modes_element()));
}

Spectrum spectrum_of(const Session& session, const std::vector<FieldFile>& fields, double width) {
  const FieldFile& first = fields.front();
  const MPI_Comm comm = first.shape().size() == 1 ? MPI_COMM_SELF : session.comm;
  Plan plan(field_problem(first), comm, {{"reproducible", "yes"}});
  check_memory(session, plan, fields.size());
  Memory points(
      static_cast<std::size_t>(plan.points_storage().n_elements() * bytes_of(plan.points_element())));
  std::vector<std::unique_ptr<Memory>> modes;
  std::vector<const void*> blocks;
  for (const FieldFile& field : fields) {
    show_progress(session, fmt::format("reading {}", field.place()));
    field.read(plan.points_box(), plan.points_storage(), points.data(), comm);
    modes.push_back(std::make_unique<Memory>(
        static_cast<std::size_t>(plan.modes_storage().n_elements() * bytes_of(plan.modes_element()))));
    show_progress(session, "transforming");
    plan.forward(points.data(), modes.back()->data());
    blocks.push_back(modes.back()->data());
  }
  Spectrum spectrum = Spectral(plan, Domain{first.lengths()}).energy_spectrum(blocks, width);
  plan.close();
  show_progress(session, "");
  return spectrum;
}

// The largest wavenumber that is there in all directions.
double resolved_wavenumber(const FieldFile& field) {
  double least = 0;
  for (std::size_t axis = 0; axis < field.shape().size(); ++axis) {
    const double length = field.lengths().empty() ? 2 * std::numbers::pi : field.lengths()[axis];
    const Index half = field.shape()[axis] / 2;
    const double here = 2 * std::numbers::pi / length * static_cast<double>(half);
    if (field.shape()[axis] > 1) least = least == 0 ? here : std::min(least, here);
  }
  return least;
}

Json spectrum_json(const std::vector<FieldFile>& fields, const Spectrum& spectrum) {
  const FieldFile& field = fields.front();
  std::vector<std::string> places, labels;
  for (const FieldFile& one : fields) {
    places.push_back(one.place());
    labels.push_back(one.label());
  }
  std::vector<double> k;
  double sum = 0;
  for (const double energy : spectrum.energy) {
    k.push_back(static_cast<double>(k.size()) * spectrum.width);
    sum += energy;
  }
  return {
      {"fields", places},
      {"name", join(labels)},
      {"shape", field.shape()},
      {"element", to_text(field.element())},
      {"units", field.units()},
      {"lengths", field.lengths().empty() ? std::vector<double>(field.shape().size(), 2 * std::numbers::pi)
                                          : field.lengths()},
      {"length_units", field.length_units()},
      {"width", spectrum.width},
      {"resolved", resolved_wavenumber(field)},
      {"mean_energy", sum},
      {"k", k},
      {"energy", spectrum.energy}};
}

void print_spectrum(const Session& session, const Json& result) {
  say(session, "{}: {} of {}, lengths {:.6g}{}", join(result["fields"].get<std::vector<std::string>>()),
      to_text(result["shape"].get<Extents>()), result["element"].get<std::string>(),
      fmt::join(result["lengths"].get<std::vector<double>>(), ", "),
      result["length_units"] == "" ? "" : " " + result["length_units"].get<std::string>());
  say(session, "{:>12} {:>14}", "k", "energy");
  for (std::size_t i = 0; i < result["k"].size(); ++i)
    say(session, "{:12.6g} {:14.6e}", result["k"][i].get<double>(), result["energy"][i].get<double>());
  say(session, "{:>12} {:14.6e}", "sum", result["mean_energy"].get<double>());
}

int run_spectrum(const Session& session, const SpectrumRequest& r) {
  const double width = parse_width(r.width);
  JsonFile json(session, r.json);
  Picture picture(session, r.plot);
  std::vector<FieldFile> fields = open_fields(session, r.files, r.dataset);
  for (FieldFile& field : fields) field.set_lengths(r.lengths);
  Json result = spectrum_json(fields, spectrum_of(session, fields, width));
  print_spectrum(session, result);
  json.write(report_json(session, {{"results", Json::array({result})}}));
  result["kind"] = "spectrum";
  result["title"] =
      fmt::format("Spectrum of {} ({})", result["name"].get<std::string>(), to_text(fields.front().shape()));
  picture.draw(result);
  return 0;
}

}  // namespace

Run configure_spectrum(const Arguments& arguments) {
  auto request = std::make_shared<SpectrumRequest>();
  SpectrumRequest& r = *request;
  arguments.add("FILE", r.files, ".npy or HDF5 files; several are the components of a vector").required();
  arguments
      .add("--dataset", r.dataset, "datasets of HDF5 files; several are components; default: the only one")
      .type_name("NAME,...");
  arguments.add("--lengths", r.lengths, "lengths of the domain; default: those of the file, else 2 pi")
      .type_name("L | LX,LY,...");
  arguments.add("--width", r.width, "width of a shell of wavenumbers; default: the smallest first wavenumber")
      .type_name("K");
  add_plot_option(arguments, r.plot);
  add_json_option(arguments, r.json);
  return [request](const Session& session) { return run_spectrum(session, *request); };
}

}  // namespace weft::cli
