// What samples say, and who is taken: on lists of numbers.

#include "tune/second_look.hpp"

#include <gtest/gtest.h>

namespace weft::test {
namespace {

std::vector<Sample> samples(std::initializer_list<double> seconds) {
  std::vector<Sample> all;
  for (double s : seconds) all.push_back({s, false});
  return all;
}

Sample disturbed(double seconds) { return {seconds, true}; }

Comparison look(double ratio) { return {ratio, 1, false}; }
constexpr Comparison in_vain{1, 1, true};

// A contender with looks at these ratios to the plan by rule.
Contender contender(double first, std::vector<double> ratios) {
  Contender c{look(first)};
  for (double ratio : ratios) c.looks.push_back(look(ratio));
  return c;
}

const Contender rule{{1, 1, false}};

TEST(Comparison, IsThatOfTheLowerQuartiles) {
  const Comparison c = compared(samples({5, 2, 3, 4, 90}), samples({10, 40, 20, 30, 1000}), 2);
  EXPECT_EQ(c.seconds, 3);
  EXPECT_EQ(c.reference, 20);
  EXPECT_FALSE(c.disturbed);
}

TEST(Comparison, LeavesOutWhatOtherProgramsHit) {
  std::vector<Sample> here = samples({6, 6}), there = samples({5, 5});
  for (int i = 0; i < 50; ++i) here.push_back(disturbed(2)), there.push_back(disturbed(80));
  const Comparison c = compared(here, there, 2);
  EXPECT_EQ(c.ratio(), 6.0 / 5);
  EXPECT_FALSE(c.disturbed);
}

// As it was met: 0.77 ms beside 11 ms, where a pair of the other plan takes 0.79 ms, made 0.07 ms of a pair.
TEST(Comparison, OfDisturbedSamplesIsNoEvidenceAndNeverFasterThanTheyWere) {
  const Comparison c =
      compared({{0.77e-3, false}, disturbed(6.4e-3)}, {disturbed(11e-3), disturbed(8.4e-3)}, 1);
  EXPECT_TRUE(c.disturbed);
  EXPECT_FALSE(is_evidence(c, 0.79e-3));
  const std::vector<double> seconds = seconds_of({{{0.79e-3, 0.79e-3, false}}, {c}});
  EXPECT_DOUBLE_EQ(seconds[0], 0.79e-3);
  EXPECT_DOUBLE_EQ(seconds[1], 0.77e-3);
}

// Where the system does not tell who had the processor.
TEST(Comparison, WithAPlanThatTookFarFromWhatItTakesIsNoEvidence) {
  EXPECT_TRUE(is_evidence({1, 2, false}, 1)) << "the machine was slow for a while";
  EXPECT_FALSE(is_evidence({1, 14, false}, 1));
  EXPECT_FALSE(is_evidence({1, 1, false}, 14));
  const std::vector<double> seconds = seconds_of({rule, {{0.9, 14, false}}, {{1.1, 1, false}}});
  EXPECT_DOUBLE_EQ(seconds[1], 0.9);
  EXPECT_DOUBLE_EQ(seconds[2], 1.1);
}

TEST(Comparison, DoesNotDependOnHowFastTheMachineWasJustThen) {
  const std::vector<double> seconds = seconds_of({rule, {{1.8, 2, false}}, {{0.45, 0.5, false}}});
  EXPECT_DOUBLE_EQ(seconds[1], seconds[2]);
}

TEST(SecondLook, IsAtTheBestOfTheOthers) {
  const Verdict verdict = judge({rule, contender(0.9, {}), contender(0.5, {}), contender(1.2, {})});
  EXPECT_EQ(verdict.next, 2U);
  EXPECT_EQ(verdict.best, 0U);
}

TEST(SecondLook, KeepsThePlanByRuleUntilItIsBeatenAgainAndAgain) {
  const std::vector<std::vector<double>> not_yet = {{}, {0.5}, {0.5, 0.5, 0.5}, {0.5, 1.1, 0.5, 0.5}};
  for (const std::vector<double>& ratios : not_yet) {
    const Verdict verdict = judge({rule, contender(0.1, ratios)});
    EXPECT_EQ(verdict.best, 0U) << ratios.size();
    EXPECT_EQ(verdict.next, 1U) << ratios.size();
  }
  for (const std::vector<double>& ratios :
       {std::vector<double>{0.9, 0.9, 0.9, 0.9}, {0.9, 1.1, 0.9, 0.9, 0.9}}) {
    const Verdict verdict = judge({rule, contender(0.9, ratios)});
    EXPECT_EQ(verdict.best, 1U);
    EXPECT_FALSE(verdict.next);
  }
}

TEST(SecondLook, ForgetsTheLuckOfTheFirst) {
  EXPECT_EQ(judge({rule, contender(0.02, {1.05, 1.05}), contender(0.9, {})}).next, 2U);
  const Verdict verdict = judge({rule, contender(0.02, {1.05, 1.05}), contender(1.01, {})});
  EXPECT_FALSE(verdict.next);
  EXPECT_EQ(verdict.best, 0U);
  EXPECT_EQ(seconds_of({rule, contender(0.02, {1.05, 1.05})})[1], 1.05);
}

TEST(SecondLook, IsMadeEvenWhereThePlanByRuleLeads) {
  EXPECT_EQ(judge({rule, contender(1.3, {}), contender(1.1, {})}).next, 2U);
}

TEST(SecondLook, AFewPercentAreNoVictory) {
  const Verdict verdict = judge({rule, contender(0.99, {0.99, 0.985})});
  EXPECT_FALSE(verdict.next);
  EXPECT_EQ(verdict.best, 0U);
}

TEST(SecondLook, OfTheBestTwoIsMadeBeforeOneOfThemIsTaken) {
  const std::vector<double> wins(4, 0.9);
  EXPECT_EQ(judge({rule, contender(0.9, wins), contender(0.95, {})}).next, 2U);
  const Verdict verdict = judge({rule, contender(0.9, wins), contender(0.95, {0.8, 0.8, 0.8, 0.8})});
  EXPECT_EQ(verdict.best, 2U);
  EXPECT_FALSE(verdict.next);
}

TEST(SecondLook, InVainDecidesNothing) {
  Contender lucky = contender(0.1, {});
  lucky.looks.assign(20, {0.01, 1, true});
  const Verdict verdict = judge({rule, lucky});
  EXPECT_EQ(verdict.best, 0U);
  EXPECT_EQ(verdict.next, 1U);
  EXPECT_EQ(verdict.n_evidence, 0);
  lucky.is_out = true;
  EXPECT_FALSE(judge({rule, lucky}).next);
  EXPECT_FALSE(judge({{in_vain}}).next) << "there is nothing to choose between";
}

}  // namespace
}  // namespace weft::test
