// Single values of machine files.
#include "machine/toml_values.hpp"

#include <climits>
#include <cmath>

#include "weft/words.hpp"

namespace weft::inline machine::toml_values {
namespace {

template <class T>
T exact_value(const toml::node& node, const char* expected) {
  const std::optional<T> value = node.value_exact<T>();
  if (!value) throw BadLine(&node, std::string("it should be ") + expected);
  return *value;
}

}  // namespace

std::string written(const std::string& value) { return in_quotes(value); }
std::string written(bool value) { return value ? "true" : "false"; }
// With a point or an exponent.
std::string written(double value) {
  const std::string text = exact_number(value);
  return text.find_first_of(".en") == std::string::npos ? text + ".0" : text;
}
std::string written(Index value) { return std::to_string(value); }
std::string written(int value) { return std::to_string(value); }
std::string written(Precision value) { return value == Precision::double_ ? "\"double\"" : "\"single\""; }

void read(const toml::node& node, std::string& value) { value = exact_value<std::string>(node, "a text"); }
void read(const toml::node& node, bool& value) { value = exact_value<bool>(node, "true or false"); }
void read(const toml::node& node, double& value) {
  if (!node.is_number()) throw BadLine(&node, "it should be a number");
  value = node.value<double>().value_or(0);
  if (!std::isfinite(value) || value <= 0) throw BadLine(&node, "it should be greater than 0, and finite");
}
void read(const toml::node& node, Index& value) {
  value = exact_value<std::int64_t>(node, "a whole number");
  if (value < 1) throw BadLine(&node, "it should be at least 1");
}
void read(const toml::node& node, int& value) {
  Index wide = 0;
  read(node, wide);
  if (wide > INT_MAX) throw BadLine(&node, "it is too large");
  value = static_cast<int>(wide);
}
void read(const toml::node& node, Precision& value) {
  const std::string text = exact_value<std::string>(node, "a text");
  if (text != "single" && text != "double") throw BadLine(&node, "it should be \"single\" or \"double\"");
  value = text == "double" ? Precision::double_ : Precision::single_;
}

const toml::array& array_of(const toml::node& node) {
  if (!node.is_array()) throw BadLine(&node, "it should be a list");
  return *node.as_array();
}

}  // namespace weft::toml_values
