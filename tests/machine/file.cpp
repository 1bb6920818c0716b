// The file of a machine model: text and model are the same thing, damage is always noticed, and what was
// measured elsewhere is not used here.

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <limits>

#include "base/checksum.hpp"
#include "expect_error.hpp"
#include "machine_texts.hpp"
#include "model/typical.hpp"
#include "weft/text_file.hpp"
#include "weft/version.hpp"
#include "weft/weft.hpp"

namespace weft::test {
namespace {

namespace fs = std::filesystem;

// A model as it would be measured here, with numbers that are hard to write and texts that need quoting.
MachineModel model_of_this_computer() {
  MachineModel model = typical_model();
  model.host = "a \"host\" \\ with\ttabs\nand lines";
  model.kind = kind_of(this_computer());
  model.date = "2026-11-21T18:57:47Z";
  model.weft_version = WEFT_VERSION;
  model.mpi = mpi_library();
  model.why = {"two, [of] them", "# no comment"};
  model.loaded = true;
  model.lines[0].seconds = 1.0 / 3;
  model.lines[1].seconds = 5;
  model.lines[2].seconds = 4.9406564584124654e-324;
  model.lines[3].seconds = 1e300;
  model.copies[0].working_set = std::numeric_limits<Index>::max();
  return model;
}

// The text with another last line, that fits it.
std::string signed_again(const std::string& text) {
  const std::string above = text.substr(0, text.rfind("check = "));
  return above + "check = \"" + checksum(above) + "\"\n";
}

TEST(MachineText, IsTheModelBitForBit) {
  const MachineModel model = model_of_this_computer();
  const std::string text = to_text(model);
  std::string why;
  const std::optional<MachineModel> again = parse_machine_file(text, &why);
  ASSERT_TRUE(again) << why;
  EXPECT_EQ(*again, model);
  EXPECT_EQ(to_text(*again), text);
  EXPECT_EQ(parse_machine_file(to_text(MachineModel{})), MachineModel{}) << "empty lists";
}

TEST(MachineText, IsNotAcceptedWhenCutAnywhere) {
  const std::string text = to_text(model_of_this_computer());
  for (std::size_t length = 0; length < text.size(); length += length + 60 < text.size() ? 50 : 1)
    ASSERT_FALSE(parse_machine_file(text.substr(0, length))) << length;
  for (std::size_t end : {text.find("\nlines = ["), text.find("\nmessages"), text.rfind("check")})
    refusal(text.substr(0, end + 1));
}

TEST(MachineText, IsNotAcceptedWhenAnyBitIsChanged) {
  const std::string text = to_text(model_of_this_computer());
  for (std::size_t at = 0; at < text.size(); at += 37)
    for (int bit = 0; bit < 8; bit += 3) {
      std::string changed = text;
      changed[at] = static_cast<char>(changed[at] ^ (1 << bit));
      ASSERT_FALSE(parse_machine_file(changed)) << "bit " << bit << " of byte " << at;
    }
}

TEST(MachineText, SurvivesGarbage) {
  for (const std::string& text :
       {std::string(), std::string("\n"), std::string("check = \"\"\n"), std::string(100, '\0'),
        std::string(100000, '['), std::string("\xff\xfe\x80 = 1\n"), std::string("format = 'one'\n"),
        std::string("format = 99999999999999999999\n"), std::string("lines = [[[\n")})
    refusal(text);
}

TEST(MachineText, SaysTheLineAndWhatIsWrongWithIt) {
  const std::string text = to_text(model_of_this_computer());
  EXPECT_NE(refusal(replaced(text, "quick = false", "quick = fal")).find("damaged at line 11"),
            std::string::npos);
  EXPECT_NE(refusal(text.substr(0, text.size() / 2)).find("damaged at line "), std::string::npos);
  EXPECT_NE(refusal(replaced(text, "format = 2", "format = 1")).find("has format 1"), std::string::npos);
  struct Change {
    std::string old, by, complaint;
  };
  for (const Change& change :
       {Change{"processes = 1 ", "processes = 0 ", "at least 1"},
        {"processes = 1 ", "processes = 99999999999 ", "too large"},
        {"quick = false", "quick = 1", "true or false"},
        {"[\"native\", \"c2c\", \"double\", 16,", "[\"native\", \"c2d\", \"double\", 16,",
         "no transform 'c2d'"},
        {"[\"native\", \"c2c\", \"double\", 16,", "[\"native\", \"c2c\", \"half\", 16,",
         "\"single\" or \"double\""},
        {"[\"native\", \"c2c\", \"double\", 16,", "[\"native\", \"c2c\", \"double\", 16, 1,", "5 values"},
        {"1e+300", "-1e+300", "greater than 0"},
        {"1e+300", "0.0", "greater than 0"},
        {"1e+300", "nan", "finite"},
        {"1e+300", "inf", "finite"},
        {"1e+300", "\"fast\"", "a number"},
        {"barriers = [", "barrier = [", "there is no 'barriers'"},
        {"why = [", "why = 1  # [", "a list"}}) {
    const std::string why = refusal(signed_again(replaced(text, change.old, change.by)));
    EXPECT_NE(why.find(change.complaint), std::string::npos) << why;
    EXPECT_NE(why.find("is damaged"), std::string::npos) << why;
  }
}

// A folder of its own as the user's.
class MachineFile : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::temp_directory_path() / ("weft-machine-file-" + std::to_string(getpid()));
    fs::create_directories(folder_);
    setenv("WEFT_HOME", folder_.c_str(), 1);
  }
  void TearDown() override {
    unsetenv("WEFT_HOME");
    fs::remove_all(folder_);
  }
  std::string why_not() const {
    std::string why;
    EXPECT_FALSE(machine_file(&why));
    EXPECT_NE(why.find("run weft calibrate"), std::string::npos) << why;
    return why;
  }
  fs::path folder_;
};

