// The words of arguments.hpp, said by CLI11: the one file that includes it.
#include "program/arguments.hpp"

#include <fmt/format.h>

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <sstream>

#include "program/text.hpp"
#include "weft/error.hpp"

namespace weft::cli {

namespace {

std::vector<std::string> option_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::Option* option : app.get_options()) names.push_back(option->get_name());
  return names;
}

std::vector<std::string> subcommands_of(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* sub : app.get_subcommands({})) names.push_back(sub->get_name());
  return names;
}

// The subcommand that was parsed last and deepest.
const CLI::App& deepest(const CLI::App& app) {
  const auto parsed = app.get_subcommands();
  return parsed.empty() ? app : deepest(*parsed.back());
}

// "weft bench"
std::string full_name(const CLI::App& app) {
  return app.get_parent() == nullptr ? app.get_name() : full_name(*app.get_parent()) + " " + app.get_name();
}

// What is wrong with the command line, in words, with the nearest word that would be right.
std::string complaint(const CLI::App& app, const CLI::ParseError& problem) {
  const std::string name = full_name(app);
  const std::vector<std::string> commands_here = subcommands_of(app);
  if (const std::vector<std::string> unknown = app.remaining(); !unknown.empty()) {
    const std::string word = unknown.front().substr(0, unknown.front().find('='));
    if (word.starts_with('-'))
      return fmt::format("{}: there is no option {}{}", name, word, hint_for(word, option_names(app)));
    if (!commands_here.empty() && word == "help")
      return fmt::format("{0}: there is no command help; write {0} --help, or {0} COMMAND --help", name);
    if (!commands_here.empty())
      return fmt::format("{}: there is no command {}{}", name, word, hint_for(word, commands_here));
    return fmt::format("{}: \"{}\" is not expected here (see: {} --help)", name, word, name);
  }
  if (!commands_here.empty())
    return fmt::format("{}: which command? One of: {} (see: {} --help)", name, join(commands_here), name);
  return fmt::format("{}: {} (see: {} --help)", name, problem.what(), name);
}

}  // namespace

std::string at_least_one(const std::string& text) {
  const bool is_number = !text.empty() && text.find_first_not_of("0123456789") == std::string::npos;
  const bool is_zero = text.find_first_not_of('0') == std::string::npos;
  return is_number && !is_zero ? "" : "\"" + text + "\" is not a whole number from 1 on";
}

const Argument& Argument::type_name(const std::string& name) const {
  option_->type_name(name);
  return *this;
}

const Argument& Argument::description(const std::string& text) const {
  option_->description(text);
  return *this;
}

const Argument& Argument::check(Rule rule) const {
  option_->check(CLI::Validator([rule](std::string& text) { return rule(text); }, ""));
  return *this;
}

const Argument& Argument::show_default() const {
  option_->capture_default_str();
  return *this;
}

const Argument& Argument::one_value() const {
  option_->allow_extra_args(false);
  return *this;
}

const Argument& Argument::value_or(const char* text) const {
  option_->expected(0, 1)->default_str(text);
  return *this;
}

const Argument& Argument::required() const {
  option_->required();
  return *this;
}

const Argument& Argument::needs(Argument other) const {
  option_->needs(other.option_);
  return *this;
}

const Argument& Argument::excludes(Argument other) const {
  option_->excludes(other.option_);
  return *this;
}

Arguments Arguments::group(const std::string& title) const {
  Arguments titled(app_);
  titled.group_ = title;
  return titled;
}

Argument Arguments::in_group(CLI::Option* option) const {
  if (!group_.empty()) option->group(group_);
  return Argument(option);
}

template <class Value>
Argument Arguments::add(const std::string& names, Value& variable, const std::string& description) const {
  return in_group(app_->add_option(names, variable, description));
}
template Argument Arguments::add(const std::string&, std::string&, const std::string&) const;
template Argument Arguments::add(const std::string&, int&, const std::string&) const;
template Argument Arguments::add(const std::string&, Index&, const std::string&) const;
template Argument Arguments::add(const std::string&, std::vector<std::string>&, const std::string&) const;
template Argument Arguments::add(const std::string&, std::optional<std::string>&, const std::string&) const;
template Argument Arguments::add(const std::string&, std::optional<int>&, const std::string&) const;

Argument Arguments::add_count(const std::string& names, int& variable, const std::string& description) const {
  return add(names, variable, description).type_name("N").check(at_least_one).show_default();
}

Argument Arguments::add_flag(const std::string& names, bool& variable, const std::string& description) const {
  return in_group(app_->add_flag(names, variable, description));
}

Arguments Arguments::add_command(const std::string& name, const std::string& description) const {
  return Arguments(app_->add_subcommand(name, description));
}

void Arguments::require_command() const { app_->require_subcommand(1); }

void Arguments::footer(const std::string& text) const { app_->footer(text); }

Argument Arguments::option(const std::string& name) const { return Argument(app_->get_option(name)); }

bool Arguments::has_command(const std::string& name) const { return app_->got_subcommand(name); }

std::vector<std::string> Arguments::given() const {
  std::vector<std::string> names;
  for (const CLI::Option* option : app_->get_options())
    if (option->count() > 0) names.push_back(option->get_name());
  return names;
}

CommandLine::CommandLine(const std::string& program, const std::string& description)
    : app_(std::make_unique<CLI::App>(description, program)) {}

CommandLine::~CommandLine() = default;

Arguments CommandLine::arguments() const { return Arguments(app_.get()); }

void CommandLine::add_version(const std::string& text, const std::string& description) {
  app_->set_version_flag("--version", text, description);
}

std::optional<std::string> CommandLine::parse(int argc, const char* const* argv) {
  try {
    app_->parse(argc, argv);
  } catch (const CLI::Success& asked) {  // --help, --version
    if (!app_->remaining(true).empty()) fail(complaint(deepest(*app_), asked));
    std::ostringstream text, nowhere;
    app_->exit(asked, text, nowhere);
    return text.str();
  } catch (const CLI::ParseError& problem) {
    fail(complaint(deepest(*app_), problem));
  }
  return std::nullopt;
}

}  // namespace weft::cli
