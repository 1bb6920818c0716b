// Wrong command lines of the commands that read no files of the user: each is one error in words.

#include <cstdlib>

#include "error_lines.hpp"

namespace weft::test {
namespace {

using AnyCommand = WrongLines;
using Npb = WrongLines;
using Bench = WrongLines;
using Tune = WrongLines;
using Model = WrongLines;

TEST_F(AnyCommand, is_said_to_be_unknown_or_missing) {
  expect_errors(
      {{"",
        {"which command",
         "info, bench, fft, run, spectrum, slice, plot, report, npb, tune, model, calibrate, doctor"}},
       {"bnech", {"no command bnech", "did you mean bench?"}},
       {"help", {"no command help", "weft --help"}},
       {"bogus --help", {"no command bogus", "did you mean"}},
       {"bench --bogus --help", {"no option --bogus"}},
       {"--versoin", {"no option --versoin", "did you mean --version?"}},
       {"info extra", {"\"extra\" is not expected"}},
       {"doctor --jsno x", {"no option --jsno", "did you mean --json?"}},
       {"doctor --json /no/such/folder/file", {"/no/such/folder/file", "--json"}},
       {"calibrate --show --quick", {"--show", "--quick"}},
       {"calibrate --sow", {"--show"}},
       {"report -o @/page.html", {"RESULTS"}},
       {"report @/one.json", {"--output"}}});
}

TEST_F(AnyCommand, tells_a_wrong_number_of_processes_on_a_node) {
  setenv("WEFT_PROCESSES_PER_NODE", "few", 1);
  expect_error({"doctor", {"WEFT_PROCESSES_PER_NODE", "'few'"}, 2});
  unsetenv("WEFT_PROCESSES_PER_NODE");
}

TEST_F(Npb, refuses_wrong_words) {
  write("words", "1 one two\n");
  write("five", "1 1 1\n2 1 1\n3 1 1\n4 1 1\n5 1 1\n");
  expect_errors({{"npb", {"which command", "ft"}},
                 {"npb gt", {"no command gt", "did you mean ft?"}},
                 {"npb ft --class Q", {"--class", "no Q", "S, W, A, B, C"}},
                 {"npb ft --class D", {"class D", "--reference"}},
                 {"npb ft --clas=S", {"no option --clas", "did you mean --class?"}},
                 {"npb ft --reference /no/such/file", {"cannot read /no/such/file"}},
                 {"npb ft --class S --reference @/five", {"5 checksums", "6 iterations"}},
                 {"npb ft --class S --reference @/words", {"three numbers"}},
                 {"npb ft --set exchange=p2p --exchange p2p", {"--exchange and --set exchange=p2p"}},
                 {"npb ft --set exchange", {"KEY=VALUE"}},
                 {"npb ft --set colour=red", {"colour"}},
                 {"npb ft --set overwrite_input=yes", {"overwrite_input=yes", "leave it out"}}});
}

TEST_F(Npb, refuses_what_cannot_be_compared) {
  expect_errors({{"npb ft --compare p2p,p2p", {"p2p is there twice"}},
                 {"npb ft --compare p2p,,alltoallv", {"a part is empty"}},
                 {"npb ft --compare p2p,alltoal", {"alltoal"}},
                 {"npb ft --compare p2p --exchange p2p", {"--compare"}},
                 {"npb ft --compare p2p --choice '1 native'", {"--compare"}},
                 {"npb ft --repeats 3", {"--compare"}}});
}

TEST_F(Bench, refuses_what_is_no_transform) {
  expect_errors({{"bench --shpae 8x8x8", {"no option --shpae", "did you mean --shape?"}},
                 {"bench --shape", {"--shape", "missing"}},
                 {"bench --shape 8x8y8", {"--shape", "\"8x8y8\"", "like 256x256x129"}},
                 {"bench --shape 8x0x8", {"--shape", "\"8x0x8\""}},
                 {"bench --shape ''", {"--shape", "\"\""}},
                 {"bench --shape 2x2x2x2x2x2x2", {"axes"}},
                 {"bench --transform c2d", {"no c2d", "did you mean c2c?"}},
                 {"bench --transform c2r", {"did you mean r2c, whose backward transform it is?"}},
                 {"bench --precision float32", {"did you mean single?"}},
                 {"bench --dtype float", {"did you mean --precision, beside the transform"}},
                 {"bench --precision duoble", {"no duoble", "did you mean double?"}},
                 {"bench --axes 0,z", {"--axes", "\"0,z\""}},
                 {"bench --shape 8x8x8 --axes 0,3", {"3"}},
                 {"bench --shape 8x8x8 --kept 8x9x8", {"axis 1 has 8 points", "the modes of 9"}},
                 {"bench --fields -1", {"--fields", "\"-1\""}}});
}

TEST_F(Bench, refuses_what_cannot_be_measured) {
  write("old.json", "old");
  expect_errors(
      {{"bench --repeats 0", {"--repeats", "\"0\""}},
       {"bench --inner many", {"--inner", "\"many\""}},
       {"bench --peers fftw-mip", {"no fftw-mip", "did you mean fftw-mpi?"}},
       {"bench --shape 8x8x8 --peers nobody --json @/old.json", {"nobody"}},
       {"bench --shape 8x8x8 --peers exec:", {"exec:"}},
       {"bench --json /no/such/folder/file", {"/no/such/folder/file", "--json"}},
       {"bench --fftw-library /no/such/file.so", {"--fftw-library", "/no/such/file.so", "libfftw3.so"}},
       {"bench --fftw-library @/old.json", {"--fftw-library", "libfftw3.so"}}});
}

TEST_F(Bench, refuses_what_is_no_plan) {
  expect_errors({{"bench --exchange alltoallq", {"alltoallq", "alltoall"}},
                 {"bench --backend fftx", {"fftx", "fftw"}},
                 {"bench --grid 3x5", {"3x5"}},
                 {"bench --set exchange", {"--set", "KEY=VALUE"}},
                 {"bench --set exchnage=alltoallv", {"exchnage", "exchange"}},
                 {"bench --choice 'no such choice'", {"'no'"}},
                 {"bench --choice '1 native;'", {"'1 native;'", "empty part"}},
                 {"bench --choice '1 fftw' --grid 1", {"--choice", "--grid"}},
                 {"bench --choice '1 fftw' --tune=measure", {"--choice '1 fftw'", "--tune measure"}},
                 {"bench --choice all --tune=off", {"--choice all", "--tune off"}},
                 {"bench --choice all --exchange all", {"--choice all", "--exchange all"}},
                 {"bench --choice all --set wisdom=use", {"--choice all", "--set wisdom=use"}},
                 {"bench --backend all --tune=measure", {"--backend all", "--tune measure"}},
                 {"bench --tune=measure --set tune=off", {"--tune", "--set tune=off"}},
                 {"bench --tune=measre", {"no measre", "did you mean measure?"}},
                 {"bench --grid 1 --set grid=auto", {"--grid", "--set grid=auto"}}});
}

TEST_F(Tune, refuses_what_leaves_nothing_to_find) {
  expect_errors({{"tune --exchange all", {"all", "alltoallv"}},
                 {"tune --tune=off", {"no off", "estimate, measure, exhaustive"}},
                 {"tune --seconds soon", {"tune_seconds", "'soon'", "0: nothing is measured"}},
                 {"tune --again --set wisdom=ignore", {"--again", "--set wisdom=ignore"}},
                 {"tune --set 'choice=1 native'", {"'1 native'", "nothing to tune"}, 1},
                 {"tune --top 0", {"--top", "\"0\""}},
                 {"tune --shape 8x8y8", {"--shape", "like 256x256x129"}},
                 {"tune --shape 12x10x8 --grid 3", {"3", "2"}, 2},
                 {"tune --json /no/such/folder/file", {"/no/such/folder/file", "--json"}}});
}

TEST_F(Model, refuses_what_it_cannot_predict) {
  const std::string model = "model --machine gigabit-cluster ";
  expect_errors({{"model --machine none", {"no machine file none"}},
                 {"model --machine beowulf", {"beowulf-2001", "fat-tree-100g"}},
                 {model + "--processes 4:1", {"--processes", "goes down"}},
                 {model + "--processes 0", {"--processes", "1:1024"}},
                 {model + "--processes 1,,2", {"--processes"}},
                 {model + "--processes 1:99999999", {"16777216"}},
                 {model + "--processes 1:16777216:1", {"more than 10000"}},
                 {model + "--shape 64^", {"--shape", "256^3"}},
                 {model + "--shape 64^3^2", {"--shape"}},
                 {model + "--shape 2^65", {"--shape"}},
                 {model + "--program block", {"block-transpose"}},
                 {model + "--program block-transpose --grid 4", {"--grid"}},
                 {model + "--program block-transpose --transform c2c", {"real field"}},
                 {model + "--explain 3 --processes 1:8", {"--explain", "3"}},
                 {model + "--grid 2x3 --processes 5,7", {"none of the numbers of processes", "2x3"}},
                 {model + "--exchange pairwize", {"pairwise"}}});
}

}  // namespace
}  // namespace weft::test
