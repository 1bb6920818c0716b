// Where the machine model of this computer is kept, and whether what is there may be trusted.
#include <cctype>
#include <filesystem>

#include "machine/shipped.hpp"
#include "weft/calibration.hpp"
#include "weft/text_file.hpp"
#include "weft/version.hpp"
#include "weft/weft.hpp"
#include "weft/words.hpp"

namespace weft {

namespace {

constexpr const char* remedy = "; run weft calibrate";

// Letters and digits of a text, with single dashes between: part of the name of a file.
std::string slug(const std::string& text) {
  constexpr std::size_t most = 100;  // file systems take 255 bytes
  std::string name;
  for (const unsigned char c : text) {
    if (std::isalnum(c) != 0)
      name += static_cast<char>(std::tolower(c));
    else if (!name.empty() && name.back() != '-')
      name += '-';
  }
  name = name.substr(0, most);
  while (name.ends_with('-')) name.pop_back();
  return name;
}

std::string path_of(const std::string& kind, const std::string& mpi) {
  const std::string folder = personal_folder();
  return folder.empty() ? "" : folder + "/machine/" + slug(kind) + "-" + slug(mpi) + ".toml";
}

std::string kind_here() { return kind_of(this_computer()); }

// Why a model is not to be used here; empty: it may be.
std::string misfit(const MachineModel& model) {
  struct Fact {
    const char *what, *preposition;
    std::string there, here;
  };
  for (const Fact& fact : {Fact{"computer", "on", model.kind, kind_here()},
                           Fact{"MPI library", "with", model.mpi, mpi_library()},
                           Fact{"version of weft", "by", model.weft_version, WEFT_VERSION}})
    if (fact.there != fact.here)
      return std::string("was measured ") + fact.preposition + " another " + fact.what + " (" + fact.there +
             "; here it is " + fact.here + ")";
  return "";
}

// What the file says. Throws Error with the reason why it does not count, in words.
MachineModel model_in_file() {
  const std::string path = machine_file_path();
  if (path.empty())
    fail(ErrorCode::resource,
         "there is no folder for machine files: set WEFT_HOME to one, then run weft calibrate");
  const std::optional<std::string> text = read_text(path);
  if (!text) fail(ErrorCode::resource, "there is no machine file " + path + remedy);
  std::string why;
  const std::optional<MachineModel> model = parse_machine_file(*text, &why);
  if (model) why = model->by_hand ? "is written by hand, and plans use what was measured" : misfit(*model);
  if (!why.empty()) fail(ErrorCode::resource, "the machine file " + path + " " + why + remedy + " again");
  return *model;
}

}  // namespace

std::string machine_file_path() { return path_of(kind_here(), mpi_library()); }

std::optional<MachineModel> machine_file(std::string* why_not) {
  try {
    return model_in_file();
  } catch (const Error& error) {
    if (why_not != nullptr) *why_not = error.what();
    return std::nullopt;
  }
}

MachineModel load_machine_file(const std::string& path) {
  const std::optional<std::string> shipped = shipped_text(path), text = shipped ? shipped : read_text(path);
  if (!text)
    fail(ErrorCode::resource, "there is no machine file " + path +
                                  ", nor a machine of this name (known: " + join(machines_by_name()) + ")");
  std::string why;
  const std::optional<MachineModel> model = parse_machine_file(*text, &why);
  if (!model)
    fail("the machine file " + path + " " + why +
         "; weft calibrate measures a machine, and doc/calibration.md shows how to describe one by hand");
  return *model;
}

std::string save_machine_file(const MachineModel& model, const std::string& path) {
  std::string file = path.empty() ? path_of(model.kind, model.mpi) : path;
  if (file.empty()) fail(ErrorCode::resource, no_home);
  replace_text(file, to_text(model), path.empty() ? another_home : "choose another name");
  return file;
}

}  // namespace weft
