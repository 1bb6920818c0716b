// Json, with the reader and the writer of nlohmann/json: the one file that includes it.
#include "json.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "weft/layout.hpp"

namespace weft::cli {

struct Json::Member {
  std::string key;
  Json value;
};

// Between the two representations.
struct JsonText {
  using Other = nlohmann::ordered_json;
  using Kind = Json::Kind;

  static Other other_of(const Json& json) {
    switch (json.kind_) {
      case Kind::null:
        return nullptr;
      case Kind::truth:
        return json.value_.truth;
      case Kind::integer:
        return json.value_.integer;
      case Kind::natural:
        return json.value_.natural;
      case Kind::number:
        return json.value_.number;
      case Kind::text:
        return *json.value_.text;
      case Kind::array:
        break;
      case Kind::object:
        return other_of_members(*json.value_.members);
    }
    Other list = Other::array();
    for (const Json& item : json) list.push_back(other_of(item));
    return list;
  }

  // Keys are different already: no search for an older one.
  static Other other_of_members(const Json::Members& members) {
    Other::object_t object;
    for (const Json::Member& member : members)
      object.Other::object_t::Container::emplace_back(member.key, other_of(member.value));
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
      default:
        return nullptr;
    }
  }

  // Of any of the kinds of numbers.
  template <class Number>
  static Number number_of(const Json& json) {
    switch (json.kind_) {
      case Kind::integer:
        return static_cast<Number>(json.value_.integer);
      case Kind::natural:
        return static_cast<Number>(json.value_.natural);
      case Kind::number:
        return static_cast<Number>(json.value_.number);
      default:
        throw std::invalid_argument("a number was expected in JSON");
    }
  }

  static bool is_number(const Json& json) {
    return json.kind_ == Kind::integer || json.kind_ == Kind::natural || json.kind_ == Kind::number;
  }

  static const std::string& text_of(const Json& json) {
    if (json.kind_ != Kind::text) throw std::invalid_argument("a text was expected in JSON");
    return *json.value_.text;
  }

  template <class T>
  static std::vector<T> list_of(const Json& json) {
    if (!json.is_array()) throw std::invalid_argument("a list was expected in JSON");
    std::vector<T> list;
    for (const Json& item : json) list.push_back(item.get<T>());
    return list;
  }
};

Json::Json(std::string text) : kind_(Kind::text) { value_.text = new std::string(std::move(text)); }

Json::Json(std::initializer_list<Json> items) {
  const bool is_object = std::all_of(items.begin(), items.end(), [](const Json& item) {
    return item.is_array() && item.size() == 2 && item[0].kind_ == Kind::text;
  });
  *this = is_object ? object() : array();
  for (const Json& item : items)
    if (is_object)
      (*this)[item[0].get<std::string>()] = item[1];
    else
      push_back(item);
}

Json::Json(const Json& other) : kind_(other.kind_), value_(other.value_) {
  if (kind_ == Kind::text) value_.text = new std::string(*other.value_.text);
  if (kind_ == Kind::array) value_.items = new Items(*other.value_.items);
  if (kind_ == Kind::object) value_.members = new Members(*other.value_.members);
}

Json::~Json() {
  if (kind_ == Kind::text) delete value_.text;
  if (kind_ == Kind::array) delete value_.items;
  if (kind_ == Kind::object) delete value_.members;
}

Json Json::array(std::initializer_list<Json> items) {
  Json list;
  list.value_.items = new Items(items);
  list.kind_ = Kind::array;
  return list;
}

Json Json::object() {
  Json object;
  object.value_.members = new Members;
  object.kind_ = Kind::object;
  return object;
}

void Json::set(bool value) {
  kind_ = Kind::truth;
  value_.truth = value;
}

void Json::set(std::int64_t value) {
  kind_ = Kind::integer;
  value_.integer = value;
}

void Json::set(std::uint64_t value) {
  kind_ = Kind::natural;
  value_.natural = value;
}

void Json::set(double value) {
  kind_ = Kind::number;
  value_.number = value;
}

bool Json::contains(const std::string& key) const {
  return kind_ == Kind::object && std::any_of(value_.members->begin(), value_.members->end(),
                                              [&](const Member& member) { return member.key == key; });
}

std::size_t Json::size() const {
  if (kind_ == Kind::array) return value_.items->size();
  return kind_ == Kind::object ? value_.members->size() : 0;
}

void Json::push_back(Json item) {
  if (is_null()) *this = array();
  if (!is_array()) throw std::invalid_argument("only a list of JSON grows");
  value_.items->push_back(std::move(item));
}

const Json& Json::operator[](std::size_t i) const { return begin()[i]; }

const Json* Json::begin() const { return is_array() ? value_.items->data() : nullptr; }

Json& Json::operator[](const std::string& key) {
  if (is_null()) *this = object();
  if (kind_ != Kind::object) throw std::invalid_argument("only an object of JSON has keys");
  for (Member& member : *value_.members)
    if (member.key == key) return member.value;
  return value_.members->emplace_back(Member{key, {}}).value;
}

const Json& Json::operator[](const std::string& key) const {
  if (kind_ == Kind::object)
    for (const Member& member : *value_.members)
      if (member.key == key) return member.value;
  throw std::out_of_range("there is no key " + key + " in JSON");
}

void Json::update(const Json& other) {
  if (other.kind_ != Kind::object) throw std::invalid_argument("only an object of JSON has members");
  for (const Member& member : *other.value_.members) (*this)[member.key] = member.value;
}

template <>
bool Json::get() const {
  if (kind_ != Kind::truth) throw std::invalid_argument("true or false was expected in JSON");
  return value_.truth;
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
  return JsonText::text_of(*this);
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
