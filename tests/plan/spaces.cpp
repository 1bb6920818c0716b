// The option space, and who refuses memory that the processor cannot read: plans of a space without a
// backend, and functions of arrays that lie in such a space.
#include <gtest/gtest.h>

#include <cstring>

#include "agree.hpp"
#include "agreed_error.hpp"
#include "base/space.hpp"
#include "comm/communicators.hpp"
#include "geometry/storage.hpp"
#include "job_folder.hpp"
#include "plan/blueprint.hpp"
#include "sweep/sweep_table.hpp"
#include "weft/array_functions.hpp"
#include "weft/checkpoint.hpp"
#include "weft/halo.hpp"
#include "weft/hdf5_file.hpp"
#include "weft/snapshots.hpp"
#include "weft/weft.hpp"

namespace weft::test {
namespace {

using Complex128 = std::complex<double>;

// Memory of nobody: nothing may look at it, so there is none.
const Space nowhere{.name = "nowhere",
                    .meaning = "no memory",
                    .allocate = [](Index) -> void* { return nullptr; },
                    .release = [](void*, Index) {},
                    .copy_in = [](void*, const void*, Index) {},
                    .copy_out = [](void*, const void*, Index) {}};

TEST(SpaceOfAPlan, IsTheHostsUnlessSaid) {
  Plan plan(r2c({6, 5, 4}), world), said(r2c({6, 5, 4}), world, {{"space", "host"}});
  EXPECT_EQ(plan.space(), "host");
  EXPECT_EQ(said.space(), "host");
  auto u = plan.points<double>();
  std::vector<double> values(u.size(), 2.5), back(u.size());
  const auto bytes = static_cast<Index>(u.size() * sizeof(double));
  plan.copy_from_host(u.data(), values.data(), bytes);
  plan.copy_to_host(back.data(), u.data(), bytes);
  EXPECT_EQ(back, values);
  auto uh = plan.modes<Complex128>(), vh = said.modes<Complex128>();
  plan.forward(u, uh);
  said.forward(u, vh);
  EXPECT_EQ(0, std::memcmp(uh.data(), vh.data(), uh.size() * sizeof(Complex128)));
}

TEST(SpaceOfAPlan, ThatIsUnknownIsAnErrorWithAllThatThereAre) {
  std::vector<std::string> fragments = space_names();
  fragments.emplace_back("'moon'");
  EXPECT_EQ("", error_complaint(invalid, fragments, [] { Options({{"space", "moon"}}); }));
}

TEST(SpaceOfAPlan, NeedsABackendAndAnExchangeOfIt) {
  Settings settings = settings_of({});
  settings.space = &nowhere;
  const Machine machine{{0, 0}, true};
  const auto refused = [&](const std::vector<std::string>& words, const Settings& s) {
    EXPECT_EQ("", error_complaint(ErrorCode::not_applicable, words, [&] {
                decide(c2c({8, 8}), 2, s, machine);
              }));
  };
  refused({"no backend", "space=nowhere"}, settings);
  settings.backend = "native";
  refused({"backend native transforms arrays of host memory", "space=nowhere"}, settings);
  EXPECT_EQ("", error_complaint(ErrorCode::not_applicable, {"space=nowhere"}, [] { sweeps_on(nowhere); }));
  for (const ExchangeRow& row : exchange_table()) EXPECT_FALSE(works_on(row, nowhere)) << row.name;
}

TEST(SpaceOfAPlan, MustBeTheHostsForWhatLooksAtArrays) {
  const std::vector<std::pair<std::string, Options>> all = {
      {"in_place=yes", {{"in_place", "yes"}}},   {"memory=low", {{"in_place", "yes"}, {"memory", "low"}}},
      {"arrays=shared", {{"arrays", "shared"}}}, {"convolve=yes", {{"convolve", "yes"}}},
      {"tuning", {{"tune", "estimate"}}},
  };
  for (const auto& [what, options] : all) {
    Settings settings = settings_of(options);
    settings.space = &nowhere;
    EXPECT_EQ(
        "", error_complaint(ErrorCode::not_applicable, {what + " works on host memory only", "nowhere"}, [&] {
          decide(c2c({8, 8}), 2, settings, {{0, 0}, true});
        }));
  }
}

class Elsewhere : public testing::Test {
 protected:
  Elsewhere() {
    const Layout layout{{size_of(world) * 3, 4}, {{size_of(world)}}, {0}, {}, {1, 0}};
    arrays.emplace(communicators_of(world), layout, element_type<double>(),
                   dense_storage(box_with_ghosts(layout, rank_in(world)).shape(), {0, 1}), &nowhere);
  }
  template <class Call>
  void refused(const std::string& what, Call&& call) {
    expect_error_on_all(world, ErrorCode::not_applicable,
                        {what + " works on host memory only", "space=nowhere"}, call);
  }
  std::optional<Distribution> arrays;
  void* data = reinterpret_cast<void*>(std::uintptr_t{4096});  // nobody may look
};

TEST_F(Elsewhere, ArraysAreRefusedByFunctionsOfThem) {
  const std::string what = "a function of distributed arrays";
  refused(what, [&] { sum(*arrays, data); });
  refused(what, [&] { norm(*arrays, data); });
  refused(what, [&] { dot(*arrays, data, data); });
  refused(what, [&] { maximum(*arrays, data); });
  refused(what, [&] { random_uniform(*arrays, data, 1); });
  std::vector<double> whole(1000);
  refused(what, [&] { gather(*arrays, data, whole.data()); });
  refused(what, [&] { scatter(*arrays, whole.data(), 0, data); });
  refused(what, [&] { read_box(*arrays, data, arrays->box(), whole.data()); });
  refused(what, [&] { redistribute(*arrays, data, *arrays, data); });
  refused("Distribution::allocate()", [&] { arrays->allocate<double>(); });
  refused("fill()", [&] { fill(*arrays, static_cast<double*>(data), [](const Extents&) { return 1.0; }); });
}

TEST_F(Elsewhere, ArraysAreRefusedByHalosAndFiles) {
  refused("a halo", [&] { Halo halo(*arrays); });
  const JobFolder folder;
  refused("a file", [&] { write_vtk_slice(folder / "u.vti", "u", *arrays, data, 0, 0, {}); });
  CheckpointWriter checkpoint(folder / "checkpoint", world);
  refused("a file", [&] { checkpoint.add("u", *arrays, data); });
  Hdf5Writer file(folder / "u.h5", world);
  refused("a file", [&] { file.write("u", *arrays, data); });
}

}  // namespace
}  // namespace weft::test
