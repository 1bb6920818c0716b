// Redistributions: every element arrives, bit by bit, between any two layouts.
//
// The data say their own index, so a wrong element shows where it came from; the tolerance is zero.

#include <gtest/gtest.h>

#include "agree.hpp"
#include "any_case.hpp"
#include "blocks.hpp"
#include "verdict.hpp"

namespace weft::test {
namespace {

// Moves an array whose elements are their own index there and back, "" if all arrive.
std::string complaint_about_indices(const Layout& from, const Layout& to, const std::string& exchange) {
  Plan plan =
      make_redistribution(from, to, true, MPI_COMM_WORLD, Precision::double_, {{"exchange", exchange}});
  Field<double> before = plan.points<double>();
  Field<double> after = plan.modes<double>();
  Field<double> back = plan.points<double>();
  const auto index = [](Index position) { return static_cast<double>(position + 1); };  // 0: never written
  for_each_point(from.shape, before.box(), before.storage(),
                 [&](Index position, Index offset) { before.data()[offset] = index(position); });
  plan.forward(before, after);
  plan.backward(after, back);
  std::string complaint;
  const auto judge = [&](const Field<double>& field, const char* where) {
    for_each_point(from.shape, field.box(), field.storage(), [&](Index position, Index offset) {
      if (complaint.empty() && field.data()[offset] != index(position))
        complaint = std::string(where) + ": element " + std::to_string(position) + " of " +
                    to_text(field.box()) + " holds element " + std::to_string(field.data()[offset] - 1);
    });
  };
  judge(after, "after forward");
  judge(back, "after backward");
  return complaint;
}

TEST(Redistribution, MovesEveryElementBetweenAnyTwoLayouts) {
  const int p = size_of(MPI_COMM_WORLD);
  const Extents shape = {7, 9, 10};
  std::vector<Layout> layouts = {{shape, {{p}}, {0}, {}}, {shape, {{p}}, {1}, {}}, {shape, {{p}}, {2}, {}}};
  for (int rows = 1; rows <= p; ++rows)
    if (p % rows == 0) layouts.push_back({shape, {{rows, p / rows}}, {2, 0}, {}});
  if (p % 4 == 0) layouts.push_back({shape, {{2, p / 4, 2}}, {0, 1, 2}, {}});
  Layout on_last{shape, {{p}}, {1}, {{}, {Extents(static_cast<std::size_t>(p), 0)}, {}}};
  on_last.splits[1].block_sizes.back() = shape[1];
  layouts.push_back(on_last);
  for (const Layout& from : layouts)
    for (const Layout& to : layouts)
      for (const std::string& exchange : exchange_names()) {
        SCOPED_TRACE(to_text(from) + " to " + to_text(to) + " by " + exchange);
        if (!expect_no_complaint(MPI_COMM_WORLD, complaint_about_indices(from, to, exchange))) return;
      }
}

TEST(Redistribution, MovesAllElementTypesAndSeveralFields) {
  const int p = size_of(MPI_COMM_WORLD);
  for (bool real : {true, false})
    for (Precision precision : {Precision::single_, Precision::double_})
      for (int n_fields : {1, 3})
        for (const std::string& exchange : exchange_names()) {
          Case c;
          c.problem = redistribution({{6, 11}, {{p}}, {0}, {}}, {{6, 11}, {{p}}, {1}, {}}, real, precision);
          c.problem.n_fields = n_fields;
          c.exchange = exchange;
          expect_right(c);
        }
}

TEST(Redistribution, OfEqualBlocksKeepsBothLayoutsAsStated) {
  const int p = size_of(MPI_COMM_WORLD);
  const Layout plain{{6, 11}, {{p}}, {0}, {}};
  const Layout same_blocks{{6, 11}, {{1, p}}, {1, 0}, {{}, {{11}}}};
  for (const std::string& exchange : exchange_names())
    expect_right({.problem = redistribution(plain, same_blocks, true), .exchange = exchange});
}

TEST(Redistribution, OfALineGoesOverManyProcesses) {
  const int p = size_of(MPI_COMM_WORLD);
  Layout on_first{{23}, {{p}}, {0}, {{Extents(static_cast<std::size_t>(p), 0)}}};
  on_first.splits[0].block_sizes.front() = 23;
  for (const std::string& exchange : exchange_names())
    expect_no_complaint(MPI_COMM_WORLD, complaint_about_indices(on_first, {{23}, {{p}}, {0}, {}}, exchange));
}

TEST(Redistribution, MovesRandomArraysBetweenRandomLayouts) {
  const int n = n_cases(40);
  for (int i = 0; i < n; ++i)
    if (!expect_right(draw(any_redistribution(size_of(MPI_COMM_WORLD)), i))) return;
}

}  // namespace
}  // namespace weft::test
