// Wrong command lines of the commands that read files of the user, and wrong files: each is one error in
// words, and what was there before stays.

#include <mpi.h>
#include <sys/stat.h>

#include <filesystem>

#include "agree.hpp"
#include "error_lines.hpp"

namespace weft::test {
namespace {

// weft fft with an old result: that this stays is a part of expect_error().
class Fft : public WrongLines {
 protected:
  void SetUp() override {
    WrongLines::SetUp();
    write("real.npy", npy_of_zeros("<f8", "(3, 4, 6)", 3 * 4 * 6 * 8));
    write("complex.npy", npy_of_zeros("<c16", "(3, 4, 6)", 3 * 4 * 6 * 16));
    write("out.npy", "the old result");
    write("text", "no array");
  }
  // With this content of the input.
  void expect_error_of(const std::string& content, const std::vector<std::string>& words) const {
    write("in.npy", content);
    expect_error({"fft @/in.npy @/out.npy", words});
  }
};

TEST_F(Fft, refuses_wrong_options) {
  const std::string real = "fft @/real.npy @/out.npy ", complex = "fft @/complex.npy @/out.npy ";
  expect_errors({{"fft", {"IN", "required"}},
                 {"fft @/real.npy", {"OUT", "required"}},
                 {real + "--axes 0,3", {"no axis 3", "3 axes", "0 to 2", "-3 to -1"}},
                 {real + "--axes 7", {"no axis 7"}},
                 {real + "--axes -4", {"no axis -4"}},
                 {real + "--axes 1,-2", {"axis 1 is given twice", "as 1 and as -2"}},
                 {real + "--axes 0,x", {"\"0,x\"", "0,2 or -2,-1"}},
                 {real + "--axes ''", {"--axes"}},
                 {real + "--norm orthp", {"--norm", "did you mean ortho?"}},
                 {real + "--real-length 6", {"--real-length", "--inverse"}},
                 {complex + "--real-length 6", {"--real-length", "--inverse"}},
                 {real + "--inverse --real-length 6", {"is real", "<f8", "complex128"}},
                 {complex + "--inverse --real-length 6",
                  {"6 real points have 4 modes", "axis 2", "has 6", "give 10 or 11"}},
                 {complex + "--inverse --real-length 6 --axes 2,0", {"axis 0", "has 3", "4 or 5"}},
                 {complex + "--inverse --real-length 0", {"\"0\"", "whole number from 1"}},
                 {complex + "--inverse --real-length ten", {"\"ten\""}},
                 {real + "--grid 3x5", {"3x5"}},
                 {real + "--exchange alltoallq", {"alltoallq"}},
                 {real + "--timeout soon", {"timeout", "soon"}},
                 {real + "--inverze", {"--inverze", "did you mean --inverse?"}}});
}

TEST_F(Fft, refuses_an_input_that_is_no_file) {
  for (const auto& [path, why] : {std::pair{"@/none.npy", "no such file"},
                                  {"@", "is a folder"},
                                  {"/dev/null", "not a regular file"},
                                  {"@/text/in.npy", "Not a directory"}})
    expect_error({std::string("fft ") + path + " @/out.npy", {"cannot read", path, why}});
  expect_error({"fft '' @/out.npy", {"cannot read", "no such file"}});
}

TEST_F(Fft, refuses_pipes_and_devices_as_every_command_that_reads_files_does) {
  if (rank_in(MPI_COMM_WORLD) == 0) mkfifo((folder_ / "pipe").c_str(), 0600);
  MPI_Barrier(MPI_COMM_WORLD);
  for (const std::string file : {"@/pipe", "/dev/zero"})
    for (const std::string command : {"fft", "spectrum", "slice", "plot", "run", "npb ft --reference"})
      expect_error({command + " " + file + (command == "fft" ? " @/out.npy" : ""),
                    {"cannot read " + file, "it is not a regular file"}});
  expect_error({"model --shape 8x8 --machine @/pipe", {"cannot read @/pipe", "it is not a regular file"}});
}

TEST_F(Fft, refuses_a_result_that_can_be_no_file) {
  if (rank_in(MPI_COMM_WORLD) == 0) std::filesystem::create_symlink("circle", folder_ / "circle");
  MPI_Barrier(MPI_COMM_WORLD);
  for (const auto& [path, why] : {std::pair{"@", "is a folder"},
                                  {"@/none/out.npy", "does not exist"},
                                  {"/dev/null", "not a regular file"},
                                  {"@/real.npy/x", "Not a directory"},
                                  {"@/new/", "names a folder"},
                                  {"''", "is empty"},
                                  {"@/circle", "circle"}})
    expect_error({std::string("fft @/real.npy ") + path, {why}});
}

TEST_F(Fft, refuses_a_damaged_file) {
  const std::string good = npy_of_zeros("<f8", "(2, 3)", 2 * 3 * 8);
  expect_error_of("", {"in.npy", "is empty"});
  expect_error_of("PK\x03\x04 an archive", {"not a .npy file", "50 4b 03 04"});
  expect_error_of(good.substr(0, 9), {"damaged", "ends after 9 bytes"});
  expect_error_of(good.substr(0, 50), {"damaged", "118 bytes", "only 50"});
  expect_error_of(good.substr(0, 6) + std::string("\x07\x00", 2) + good.substr(8), {"version 7.0"});
  expect_error_of(good.substr(0, 175), {"truncated", "2x3 elements of 8 bytes", "176 bytes", "175"});
  expect_error_of(good + "\n", {"longer than its header says", "177"});
  expect_error_of(good.substr(0, 10) + "(" + good.substr(11), {"damaged"});
}

TEST_F(Fft, refuses_a_header_that_cannot_be) {
  const std::string descr = "'descr': '<f8', ", order = "'fortran_order': False, ", shape = "'shape': (2, 3)";
  for (const auto& [entries, why] :
       {std::pair{order + shape, "no entry 'descr'"},
        {descr + order + "'shape': (2, -3)", "negative length -3"},
        {descr + order + "'shape': (1099511627776, 1099511627776)", "more than 2^63 bytes"},
        {descr + order + "'shape': 6", "tuple"},
        {descr + "'fortran_order': 1, " + shape, "neither True nor False"}})
    expect_error_of(npy_with_header("{" + entries + "}\n", 48), {"damaged", why});
}

// weft spectrum and weft slice.
class Look : public WrongLines {
 protected:
  void SetUp() override {
    WrongLines::SetUp();
    write("u.npy", npy_of_zeros("<f8", "(12, 9, 10)", 12 * 9 * 10 * 8));
    write("four.npy", npy_of_zeros("<f8", "(2, 2, 2, 2)", 16 * 8));
    write("scalar.npy", npy_of_zeros("<f8", "()", 8));
    write("text.npy", "no array");
    make_folder("b.png");
  }
};

TEST_F(Look, refuses_files_and_options) {
  expect_errors({{"spectrum @/absent.npy", {"absent.npy"}},
                 {"slice @/text.npy", {"text.npy"}},
                 {"spectrum @/scalar.npy", {"scalar.npy", "nothing to look at"}},
                 {"spectrum @/u.npy @/four.npy", {"one shape", "12x9x10", "2x2x2x2"}},
                 {"spectrum @/u.npy --dataset u", {"--dataset", "no HDF5"}},
                 {"spectrum @/u.npy --lengths 0", {"--lengths", "\"0\""}},
                 {"spectrum @/u.npy --lengths 1,2", {"--lengths", "2 lengths", "3 axes"}},
                 {"spectrum @/u.npy --width wide", {"--width", "wide"}},
                 {"slice @/four.npy --axis x", {"4 axes"}},
                 {"slice @/u.npy", {"which plane", "--axis", "x, y, z"}},
                 {"slice @/u.npy --axis q", {"--axis", "no axis q", "x, y, z"}},
                 {"slice @/u.npy --axis z --index 10", {"--index", "10", "0 to 9"}},
                 {"slice @/u.npy --axis z --plot a.jpg", {".jpg", ".png"}},
                 {"slice @/u.npy --axis z --plot @/no/a.png", {"cannot write", "--plot"}},
                 {"slice @/u.npy --axis z --plot @/b.png", {"folder", "--plot"}},
                 {"slice @/u.npy --axis z --json @/no/a.json", {"cannot write", "--json"}}});
}

// weft run, of the settings in a file.
class RunCommand : public WrongLines {
 protected:
  // Settings that are wrong as they are.
  void expect_error_in(const std::string& settings, const std::vector<std::string>& words) const {
    write("settings.toml", settings);
    expect_error({"run @/settings.toml", words});
  }
};

TEST_F(RunCommand, refuses_wrong_arguments) {
  write("settings.toml", "program = \"channel\"\n[grid]\nnx = 8\nny = 17\nnz = 6\n");
  write("endless.toml", std::string((1 << 24) + 1, ' '));
  expect_errors({{"run @/endless.toml", {"endless.toml", "more than 16 MiB"}},
                 {"run", {"which simulation?", "--keys channel"}},
                 {"run @/none.toml", {"cannot read", "none.toml"}},
                 {"run @", {"it is a folder"}},
                 {"run @/settings.toml --set time.step", {"KEY=VALUE"}},
                 {"run @/settings.toml --set time.stop=1", {"--set: there is no key 'time.stop'"}},
                 {"run @/settings.toml --set plan.lump=0", {"option lump is '0'"}},
                 {"run @/settings.toml --set grid.nx=many", {"--set: 'grid.nx' is a whole number"}},
                 {"run --keys chanel", {"'channel'"}}});
}

TEST_F(RunCommand, refuses_wrong_settings_of_a_channel) {
  const std::string channel = "program = 'channel'\n";
  expect_error_in(channel + "[grid]\nnx = 8\nnu = 3",
                  {"settings.toml, line 4", "no key 'grid.nu'", "'grid.nx'"});
  expect_error_in(channel + "[gird]\nnx = 8", {"line 2", "no key 'gird'"});
  expect_error_in(channel + "nx = 8", {"line 2", "no key 'nx'"});
  expect_error_in(channel + "[grid]\nnx = 8.5", {"line 3", "'grid.nx' is a whole number"});
  expect_error_in(channel + "[grid]\npadding = 'yes'", {"line 3", "'grid.padding' is true or false"});
  expect_error_in(channel + "[time]\nstep = nan", {"line 3", "'time.step' is a finite number"});
  expect_error_in(channel + "[time]\nstep = '1'", {"line 3", "'time.step' is a number"});
  expect_error_in(channel + "[time]\nscheme = 4", {"line 3", "'time.scheme' is a text"});
  expect_error_in(channel + "[output]\nspectra_at = 1", {"line 3", "'output.spectra_at' is a list"});
  expect_error_in(channel + "[output]\nspectra_at = [2]", {"output.spectra_at has 2"});
  expect_error_in(channel + "[time]\nscheme = 'rk4'", {"scheme 'rk4'", "'rk3'"});
  expect_error_in(channel + "[plan]\nexchange = 'pairwize'", {"pairwise"});
  expect_error_in(channel + "[time]\nstep = 0", {"dt is 0"});
  expect_error_in(channel + "[run]\nuntil = -1", {"run.until is -1"});
  expect_error_in(channel + "[flow]\nbulk_velocity = 0", {"flow.bulk_velocity"});
  expect_error_in(channel + "[grid]\nnx = 8\nnx = 9", {"line 4"});
  expect_error_in(channel + "[grid\n", {"line 2"});
}

TEST_F(RunCommand, refuses_settings_of_no_program) {
  expect_error_in("program = 'chanel'", {"program 'chanel'", "'channel'"});
  expect_error_in("program = 3", {"'program' is a text"});
  expect_error_in("[grid]\nnx = 8", {"program = \"channel\""});
}

TEST_F(RunCommand, refuses_wrong_settings_of_turbulence) {
  write("settings.toml",
        "program = 'turbulence'\n[grid]\nnx = 16\nnz = 12\n[flow]\nviscosity = 0.02\n[scalars]\n"
        "schmidt = [0.7, 1.0]\ngradient_z = [1.0, 0.0]\nbeginning = 'random'\n[time]\nstep = 0.01\n");
  const std::string run = "run @/settings.toml --set output.name=@/flow --set ";
  expect_errors({{run + "grid.nx=0", {"nx is 0"}},
                 {run + "grid.dealiasing=two-third", {"'two-third'", "'two-thirds'"}},
                 {run + "flow.forcing=shell", {"'shell'", "'shells'"}},
                 {run + "flow.beginning=abcd", {"'abcd'", "'abc'"}},
                 {run + "flow.beginning=file", {"flow.file", "HDF5"}},
                 {run + "scalars.beginning=file", {"flow.file"}},
                 {run + "scalars.beginning=cosine", {"'cosine'", "'cosines'"}},
                 {run + "scalars.gradient_x=[1.0]", {"scalars.gradient_x has 1 numbers; give 2"}},
                 {run + "'scalars.schmidt=[0.7, 0.0]'", {"Schmidt", "above 0"}},
                 {run + "flow.mean_velocity=[1.0]", {"flow.mean_velocity has 1 numbers; give 3"}},
                 {run + "flow.shell_energies=[]", {"flow.shell_energies has 0 numbers; give 2"}},
                 {run + "flow.peak=0", {"flow.peak is 0"}},
                 {run + "flow.viscosity=-1", {"viscosity is -1"}},
                 {run + "time.scheme=rk5", {"'rk5'"}},
                 {run + "output.snapshot_precision=half", {"'half'"}}});
}

}  // namespace
}  // namespace weft::test
