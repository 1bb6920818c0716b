// Measurements for estimates of plans, made once and kept where plans find them: `weft calibrate`.
//
// Each kind of computer and MPI library has a file, in the user's folder: $WEFT_HOME, else
// $XDG_DATA_HOME/weft, else $HOME/.local/share/weft. The nodes of a cluster share the file through a common
// home; different clusters have different files. The file is TOML; doc/calibration.md explains it.
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

// How to measure. All members but progress are also text keys (src/machine/options.cpp).
// Example:
//   assert(weft::Calibration::of(weft::options_for("calibration", {{"quick", "yes"}})).quick);
struct Calibration {
  bool quick = false;  // few lengths, short measurements: some seconds instead of 40, and less exact
  // Called on every process with a few words about the next measurement, whenever it changes; may be empty.
  // It must not throw and not communicate.
  std::function<void(const std::string&)> progress = {};
  // Seconds, for a process that does not come; 600: those of the options of a plan, or of
  // WEFT_OPTIONS=timeout=..., if they are set.
  double timeout = 600;
  // The members that text keys set. Not collective.
  // options: of options_for("calibration", ...); Error(invalid_argument) for options of another object.
  static Calibration of(const Options& options);
};

// Measures the speed of lines (every backend and effort except the slowest to plan), copies, messages,
// exchanges, barriers and flags. One process of each node measures lines while all others sleep; the slowest
// node counts. The model is the same on all processes; nothing is written. FFTW in this process keeps what it
// measured, and may plan differently afterwards: calibrate in a separate program. Collective over `comm`.
// Errors are those of a plan, on every process or on none. Error(invalid_argument) for an option or
// WEFT_OPTIONS. Error(resource) if memory for two arrays of a few MiB is missing; Error(communication) if a
// process does not come in time.
// comm: the processes of the measurement. An error of the communicator itself (null, between groups, MPI not
//     running) is on this process.
// how: quick or exact, and how long to wait for a process.
// options: of a plan; only `timeout` has an effect.
// In C++: a struct, or the keys of option_table("calibration") with their texts: {{"quick", "yes"}}.
// Example:
//   const weft::MachineModel model = weft::calibrate(MPI_COMM_WORLD, {true});
//   assert(model.quick && !model.lines.empty() && model.copies.front().bytes_per_second > 0);
//   assert(weft::parse_machine_file(weft::to_text(model)) == model);
MachineModel calibrate(MPI_Comm comm, const Calibration& how = {}, const Options& options = {});
MachineModel calibrate(MPI_Comm comm, OptionTexts how);
MachineModel calibrate(MPI_Comm comm, const Options& how);

// The text of the machine file of `model`, with comments that explain it; without a checksum for a model by
// hand. Not collective. Errors: none.
// Example:
//   assert(weft::to_text(weft::typical_machine()).find("format = ") != std::string::npos);
std::string to_text(const MachineModel& model);

// The model in the text of a machine file, with the same bits. The result is none if the text is damaged
// (cut, changed, a number not greater than 0), of another format, or by hand and incomplete. Not collective.
// Errors: none.
// text: of the whole file.
// why_not: null, or set to the reason if there is no model.
// Example:
//   std::string why_not;
//   assert(!weft::parse_machine_file("format = 1\n", &why_not) && !why_not.empty());
std::optional<MachineModel> parse_machine_file(const std::string& text, std::string* why_not = nullptr);

// The path of the machine file of this kind of computer and this MPI library, whether the file exists or not;
// empty if the environment names no folder. Not collective. Errors: none.
// Example:
//   const std::string path = weft::machine_file_path();
//   assert(path.empty() || path.ends_with(".toml"));
std::string machine_file_path();

// The model in the machine file of this computer. The result is none without a file, and if the file is
// damaged, by hand, or of another kind of computer, MPI library or version of weft. Not collective: the file
// may differ between processes of a job. Errors: none.
// why_not: null, or set to the reason and the remedy if there is no model.
// Example:
//   std::string why_not;
//   const std::optional<weft::MachineModel> model = weft::machine_file(&why_not);
//   assert(model.has_value() == why_not.empty());
std::optional<MachineModel> machine_file(std::string* why_not = nullptr);

// The model in any machine file, measured here or elsewhere, or written by hand (doc/calibration.md): for
// predict(). Plans never use it. Not collective.
// path: of a file, or one of machines_by_name(). Error(resource) if it cannot be read,
//     Error(invalid_argument), with the line, if it is damaged, of another format, or incomplete.
// Example:
//   const std::string path = weft::save_machine_file(weft::typical_machine(), "typical.toml");
//   assert(weft::load_machine_file(path) == weft::typical_machine());
//   assert(weft::load_machine_file("beowulf-2001").by_hand);
MachineModel load_machine_file(const std::string& path);

// Names of the machine files that come with weft (bench/machines, installed in share/weft/machines), for
// load_machine_file(). Not collective. Errors: none.
// Example:
//   for (const std::string& name : weft::machines_by_name()) assert(weft::load_machine_file(name).by_hand);
const std::vector<std::string>& machines_by_name();

// Writes a machine file in one step, and returns its path. Error(resource) if the file cannot be written or
// the environment names no folder; an old file then stays unchanged. Not collective: one process calls.
// model: the model to write.
// path: of the file; empty: that of `machine_file()` for the model's kind of computer and MPI library.
// Example:
//   assert(weft::save_machine_file(weft::typical_machine(), "by-hand.toml") == "by-hand.toml");
std::string save_machine_file(const MachineModel& model, const std::string& path = {});

}  // namespace weft
