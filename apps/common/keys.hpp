// The keys of a settings file (TOML): each has a name, a meaning and a value that stands until the file says
// another one. What the file says is checked here as far as its kind goes: unknown keys, words instead of
// numbers. What values are possible, the owner of the settings checks.
//
//   [time]
//   step = 0.001       # time.step
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "weft/layout.hpp"

namespace weft::apps {

struct Key {
  std::string name;     // "time.step": in table [time]
  std::string meaning;  // one line, with units
  std::variant<Index*, double*, bool*, std::string*, std::vector<double>*> value;
};

// Reads the text of the file called `file` into the values of the keys; those that it does not say stay. Not
// collective. Error(invalid_argument) with file and line: no TOML, a key that is unknown (with the nearest
// known one) or twice in the file, a value of another kind.
void read_keys(const std::string& file, const std::string& text, const std::vector<Key>& keys);

// Reads "time.step=0.002" into the value of its key; texts need no quotes, whatever they look like
// (plan.lump=1). `what` says in errors where it stands. Not collective; Error(invalid_argument) as above.
void set_key(const std::string& what, const std::string& word, const std::vector<Key>& keys);

// The value of the text key `name` at the top of the file; empty if it is not there. Errors as above.
std::string text_in(const std::string& file, const std::string& text, const std::string& name);

// A settings file with all keys at their values, and their meanings as comments.
std::string written(const std::vector<Key>& keys);

}  // namespace weft::apps
