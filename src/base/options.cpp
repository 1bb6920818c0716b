// Options of any object: texts by key, checked by the table of the object.
#include "weft/options.hpp"

#include <charconv>
#include <cstdint>

#include "base/option_table.hpp"

namespace weft {

std::size_t OptionTable::find(const std::string& key) const {
  std::vector<std::string> keys;
  for (const OptionRow& row : rows) {
    if (row.key == key) return keys.size();
    keys.push_back(row.key);
  }
  fail_unknown(what(), keys, key);
}

void OptionTable::check_object(const Options& options) const {
  if (options.object() != object)
    fail("options of a " + options.object() + " were given to a " + object + "; give it options of a " +
         object);
}

void OptionTable::fail_value(std::size_t i, const std::string& value) const {
  const std::string name = what() + " " + rows[i].key;
  if (rows[i].values.find(' ') == std::string::npos) known_value(name, value, split(rows[i].values, '|'));
  fail(name + " is '" + value + "'; give " + rows[i].values);
}

Options& Options::set(const std::string& key, const std::string& value) {
  table_->check(table_->find(key), value);
  values_[key] = value;
  return *this;
}

Options& Options::set(OptionTexts texts) {
  for (const auto& [key, value] : texts) set(key, value);
  return *this;
}

std::string Options::get(const std::string& key) const {
  const std::size_t i = table_->find(key);
  const auto found = values_.find(key);
  return found != values_.end() ? found->second : table_->rows[i].standard;
}

const std::string& Options::object() const { return table_->object; }

}  // namespace weft

namespace weft::inline base {

namespace {

template <class Number>
std::optional<Number> all_of(const std::string& text) {
  Number number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return number;
}

}  // namespace

std::optional<std::int64_t> whole_of(const std::string& text) { return all_of<std::int64_t>(text); }
std::optional<double> number_of(const std::string& text) { return all_of<double>(text); }

}  // namespace weft::inline base
