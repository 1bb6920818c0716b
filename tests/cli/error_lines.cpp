// How a wrong command line is run, and what is asked of its end.
#include "error_lines.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <set>
#include <sstream>

#include "agree.hpp"
#include "program/fftw_library.hpp"
#include "program/program.hpp"

extern char** environ;  // NOLINT(readability-redundant-declaration): not every unistd.h has it

namespace weft::test {

namespace {

namespace fs = std::filesystem;

// What is written to a file descriptor while this lives.
class Captured {
 public:
  explicit Captured(int descriptor) : descriptor_(descriptor), file_(std::tmpfile()) {
    flush();
    before_ = dup(descriptor_);
    dup2(fileno(file_), descriptor_);
  }
  ~Captured() { end(); }
  Captured(const Captured&) = delete;
  Captured& operator=(const Captured&) = delete;
  std::string end() {
    if (before_ < 0) return "";
    flush();
    dup2(before_, descriptor_);
    close(before_);
    before_ = -1;
    std::string text;
    std::rewind(file_);
    for (int c = std::fgetc(file_); c != EOF; c = std::fgetc(file_)) text += static_cast<char>(c);
    std::fclose(file_);
    return text;
  }

 private:
  static void flush() {
    std::cout.flush();
    std::cerr.flush();
    std::fflush(nullptr);
  }
  int descriptor_;
  std::FILE* file_;
  int before_ = -1;
};

std::string replaced(std::string text, const std::string& folder) {
  for (std::size_t at = 0; (at = text.find('@', at)) != std::string::npos; at += folder.size())
    text.replace(at, 1, folder);
  return text;
}

// "a 'b c' ''" as three words.
std::vector<std::string> words_of(const std::string& line) {
  std::vector<std::string> words;
  bool is_quoted = false, is_in_word = false;
  for (const char c : line) {
    if (c == ' ' && !is_quoted) {
      is_in_word = false;
      continue;
    }
    if (!is_in_word) words.emplace_back();
    is_in_word = true;
    if (c == '\'')
      is_quoted = !is_quoted;
    else
      words.back() += c;
  }
  return words;
}

struct Outcome {
  int status = 0;
  std::string output, errors;
};

// What main() does, between MPI_Init and MPI_Finalize.
Outcome run(const std::vector<std::string>& words) {
  std::vector<std::string> texts = {"weft"};
  texts.insert(texts.end(), words.begin(), words.end());
  std::vector<char*> argv;
  for (std::string& text : texts) argv.push_back(text.data());
  argv.push_back(nullptr);
  const int argc = static_cast<int>(texts.size());
  Captured output(STDOUT_FILENO), errors(STDERR_FILENO);
  Outcome outcome;
  const std::string early_problem = cli::use_fftw_library(argc, argv.data());
  cli::Session session = cli::make_session(MPI_COMM_WORLD, argc, argv.data());
  outcome.status = cli::run_program(session, early_problem, argc, argv.data());
  cli::free(session);
  outcome.errors = errors.end();
  outcome.output = output.end();
  return outcome;
}

// Everything outside that a line could change: files with their content, environment, current folder.
std::set<std::string> surroundings(const std::string& folder) {
  std::set<std::string> all = {"in " + fs::current_path().string()};
  for (char** variable = environ; *variable != nullptr; ++variable) all.insert(*variable);
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    const bool is_file = fs::is_regular_file(entry.symlink_status());  // a pipe would be waited for
    std::ifstream file(is_file ? entry.path() : fs::path(), std::ios::binary);
    all.insert(entry.path().string() + ": " + std::string(std::istreambuf_iterator<char>(file), {}));
  }
  return all;
}

// What is not as it should be; empty: nothing.
std::string complaint_about(const Outcome& outcome, const std::vector<std::string>& words, bool is_root) {
  const std::string told =
      fmt::format("status {}\nstdout: {}\nstderr: {}", outcome.status, outcome.output, outcome.errors);
  const std::string begin = "weft: error: ";
  if (outcome.status != 2) return "the status is not 2: " + told;
  if (!outcome.output.empty()) return "something is on standard output: " + told;
  if (!is_root) return outcome.errors.empty() ? "" : "another process than 0 speaks: " + told;
  if (!outcome.errors.starts_with(begin) || outcome.errors.find('\n') != outcome.errors.size() - 1)
    return "there is not one line \"weft: error: ...\": " + told;
  for (const std::string& word : words)
    if (outcome.errors.find(word) == std::string::npos) return "\"" + word + "\" is missing: " + told;
  return "";
}

}  // namespace

void WrongLines::SetUp() {
  std::vector<std::string> names;
  for (char** variable = environ; *variable != nullptr; ++variable)
    names.push_back(std::string(*variable).substr(0, std::string(*variable).find('=')));
  for (const std::string& name : names)  // but those that weft-run and the tests set
    if (name.starts_with("WEFT_") && !name.starts_with("WEFT_RUN") && !name.starts_with("WEFT_TEST"))
      unsetenv(name.c_str());
  setenv("WEFT_HOME", (folder_ / "home").c_str(), 1);
  setenv("WEFT_PROGRESS", "0", 1);
}

void WrongLines::write(const std::string& name, const std::string& content) const {
  if (rank_in(MPI_COMM_WORLD) == 0) std::ofstream(folder_ / name, std::ios::binary) << content;
  MPI_Barrier(MPI_COMM_WORLD);
}

void WrongLines::make_folder(const std::string& name) const {
  if (rank_in(MPI_COMM_WORLD) == 0) fs::create_directories(folder_ / name);
  MPI_Barrier(MPI_COMM_WORLD);
}

void WrongLines::expect_error(const WrongLine& wrong) const {
  if (wrong.processes != 0 && wrong.processes != size_of(MPI_COMM_WORLD)) return;
  const std::string folder = folder_ / "";
  std::vector<std::string> arguments = words_of(wrong.line), words = wrong.words;
  const std::string plain = folder.substr(0, folder.size() - 1);
  for (std::vector<std::string>* list : {&arguments, &words})
    for (std::string& text : *list) text = replaced(text, plain);
  const std::set<std::string> before = surroundings(folder);
  MPI_Barrier(MPI_COMM_WORLD);
  const Outcome outcome = run(arguments);
  std::string complaint = complaint_about(outcome, words, rank_in(MPI_COMM_WORLD) == 0);
  MPI_Barrier(MPI_COMM_WORLD);
  if (surroundings(folder) != before) complaint += "\nfiles, environment or current folder were changed";
  MPI_Barrier(MPI_COMM_WORLD);
  expect_no_complaint(MPI_COMM_WORLD, complaint.empty() ? "" : "weft " + wrong.line + ": " + complaint);
}

void WrongLines::expect_errors(const std::vector<WrongLine>& table) const {
  for (const WrongLine& wrong : table) expect_error(wrong);
}

std::string npy_with_header(const std::string& header, std::size_t n_bytes) {
  const std::string length = {static_cast<char>(header.size() % 256), static_cast<char>(header.size() / 256)};
  return std::string("\x93NUMPY\x01\x00", 8) + length + header + std::string(n_bytes, '\0');
}

std::string npy_of_zeros(const std::string& descr, const std::string& shape, std::size_t n_bytes) {
  std::string header = fmt::format("{{'descr': '{}', 'fortran_order': False, 'shape': {}, }}", descr, shape);
  header.resize(117, ' ');  // the data begin at byte 128
  return npy_with_header(header + "\n", n_bytes);
}

}  // namespace weft::test
