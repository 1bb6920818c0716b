// The tables of options of all objects: what holds for every row, and what is refused, on all processes
// together.
#include <gtest/gtest.h>

#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "agreed_error.hpp"
#include "folder.hpp"
#include "weft/calibration.hpp"
#include "weft/checkpoint.hpp"
#include "weft/halo.hpp"
#include "weft/weft.hpp"
#include "weft/words.hpp"

namespace weft::test {
namespace {

const MPI_Comm world = MPI_COMM_WORLD;

TEST(OptionTables, HaveRowsThatSayWhatTheyTake) {
  ASSERT_EQ(option_objects().front(), "plan");
  EXPECT_EQ(option_table("plan").size(), option_table().size());
  for (const std::string& object : option_objects()) {
    std::set<std::string> keys;
    for (const OptionRow& row : option_table(object)) {
      SCOPED_TRACE(object + " " + row.key);
      EXPECT_TRUE(keys.insert(row.key).second) << "a key stands twice";
      EXPECT_FALSE(row.values.empty());
      EXPECT_FALSE(row.meaning.empty());
    }
    EXPECT_FALSE(keys.empty()) << object;
  }
}

TEST(OptionTables, TakeTheDefaultsThatTheyState) {
  for (const std::string& object : option_objects())
    for (const OptionRow& row : option_table(object)) {
      SCOPED_TRACE(object + " " + row.key);
      Options options = options_for(object);
      EXPECT_EQ(options.object(), object);
      EXPECT_FALSE(options.is_set(row.key));
      EXPECT_EQ(options.get(row.key), row.standard);
      options.set(row.key, row.standard);
      EXPECT_TRUE(options.is_set(row.key));
      EXPECT_EQ(options.get(row.key), row.standard);
    }
}

// Every word of a row is taken and told back, and nothing else is.
TEST(OptionTables, TakeTheWordsThatTheyList) {
  int n_words = 0;
  for (const std::string& object : option_objects())
    for (const OptionRow& row : option_table(object)) {
      SCOPED_TRACE(object + " " + row.key);
      EXPECT_EQ("", error_complaint(invalid, {}, [&] { options_for(object).set(row.key, "no such value"); }));
      if (row.values.find(' ') != std::string::npos) continue;
      for (const std::string& word : split(row.values, '|')) {
        ++n_words;
        EXPECT_EQ(options_for(object, {{row.key.c_str(), word}}).get(row.key), word);
      }
    }
  EXPECT_GT(n_words, 20);
}

TEST(OptionTables, NameTheObjectAndTheNearestKeyForAnUnknownOne) {
  for (const std::string& object : option_objects())
    for (const OptionRow& row : option_table(object)) {
      const std::string wrong = row.key + "s", what = object == "plan" ? "option" : object + " option";
      const std::vector<std::string> words = {what + " '" + wrong + "' is unknown",
                                              "nearest is '" + row.key + "'"};
      EXPECT_EQ("", error_complaint(invalid, words, [&] { options_for(object).set(wrong, row.standard); }));
      EXPECT_EQ("", error_complaint(invalid, words, [&] { options_for(object).get(wrong); }));
    }
  EXPECT_EQ("", error_complaint(invalid, {"'hallo'", "nearest is 'halo'"}, [] { options_for("hallo"); }));
  EXPECT_EQ("", error_complaint(invalid, {"'halos'", "nearest is 'halo'"}, [] { options_for("halos"); }));
}

TEST(OptionTables, AreThoseOfTheStructs) {
  const HaloOptions halo = HaloOptions::of(options_for("halo"));
  EXPECT_TRUE(halo.periodic.empty());
  EXPECT_EQ(halo.n_fields, 1);
  const DatasetOptions dataset = DatasetOptions::of(options_for(
      "dataset", {{"chunks", "3x4"}, {"compression", "5"}, {"shuffle", "yes"}, {"precision", "single"}}));
  EXPECT_EQ(dataset.chunks, (Extents{3, 4}));
  EXPECT_EQ(dataset.compression, 5);
  EXPECT_TRUE(dataset.shuffle);
  EXPECT_FALSE(dataset.fletcher32);
  EXPECT_EQ(dataset.precision, Precision::single_);
  EXPECT_EQ(DatasetOptions::of(options_for("dataset")).precision, std::nullopt);
  EXPECT_TRUE(ReadOptions::of(options_for("reading", {{"convert", "yes"}})).convert);
  EXPECT_EQ(CheckpointOptions::of(options_for("checkpoint", {{"check", "headers"}})).check,
            CheckpointCheck::headers);
  const Calibration how = Calibration::of(options_for("calibration", {{"quick", "yes"}, {"timeout", "7"}}));
  EXPECT_TRUE(how.quick);
  EXPECT_EQ(how.timeout, 7);
}

Distribution rows_of(Extents ghosts = {}) {
  int n = 0;
  MPI_Comm_size(world, &n);
  return {world, {{6, 4}, {{n}}, {0}, {}, std::move(ghosts)}, element_type<double>()};
}

// Every object refuses the options of every other one, and an unknown key of one process on all.
TEST(OptionTables, OfOneObjectAreRefusedByAllOthers) {
  const Folder folder;
  const Distribution rows = rows_of({1, 1}), plain = rows_of();
  const std::vector<double> u(static_cast<std::size_t>(plain.memory_elements()), 1.0);
  {
    CheckpointWriter writer(folder / "state", world);
    writer.add("u", plain, u.data());
    writer.commit();
    Hdf5Writer file(folder / "u.h5", world);
    file.write("u", plain, u.data(), {{"compression", "1"}});
    file.commit();
  }
  Hdf5Writer writer(folder / "v.h5", world);
  const Hdf5Reader reader(folder / "u.h5", world);
  EXPECT_TRUE(reader.info("u").is_compressed);
  const std::map<std::string, std::function<void(const Options&)>> makers = {
      {"plan",
       [](const Options& options) {
         const Plan plan(c2c({6, 4}), world, options);
       }},
      {"halo", [&](const Options& options) { const Halo halo(rows, options); }},
      {"dataset", [&](const Options& options) { writer.write("u", plain, u.data(), options); }},
      {"reading",
       [&](const Options& options) {
         std::vector<double> again = u;
         reader.read("u", plain, again.data(), options);
       }},
      {"checkpoint", [&](const Options& options) { const Checkpoint one(folder / "state", world, options); }},
      {"calibration", [](const Options& options) { calibrate(world, options); }},
  };
  ASSERT_EQ(makers.size(), option_objects().size()) << "a new object needs a maker here";
  for (const auto& [object, make] : makers) {
    if (object != "calibration") make(options_for(object));  // which takes long
    for (const std::string& other : option_objects()) {
      SCOPED_TRACE(other + " to " + object);
      if (other != object)
        expect_error_on_all(world, invalid, {"options of a " + other + " were given to a " + object},
                            [&] { make(options_for(other)); });
    }
  }
}

TEST(OptionTables, RefuseAKeyThatIsUnknownOnOneProcessOnAll) {
  const Folder folder;
  const Distribution rows = rows_of({1, 1}), plain = rows_of();
  const bool odd = rows.rank() == rows.layout().n_processes() - 1;
  const std::vector<double> u(static_cast<std::size_t>(plain.memory_elements()), 1.0);
  const auto refused = [&](const std::string& object, const char* right, const std::string& value,
                           auto&& make) {
    const std::string wrong = right + std::string("s");
    expect_error_on_all(world, invalid, {object + " option '" + wrong + "' is unknown"},
                        [&] { make(odd ? wrong.c_str() : right, value); });
  };
  refused("halo", "corners", "no", [&](const char* key, const std::string& value) {
    const Halo halo(rows, {{key, value}});
  });
  {
    Hdf5Writer writer(folder / "u.h5", world);
    refused("dataset", "shuffle", "no", [&](const char* key, const std::string& value) {
      writer.write("u", plain, u.data(), {{key, value}});
    });
    writer.write("v", plain, u.data());
    writer.commit();
  }
  const Hdf5Reader reader(folder / "u.h5", world);
  std::vector<double> again = u;
  refused("reading", "convert", "no", [&](const char* key, const std::string& value) {
    reader.read("v", plain, again.data(), {{key, value}});
  });
  refused("checkpoint", "check", "headers", [&](const char* key, const std::string& value) {
    const Checkpoint one(folder / "none", world, {{key, value}});
  });
  refused("calibration", "quick", "yes", [&](const char* key, const std::string& value) {
    calibrate(world, {{key, value}});
  });
}

}  // namespace
}  // namespace weft::test
