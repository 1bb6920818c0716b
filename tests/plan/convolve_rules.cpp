// What convolve promises beside its results: the bits, errors that all processes share, timers, and the
// ready-made products.

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <numbers>
#include <stdexcept>

#include "agree.hpp"
#include "agreed_error.hpp"
#include "weft/weft.hpp"

namespace weft::test {
namespace {

using Modes = Field<std::complex<double>>;

int rank() { return rank_in(MPI_COMM_WORLD); }

Problem flow(const Extents& shape, int n_fields = 6) {
  Problem problem = r2c(shape);
  problem.n_fields = n_fields;
  return problem;
}

// Modes of some real points, for n fields.
std::vector<Modes> some_modes(Plan& plan, int n) {
  std::vector<Modes> modes;
  for (int f = 0; f < n; ++f) {
    auto u = plan.points<double>();
    for (std::size_t i = 0; i < u.size(); ++i)
      u.data()[i] = std::sin(1.7 * static_cast<double>(i) + f + rank());
    modes.push_back(plan.modes<std::complex<double>>());
    plan.forward(u, modes.back());
  }
  return modes;
}

struct Lists {
  std::vector<const void*> in;
  std::vector<void*> out;
};

Lists lists_of(std::vector<Modes>& in, std::vector<Modes>& out, std::size_t n, std::size_t m) {
  Lists lists;
  for (std::size_t f = 0; f < n; ++f) lists.in.push_back(in[f].data());
  for (std::size_t f = 0; f < m; ++f) lists.out.push_back(out[f].data());
  return lists;
}

// u x w by whole arrays of points.
std::vector<Modes> by_transforms(Plan& plan, std::vector<Modes>& modes) {
  std::vector<Field<double>> u, products;
  std::vector<const void*> in, points, products_in;
  std::vector<void*> u_at, products_at, out;
  std::vector<Modes> results;
  for (int f = 0; f < 6; ++f) u.push_back(plan.points<double>());
  for (int f = 0; f < 3; ++f)
    products.push_back(plan.points<double>()), results.push_back(plan.modes<std::complex<double>>());
  for (auto& m : modes) in.push_back(m.data());
  for (auto& x : u) u_at.push_back(x.data()), points.push_back(x.data());
  for (auto& x : products) products_at.push_back(x.data()), products_in.push_back(x.data());
  for (auto& x : results) out.push_back(x.data());
  plan.backward_fields(in, u_at);
  rotational({{}, plan.points_box().n_points(), 0, element_type<double>(), points, products_at});
  plan.forward_fields(products_in, out);
  return results;
}

bool same_bits(const std::vector<Modes>& a, const std::vector<Modes>& b) {
  for (std::size_t f = 0; f < a.size(); ++f)
    if (std::memcmp(a[f].data(), b[f].data(), a[f].size() * sizeof(std::complex<double>)) != 0) return false;
  return true;
}

TEST(ConvolveBits, AreThoseOfTheTransformsWhereBitsAreReproducible) {
  Plan plan(flow({20, 24, 18}), MPI_COMM_WORLD, {{"convolve", "yes"}, {"reproducible", "yes"}});
  std::vector<Modes> modes = some_modes(plan, 6), results = some_modes(plan, 3);
  const Lists lists = lists_of(modes, results, 6, 3);
  plan.convolve(lists.in, lists.out, rotational);
  expect_no_complaint(MPI_COMM_WORLD, same_bits(results, by_transforms(plan, modes)) ? "" : "other bits");
}

TEST(ConvolveBits, AreThoseOfOneThread) {
  Plan one(flow({20, 24, 18}), MPI_COMM_WORLD, {{"convolve", "yes"}});
  std::vector<Modes> modes = some_modes(one, 6), expected = some_modes(one, 3), results = some_modes(one, 3);
  const Lists lists = lists_of(modes, expected, 6, 3);
  one.convolve(lists.in, lists.out, rotational);
  for (const char* threads : {"2", "3"}) {
    Plan plan(flow({20, 24, 18}), MPI_COMM_WORLD, {{"convolve", "yes"}, {"threads", threads}});
    const Lists more = lists_of(modes, results, 6, 3);
    for (int call = 0; call < 3; ++call) plan.convolve(more.in, more.out, rotational);
    expect_no_complaint(MPI_COMM_WORLD, same_bits(results, expected)
                                            ? ""
                                            : std::string("other bits with threads=") + threads);
  }
}

TEST(ConvolveErrors, OfAFunctionThatFailsOnOneProcessAreThoseOfAll) {
  for (const char* threads : {"1", "2"})
    for (const char* exchange : {"auto", "p2p"}) {
      Plan plan(flow({12, 14, 10}), MPI_COMM_WORLD,
                {{"convolve", "yes"}, {"threads", threads}, {"exchange", exchange}});
      std::vector<Modes> modes = some_modes(plan, 6), results = some_modes(plan, 3);
      const Lists lists = lists_of(modes, results, 6, 3);
      const std::string where =
          "the function of convolve failed on process " + std::to_string(p() - 1) + ": ";
      expect_error_on_all(MPI_COMM_WORLD, ErrorCode::invalid_argument, {where + "too fast"}, [&] {
        plan.convolve(lists.in, lists.out, [](const PointsBlock&) {
          if (rank() == p() - 1) throw std::runtime_error("too fast");
        });
      });
      expect_error_on_all(MPI_COMM_WORLD, ErrorCode::resource, {where + "no room"}, [&] {
        plan.convolve(lists.in, lists.out, [](const PointsBlock&) {
          if (rank() == p() - 1) throw Error(ErrorCode::resource, "no room");
        });
      });
      expect_error_on_all(MPI_COMM_WORLD, ErrorCode::invalid_argument, {"not a std::exception"}, [&] {
        plan.convolve(lists.in, lists.out, [](const PointsBlock&) {
          if (rank() == p() - 1) throw 3;
        });
      });
      plan.convolve(lists.in, lists.out, rotational);  // the plan is as good as before
      const std::vector<Modes> expected = by_transforms(plan, modes);
      double error = 0;
      for (std::size_t f = 0; f < 3; ++f)
        for (std::size_t i = 0; i < results[f].size(); ++i)
          error = std::max(error, std::abs(results[f].data()[i] - expected[f].data()[i]));
      expect_no_complaint(MPI_COMM_WORLD,
                          error < 1e-10 ? "" : "wrong after an error: " + std::to_string(error));
    }
}

TEST(ConvolveErrors, AreToldOnEveryProcess) {
  Plan plan(flow({12, 14, 10}, 3), MPI_COMM_WORLD, {{"convolve", "yes"}});
  std::vector<Modes> modes = some_modes(plan, 3), results = some_modes(plan, 3);
  const Lists lists = lists_of(modes, results, 3, 3);
  const auto convolve = [&](std::vector<const void*> in, std::vector<void*> out,
                            const PointsFunction& function) {
    return [&plan, in, out, function] { plan.convolve(in, out, function); };
  };
  const PointsFunction nothing = [](const PointsBlock&) {};
  const auto refuses = [&](ErrorCode code, const std::vector<std::string>& words,
                           const std::function<void()>& call) {
    expect_error_on_all(MPI_COMM_WORLD, code, words, call);
  };
  const bool last = rank() == p() - 1;
  std::vector<const void*> four(4, modes[0].data());
  refuses(ErrorCode::invalid_argument, {"4 inputs", "1 to 3 fields", "n_fields"},
          convolve(last ? four : lists.in, lists.out, nothing));
  refuses(ErrorCode::invalid_argument, {"0 outputs"},
          convolve(lists.in, last ? std::vector<void*>{} : lists.out, nothing));
  refuses(ErrorCode::invalid_argument, {"no function"},
          convolve(lists.in, lists.out, last ? PointsFunction() : nothing));
  std::vector<void*> twice = lists.out;
  twice[2] = twice[0];
  if (plan.modes_layout().shape[0] >= p()) {
    refuses(ErrorCode::invalid_argument, {"same array"},
            convolve(lists.in, last ? twice : lists.out, nothing));
    std::vector<const void*> missing = lists.in;
    missing[1] = nullptr;
    refuses(ErrorCode::invalid_argument, {"null pointer on process " + std::to_string(p() - 1)},
            convolve(last ? missing : lists.in, lists.out, nothing));
  }
  if (p() > 1)
    refuses(
        ErrorCode::mismatch, {"number of inputs of convolve", "2", "3"},
        convolve(last ? std::vector<const void*>{lists.in[0], lists.in[1]} : lists.in, lists.out, nothing));
  refuses(ErrorCode::invalid_argument, {"takes 6 inputs and 3 outputs, not 3 inputs and 3 outputs"},
          convolve(lists.in, lists.out, rotational));

  Plan plain(flow({12, 14, 10}, 3), MPI_COMM_WORLD);
  refuses(ErrorCode::invalid_argument, {"convolve=yes"},
          [&] { plain.convolve(lists.in, lists.out, nothing); });
  refuses(ErrorCode::not_applicable, {"convolve=yes and in_place=yes exclude each other"}, [&] {
    Plan in_place(flow({12, 14, 10}, 3), MPI_COMM_WORLD, {{"convolve", "yes"}, {"in_place", "yes"}});
  });
  Plan shared(flow({12, 14, 10}, 1), MPI_COMM_WORLD, {{"convolve", "yes"}, {"arrays", "shared"}});
  const void* in[] = {modes[0].data()};
  void* out[] = {modes[0].data()};
  refuses(ErrorCode::invalid_argument, {"arrays=shared"}, [&] { shared.convolve(in, out, nothing); });

  // Errors of this process alone: the others may have gone on.
  auto u = plan.points<double>();
  plan.forward_start(u, results[0]);
  const std::string complaint = error_complaint(ErrorCode::invalid_argument, {"forward_finish"},
                                                convolve(lists.in, lists.out, nothing));
  plan.forward_finish();
  expect_no_complaint(MPI_COMM_WORLD, complaint);
  plan.close();
  expect_no_complaint(MPI_COMM_WORLD, error_complaint(ErrorCode::invalid_argument, {"the plan is closed"},
                                                      convolve(lists.in, lists.out, nothing)));
}

TEST(ConvolveTimers, ShowTheProducts) {
  Plan plan(flow({12, 14, 10}), MPI_COMM_WORLD, {{"convolve", "yes"}});
  std::vector<Modes> modes = some_modes(plan, 6), results = some_modes(plan, 3);
  const Lists lists = lists_of(modes, results, 6, 3);
  plan.reset_timers();
  for (int call = 0; call < 2; ++call) plan.convolve(lists.in, lists.out, rotational);
  std::string complaint = "no timer of the products";
  double seconds = 0;
  for (const StageTimer& timer : plan.gather_timers())
    if (timer.direction == "convolve" && timer.stage == "products" && timer.kind == "sweep" &&
        timer.n_calls == 2) {
      complaint = "";
      seconds = timer.max_seconds;
    }
  if (complaint.empty() && seconds <= 0) complaint = "the products took no time";
  int n_products = 0;
  for (const StageTime& time : plan.times()) n_products += time.name == "products" ? 1 : 0;
  if (n_products != 1) complaint = "times() does not show the products";
  expect_no_complaint(MPI_COMM_WORLD, complaint);
}

// --- the ready-made products, on one process ------------------------------------------------------

// n fields of 37 points: whole vectors and a rest, for every instruction set.
template <class T>
std::vector<std::vector<T>> numbers(std::size_t n) {
  std::vector<std::vector<T>> fields(n, std::vector<T>(37));
  for (std::size_t f = 0; f < n; ++f)
    for (std::size_t i = 0; i < 37; ++i) {
      const double x = std::sin(static_cast<double>(3 * f + 1) * static_cast<double>(i + 1)),
                   y = std::cos(x + 1);
      if constexpr (element_type<T>().is_real)
        fields[f][i] = static_cast<T>(x);
      else
        fields[f][i] = {static_cast<typename T::value_type>(x), static_cast<typename T::value_type>(y)};
    }
  return fields;
}

// Runs `product`, and compares output j at every point with right(j, values of the inputs).
template <class T, class Right>
void expect_product(void (*product)(const PointsBlock&), std::size_t n, std::size_t m, const Right& right) {
  std::vector<std::vector<T>> in = numbers<T>(n), out(m, std::vector<T>(38, T(7)));
  std::vector<const void*> from;
  std::vector<void*> to;
  for (auto& field : in) from.push_back(field.data());
  for (auto& field : out) to.push_back(field.data());
  product({{}, 37, 0, element_type<T>(), from, to});
  const double unit = element_type<T>().is_double ? 0x1p-53 : 0x1p-24;
  for (std::size_t j = 0; j < m; ++j) {
    for (std::size_t i = 0; i < 37; ++i) {
      std::vector<std::complex<double>> values;
      for (const auto& field : in) values.emplace_back(field[i]);
      EXPECT_LE(std::abs(std::complex<double>(out[j][i]) - right(j, values)), 16 * unit) << j << " at " << i;
    }
    EXPECT_EQ(out[j][37], T(7)) << "beyond the end";
  }
}

template <class T>
void expect_products() {
  using V = std::vector<std::complex<double>>;
  expect_product<T>(rotational, 6, 3, [](std::size_t j, const V& v) {
    const std::size_t a = (j + 1) % 3, b = (j + 2) % 3;
    return v[a] * v[3 + b] - v[b] * v[3 + a];
  });
  const std::vector<std::pair<std::size_t, std::size_t>> pairs = {{0, 0}, {0, 1}, {0, 2},
                                                                  {1, 1}, {1, 2}, {2, 2}};
  expect_product<T>(divergence, 3, 6,
                    [&](std::size_t j, const V& v) { return v[pairs[j].first] * v[pairs[j].second]; });
  expect_product<T>(skew, 12, 9, [&](std::size_t j, const V& v) {
    if (j >= 3) return 0.5 * v[pairs[j - 3].first] * v[pairs[j - 3].second];
    return 0.5 * (v[0] * v[3 + 3 * j] + v[1] * v[4 + 3 * j] + v[2] * v[5 + 3 * j]);
  });
  expect_product<T>(flux, 4, 3, [](std::size_t j, const V& v) { return v[j] * v[3]; });
}

TEST(Products, AreThoseOfTheirDefinitions) {
  expect_products<double>();
  expect_products<float>();
  expect_products<std::complex<double>>();
  expect_products<std::complex<float>>();
}

TEST(Products, RefuseOtherNumbersOfFields) {
  double number = 1;
  const std::vector<const void*> in(5, &number);
  std::vector<void*> out(4, &number);
  const PointsBlock block{{}, 1, 0, element_type<double>(), in, out};
  EXPECT_EQ("", error_complaint(ErrorCode::invalid_argument, {"divergence"}, [&] { divergence(block); }));
  EXPECT_EQ("", error_complaint(ErrorCode::invalid_argument, {"skew"}, [&] { skew(block); }));
  EXPECT_EQ("", error_complaint(ErrorCode::invalid_argument, {"rotational"}, [&] { rotational(block); }));
  EXPECT_EQ("", error_complaint(ErrorCode::invalid_argument, {"no input 5", "5 of them"},
                                [&] { block.input<double>(5); }));
  EXPECT_EQ("", error_complaint(ErrorCode::invalid_argument, {"are double, not float"},
                                [&] { block.output<float>(0); }));
}

// Of Taylor and Green's vortex: u = (sin x cos y cos z, -cos x sin y cos z, 0) and its curl.
TEST(Products, GiveTheNonlinearTermOfAKnownFlow) {
  const Index n = 16;
  Plan plan(flow({n, n, n}), MPI_COMM_WORLD, {{"convolve", "yes"}});
  const auto fill = [&](auto&& value) {
    auto u = plan.points<double>();
    const Box& box = plan.points_box();
    const double h = 2 * std::numbers::pi / static_cast<double>(n);
    const Extents local = box.shape();
    for (Index i = 0; i < local[0]; ++i)
      for (Index j = 0; j < local[1]; ++j)
        for (Index k = 0; k < local[2]; ++k)
          u(i, j, k) = value(h * static_cast<double>(box.ranges[0].begin + i),
                             h * static_cast<double>(box.ranges[1].begin + j),
                             h * static_cast<double>(box.ranges[2].begin + k));
    auto uh = plan.modes<std::complex<double>>();
    plan.forward(u, uh);
    return uh;
  };
  using std::cos, std::sin;
  std::vector<Modes> modes;
  modes.push_back(fill([](double x, double y, double z) { return sin(x) * cos(y) * cos(z); }));
  modes.push_back(fill([](double x, double y, double z) { return -cos(x) * sin(y) * cos(z); }));
  modes.push_back(fill([](double, double, double) { return 0.0; }));
  modes.push_back(fill([](double x, double y, double z) { return -cos(x) * sin(y) * sin(z); }));
  modes.push_back(fill([](double x, double y, double z) { return -sin(x) * cos(y) * sin(z); }));
  modes.push_back(fill([](double x, double y, double z) { return 2 * sin(x) * sin(y) * cos(z); }));
  std::vector<Modes> results = some_modes(plan, 3), expected;
  expected.push_back(fill(
      [](double x, double y, double z) { return -cos(x) * sin(y) * cos(z) * 2 * sin(x) * sin(y) * cos(z); }));
  expected.push_back(fill(
      [](double x, double y, double z) { return -sin(x) * cos(y) * cos(z) * 2 * sin(x) * sin(y) * cos(z); }));
  expected.push_back(fill([](double x, double y, double z) {
    return -sin(x) * cos(y) * cos(z) * sin(x) * cos(y) * sin(z) -
           cos(x) * sin(y) * cos(z) * cos(x) * sin(y) * sin(z);
  }));
  const Lists lists = lists_of(modes, results, 6, 3);
  plan.convolve(lists.in, lists.out, rotational);
  double error = 0;
  for (std::size_t f = 0; f < 3; ++f)
    for (std::size_t i = 0; i < results[f].size(); ++i)
      error = std::max(error, std::abs(results[f].data()[i] - expected[f].data()[i]));
  expect_no_complaint(MPI_COMM_WORLD, error < 1e-11 ? "" : "error " + std::to_string(error));
}

}  // namespace
}  // namespace weft::test
