// Command lines: words, one a line, as the program declares them, and what those of a benchmark mean.
#include "bench/request.hpp"
#include "program/arguments.hpp"
#include "program/command.hpp"
#include "program/program.hpp"
#include "program/text.hpp"
#include "target.hpp"
#include "weft/words.hpp"

namespace weft::fuzz {
namespace {

// No command is run: a right one may take hours, and writes files.
void parse_as_program(const std::vector<const char*>& words) {
  cli::CommandLine line("weft", "");
  const cli::Arguments arguments = line.arguments();
  arguments.require_command();
  std::vector<cli::Run> runs;
  for (const cli::Command& command : cli::command_table())
    runs.push_back(command.configure(arguments.add_command(command.name, command.summary)));
  line.parse(static_cast<int>(words.size()), words.data());
}

void parse_as_benchmark(const std::vector<const char*>& words) {
  cli::CommandLine line("weft", "");
  cli::BenchRequest request;
  add_options(line.arguments(), request);
  line.parse(static_cast<int>(words.size()), words.data());
  ends_well([&] { problem_of(request); });
  ends_well([&] { plans_of(request); });
  ends_well([&] { tuning_options(request); });
}

}  // namespace

bool parse_command_line(const std::string& input) {
  const std::vector<std::string> texts = split(input.substr(0, input.find('\0')), '\n');
  std::vector<const char*> words = {"weft"};
  for (const std::string& text : texts) words.push_back(text.c_str());
  const bool is_right = ends_well([&] { parse_as_program(words); });
  ends_well([&] { parse_as_benchmark(words); });
  for (const std::string& text : texts) {
    ends_well([&] { cli::parse_lengths("--shape", text); });
    ends_well([&] { cli::parse_axes("--axes", text); });
    ends_well([&] { cli::parse_counts("--processes", text); });
  }
  return is_right;
}

}  // namespace weft::fuzz
