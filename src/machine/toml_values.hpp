// Single values of TOML files: how they are written, and reading them with all that can be wrong.
#pragma once

#include <toml++/toml.h>
#include <string>

#include "weft/error.hpp"
#include "weft/layout.hpp"
#include "weft/problem.hpp"

namespace weft::inline machine::toml_values {

// A line of the file that is wrong: what() says why.
struct BadLine : Error {
  BadLine(const toml::node* node, const std::string& why)
      : Error(ErrorCode::invalid_argument, why), line(node != nullptr ? node->source().begin.line : 0) {}
  toml::source_index line;  // 0: not known
};

std::string written(const std::string& value);
std::string written(bool value);
std::string written(double value);  // read back as the same number
std::string written(Index value);
std::string written(int value);
std::string written(Precision value);

// Throw BadLine unless the node is of this kind: numbers greater than 0 and finite, whole ones at least 1.
void read(const toml::node& node, std::string& value);
void read(const toml::node& node, bool& value);
void read(const toml::node& node, double& value);
void read(const toml::node& node, Index& value);
void read(const toml::node& node, int& value);
void read(const toml::node& node, Precision& value);
const toml::array& array_of(const toml::node& node);

}  // namespace weft::toml_values