TEST_F(MachineFile, IsWrittenWhereItIsFound) {
  EXPECT_NE(why_not().find("there is no machine file " + machine_file_path()), std::string::npos);
  const MachineModel model = model_of_this_computer();
  EXPECT_EQ(save_machine_file(model), machine_file_path());
  std::string why;
  EXPECT_EQ(machine_file(&why), model);
  EXPECT_EQ(why, "");
  EXPECT_EQ(fs::path(machine_file_path()).parent_path(), folder_ / "machine");
}

TEST_F(MachineFile, OfAnotherPlaceIsReportedAndIgnored) {
  struct Change {
    std::string MachineModel::*member;
    std::string complaint;
  };
  for (const Change& change :
       {Change{&MachineModel::kind, "on another computer (elsewhere; here it is "},
        {&MachineModel::mpi, "with another MPI library (elsewhere; here it is "},
        {&MachineModel::weft_version, "by another version of weft (elsewhere; here it is "}}) {
    MachineModel model = model_of_this_computer();
    model.*change.member = "elsewhere";
    save_machine_file(model, machine_file_path());
    const std::string why = why_not();
    EXPECT_NE(why.find(machine_file_path()), std::string::npos) << why;
    EXPECT_NE(why.find(change.complaint), std::string::npos) << why;
  }
  MachineModel other = model_of_this_computer();
  other.mpi = "Other MPI 1.0";
  EXPECT_NE(save_machine_file(other), machine_file_path()) << "libraries do not take each other's file";
}

TEST_F(MachineFile, ThatIsWrittenByHandIsReportedAndIgnored) {
  MachineModel model = model_of_this_computer();
  model.by_hand = true;
  save_machine_file(model, machine_file_path());
  EXPECT_NE(why_not().find("is written by hand, and plans use what was measured"), std::string::npos);
  EXPECT_EQ(load_machine_file(machine_file_path()), model);
}

TEST_F(MachineFile, ThatIsDamagedIsReportedAndIgnored) {
  const std::string text = to_text(model_of_this_computer());
  replace_text(machine_file_path(), text.substr(0, text.size() / 2));
  const std::string why = why_not();
  EXPECT_NE(why.find("the machine file " + machine_file_path() + " is damaged at line "), std::string::npos)
      << why;
  EXPECT_NE(why.find("run weft calibrate again"), std::string::npos) << why;
}

TEST_F(MachineFile, ThatCannotBeWrittenIsAnErrorInWords) {
  const MachineModel model = model_of_this_computer();
  std::ofstream(folder_ / "file") << "kept";
  setenv("WEFT_HOME", (folder_ / "file" / "below").c_str(), 1);
  EXPECT_EQ(
      error_complaint(ErrorCode::resource, {"cannot write", "WEFT_HOME"}, [&] { save_machine_file(model); }),
      "");
  EXPECT_EQ(read_text((folder_ / "file").string()), "kept");
  EXPECT_EQ(error_complaint(ErrorCode::resource, {"/dev/full", "not a regular file"},
                            [&] { save_machine_file(model, "/dev/full"); }),
            "");
  EXPECT_TRUE(fs::is_character_file("/dev/full"));
}

TEST_F(MachineFile, HasNoPlaceWithoutAFolder) {
  for (const char* variable : {"WEFT_HOME", "XDG_DATA_HOME", "HOME"}) unsetenv(variable);
  EXPECT_EQ(machine_file_path(), "");
  EXPECT_NE(why_not().find("set WEFT_HOME"), std::string::npos);
  EXPECT_EQ(error_complaint(ErrorCode::resource, {"set WEFT_HOME"},
                            [] { save_machine_file(model_of_this_computer()); }),
            "");
}

}  // namespace
}  // namespace weft::test
