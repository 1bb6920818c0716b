// The program `weft-lab`: the tests of the papers, beside the commands of weft.
#include "commands.hpp"
#include "emulation.hpp"
#include "program/program.hpp"
#include "weft/error.hpp"

namespace weft::lab {

const std::vector<cli::Command>& command_table() {
  static const std::vector<cli::Command> table = [] {
    std::vector<cli::Command> commands = {
        {"transpose-split", "a 3-D real transform with two exchanges and with one, over a series of sizes",
         configure_transpose_split},
        {"fft2d", "2-D complex transforms by three algorithms", configure_fft2d},
        {"scalable-parallel-fft",
         "a 3-D real transform by slabs on more and more processes, beside its formulas",
         configure_scalable_fft},
        {"kernel-ft", "NAS FT, its inverse transforms in groups of processes", configure_kernel_ft}};
    const std::vector<cli::Command>& of_weft = cli::command_table();
    commands.insert(commands.end(), of_weft.begin(), of_weft.end());
    return commands;
  }();
  return table;
}

}  // namespace weft::lab

namespace {

std::string prepare() {
  try {
    weft::lab::emulate_processors();
    return "";
  } catch (const weft::Error& error) {
    return error.what();
  }
}

}  // namespace

int main(int argc, char** argv) {
  return weft::cli::start_program(
      argc, argv,
      {"weft-lab", "Tests of papers on transforms over many processes, and all commands of weft.",
       weft::lab::command_table(), prepare});
}
