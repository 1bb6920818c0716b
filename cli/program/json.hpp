// Values of JSON: what reports for other programs are made of.
//
// nlohmann/json reads and writes the text and is included by json.cpp alone: its header and the templates
// made anew in each of 30 files took half of the time in which the program compiles; for the same reason no
// member that copies a value is defined here. The members of an object keep the order in which they came.
//
// Items in braces are an object if all of them are pairs that begin with a text, else a list:
//   Json report = {{"name", "x"}, {"seconds", {1.5, 2.5}}};
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace weft::cli {

class Json {
 public:
  Json();
  Json(std::nullptr_t) : Json() {}
  Json(const char* text) : Json(std::string(text)) {}
  Json(std::string text);
  template <class Number>
  requires std::is_arithmetic_v<Number> Json(Number number) : Json() {
    if constexpr (std::is_same_v<Number, bool>)
      set(number);
    else if constexpr (std::is_floating_point_v<Number>)
      set(static_cast<double>(number));
    else if constexpr (std::is_signed_v<Number>)
      set(static_cast<std::int64_t>(number));
    else
      set(static_cast<std::uint64_t>(number));
  }
  // A list of the items of a container, or an object of those of a map with texts as keys.
  template <class Container>
  requires(!std::is_convertible_v<Container, std::string>) && requires(const Container& c) {
    c.begin() != c.end();
  }
  Json(const Container& container) : Json() {
    if constexpr (requires { typename Container::mapped_type; }) {
      *this = object();
      for (const auto& [key, value] : container) (*this)[key] = value;
    } else {
      *this = array();
      for (const auto& item : container) push_back(item);
    }
  }
  Json(std::initializer_list<Json> items);
  template <class Other>
  Json(Other*) = delete;  // else it would be a truth

  Json(const Json& other);
  Json(Json&& other) noexcept;
  Json& operator=(Json other) noexcept;  // not by reference: it may be a part of this one
  ~Json();

  static Json array(std::initializer_list<Json> items = {});
  static Json object();
  // Of a text. Throws std::exception if it is not is_json().
  static Json parse(const std::string& text);
  static bool is_json(const std::string& text);

  bool is_null() const { return value_.index() == 0; }
  bool is_array() const { return std::holds_alternative<Items>(value_); }
  bool contains(const std::string& key) const;
  // Items or members; 0 for what has none.
  std::size_t size() const;
  // Of an array; null may become one.
  void push_back(Json item);
  const Json& operator[](std::size_t i) const;
  const Json* begin() const;
  const Json* end() const { return begin() + size(); }
  // Of an object; null may become one, and a key that is new has null. There must be such a key if it is
  // const.
  Json& operator[](const std::string& key);
  const Json& operator[](const std::string& key) const;
  // Sets all members of the other object.
  void update(const Json& other);
  // The value as bool, int, Index, double, std::string, or a vector of the last four: its own type, but
  // numbers are converted. Throws std::exception for another type.
  template <class T>
  T get() const;
  bool operator==(const Json& other) const;

  // As a text of several lines. Throws std::exception for a text that is no UTF-8.
  std::string text() const;
  // In one line of ASCII; what is no UTF-8 is replaced.
  std::string ascii_line() const;

 private:
  friend struct JsonText;
  using Items = std::vector<Json>;
  using Members = std::vector<std::pair<std::string, Json>>;

  void set(bool value);
  void set(std::int64_t value);
  void set(std::uint64_t value);
  void set(double value);
  const Members* members() const { return std::get_if<Members>(&value_); }

  std::variant<std::nullptr_t, bool, std::int64_t, std::uint64_t, double, std::string, Items, Members> value_;
};

template <>
bool Json::get() const;
template <>
int Json::get() const;
template <>
std::int64_t Json::get() const;
template <>
double Json::get() const;
template <>
std::string Json::get() const;
template <>
std::vector<int> Json::get() const;
template <>
std::vector<std::int64_t> Json::get() const;
template <>
std::vector<double> Json::get() const;
template <>
std::vector<std::string> Json::get() const;

}  // namespace weft::cli
