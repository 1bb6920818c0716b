// What a check of `weft doctor` says.
#pragma once

#include <string>
#include <utility>

namespace weft::cli {

enum class Level { ok, hint, warning, problem };

// "ok", "hint", "warning", "problem"
std::string name_of(Level level);

struct Finding {
  Level level = Level::ok;
  std::string text;    // what was found
  std::string remedy;  // what to do; empty where it is ok
};

inline Finding ok(std::string text) { return {Level::ok, std::move(text), ""}; }
inline Finding hint(std::string text, std::string remedy) {
  return {Level::hint, std::move(text), std::move(remedy)};
}
inline Finding warning(std::string text, std::string remedy) {
  return {Level::warning, std::move(text), std::move(remedy)};
}
inline Finding problem(std::string text, std::string remedy) {
  return {Level::problem, std::move(text), std::move(remedy)};
}

}  // namespace weft::cli
