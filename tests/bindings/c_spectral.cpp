// The operators of C beside those of C++, bit by bit, and what they refuse.

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

#include "agreed_error.hpp"
#include "blocks.hpp"
#include "c_calls.hpp"
#include "weft/spectral.hpp"
#include "weft/weft_spectral.h"

namespace weft::test {
namespace {

using Values = std::vector<std::complex<double>>;

// The same plan and operators in both languages, and fields that every operator changes.
struct BothSpectral {
  BothSpectral() : plan(r2c({8, 6, 9}), MPI_COMM_WORLD), cpp(plan, {{3, 7, 5}}) {
    const std::int64_t shape[3] = {8, 6, 9};
    weft_problem* problem = nullptr;
    throw_code(weft_problem_create(&problem, "r2c", 3, shape));
    throw_code(weft_plan_create(&c_plan, problem, MPI_COMM_WORLD, nullptr));
    weft_problem_free(&problem);
    const double lengths[3] = {3, 7, 5};
    throw_code(weft_spectral_create(&c, c_plan, lengths));
    for (int i = 0; i < 3; ++i) {
      u.push_back(plan.modes<std::complex<double>>());
      for (std::size_t j = 0; j < u.back().size(); ++j)
        u.back().data()[j] = {std::sin(static_cast<double>(j + i)),
                              std::cos(static_cast<double>(3 * j * j + i))};
      in.push_back(u.back().data());
      expected.push_back(plan.modes<std::complex<double>>());
      results.emplace_back(u.back().size());
      out.push_back(results.back().data());
    }
  }
  ~BothSpectral() {
    weft_spectral_free(&c);
    weft_plan_free(&c_plan);
  }
  bool same(int n) const {
    bool equal = true;
    for (int i = 0; i < n; ++i)
      equal = equal && std::memcmp(results[static_cast<std::size_t>(i)].data(),
                                   expected[static_cast<std::size_t>(i)].data(),
                                   16 * results[static_cast<std::size_t>(i)].size()) == 0;
    return all_true(MPI_COMM_WORLD, equal);
  }
  Plan plan;
  Spectral cpp;
  weft_plan* c_plan = nullptr;
  weft_spectral* c = nullptr;
  std::vector<Field<std::complex<double>>> u, expected;
  std::vector<Values> results;
  std::vector<const void*> in;
  std::vector<void*> out;
};

TEST(CSpectral, OperatorsAreThoseOfCpp) {
  BothSpectral both;
  weft_spectral* c = both.c;
  const Spectral& cpp = both.cpp;
  for (int axis : {0, 1, 2})
    for (int order : {0, 1, 2, 3}) {
      cpp.derivative(both.u[0], both.expected[0], axis, order);
      EXPECT_EQ(weft_spectral_derivative(c, both.in[0], both.out[0], axis, order), WEFT_SUCCESS);
      EXPECT_TRUE(both.same(1)) << "derivative " << order << " along " << axis;
    }
  cpp.laplacian(both.u[0], both.expected[0]);
  EXPECT_EQ(weft_spectral_laplacian(c, both.in[0], both.out[0]), WEFT_SUCCESS);
  EXPECT_TRUE(both.same(1));
  cpp.inverse_laplacian(both.u[0], both.expected[0]);
  EXPECT_EQ(weft_spectral_inverse_laplacian(c, both.in[0], both.out[0]), WEFT_SUCCESS);
  EXPECT_TRUE(both.same(1));
  cpp.gradient(both.u[0], both.expected);
  EXPECT_EQ(weft_spectral_gradient(c, both.in[0], 3, both.out.data()), WEFT_SUCCESS);
  EXPECT_TRUE(both.same(3));
  cpp.divergence(both.u, both.expected[0]);
  EXPECT_EQ(weft_spectral_divergence(c, 3, both.in.data(), both.out[0]), WEFT_SUCCESS);
  EXPECT_TRUE(both.same(1));
  for (const double factor : {1.0, -1.0}) {
    cpp.curl(both.u, both.expected, factor);
    EXPECT_EQ(weft_spectral_curl(c, 3, both.in.data(), 3, both.out.data(), factor), WEFT_SUCCESS);
    EXPECT_TRUE(both.same(3));
  }
  cpp.project(both.u, both.expected);
  EXPECT_EQ(weft_spectral_project(c, 3, both.in.data(), both.out.data()), WEFT_SUCCESS);
  EXPECT_TRUE(both.same(3));
  for (const auto& [rule, name] :
       {std::pair(Dealiasing::cubic, WEFT_CUBIC), std::pair(Dealiasing::spherical, WEFT_SPHERICAL)}) {
    cpp.dealias(both.u[0], both.expected[0], rule);
    EXPECT_EQ(weft_spectral_dealias(c, both.in[0], both.out[0], name), WEFT_SUCCESS);
    EXPECT_TRUE(both.same(1));
  }
  double half[3] = {};
  EXPECT_EQ(weft_spectral_half_cell(c, half), WEFT_SUCCESS);
  EXPECT_EQ(std::vector<double>(half, half + 3), cpp.half_cell());
  cpp.shift(both.u[0], both.expected[0], cpp.half_cell());
  EXPECT_EQ(weft_spectral_shift(c, both.in[0], both.out[0], half), WEFT_SUCCESS);
  EXPECT_TRUE(both.same(1));
}

TEST(CSpectral, NumbersAreThoseOfCpp) {
  BothSpectral both;
  int n_axes = 0;
  double lengths[WEFT_MAX_AXES] = {};
  EXPECT_EQ(weft_spectral_lengths(both.c, &n_axes, lengths), WEFT_SUCCESS);
  EXPECT_EQ(std::vector<double>(lengths, lengths + n_axes), both.cpp.lengths());
  for (int axis : {0, 1, 2}) {
    const std::vector<double>& expected = both.cpp.wavenumbers(axis);
    std::vector<double> k(expected.size());
    EXPECT_EQ(weft_spectral_wavenumbers(both.c, axis, k.data()), WEFT_SUCCESS);
    EXPECT_EQ(k, expected);
  }
  double product = 0, energy = 0, width = 0;
  EXPECT_EQ(weft_spectral_inner_product(both.c, 2, both.in.data(), both.in.data() + 1, &product),
            WEFT_SUCCESS);
  EXPECT_EQ(product, both.cpp.inner_product({both.in.data(), 2}, {both.in.data() + 1, 2}));
  EXPECT_EQ(weft_spectral_mean_energy(both.c, 3, both.in.data(), &energy), WEFT_SUCCESS);
  EXPECT_EQ(energy, both.cpp.mean_energy(both.u));
  for (const double wanted : {0.0, 2.0}) {
    const Spectrum spectrum = both.cpp.energy_spectrum(both.u, wanted);
    std::int64_t n = 0;
    EXPECT_EQ(weft_spectral_n_shells(both.c, wanted, &n, &width), WEFT_SUCCESS);
    EXPECT_EQ(width, spectrum.width);
    std::vector<double> shells(static_cast<std::size_t>(n));
    EXPECT_EQ(weft_spectral_energy_spectrum(both.c, 3, both.in.data(), wanted, shells.data()), WEFT_SUCCESS);
    EXPECT_EQ(shells, spectrum.energy);
  }
  weft_spectral* standard = nullptr;
  EXPECT_EQ(weft_spectral_create(&standard, both.c_plan, nullptr), WEFT_SUCCESS);
  EXPECT_EQ(weft_spectral_lengths(standard, nullptr, lengths), WEFT_SUCCESS);
  EXPECT_DOUBLE_EQ(lengths[2], 2 * 3.14159265358979323846);
  weft_spectral_free(&standard);
  EXPECT_EQ(standard, nullptr);
  weft_spectral_free(&standard);
  weft_spectral_free(nullptr);
}

TEST(CSpectral, BadInputIsACodeInWords) {
  BothSpectral both;
  weft_spectral* none = both.c;
  const auto expect = [](int code, const std::vector<std::string>& words, int result) {
    EXPECT_EQ(error_complaint(static_cast<ErrorCode>(code), words, [&] { throw_code(result); }), "");
  };
  const double wrong[3] = {1, -2, 3};
  expect(WEFT_INVALID_ARGUMENT, {"axis 1", "positive"}, weft_spectral_create(&none, both.c_plan, wrong));
  EXPECT_EQ(none, nullptr);
  expect(WEFT_INVALID_ARGUMENT, {"the plan is NULL"}, weft_spectral_create(&none, nullptr, nullptr));
  expect(WEFT_INVALID_ARGUMENT, {"pointer to the operators is NULL"},
         weft_spectral_create(nullptr, both.c_plan, nullptr));
  expect(WEFT_INVALID_ARGUMENT, {"spectral handle is NULL"},
         weft_spectral_laplacian(nullptr, both.in[0], both.out[0]));
  expect(WEFT_INVALID_ARGUMENT, {"axis 3"}, weft_spectral_derivative(both.c, both.in[0], both.out[0], 3, 1));
  expect(WEFT_INVALID_ARGUMENT, {"rule", "7"}, weft_spectral_dealias(both.c, both.in[0], both.out[0], 7));
  expect(WEFT_INVALID_ARGUMENT, {"displacement is NULL"},
         weft_spectral_shift(both.c, both.in[0], both.out[0], nullptr));
  expect(WEFT_INVALID_ARGUMENT, {"in is NULL"}, weft_spectral_divergence(both.c, 3, nullptr, both.out[0]));
  expect(WEFT_INVALID_ARGUMENT, {"-1 values"},
         weft_spectral_divergence(both.c, -1, both.in.data(), both.out[0]));
  expect(WEFT_INVALID_ARGUMENT, {"2 components"},
         weft_spectral_gradient(both.c, both.in[0], 2, both.out.data()));
  expect(WEFT_INVALID_ARGUMENT, {"2 outputs"},
         weft_spectral_curl(both.c, 3, both.in.data(), 2, both.out.data(), 1));
  expect(WEFT_NOT_APPLICABLE, {"2^24"}, weft_spectral_n_shells(both.c, 1e-9, nullptr, nullptr));
  if (p() == 1) return;
  double energy = 0;
  const int n = both.plan.rank() == 0 ? 1 : 2;
  expect_error_on_all(MPI_COMM_WORLD, ErrorCode::mismatch, {"number of fields"},
                      [&] { throw_code(weft_spectral_mean_energy(both.c, n, both.in.data(), &energy)); });
}

}  // namespace
}  // namespace weft::test
