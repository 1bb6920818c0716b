// Spectra in memory, in checkpoints, and in files.
#include "turbulence/spectra.hpp"

#include "common/checks.hpp"
#include "common/lists.hpp"
#include "turbulence/measures.hpp"
#include "weft/text_file.hpp"
#include "weft/words.hpp"

namespace weft::turbulence {
namespace {

using apps::Column;

void append(Column& column, const std::vector<double>& by_shell, double factor) {
  for (const double value : by_shell) column.values.push_back(factor * value);
}

}  // namespace

SpectraInTime::SpectraInTime(const Box& box)
    : box_(box), n_shells_(static_cast<std::size_t>(box.spectral().n_shells())) {
  spectra_ = {{"energy", {}, "U^2 L"}, {"dissipation", {}, "U^3"}, {"transfer", {}, "U^3"}};
  for (std::size_t i = 0; i < box.settings().scalars.size(); ++i) {
    const std::string name = "scalar_" + std::to_string(i);
    spectra_.push_back({name, {}, "S^2 L"});
    spectra_.push_back({name + "_dissipation", {}, "S^2 U"});
    spectra_.push_back({name + "_transfer", {}, "S^2 U"});
  }
}

void SpectraInTime::add(Index step, double time, const Shells& shells) {
  steps_.push_back(static_cast<double>(step));
  times_.push_back(time);
  auto spectrum = spectra_.begin();
  const auto append_all = [&](const QuantityByShell& quantity, double diffusivity) {
    const double density = 1 / shells.width;
    append(*spectrum++, quantity.energy, density);
    append(*spectrum++, quantity.squares, 2 * diffusivity * density);
    append(*spectrum++, quantity.transfer, density);
  };
  append_all(shells.velocity, box_.settings().viscosity);
  for (std::size_t i = 0; i < shells.scalars.size(); ++i) append_all(shells.scalars[i], box_.diffusivity(i));
}

std::vector<Column> SpectraInTime::means() const {
  if (times_.empty()) fail("there are no samples; spectra are means over samples");
  std::vector<Column> means = {{"k", {}, "1/L"}};
  for (std::size_t i = 0; i < n_shells_; ++i)
    means.front().values.push_back(box_.spectral().shell_width() * static_cast<double>(i));
  for (const Column& spectrum : spectra_) {
    Column mean{spectrum.name, std::vector<double>(n_shells_, 0), spectrum.units};
    for (std::size_t i = 0; i < spectrum.values.size(); ++i)
      mean.values[i % n_shells_] += spectrum.values[i] / static_cast<double>(times_.size());
    means.push_back(std::move(mean));
  }
  return means;
}

void SpectraInTime::write(CheckpointWriter& writer, MPI_Comm comm) const {
  apps::write_list(writer, "statistics times", times_, comm);
  apps::write_list(writer, "statistics steps", steps_, comm);
  for (const Column& spectrum : spectra_)
    apps::write_list(writer, "statistics " + spectrum.name, spectrum.values, comm);
}

void SpectraInTime::read(const Checkpoint& checkpoint, MPI_Comm comm) {
  times_ = apps::read_list(checkpoint, "statistics times", comm);
  steps_ = apps::read_list(checkpoint, "statistics steps", comm);
  for (Column& spectrum : spectra_)
    spectrum.values = apps::read_list(checkpoint, "statistics " + spectrum.name, comm);
}

void SpectraInTime::write_files(const std::string& prefix, Index step, MPI_Comm comm) const {
  const std::vector<Column> mean = means();
  Hdf5Writer writer(prefix + ".statistics.h5", comm);
  const Index n = n_samples();
  for (const Column& column : mean)
    apps::write_list(writer, "spectra/" + column.name, {static_cast<Index>(n_shells_)}, column.values,
                     {{"units", column.units}}, comm);
  apps::write_list(writer, "samples/time", {n}, times_, {{"units", "L/U"}}, comm);
  apps::write_list(writer, "samples/step", {n}, steps_, {{"units", "1"}}, comm);
  for (const Column& spectrum : spectra_)
    apps::write_list(writer, "samples/" + spectrum.name, {n, static_cast<Index>(n_shells_)}, spectrum.values,
                     {{"units", spectrum.units}}, comm);
  Attributes attributes = facts(box_.settings());
  attributes.merge(Attributes{{"program", "turbulence statistics"},
                              {"units",
                               "L, U: the units of length and velocity of the settings; S: that of "
                               "a scalar"},
                              {"time_start", times_.front()},
                              {"time_end", times_.back()},
                              {"n_samples", n},
                              {"step", step},
                              {"k_max", highest_wave(box_)},
                              {"shell_width", box_.spectral().shell_width()}});
  for (const auto& [name, value] : attributes) writer.set_attribute("/", name, value);
  writer.commit();
  agree_on(comm, [&] {
    if (box_.plan().rank() != 0) return;
    replace_text(
        prefix + ".statistics.csv",
        apps::csv_of(mean, {"turbulence in a box: spectra by shells of |k|, means of " + std::to_string(n) +
                                " samples from time " + exact_number(times_.front()) + " to " +
                                exact_number(times_.back()),
                            "densities: the sum over k times " + exact_number(box_.spectral().shell_width()) +
                                " is <u.u>/2, 2 nu <w.w>/2, 0; for scalars half the variance"}));
  });
}

}  // namespace weft::turbulence
