#include "numbers_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "text.hpp"
#include "weft/error.hpp"

namespace weft::cli {

namespace {

constexpr double most_fact = 1e15;  // of those above 0

}  // namespace

NumbersFile::NumbersFile(const Session& session, const std::string& path)
    : path_(path),
      reader_(path, session.comm),
      attributes_(reader_.attributes("/")),
      known_(reader_.datasets()) {}

std::optional<std::string> NumbersFile::text(const std::string& name) const {
  const auto found = attributes_.find(name);
  if (found == attributes_.end()) return {};
  const auto* text = std::get_if<std::string>(&found->second);
  return text == nullptr ? std::nullopt : std::optional(*text);
}

void NumbersFile::expect(std::string contents, std::string ending) {
  contents_ = std::move(contents);
  ending_ = std::move(ending);
}

void NumbersFile::refuse(const std::string& why) const {
  fail(fmt::format("{} {}; give {} as weft run writes it: NAME{}", path_, why, contents_, ending_));
}

bool NumbersFile::has(const std::string& prefix) const {
  return std::any_of(known_.begin(), known_.end(),
                     [&](const std::string& name) { return name.starts_with(prefix); });
}

void NumbersFile::check_present(const std::vector<std::string>& datasets) const {
  std::vector<std::string> missing;
  for (const std::string& name : datasets)
    if (std::find(known_.begin(), known_.end(), name) == known_.end()) missing.push_back(name);
  if (!missing.empty()) refuse(fmt::format("has no dataset of numbers {}", join(missing)));
}

std::optional<double> NumbersFile::number(const std::string& name) const {
  const auto found = attributes_.find(name);
  if (found == attributes_.end()) return {};
  if (const auto* number = std::get_if<double>(&found->second)) return *number;
  if (const auto* whole = std::get_if<std::int64_t>(&found->second)) return static_cast<double>(*whole);
  return {};
}

Facts NumbersFile::facts(const std::vector<std::string>& any,
                         const std::vector<std::string>& positive) const {
  Facts facts;
  const auto add = [&](const std::string& name) {
    const std::optional<double> value = number(name);
    if (!value || !std::isfinite(*value)) refuse(fmt::format("has no number {} among its attributes", name));
    facts[name] = *value;
  };
  for (const std::string& name : any) add(name);
  for (const std::string& name : positive) add(name);
  for (const std::string& name : positive)
    if (const double value = facts[name]; value <= 0 || value > most_fact)
      refuse(fmt::format("has the attribute {} = {:g}, which is no {}", name, value,
                         value <= 0 ? "value above 0" : "size of a flow"));
  return facts;
}

Index NumbersFile::length(const std::string& dataset) const {
  const Extents& shape = reader_.info(dataset).shape;
  if (shape.size() != 1 || shape[0] < 1)
    refuse(fmt::format("has {} values in {}, not a list", to_text(shape), dataset));
  return shape[0];
}

std::vector<double> NumbersFile::values(const std::string& dataset, const Extents& shape) const {
  const DatasetInfo& info = reader_.info(dataset);
  if (info.shape != shape)
    refuse(fmt::format("has {} values in {}, not {}", to_text(info.shape), dataset, to_text(shape)));
  if (!info.element.is_real) refuse(fmt::format("has complex numbers in {}", dataset));
  Box whole;
  Axes order;
  Index n = 1;
  for (const Index length : shape) {
    order.push_back(static_cast<int>(whole.ranges.size()));
    whole.ranges.push_back(Range{0, length});
    n *= length;
  }
  std::vector<double> values(static_cast<std::size_t>(n));
  reader_.read_region(dataset, whole, dense_storage(shape, order), element_type<double>(), values.data(),
                      {.convert = true});
  for (const double value : values)
    if (!std::isfinite(value)) refuse(fmt::format("has values in {} that are not numbers", dataset));
  return values;
}

std::string NumbersFile::units(const std::string& dataset) const {
  const Attributes& attributes = reader_.info(dataset).attributes;
  const auto found = attributes.find("units");
  const auto* text = found == attributes.end() ? nullptr : std::get_if<std::string>(&found->second);
  return text == nullptr ? "" : *text;
}

void NumbersFile::check_ascending(const std::string& dataset, const std::vector<double>& values) const {
  for (std::size_t i = 1; i < values.size(); ++i)
    if (!(values[i] > values[i - 1])) refuse(fmt::format("has values in {} that do not ascend", dataset));
}

}  // namespace weft::cli
