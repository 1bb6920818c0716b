// Settings files, read by toml++.
#include "common/keys.hpp"

#include <toml++/toml.h>

#include <algorithm>
#include <cmath>

#include "weft/error.hpp"
#include "weft/words.hpp"

namespace weft::apps {
namespace {

struct File {
  std::string name;
  bool has_lines = false;  // worth telling

  [[noreturn]] void fail(const toml::source_region& where, const std::string& why) const {
    const std::string line =
        has_lines && where.begin.line > 0 ? ", line " + std::to_string(where.begin.line) : "";
    weft::fail(name + line + ": " + why);
  }
  [[noreturn]] void fail(const toml::node& node, const std::string& why) const { fail(node.source(), why); }

  toml::table parse(const std::string& text) const {
    try {
      return toml::parse(text, name);
    } catch (const toml::parse_error& error) {
      fail(error.source(), std::string(error.description()));
    }
  }
};

template <class T>
T value_of(const File& file, const std::string& key, const toml::node& node, const char* kind) {
  const std::optional<T> value = node.value_exact<T>();
  if (!value) file.fail(node, "'" + key + "' is " + kind);
  return *value;
}

double number_of(const File& file, const std::string& key, const toml::node& node) {
  if (!node.is_number()) file.fail(node, "'" + key + "' is a number");
  const double value = node.value<double>().value_or(NAN);
  if (!std::isfinite(value)) file.fail(node, "'" + key + "' is a finite number");
  return value;
}

void read(const File& file, const std::string& key, const toml::node& node, Index& value) {
  value = value_of<std::int64_t>(file, key, node, "a whole number");
}
void read(const File& file, const std::string& key, const toml::node& node, double& value) {
  value = number_of(file, key, node);
}
void read(const File& file, const std::string& key, const toml::node& node, bool& value) {
  value = value_of<bool>(file, key, node, "true or false");
}
void read(const File& file, const std::string& key, const toml::node& node, std::string& value) {
  value = value_of<std::string>(file, key, node, "a text, in quotes");
}
void read(const File& file, const std::string& key, const toml::node& node, std::vector<double>& value) {
  if (!node.is_array()) file.fail(node, "'" + key + "' is a list of numbers, in brackets");
  value.clear();
  for (const toml::node& item : *node.as_array()) value.push_back(number_of(file, key, item));
}
void read(const File& file, const Key& key, const toml::node& node) {
  std::visit([&](auto* value) { read(file, key.name, node, *value); }, key.value);
}

std::string table_of(const std::string& key) {
  const std::size_t dot = key.find('.');
  return dot == std::string::npos ? "" : key.substr(0, dot);
}

// The keys of the table that was meant, or all tables if there is none of its name.
[[noreturn]] void fail_unknown_key(const File& file, const toml::node& node, const std::string& name,
                                   const std::vector<Key>& keys) {
  std::vector<std::string> here, all;
  for (const Key& key : keys) {
    all.push_back(key.name);
    if (table_of(key.name) == table_of(name)) here.push_back(key.name);
  }
  file.fail(node, "there is no key '" + name + "'; the nearest is '" + nearest(name, all) + "'" +
                      (here.empty() ? "" : " (known here: " + join(here) + ")"));
}

void read_table(const File& file, const toml::table& table, const std::string& prefix,
                const std::vector<Key>& keys) {
  for (const auto& [word, node] : table) {
    const std::string name = prefix + std::string(word.str());
    const auto key = std::find_if(keys.begin(), keys.end(), [&](const Key& k) { return k.name == name; });
    if (key != keys.end())
      read(file, *key, node);
    else if (node.is_table() && prefix.empty() &&
             std::any_of(keys.begin(), keys.end(), [&](const Key& k) { return table_of(k.name) == name; }))
      read_table(file, *node.as_table(), name + ".", keys);
    else
      fail_unknown_key(file, node, name, keys);
  }
}

std::string in_words(Index value) { return std::to_string(value); }
std::string in_words(double value) { return exact_number(value); }
std::string in_words(bool value) { return value ? "true" : "false"; }
std::string in_words(const std::string& value) { return in_quotes(value); }
std::string in_words(const std::vector<double>& value) {
  std::vector<std::string> words;
  for (const double number : value) words.push_back(exact_number(number));
  return "[" + join(words) + "]";
}

}  // namespace

void read_keys(const std::string& file, const std::string& text, const std::vector<Key>& keys) {
  const File of{file, true};
  read_table(of, of.parse(text), "", keys);
}

void set_key(const std::string& what, const std::string& word, const std::vector<Key>& keys) {
  const std::size_t equals = word.find('=');
  if (equals == std::string::npos || equals == 0)
    fail(what + ": \"" + word + "\" is no setting; write KEY=VALUE, as time.step=0.01");
  const std::string name = word.substr(0, equals), value = word.substr(equals + 1);
  toml::table table;
  try {
    table = toml::parse("value = " + value);
  } catch (const toml::parse_error&) {
    table.insert("value", value);
  }
  const File of{what};
  const toml::node& node = *table.get("value");
  for (const Key& key : keys) {
    if (key.name != name) continue;
    auto* const* text = std::get_if<std::string*>(&key.value);
    if (text == nullptr || node.is_string()) return read(of, key, node);
    **text = value;  // as 1 or yes, which texts may be
    return;
  }
  fail_unknown_key(of, node, name, keys);
}

std::string text_in(const std::string& file, const std::string& text, const std::string& name) {
  const File of{file, true};
  const toml::table table = of.parse(text);
  const toml::node* node = table.get(name);
  return node == nullptr ? "" : value_of<std::string>(of, name, *node, "a text, in quotes");
}

std::string written(const std::vector<Key>& keys) {
  std::string text, table;
  for (const Key& key : keys) {
    if (table_of(key.name) != table) {
      table = table_of(key.name);
      text += "\n[" + table + "]\n";
    }
    const std::string line = key.name.substr(table.empty() ? 0 : table.size() + 1) + " = " +
                             std::visit([](const auto* value) { return in_words(*value); }, key.value);
    text += line + std::string(line.size() < 32 ? 32 - line.size() : 1, ' ') + " # " + key.meaning + "\n";
  }
  return text;
}

}  // namespace weft::apps
