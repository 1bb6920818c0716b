// The command line: what the commands declare, and what was typed.
//
// CLI11 does the work and is included by arguments.cpp alone: its headers are templates and checks made anew
// in each file that sees them, 5 to 9 seconds of compilation each. The words here are those that the commands
// need.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "weft/layout.hpp"

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace weft::cli {

// What is wrong with the text of a value, in words; empty: nothing.
using Rule = std::string (*)(const std::string& text);

// One option of a command, or one of its words without a dash. A name for it: copies are the same option.
class Argument {
 public:
  explicit Argument(CLI::Option* option) : option_(option) {}
  const Argument& type_name(const std::string& name) const;  // of the value, as the help shows it
  const Argument& description(const std::string& text) const;
  const Argument& check(Rule rule) const;            // of every value
  const Argument& show_default() const;              // in the help: the value that the variable has now
  const Argument& one_value() const;                 // each time it is given, though its variable is a list
  const Argument& value_or(const char* text) const;  // the value may be left out, and is `text` then
  const Argument& required() const;
  const Argument& needs(Argument other) const;
  const Argument& excludes(Argument other) const;

 private:
  CLI::Option* option_;
};

// A Rule: a whole number from 1 on.
std::string at_least_one(const std::string& text);

// The options and commands of a command. A name for them: copies are the same command.
class Arguments {
 public:
  explicit Arguments(CLI::App* app) : app_(app) {}
  // The same, but what is added by it stands under this title in the help.
  Arguments group(const std::string& title) const;
  // `names` as "-o,--output", or FILE for a word without a dash. The variable must live until it is parsed,
  // and has the default: a std::string, int, Index, list of texts, or a text or int that may be left out.
  template <class Value>
  Argument add(const std::string& names, Value& variable, const std::string& description) const;
  // A number from 1 on, whose default is shown.
  Argument add_count(const std::string& names, int& variable, const std::string& description) const;
  Argument add_flag(const std::string& names, bool& variable, const std::string& description) const;
  Arguments add_command(const std::string& name, const std::string& description) const;
  void require_command() const;                // exactly one of those added
  void footer(const std::string& text) const;  // of the help
  Argument option(const std::string& name) const;
  bool has_command(const std::string& name) const;  // whether it was typed
  std::vector<std::string> given() const;           // names of the options that were typed

 private:
  Argument in_group(CLI::Option* option) const;

  CLI::App* app_;
  std::string group_;  // empty: that of options without a title
};

// The command line of a program.
class CommandLine {
 public:
  CommandLine(const std::string& program, const std::string& description);
  ~CommandLine();
  CommandLine(const CommandLine&) = delete;
  CommandLine& operator=(const CommandLine&) = delete;
  Arguments arguments() const;
  void add_version(const std::string& text, const std::string& description);
  // Sets the variables. Returns the text that --help or --version ask for, if they were typed. Throws
  // Error(invalid_argument) in words, with the nearest word that would be right.
  std::optional<std::string> parse(int argc, const char* const* argv);

 private:
  std::unique_ptr<CLI::App> app_;
};

}  // namespace weft::cli
