// Json, with the reader and the writer of nlohmann/json: the one file that includes it.
#include "program/json.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "weft/layout.hpp"

namespace weft::cli {

// Between the two representations.
struct JsonText {
  using Other = nlohmann::ordered_json;

  static Other other_of(const Json& json) {
    return std::visit([](const auto& value) { return other_of_value(value); }, json.value_);
  }
  template <class Value>
  static Other other_of_value(const Value& value) {
    return value;
  }
  static Other other_of_value(const Json::Items& items) {
    Other list = Other::array();
    for (const Json& item : items) list.push_back(other_of(item));
    return list;
  }
  // Keys are different already: no search for an older one.
  static Other other_of_value(const Json::Members& members) {
    Other::object_t object;
    for (const auto& [key, value] : members)
      object.Other::object_t::Container::emplace_back(key, other_of(value));
    return Other(std::move(object));
  }

  static Json json_of(const Other& other) {
    switch (other.type()) {
      case Other::value_t::boolean:
        return other.get<bool>();
      case Other::value_t::number_integer:
        return other.get<std::int64_t>();
      case Other::value_t::number_unsigned:
        return other.get<std::uint64_t>();
      case Other::value_t::number_float:
        return other.get<double>();
      case Other::value_t::string:
        return other.get<std::string>();
      case Other::value_t::array: {
        Json list = Json::array();
        for (const Other& item : other) list.push_back(json_of(item));
        return list;
      }
      case Other::value_t::object: {
        Json object = Json::object();
        for (const auto& [key, value] : other.items()) object[key] = json_of(value);
        return object;
      }
      case Other::value_t::null:
      case Other::value_t::binary:
      case Other::value_t::discarded:
        break;
    }
    return nullptr;
  }

  // Of any of the kinds of numbers.
  template <class Number>
  static Number number_of(const Json& json) {
    return std::visit(
        [](const auto& value) -> Number {
          using Value = std::decay_t<decltype(value)>;
          if constexpr (std::is_arithmetic_v<Value> && !std::is_same_v<Value, bool>)
            return static_cast<Number>(value);
          else
            throw std::invalid_argument("a number was expected in JSON");
        },
        json.value_);
  }

  template <class T>
  static const T& value_of(const Json& json, const char* name) {
    if (const T* value = std::get_if<T>(&json.value_)) return *value;
    throw std::invalid_argument(std::string(name) + " was expected in JSON");
  }

  template <class T>
  static std::vector<T> list_of(const Json& json) {
    std::vector<T> list;
    for (const Json& item : value_of<Json::Items>(json, "a list")) list.push_back(item.get<T>());
    return list;
  }
};

Json::Json() = default;
Json::Json(const Json& other) = default;
Json::Json(Json&& other) noexcept = default;
Json::~Json() = default;
Json::Json(std::string text) : value_(std::move(text)) {}

Json& Json::operator=(Json other) noexcept {
  value_.swap(other.value_);
  return *this;
}

Json::Json(std::initializer_list<Json> items) {
  const bool is_object = std::all_of(items.begin(), items.end(), [](const Json& item) {
    return item.is_array() && item.size() == 2 && std::holds_alternative<std::string>(item[0].value_);
  });
  *this = is_object ? object() : array();
  for (const Json& item : items)
    if (is_object)
      (*this)[item[0].get<std::string>()] = item[1];
    else
      push_back(item);
}

Json Json::array(std::initializer_list<Json> items) {
  Json list;
  list.value_.emplace<Items>(items);
  return list;
}

Json Json::object() {
  Json object;
  object.value_.emplace<Members>();
  return object;
}

void Json::set(bool value) { value_ = value; }
void Json::set(std::int64_t value) { value_ = value; }
void Json::set(std::uint64_t value) { value_ = value; }
void Json::set(double value) { value_ = value; }

bool Json::contains(const std::string& key) const {
  return members() != nullptr && std::any_of(members()->begin(), members()->end(),
                                             [&](const auto& member) { return member.first == key; });
}

std::size_t Json::size() const {
  if (is_array()) return std::get<Items>(value_).size();
  return members() != nullptr ? members()->size() : 0;
}

void Json::push_back(Json item) {
  if (is_null()) *this = array();
  if (!is_array()) throw std::invalid_argument("only a list of JSON grows");
  std::get<Items>(value_).push_back(std::move(item));
}

const Json& Json::operator[](std::size_t i) const { return begin()[i]; }

const Json* Json::begin() const { return is_array() ? std::get<Items>(value_).data() : nullptr; }

Json& Json::operator[](const std::string& key) {
  if (is_null()) *this = object();
  auto* members = std::get_if<Members>(&value_);
  if (members == nullptr) throw std::invalid_argument("only an object of JSON has keys");
  for (auto& [known, value] : *members)
    if (known == key) return value;
  return members->emplace_back(key, Json()).second;
}

const Json& Json::operator[](const std::string& key) const {
  if (members() != nullptr)
    for (const auto& [known, value] : *members())
      if (known == key) return value;
  throw std::out_of_range("there is no key " + key + " in JSON");
}

void Json::update(const Json& other) {
  for (const auto& [key, value] : JsonText::value_of<Members>(other, "an object")) (*this)[key] = value;
}

template <>
bool Json::get() const {
  return JsonText::value_of<bool>(*this, "true or false");
}
template <>
int Json::get() const {
  return JsonText::number_of<int>(*this);
}
template <>
Index Json::get() const {
  return JsonText::number_of<Index>(*this);
}
template <>
double Json::get() const {
  return JsonText::number_of<double>(*this);
}
template <>
std::string Json::get() const {
  return JsonText::value_of<std::string>(*this, "a text");
}
template <>
std::vector<int> Json::get() const {
  return JsonText::list_of<int>(*this);
}
template <>
std::vector<Index> Json::get() const {
  return JsonText::list_of<Index>(*this);
}
template <>
std::vector<double> Json::get() const {
  return JsonText::list_of<double>(*this);
}
template <>
std::vector<std::string> Json::get() const {
  return JsonText::list_of<std::string>(*this);
}

bool Json::operator==(const Json& other) const {
  return JsonText::other_of(*this) == JsonText::other_of(other);
}

std::string Json::text() const { return JsonText::other_of(*this).dump(2); }

std::string Json::ascii_line() const {
  return JsonText::other_of(*this).dump(-1, ' ', true, JsonText::Other::error_handler_t::replace);
}

Json Json::parse(const std::string& text) { return JsonText::json_of(JsonText::Other::parse(text)); }

bool Json::is_json(const std::string& text) { return JsonText::Other::accept(text); }

}  // namespace weft::cli
