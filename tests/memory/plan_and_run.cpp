// Plans, runs and closes a few transforms: the program that valgrind and the sanitizers watch.
//
// Every exchange, slab and pencil, both transforms and precisions, in and out of place, several fields;
// one plan is closed by its destructor, one by close(); one has a thread, one two. Each result is checked by
// a round trip and the sum of the points, which is the first mode: enough here, the other tests have the
// oracles.

#include <cmath>
#include <cstdio>

#include "weft/weft.hpp"

namespace {

struct Setting {
  weft::Problem problem;
  weft::Options options;
};

int failures = 0;

void expect_near(double got, double wanted, double limit, const weft::Plan& plan) {
  if (std::abs(got - wanted) <= limit) return;
  ++failures;
  std::printf("FAILED: %g, not %g\n%s\n", got, wanted, plan.explain().c_str());
}

template <class Point, class Real>
void run(const Setting& setting) {
  using Mode = std::complex<Real>;
  const bool in_place = setting.options.get("in_place") == "yes";
  weft::Plan plan(setting.problem, MPI_COMM_WORLD, setting.options);
  std::vector<weft::Field<Point>> points;
  std::vector<weft::Field<Mode>> modes;
  std::vector<const void*> read_points, read_modes;
  std::vector<void*> write_points, write_modes;
  for (int f = 0; f < setting.problem.n_fields; ++f) {
    points.push_back(plan.points<Point>());
    if (!in_place) modes.push_back(plan.modes<Mode>());
    // Padding is not part of the field: set elements one by one.
    const weft::Extents n = points.back().shape();
    for (weft::Index i = 0; i < n[0]; ++i)
      for (weft::Index j = 0; j < n[1]; ++j)
        for (weft::Index k = 0; k < n[2]; ++k) points.back()(i, j, k) = static_cast<Real>(f + 1);
  }
  for (int f = 0; f < setting.problem.n_fields; ++f) {
    void* u = points[static_cast<std::size_t>(f)].data();
    void* uh = in_place ? u : modes[static_cast<std::size_t>(f)].data();
    read_points.push_back(u);
    write_points.push_back(u);
    read_modes.push_back(uh);
    write_modes.push_back(uh);
  }
  double total = 1;
  for (weft::Index n : setting.problem.shape) total *= static_cast<double>(n);
  const double limit = total * (sizeof(Real) == 8 ? 1e-14 : 1e-5);
  for (int turn = 0; turn < 2; ++turn) {
    plan.forward_fields(read_points, write_modes);
    const weft::Box& box = plan.modes_box();
    const bool has_first_mode =
        !box.empty() && box.ranges[0].begin == 0 && box.ranges[1].begin == 0 && box.ranges[2].begin == 0;
    for (std::size_t f = 0; has_first_mode && f < read_modes.size(); ++f)
      expect_near(static_cast<const Mode*>(read_modes[f])->real(), total * static_cast<double>(f + 1), limit,
                  plan);
    plan.backward_fields(read_modes, write_points);
  }
  for (std::size_t f = 0; f < points.size(); ++f)
    if (!plan.points_box().empty())
      expect_near(std::abs(points[f](0, 0, 0)), static_cast<double>(f + 1), limit / total * 10, plan);
  if (setting.problem.n_fields > 1) plan.close();
}

std::vector<Setting> settings(weft::Precision precision) {
  int size = 1;
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  const std::string p = std::to_string(size);
  std::vector<Setting> all;
  for (const std::string& exchange : weft::exchange_names())
    for (const std::string& grid : {p, "1x" + p, p + "x1"})
      for (const weft::Problem& problem : {weft::r2c({9, 6, 8}, precision), weft::c2c({4, 7, 5}, precision)})
        for (int n_fields : {1, 2})
          for (const char* in_place : {"no", "yes"}) {
            all.push_back({problem, {{"exchange", exchange}, {"grid", grid}, {"in_place", in_place}}});
            all.back().problem.n_fields = n_fields;
            all.back().options.set("threads", n_fields == 2 ? "2" : "1");
            all.back().problem.output = n_fields == 2 ? weft::Output::input : weft::Output::last;
          }
  return all;
}

template <class Real>
void run_all(weft::Precision precision) {
  for (const Setting& setting : settings(precision)) {
    if (setting.problem.transform == weft::Transform::r2c)
      run<Real, Real>(setting);
    else
      run<std::complex<Real>, Real>(setting);
  }
}

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  run_all<double>(weft::Precision::double_);
  run_all<float>(weft::Precision::single_);
  MPI_Allreduce(MPI_IN_PLACE, &failures, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  MPI_Finalize();
  return failures == 0 ? 0 : 1;
}
