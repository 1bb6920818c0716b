// Fields: whose memory they hold, and when it is given back.
#include "weft/field.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <utility>
#include <vector>

namespace weft::test {
namespace {

const Box four_points{{{0, 4}}};
const Storage four_in_a_row{{4}, {0}, {1}};

TEST(Fields, GiveMemoryBackOnce) {
  std::vector<double> memory = {1, 2, 3, 4};
  std::vector<double*> given_back;
  const auto release = [&](double* p) { given_back.push_back(p); };
  {
    Field<double> u(four_points, four_in_a_row, 4, memory.data(), release);
    EXPECT_EQ(u.data(), memory.data());
    EXPECT_EQ(u(2), 3);
    const Field<double> moved = std::move(u);
    EXPECT_EQ(moved.data(), memory.data());
    EXPECT_TRUE(given_back.empty()) << "what is moved lives on";
  }
  EXPECT_EQ(given_back, std::vector<double*>{memory.data()});
}

TEST(Fields, GiveMemoryBackWhenTheyGetAnother) {
  std::vector<double> first(4), second(4);
  std::vector<double*> given_back;
  const auto release = [&](double* p) { given_back.push_back(p); };
  {
    Field<double> u(four_points, four_in_a_row, 4, first.data(), release);
    u = Field<double>(four_points, four_in_a_row, 4, second.data(), release);
    EXPECT_EQ(given_back, std::vector<double*>{first.data()});
    EXPECT_EQ(u.data(), second.data());
    u = Field<double>(four_points, four_in_a_row);  // memory of its own
    EXPECT_EQ(given_back, (std::vector<double*>{first.data(), second.data()}));
    EXPECT_EQ(u(3), 0);
  }
  EXPECT_EQ(given_back.size(), 2U);
}

TEST(Fields, GiveNothingBackWhereThereIsNothing) {
  int n = 0;
  {
    const Field<double> empty(Box{{{0, 0}}}, Storage{{0}, {0}, {1}}, 0, nullptr, [&](double*) { ++n; });
  }
  EXPECT_EQ(n, 0);
}

TEST(Fields, KeepTheOwnerOfSharedMemory) {
  auto owner = std::make_shared<std::vector<double>>(4, 7.0);
  const std::weak_ptr<std::vector<double>> watched = owner;
  {
    std::shared_ptr<void> memory(owner, owner->data());
    owner.reset();
    const Field<double> u(four_points, four_in_a_row, 4, std::move(memory));
    EXPECT_EQ(u(1), 7);
    EXPECT_FALSE(watched.expired());
  }
  EXPECT_TRUE(watched.expired());
}

}  // namespace
}  // namespace weft::test
