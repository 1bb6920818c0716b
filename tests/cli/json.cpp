// Values of JSON in the program: what they hold comes out as the text that RFC 8259 has for it, in the order
// in which it was put in, and a text comes back as the same value.

#include "program/json.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <stdexcept>

#include "weft/layout.hpp"

namespace weft::test {
namespace {

using cli::Json;

TEST(JsonOf, numbers_texts_and_nothing) {
  EXPECT_EQ(Json().ascii_line(), "null");
  EXPECT_EQ(Json(nullptr).ascii_line(), "null");
  EXPECT_EQ(Json(true).ascii_line(), "true");
  EXPECT_EQ(Json(-3).ascii_line(), "-3");
  EXPECT_EQ(Json(std::numeric_limits<std::int64_t>::min()).ascii_line(), "-9223372036854775808");
  EXPECT_EQ(Json(std::numeric_limits<std::uint64_t>::max()).ascii_line(), "18446744073709551615");
  EXPECT_EQ(Json(1.0).ascii_line(), "1.0");
  EXPECT_EQ(Json(0.1).ascii_line(), "0.1");
  EXPECT_EQ(Json(1.5F).ascii_line(), "1.5");
  EXPECT_EQ(Json(std::nan("")).ascii_line(), "null");
  EXPECT_EQ(Json("a \"b\"\n\xc3\xa9").ascii_line(), R"("a \"b\"\n\u00e9")");
}

TEST(JsonOf, containers_and_lists) {
  EXPECT_EQ(Json(std::vector<double>{1, 0.5}).ascii_line(), "[1.0,0.5]");
  EXPECT_EQ(Json(std::array{1, 2}).ascii_line(), "[1,2]");
  EXPECT_EQ(Json(std::vector<bool>{true, false}).ascii_line(), "[true,false]");
  EXPECT_EQ(Json(std::vector<std::vector<int>>{{}, {1}}).ascii_line(), "[[],[1]]");
  EXPECT_EQ(Json(std::map<std::string, std::vector<int>>{{"b", {1}}, {"a", {}}}).ascii_line(),
            R"({"a":[],"b":[1]})");
  EXPECT_EQ(Json::array({1}).ascii_line(), "[1]");
  EXPECT_EQ(Json::array().ascii_line(), "[]");
  EXPECT_EQ(Json::object().ascii_line(), "{}");
}

TEST(JsonOf, items_in_braces_is_an_object_if_all_are_pairs_that_begin_with_a_text) {
  EXPECT_EQ((Json{{"b", 1}, {"a", {2, 3}}}).ascii_line(), R"({"b":1,"a":[2,3]})");
  EXPECT_EQ((Json{{"one", "text"}}).ascii_line(), R"({"one":"text"})");
  EXPECT_EQ((Json{{"a", {{"b", nullptr}}}}).ascii_line(), R"({"a":{"b":null}})");
  EXPECT_EQ((Json{1, "a"}).ascii_line(), R"([1,"a"])");
  EXPECT_EQ((Json{{1, 2}, {"a", 2}}).ascii_line(), R"([[1,2],["a",2]])");
  EXPECT_EQ((Json{{"a", 1, 2}}).ascii_line(), R"([["a",1,2]])");
}

TEST(JsonOf, members_keep_their_order) {
  Json json;
  json["b"] = 1;
  json["a"]["c"] = {1, 2};
  json["b"] = {{"x", 3}};
  EXPECT_EQ(json.ascii_line(), R"({"b":{"x":3},"a":{"c":[1,2]}})");
  json.update({{"a", nullptr}, {"d", 4}});
  EXPECT_EQ(json.ascii_line(), R"({"b":{"x":3},"a":null,"d":4})");
  EXPECT_EQ(json.text(), "{\n  \"b\": {\n    \"x\": 3\n  },\n  \"a\": null,\n  \"d\": 4\n}");
}

TEST(JsonOf, a_copy_is_another_value) {
  Json json = {{"list", {1}}, {"text", "a"}};
  Json copy = json;
  copy["list"].push_back(2);
  copy["text"] = "b";
  EXPECT_EQ(json.ascii_line(), R"({"list":[1],"text":"a"})");
  EXPECT_EQ(copy.ascii_line(), R"({"list":[1,2],"text":"b"})");
  copy = copy["list"];
  EXPECT_EQ(copy.ascii_line(), "[1,2]");
  json = std::move(copy);
  EXPECT_EQ(json.ascii_line(), "[1,2]");
  json = {{"list", json}};
  json = std::move(json["list"]);
  EXPECT_EQ(json.ascii_line(), "[1,2]");
}

TEST(JsonOf, a_text_and_back) {
  const std::string text = R"({"z":[1,-2,18446744073709551615,0.5,true,null],"a":{"b":"c"},"e":[],"o":{}})";
  ASSERT_TRUE(Json::is_json(text));
  EXPECT_EQ(Json::parse(text).ascii_line(), text);
  EXPECT_FALSE(Json::is_json("{"));
  EXPECT_THROW(Json::parse("{"), std::exception);
}

TEST(JsonValue, is_read_as_a_type) {
  const Json json =
      Json::parse(R"({"n":3,"x":2.5,"t":"a","yes":true,"shape":[4,5],"values":[1,0.5],"words":["a","b"]})");
  EXPECT_EQ(json["n"].get<int>(), 3);
  EXPECT_EQ(json["n"].get<double>(), 3);
  EXPECT_EQ(json["n"].get<Index>(), 3);
  EXPECT_EQ(json["x"].get<double>(), 2.5);
  EXPECT_EQ(json["t"].get<std::string>(), "a");
  EXPECT_TRUE(json["yes"].get<bool>());
  EXPECT_EQ(json["shape"].get<Extents>(), (Extents{4, 5}));
  EXPECT_EQ(json["shape"][1].get<int>(), 5);
  EXPECT_EQ(json["values"].get<std::vector<double>>(), (std::vector{1, 0.5}));
  EXPECT_EQ(json["words"].get<std::vector<std::string>>(), (std::vector<std::string>{"a", "b"}));
  EXPECT_THROW(json["t"].get<int>(), std::exception);
  EXPECT_THROW(json["n"].get<std::string>(), std::exception);
  EXPECT_THROW(json["n"].get<std::vector<int>>(), std::exception);
}

TEST(JsonValue, tells_what_it_has) {
  const Json json = {{"list", {1, 2, 3}}, {"nothing", nullptr}};
  EXPECT_EQ(json.size(), 2U);
  EXPECT_EQ(json["list"].size(), 3U);
  EXPECT_EQ(json["nothing"].size(), 0U);
  EXPECT_TRUE(json["nothing"].is_null());
  EXPECT_TRUE(json["list"].is_array());
  EXPECT_TRUE(json.contains("list"));
  EXPECT_FALSE(json.contains("lists"));
  EXPECT_THROW(json["lists"], std::exception);
  int sum = 0;
  for (const Json& item : json["list"]) sum += item.get<int>();
  EXPECT_EQ(sum, 6);
  EXPECT_EQ(json, (Json{{"list", std::vector{1, 2, 3}}, {"nothing", {}}}));
  EXPECT_NE(json, Json());
  EXPECT_EQ(Json(1), Json(1U));
  EXPECT_EQ(Json("a"), "a");
}

TEST(JsonValue, grows_only_where_it_can) {
  Json number = 1;
  EXPECT_THROW(number.push_back(2), std::exception);
  EXPECT_THROW(number["a"] = 2, std::exception);
  EXPECT_THROW(number.update(3), std::exception);
  Json nothing;
  nothing.push_back(1);
  EXPECT_EQ(nothing.ascii_line(), "[1]");
}

}  // namespace
}  // namespace weft::test
