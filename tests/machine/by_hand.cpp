// Machine files that are written by hand: what may be left out, what must not, and that every mistake is told
// with its line. Such a file has no checksum: a changed digit is another machine, so damage anywhere gives a
// model that estimates can work with, or an error.

#include <gtest/gtest.h>

#include <cmath>

#include "expect_error.hpp"
#include "machine_texts.hpp"
#include "model/lookups.hpp"
#include "weft/calibration.hpp"
#include "weft/prediction.hpp"
#include "weft/text_file.hpp"

namespace weft::test {
namespace {

const std::string least =
    "format = 2\n"
    "by_hand = true\n"
    "operation = 6.5e-9\n"
    "copies = [[1, 8, 1e8]]\n"
    "[between_nodes]\n"
    "start = 100e-6\n"
    "bytes_per_second = 1e7\n";

const std::string most =
    "format = 2\n"
    "by_hand = true\n"
    "host = \"a machine\"\n"
    "processes_per_node = 4\n"
    "operation = 1e-10\n"
    "lines = [[\"native\", \"c2c\", \"double\", 64, 5e-8]]\n"
    "copies = [[1, 8, 3e9], [4, 1000000, 1000000000]]\n"
    "messages = [[8, false, 1e-6], [1048576, false, 1e-3, 1.5e-3]]\n"
    "[within_node]\n"
    "start = 1e-6\n"
    "bytes_per_second = 5e9\n"
    "[between_nodes]\n"
    "start = 2e-6\n"
    "bytes_per_second = 5e9\n"
    "link_bytes_per_second = 12e9\n"
    "eager_bytes = 4096\n"
    "rendezvous = 3e-6\n"
    "duplex = 1.25\n";

MachineModel model_of(const std::string& text) {
  std::string why;
  const std::optional<MachineModel> model = parse_machine_file(text, &why);
  EXPECT_TRUE(model) << why << "\n" << text;
  return model.value_or(MachineModel{});
}

TEST(ByHand, SaysWhatIsInTheFile) {
  const MachineModel small = model_of(least);
  EXPECT_TRUE(small.by_hand);
  EXPECT_EQ(small.operation_seconds, 6.5e-9);
  ASSERT_EQ(small.laws.size(), 1U);
  EXPECT_EQ(small.laws[0], (MessageLaw{false, 1e-4, 1e7, 1e7, 0, 0, 1}));
  const MachineModel large = model_of(most);
  ASSERT_EQ(large.laws.size(), 2U);
  EXPECT_EQ(large.laws[0], (MessageLaw{true, 1e-6, 5e9, 0, 0, 0, 1}));
  EXPECT_EQ(large.laws[1], (MessageLaw{false, 2e-6, 5e9, 12e9, 4096, 3e-6, 1.25}));
  EXPECT_EQ(large.messages[0], (MessageTime{8, false, 1e-6, 0}));
  EXPECT_EQ(large.messages[1], (MessageTime{1048576, false, 1e-3, 1.5e-3}));
  EXPECT_EQ(large.copies[1].bytes_per_second, 1e9);
  EXPECT_EQ(large.processes_per_node, 4);
}

TEST(ByHand, IsWrittenAndReadAgain) {
  for (const std::string& text : {least, most}) {
    const MachineModel model = model_of(text);
    EXPECT_EQ(model_of(to_text(model)), model) << to_text(model);
  }
}

TEST(ByHand, TakesMeasuredListsToo) {
  MachineModel model = typical_machine();
  model.by_hand = true;
  EXPECT_EQ(model_of(to_text(model)), model) << "what was measured, with by_hand and without checksum";
}

TEST(ByHand, LinesTakeTheirOperations) {
  const MachineModel model = model_of(least);
  for (const Precision precision : {Precision::double_, Precision::single_})
    for (const Index n : {2, 64, 1024}) {
      const double operations = 5.0 * static_cast<double>(n) * std::log2(static_cast<double>(n));
      EXPECT_DOUBLE_EQ(*line_seconds(model, "native", Kind::c2c, precision, n), operations * 6.5e-9);
      EXPECT_DOUBLE_EQ(*line_seconds(model, "native", Kind::r2c, precision, n), operations / 2 * 6.5e-9);
      EXPECT_DOUBLE_EQ(*line_seconds(model, "native", Kind::c2r, precision, n), operations / 2 * 6.5e-9);
    }
  EXPECT_GT(*line_seconds(model, "native", Kind::dct2, Precision::double_, 64), 0);
  EXPECT_GT(*line_seconds(model, "native", Kind::c2c, Precision::double_, 1), 0);
  EXPECT_DOUBLE_EQ(*line_seconds(model_of(most), "native", Kind::c2c, Precision::double_, 64), 5e-8)
      << "measured lines go before operations";
}

TEST(ByHand, SaysWhatLacks) {
  EXPECT_NE(refusal(replaced(least, "operation = 6.5e-9\n", "")).find("lacks the speed of transforms"),
            std::string::npos);
  EXPECT_NE(refusal(replaced(least, "copies = [[1, 8, 1e8]]\n", "")).find("lacks the speed of memory"),
            std::string::npos);
  const std::string alone = least.substr(0, least.find("[between_nodes]"));
  EXPECT_NE(refusal(alone).find("lacks messages between nodes"), std::string::npos);
  const std::string shared = replaced(least, "by_hand", "processes_per_node = 3\nby_hand");
  EXPECT_NE(refusal(shared).find("lacks messages within a node, which has 3 processes"), std::string::npos);
}

TEST(ByHand, SaysTheLineAndWhatIsWrongWithIt) {
  struct Change {
    std::string old, by, complaint;
  };
  for (const Change& change :
       {Change{"operation = 1e-10", "operation = 0", "at line 5: it should be greater than 0"},
        {"operation = 1e-10", "operation = -1e-10", "at line 5: it should be greater than 0"},
        {"operation = 1e-10", "operation = nan", "at line 5: it should be greater than 0, and finite"},
        {"operation = 1e-10", "operation = inf", "at line 5: it should be greater than 0, and finite"},
        {"operation = 1e-10", "operation = 1e999", "at line 5"},
        {"operation = 1e-10", "operation = \"fast\"", "at line 5: it should be a number"},
        {"operation = 1e-10", "operatoin = 1e-10",
         "at line 5: there is no 'operatoin'; the nearest is 'operation'"},
        {"operation = 1e-10", "operation = 1e-10\noperation = 2e-10", "at line 6"},
        {"[within_node]", "[within_nodes]", "there is no 'within_nodes'; the nearest is 'within_node'"},
        {"rendezvous = 3e-6", "randezvous = 3e-6",
         "at line 17: there is no 'randezvous'; the nearest is 'rendezvous'"},
        {"rendezvous = 3e-6\n", "", "says one of 'eager_bytes' and 'rendezvous'"},
        {"eager_bytes = 4096", "eager_bytes = 4096.5", "at line 16: it should be a whole number"},
        {"duplex = 1.25", "duplex = 2.5", "at line 18: 'duplex' is from 1"},
        {"duplex = 1.25", "duplex = 0.5", "at line 18: 'duplex' is from 1"},
        {"start = 2e-6\n", "", "[between_nodes] lacks 'start': seconds of an empty message"},
        {"start = 1e-6\n", "link_bytes_per_second = 1e9\n", "there is no 'link_bytes_per_second'"},
        {"copies = [[1, 8, 3e9]", "copies = [[0, 8, 3e9]", "at line 7: it should be at least 1"},
        {"copies = [[1, 8, 3e9]", "copies = [[1, 8]", "at line 7: it should have 3 values"},
        {"\"c2c\"", "\"c2d\"", "there is no transform 'c2d'"},
        {"by_hand = true\n", "by_hand = true\ncheck = \"0\"\n", "has no checksum; leave 'check' out"},
        {"by_hand = true\n", "by_hand = 1\n", "true or false"}}) {
    const std::string why = refusal(replaced(most, change.old, change.by));
    EXPECT_NE(why.find(change.complaint), std::string::npos) << why;
  }
  EXPECT_NE(refusal(replaced(least, "by_hand = true\n", "")).find("by_hand = true"), std::string::npos);
  EXPECT_NE(refusal(replaced(least, "format = 2\n", "")).find("format = 2"), std::string::npos);
  EXPECT_NE(refusal(replaced(least, "format = 2\n", "format = 1\n")).find("has format 1"), std::string::npos);
}

// Whether estimates can work with it.
bool is_sound(const MachineModel& model) {
  const auto line = line_seconds(model, "native", Kind::c2c, Precision::double_, 64);
  return line && *line > 0 && !std::isnan(*line) && copy_rate(model, 2, 1000) > 0 &&
         message_seconds(model, 1000, false) > 0 && message_seconds(model, 1000, true) > 0;
}

TEST(ByHand, DamageAtAnyByteGivesAModelOrAnError) {
  int n_models = 0, n_errors = 0;
  for (const std::string& text : {least, most}) {
    for (std::size_t at = 0; at < text.size(); ++at) {
      std::vector<std::string> damaged{text.substr(0, at), text.substr(0, at) + text.substr(at + 1)};
      for (const char by : {'\0', '\n', '0', '9', '-', '.', '"', '[', '=', '#', '\xff'})
        damaged.push_back(text.substr(0, at) + by + text.substr(at + 1));
      for (int bit = 0; bit < 8; ++bit) {
        damaged.push_back(text);
        damaged.back()[at] = static_cast<char>(text[at] ^ (1 << bit));
      }
      for (const std::string& other : damaged) {
        std::string why;
        const std::optional<MachineModel> model = parse_machine_file(other, &why);
        ASSERT_NE(model.has_value(), !why.empty()) << other;
        ASSERT_TRUE(!model || is_sound(*model)) << other;
        ++(model ? n_models : n_errors);
      }
    }
  }
  EXPECT_GT(n_models, 500) << "other digits, spaces";
  EXPECT_GT(n_errors, 5000);
}

TEST(ByHand, FilesAreLoadedByTheirPathOrToldInWords) {
  const std::string path = ::testing::TempDir() + "weft-by-hand.toml";
  replace_text(path, most);
  EXPECT_EQ(load_machine_file(path), model_of(most));
  replace_text(path, least.substr(0, least.find("[between")));
  EXPECT_EQ(error_complaint(ErrorCode::invalid_argument, {"the machine file " + path, "is wrong", "lacks"},
                            [&] { load_machine_file(path); }),
            "");
  std::remove(path.c_str());
  EXPECT_EQ(error_complaint(ErrorCode::resource, {"there is no machine file " + path},
                            [&] { load_machine_file(path); }),
            "");
}

}  // namespace
}  // namespace weft::test
