// Programs of a direction: every sweep and exchange is done once for every strip and lump, in an order in
// which nothing is read before it is there and nothing is written while it is read; and where the work is
// cut, the next part is swept while the one before travels.

#include "pass/program.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>

#include "any_layout.hpp"

namespace weft::test {
namespace {

Outline any_outline() {
  Outline outline;
  const int n_exchanges = between(0, 4);
  for (int i = 0; i < n_exchanges; ++i) outline.n_strips.push_back(one_in(3) ? between(2, 5) : between(0, 1));
  outline.sweeps.assign(static_cast<std::size_t>(n_exchanges) + 1, Cutting::none);
  for (std::size_t i = 0; i < outline.n_strips.size(); ++i)
    if (outline.n_strips[i] > 1 && !one_in(4)) outline.sweeps[i] = Cutting::after;
  for (std::size_t i = 0; i < outline.n_strips.size(); ++i)
    if (outline.n_strips[i] > 1 && outline.sweeps[i + 1] == Cutting::none && one_in(2))
      outline.sweeps[i + 1] = Cutting::before;
  outline.n_lumps = between(1, 3);
  outline.barriers = one_in(2);
  return outline;
}

// Position of the only such op; -1: there is none, -2: there are several.
Index place_of(const std::vector<Op>& program, const Op& op) {
  const auto n = std::count(program.begin(), program.end(), op);
  if (n != 1) return n == 0 ? -1 : -2;
  return std::find(program.begin(), program.end(), op) - program.begin();
}

Index strips_of_sweep(const Outline& outline, std::size_t sweep) {
  switch (outline.sweeps[sweep]) {
    case Cutting::none:
      return 0;
    case Cutting::after:
      return outline.n_strips[sweep];
    case Cutting::before:
      return outline.n_strips[sweep - 1];
  }
  return 0;
}

RC_GTEST_PROP(Program, DoesEverythingOnceInAnOrderThatIsSafe, ()) {
  const Outline outline = any_outline();
  const std::vector<Op> program = make_program(outline);
  std::size_t n_ops = 0;
  const auto place = [&](Act act, std::size_t step, Index strip, int lump) {
    ++n_ops;
    const Index at = place_of(program, {act, static_cast<int>(step), strip, lump});
    RC_ASSERT(at >= 0);
    return at;
  };
  for (int lump = 0; lump < outline.n_lumps; ++lump) {
    Index last_sweep = -1;
    for (std::size_t s = 0; s < outline.sweeps.size(); ++s) {
      // First and last op of the sweep.
      Index begin = static_cast<Index>(program.size()), end = -1;
      std::vector<Index> strips;
      const Index n_sweep_strips = strips_of_sweep(outline, s);
      for (Index strip = n_sweep_strips == 0 ? -1 : 0; strip < n_sweep_strips; ++strip) {
        strips.push_back(place(Act::sweep, s, strip, lump));
        begin = std::min(begin, strips.back());
        end = std::max(end, strips.back());
      }
      RC_ASSERT(begin > last_sweep);
      last_sweep = end;
      for (Index strip = 0; s > 0 && strip < outline.n_strips[s - 1]; ++strip) {
        const Index ready = place(Act::ready, s - 1, strip, lump),
                    release = place(Act::release, s - 1, strip, lump);
        const bool early = outline.sweeps[s] == Cutting::before;
        RC_ASSERT(ready < (early ? strips[static_cast<std::size_t>(strip)] : begin));
        RC_ASSERT(release > end);
      }
      for (Index strip = 0; s < outline.n_strips.size() && strip < outline.n_strips[s]; ++strip) {
        const Index acquire = place(Act::acquire, s, strip, lump),
                    publish = place(Act::publish, s, strip, lump);
        const bool cut = outline.sweeps[s] == Cutting::after;
        RC_ASSERT(acquire < begin);
        RC_ASSERT(publish > (cut ? strips[static_cast<std::size_t>(strip)] : end));
        RC_ASSERT(publish < place_of(program, {Act::ready, static_cast<int>(s), strip, lump}));
        if (cut && strip + 1 < n_sweep_strips) {  // it travels while the next one is swept
          RC_ASSERT(publish < strips[static_cast<std::size_t>(strip) + 1]);
        }
        if (outline.barriers && strip == 0) {
          RC_ASSERT(place(Act::barrier, s, 0, lump) < publish);
        }
        if (outline.n_strips[s] > 1 || outline.n_lumps > 1) place(Act::progress, s, strip, lump);
      }
    }
  }
  RC_ASSERT(n_ops == program.size());
}

// Field i + 1 is transformed while field i travels.
RC_GTEST_PROP(Program, SendsEveryLumpBeforeItWantsTheFirst, ()) {
  const Outline outline = any_outline();
  const std::vector<Op> program = make_program(outline);
  for (std::size_t exchange = 0; exchange < outline.n_strips.size(); ++exchange)
    for (int lump = 0; lump < outline.n_lumps && outline.n_strips[exchange] > 0; ++lump)
      RC_ASSERT(place_of(program, {Act::publish, static_cast<int>(exchange), 0, lump}) <
                place_of(program, {Act::ready, static_cast<int>(exchange), 0, 0}));
}

TEST(Program, OfAPlanThatCutsNothingIsSweepAndExchangeInTurn) {
  const std::vector<Op> expected = {{Act::acquire, 0, 0, 0}, {Act::sweep, 0, -1, 0},  {Act::publish, 0, 0, 0},
                                    {Act::ready, 0, 0, 0},   {Act::acquire, 1, 0, 0}, {Act::sweep, 1, -1, 0},
                                    {Act::release, 0, 0, 0}, {Act::publish, 1, 0, 0}, {Act::ready, 1, 0, 0},
                                    {Act::sweep, 2, -1, 0},  {Act::release, 1, 0, 0}};
  EXPECT_EQ(make_program({{Cutting::none, Cutting::none, Cutting::none}, {1, 1}, 1, false}), expected);
}

// All that the products read has arrived, and all that they write may be written.
TEST(Program, OfProductsHasOneSweepForAllLumps) {
  const std::vector<Op> expected = {
      {Act::acquire, 0, 0, 0}, {Act::sweep, 0, -1, 0},  {Act::publish, 0, 0, 0},  {Act::progress, 0, 0, 0},
      {Act::acquire, 0, 0, 1}, {Act::sweep, 0, -1, 1},  {Act::publish, 0, 0, 1},  {Act::progress, 0, 0, 1},
      {Act::ready, 0, 0, 0},   {Act::acquire, 1, 0, 0}, {Act::ready, 0, 0, 1},    {Act::acquire, 1, 0, 1},
      {Act::sweep, 1, -1, 0},  {Act::release, 0, 0, 0}, {Act::publish, 1, 0, 0},  {Act::progress, 1, 0, 0},
      {Act::release, 0, 0, 1}, {Act::publish, 1, 0, 1}, {Act::progress, 1, 0, 1}, {Act::ready, 1, 0, 0},
      {Act::sweep, 2, -1, 0},  {Act::release, 1, 0, 0}, {Act::ready, 1, 0, 1},    {Act::sweep, 2, -1, 1},
      {Act::release, 1, 0, 1}};
  EXPECT_EQ(make_program({{Cutting::none, Cutting::none, Cutting::none}, {1, 1}, 2, false, 1}), expected);
}

}  // namespace
}  // namespace weft::test
