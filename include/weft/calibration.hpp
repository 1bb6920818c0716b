// Measuring once what estimates of plans need, and keeping it where plans find it: `weft calibrate`.
//
// The file is one of a kind of computer and an MPI library, in the user's folder ($WEFT_HOME, else
// $XDG_DATA_HOME/weft, else $HOME/.local/share/weft), so that the nodes of a cluster share it through a
// common home, and clusters do not disturb each other. It is readable TOML; doc/calibration.md explains it.
#pragma once

#include <mpi.h>

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "weft/export.h"
#include "weft/machine_model.hpp"
#include "weft/options.hpp"

namespace weft WEFT_API {

// How to measure.
struct Calibration {
  bool quick = false;  // few lengths, short measurements: some seconds instead of 40, and less exact
  // Told on every process what is measured next, in a few words, as often as that changes; may be empty. It
  // must not throw and not communicate.
  std::function<void(const std::string&)> progress = {};
};

// Measures the speed of lines (every backend and effort but the slowest to plan), copies, messages, exchanges
// and meetings. One process of each node measures lines while all others sleep: the slowest node counts. The
// model is the same on all processes; nothing is written. FFTW learns in this process what it measured, and
// may plan otherwise afterwards: let a program of its own calibrate. Collective over `comm`; of the options
// only `timeout` counts. Errors as of a Plan, on every process or on none: invalid_argument (an option,
// WEFT_OPTIONS), resource (no memory for two arrays of a few MiB), communication (a process does not come in
// time); an error of the communicator itself (null, between groups, MPI not running) is on this process.
// Example:
//   const weft::MachineModel model = weft::calibrate(MPI_COMM_WORLD, {true});
//   assert(model.quick && !model.lines.empty() && model.copies.front().bytes_per_second > 0);
//   assert(weft::parse_machine_file(weft::to_text(model)) == model);
MachineModel calibrate(MPI_Comm comm, const Calibration& how = {}, const Options& options = {});

// The text of the file, with comments that explain it; of a model by hand, without the checksum of measured
// ones. Not collective.
std::string to_text(const MachineModel& model);

// The model of such a text, with the same bits. Nothing if it is damaged (cut, changed, a number that is not
// greater than 0), of another format, or by hand and without something that estimates need; `why_not`, if it
// is not null, is then set to the reason, in words. Not collective. Example:
//   std::string why_not;
//   assert(!weft::parse_machine_file("format = 1\n", &why_not) && !why_not.empty());
std::optional<MachineModel> parse_machine_file(const std::string& text, std::string* why_not = nullptr);

// Where the file of this kind of computer and this MPI library is, whether it exists or not; empty if the
// environment names no folder. Not collective.
std::string machine_file_path();

// What the file of this computer says. Nothing if there is none, or if it is not to be trusted: damaged,
// measured on another kind of computer, with another MPI library, by another version of weft. `why_not`, if
// it is not null, is then set to the reason and the remedy, in words. Not collective: processes of a job may
// see different files. Example:
//   std::string why_not;
//   const std::optional<weft::MachineModel> model = weft::machine_file(&why_not);
//   assert(model.has_value() == why_not.empty());
std::optional<MachineModel> machine_file(std::string* why_not = nullptr);

// What any machine file says, measured here or elsewhere, or written by hand (doc/calibration.md): for
// predict(). Plans never use it. `path` is that of a file, or one of machines_by_name(). Error(resource) if
// it cannot be read, Error(invalid_argument) if it is damaged, of another format, or lacks something, in
// words with the line. Not collective. Example:
//   const std::string path = weft::save_machine_file(weft::typical_machine(), "typical.toml");
//   assert(weft::load_machine_file(path) == weft::typical_machine());
//   assert(weft::load_machine_file("beowulf-2001").by_hand);
MachineModel load_machine_file(const std::string& path);

// Names of the machine files that come with weft (bench/machines, installed in share/weft/machines), for
// load_machine_file(). Not collective.
const std::vector<std::string>& machines_by_name();

// Writes the file of the model's kind of computer and MPI library, or `path` if it is not empty, at once and
// whole, and returns its path. Error(resource), with what was there left as it was, if it cannot be written
// or the environment names no folder. Not collective: one process calls it.
std::string save_machine_file(const MachineModel& model, const std::string& path = {});

}  // namespace weft
