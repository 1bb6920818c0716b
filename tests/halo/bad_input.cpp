// Halos that cannot be: the same words on all processes. Calls that cannot be: words on the process that
// makes them. And what a halo says of itself.
#include <gtest/gtest.h>

#include <complex>
#include <cstdlib>

#include "agreed_error.hpp"
#include "weft/halo.hpp"

namespace weft::test {
namespace {

int n() { return size_of(world); }

Layout layout_with(const Extents& ghosts) { return {{12, 6}, {{n()}}, {0}, {}, ghosts}; }
Distribution arrays_with(const Extents& ghosts) {
  return {world, layout_with(ghosts), element_type<double>()};
}

void expect_refusal(ErrorCode code, const std::vector<std::string>& words, const Distribution& arrays,
                    const HaloOptions& options) {
  expect_error_on_all(world, code, words, [&] { const Halo halo(arrays, options); });
}

TEST(BadHalos, AreRefusedInWordsOnAllProcesses) {
  const Distribution arrays = arrays_with({1, 1});
  expect_refusal(invalid, {"no ghost cells", "Layout::ghosts"}, arrays_with({0, 0}), {});
  expect_refusal(invalid, {"no ghost cells"}, arrays_with({}), {});
  expect_refusal(invalid, {"periodic has 3 entries", "2 axes"}, arrays, {.periodic = {true, true, false}});
  expect_refusal(invalid, {"windowpull", "window-pull"}, arrays, {.exchange = "windowpull"});
  expect_refusal(invalid, {"halo option n_fields is '0'", "from 1 on"}, arrays, {.n_fields = 0});
  expect_refusal(invalid, {"timeout"}, arrays, {.timeout = -1});
}

TEST(HaloOptions, AreSetByTextAsByTheStruct) {
  const Distribution arrays = arrays_with({1, 1});
  const Halo by_text(arrays, {{"periodic", "no,yes"},
                              {"exchange", "p2p"},
                              {"n_fields", "3"},
                              {"corners", "no"},
                              {"timeout", "2.5"}});
  const HaloOptions& set = by_text.options();
  EXPECT_EQ(set.periodic, (std::vector<bool>{false, true}));
  EXPECT_EQ(by_text.exchange_name(), "p2p");
  EXPECT_EQ(set.n_fields, 3);
  EXPECT_FALSE(set.corners);
  EXPECT_EQ(set.timeout, 2.5);
  const Halo none_wraps(arrays, options_for("halo", {{"periodic", "no"}}));
  EXPECT_EQ(none_wraps.options().periodic, (std::vector<bool>{false, false}));
}

TEST(HaloOptions, ThatAreWrongOnOneProcessAreAnErrorOfAll) {
  const Distribution arrays = arrays_with({1, 1});
  const bool odd = arrays.rank() == n() - 1;
  const auto refused = [&](const char* key, const std::string& value, const std::vector<std::string>& words) {
    expect_error_on_all(world, invalid, words, [&] {
      const Halo halo(arrays, {{odd ? key : "corners", odd ? value : "yes"}});
    });
  };
  refused("corner", "yes", {"halo option 'corner' is unknown; the nearest is 'corners'"});
  refused("n_fields", "1.5", {"halo option n_fields is '1.5'; give a whole number from 1 on"});
  refused("corners", "maybe", {"halo option corners does not take 'maybe'; the nearest is"});
  refused("periodic", "yes,maybe", {"halo option periodic is 'yes,maybe'"});
  refused("timeout", "-2", {"halo option timeout is '-2'; give seconds greater than 0"});
  refused("exchange", "windowpull",
          {"halo option exchange does not take 'windowpull'; the nearest is 'window-pull'"});
  refused("periodic", "yes,no,yes", {"periodic has 3 entries", "2 axes"});
  expect_error_on_all(world, invalid, {"options of a plan were given to a halo"},
                      [&] { const Halo halo(arrays, odd ? Options() : options_for("halo")); });
}

TEST(HaloTimeouts, AreThoseOfTheEnvironmentWhereNoneIsGiven) {
  const Distribution arrays = arrays_with({1, 1});
  setenv("WEFT_OPTIONS", "timeout=77", 1);
  const Halo given(arrays, {.timeout = 33}), silent(arrays, {});
  unsetenv("WEFT_OPTIONS");
  const Halo without(arrays, {});
  EXPECT_EQ(given.options().timeout, 33);
  EXPECT_EQ(silent.options().timeout, 77);
  EXPECT_EQ(without.options().timeout, 600);
}

TEST(BadHalos, OfProcessesThatDoNotAgreeAreRefused) {
  if (n() == 1) GTEST_SKIP() << "one process agrees with itself";
  const Distribution arrays = arrays_with({1, 1});
  const bool odd = arrays.rank() == n() - 1;
  expect_refusal(ErrorCode::mismatch, {"n_fields"}, arrays, {.n_fields = odd ? 2 : 1});
  expect_refusal(ErrorCode::mismatch, {"exchange"}, arrays, {.exchange = odd ? "p2p" : "auto"});
  expect_refusal(ErrorCode::mismatch, {"periodic"}, arrays, {.periodic = {odd, true}});
  expect_refusal(ErrorCode::mismatch, {"corners"}, arrays, {.corners = odd});
}

TEST(BadHalos, ThatNeedSharedMemoryAreRefusedBetweenNodes) {
  if (n() == 1) GTEST_SKIP() << "one process has no neighbour";
  MPI_Comm alone = MPI_COMM_NULL;
  MPI_Comm_dup(world, &alone);
  setenv("WEFT_PROCESSES_PER_NODE", "1", 1);
  {
    const Distribution arrays(alone, layout_with({1, 1}), element_type<double>());
    expect_refusal(ErrorCode::not_applicable, {"window-pull", "share memory", "persistent"}, arrays,
                   {.exchange = "window-pull"});
    const Halo halo(arrays);
    EXPECT_EQ(halo.exchange_name(), "persistent");
  }
  unsetenv("WEFT_PROCESSES_PER_NODE");
  MPI_Comm_free(&alone);
}

TEST(HaloMisuse, IsAnErrorOfTheProcessThatDoesIt) {
  Halo halo(arrays_with({1, 1}), {.n_fields = 2});
  auto u = halo.allocate<double>();
  void* data = u.data();
  const std::vector<void*> three(3, data), one(1, data);
  EXPECT_EQ("", error_complaint(invalid, {"3 arrays", "1 to 2"}, [&] { halo.exchange_fields(three); }));
  EXPECT_EQ("", error_complaint(invalid, {"0 arrays"}, [&] { halo.exchange_fields({}); }));
  EXPECT_EQ(
      "", error_complaint(invalid, {"null", "block"}, [&] { halo.accumulate(static_cast<void*>(nullptr)); }));
  EXPECT_EQ("", error_complaint(invalid, {"no call exchange"}, [&] { halo.exchange_finish(); }));
  Field<double> small(Box{{{0, 1}, {0, 1}}}, Storage{{1, 1}, {0, 1}, {1, 1}});
  EXPECT_EQ("", error_complaint(invalid, {"1 elements", "allocate()"}, [&] { halo.exchange(small); }));
  Field<float> other(u.box(), u.storage());
  EXPECT_EQ("", error_complaint(invalid, {"float", "double"}, [&] { halo.exchange(other); }));
  halo.exchange_start(one);
  EXPECT_EQ("", error_complaint(invalid, {"exchange", "under way"}, [&] { halo.accumulate(u); }));
  EXPECT_EQ("", error_complaint(invalid, {"no call accumulate"}, [&] { halo.accumulate_finish(); }));
  halo.exchange_finish();
  expect_error_on_all(world, invalid, {"double", "float"}, [&] { halo.allocate<float>(); });
  halo.close();
  halo.close();
  EXPECT_TRUE(halo.is_closed());
  EXPECT_EQ("", error_complaint(invalid, {"closed"}, [&] { halo.exchange(u); }));
  EXPECT_EQ(halo.arrays().layout(), layout_with({1, 1}));
}

TEST(Halos, MayBeClosedWhileACallIsUnderWay) {
  for (const std::string& exchange : halo_exchange_names()) {
    Halo halo(arrays_with({1, 1}), {.exchange = exchange});
    auto u = halo.allocate<double>();
    u.fill(1);
    void* data = u.data();
    halo.exchange_start(std::span(&data, 1));
    Halo moved = std::move(halo);
    moved.close();
    EXPECT_EQ(u.size() == 0 ? 1 : u.data()[0], 1);
  }
}

TEST(Halos, SayWhatTheyCost) {
  const Halo halo(arrays_with({1, 0}), {.exchange = "persistent"});
  const Index rows = halo.arrays().box().ranges[0].size();
  ASSERT_GT(rows, 0);
  EXPECT_EQ(halo.n_ghosts(), 12);  // a row of 6 on either side
  const Index n_peers = std::min(2, n() - 1);
  EXPECT_EQ(halo.exchange_counts().messages, n_peers);
  EXPECT_EQ(halo.exchange_counts().bytes_sent, n() == 1 ? 0 : 2 * 6 * 8);
  EXPECT_EQ(halo.accumulate_counts().bytes_sent, n() == 1 ? 0 : 2 * 6 * 8);
  EXPECT_NE(halo.explain().find("persistent"), std::string::npos);
  const Halo shared(arrays_with({1, 0}));
  EXPECT_EQ(shared.exchange_name(), "window-pull");
  EXPECT_EQ(shared.exchange_counts().messages, 0);
  EXPECT_EQ(shared.exchange_counts().peer_bytes, n() == 1 ? 0 : 2 * 6 * 8);
}

}  // namespace
}  // namespace weft::test
