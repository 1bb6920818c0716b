// libweft_fftw3_mpi and libweft_fftw3f_mpi by FFTW's names: every kind of plan against the direct transform,
// misuse, and what is asked of plans. Linked with these libraries and with nothing else of weft or of FFTW.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>

#include "job_folder.hpp"
#include "of_fftw/case.hpp"
#include "of_fftw/line.hpp"

using namespace weft::test;

namespace {

constexpr unsigned transposed[] = {0, flag::transposed_in, flag::transposed_out,
                                   flag::transposed_in | flag::transposed_out};
constexpr unsigned inputs[] = {0, flag::preserve_input, flag::destroy_input};

std::vector<Lengths> shapes_of(What what) {
  if (what == What::transpose) return {{6, 7}, {9, 4}, {1, 8}};
  return {{6, 7}, {9, 10}, {5, 4, 6}, {8, 3, 5}, {2, 9, 3}, {4, 3, 2, 5}, {3, 6, 5, 2}};
}

// What the flags say of a case that FFTW leaves undefined.
bool is_undefined(const Case& c) {
  if (!c.is_halved() || c.n.size() > 2) return false;
  return c.has(c.what == What::r2c ? flag::transposed_in : flag::transposed_out);
}

// Every shape, place and transposition of one kind; all else changes from one to the next. Block sizes are
// FFTW's, uneven ones, or all on process 0.
std::vector<Case> cases_of(What what, int n_processes) {
  std::vector<Case> cases;
  const auto block_of = [&](const Case& c, bool input, int which) -> Length {
    const Local local = local_of(c, input, n_processes, 0);
    const Length length = local.shape[local.cut];
    return which == 0 ? 0 : which == 1 ? (length + n_processes - 1) / n_processes + 1 : length;
  };
  int i = 0;
  for (int round = 0; round < (full_tier() ? 12 : 3); ++round)
    for (const Lengths& n : shapes_of(what))
      for (const unsigned flags : transposed)
        for (const bool in_place : {false, true}) {
          Case c{.what = what, .n = n, .in_place = in_place};
          c.flags = flag::estimate | flags | inputs[i % 3];
          if (is_undefined(c)) continue;
          c.sign = i % 2 == 0 ? -1 : 1;
          c.form = static_cast<Form>((i + round) % 4);
          if (c.form == Form::many || c.form == Form::fortran) {
            c.howmany = 1 + (i / 4) % 4;
            c.in_block = block_of(c, true, (i / 2) % 3);
            c.out_block = block_of(c, false, (i / 3) % 3);
          }
          for (std::size_t axis = 0; what == What::r2r && axis < n.size(); ++axis)
            c.kinds.push_back(static_cast<int>((static_cast<std::size_t>(i) + 3 * axis) % (rodft11 + 1)));
          cases.push_back(c);
          ++i;
        }
  return cases;
}

template <class Real>
class FftwMpi : public testing::Test {
  void SetUp() override { Fftw<Real>::mpi_init(); }
};
using Precisions = testing::Types<double, float>;
TYPED_TEST_SUITE(FftwMpi, Precisions);

template <class Real>
void expect_all_right(What what) {
  for (const Case& c : cases_of(what, p())) expect_right<Real>(c);
}

}  // namespace

TYPED_TEST(FftwMpi, ComplexTransformsAreRight) { expect_all_right<TypeParam>(What::dft); }
TYPED_TEST(FftwMpi, TransformsOfRealNumbersAreRight) { expect_all_right<TypeParam>(What::r2c); }
TYPED_TEST(FftwMpi, TransformsToRealNumbersAreRight) { expect_all_right<TypeParam>(What::c2r); }
TYPED_TEST(FftwMpi, TransformsThatKeepRealNumbersRealAreRight) { expect_all_right<TypeParam>(What::r2r); }
TYPED_TEST(FftwMpi, TransposesMoveEveryNumber) { expect_all_right<TypeParam>(What::transpose); }

TYPED_TEST(FftwMpi, OneAxisOnOneProcessIsRight) {
  if (p() > 1) return;
  for (const Length howmany : {1, 3})
    for (const bool in_place : {false, true})
      for (const What what : {What::dft, What::r2c, What::c2r, What::r2r})
        for (const int sign : {-1, 1})
          expect_right<TypeParam>({.what = what,
                                   .n = {12},
                                   .howmany = howmany,
                                   .in_place = in_place,
                                   .sign = sign,
                                   .kinds = {redft10}});
}

TYPED_TEST(FftwMpi, RealNumbersAlongOneAxisOfSeveralProcessesAreNull) {  // as the manual says
  using F = Fftw<TypeParam>;
  if (p() == 1) return;
  std::vector<TypeParam> u(64);
  auto* const modes = reinterpret_cast<TypeParam(*)[2]>(u.data());
  const Length n[] = {16};
  EXPECT_EQ(F::mpi_plan_dft_r2c(1, n, u.data(), modes, world, flag::estimate), nullptr);
  EXPECT_EQ(F::mpi_plan_dft_c2r(1, n, modes, u.data(), world, flag::estimate), nullptr);
}

TYPED_TEST(FftwMpi, OneAxisOverSeveralProcessesIsRight) {
  for (const Length n : {48, 60, 36, 7})
    for (const Length howmany : {1, 3})
      for (const bool in_place : {false, true})
        for (const int sign : {-1, 1}) {
          Line<TypeParam> line({.n = n, .howmany = howmany, .in_place = in_place, .sign = sign});
          const Case as_case{.what = What::dft, .n = {n}, .howmany = howmany, .sign = sign};
          const auto [input, expected] = data_of(as_case);
          std::string wrong = line.complaint_of_blocks();
          if (!line.is_taken())
            wrong = "the plan is not weft's";
          else if (wrong.empty() && !alike<TypeParam>(line.run(input.values), expected.values))
            wrong = "wrong numbers";
          expect_no_complaint(
              world, wrong.empty() ? "" : words_of(as_case) + (in_place ? ", in place: " : ": ") + wrong);
        }
}

// What weft does not take over goes to FFTW; where there is none, as with MPI libraries for which Debian has
// none, it is NULL.
TYPED_TEST(FftwMpi, WhatWeftLeavesIsOfFftwOrNull) {
  using F = Fftw<TypeParam>;
  if (p() == 1) return;
  constexpr Length n = 64;
  std::vector<TypeParam> u(2 * n, 1);
  auto* const c = reinterpret_cast<TypeParam(*)[2]>(u.data());
  const Length lengths[] = {n};
  auto* const plan = F::mpi_plan_many_dft(1, lengths, 1, n, n, c, c, world, -1, flag::estimate);
#ifdef OPEN_MPI
  if (plan == nullptr) GTEST_SKIP() << "FFTW with MPI is not installed";
  F::execute(plan);
  EXPECT_EQ(u[0], rank_in(world) == 0 ? n : 1);
  F::destroy_plan(plan);
#else
  EXPECT_EQ(plan, nullptr);
  EXPECT_EQ(u, std::vector<TypeParam>(2 * n, 1));
#endif
}

TYPED_TEST(FftwMpi, ScrambledModesComeBack) {
  for (const Length howmany : {1, 2})
    for (const int sign : {-1, 1}) {
      Line<TypeParam> there({.n = 48, .howmany = howmany, .sign = sign, .flags = flag::scrambled_out});
      Line<TypeParam> back({.n = 48, .howmany = howmany, .sign = -sign, .flags = flag::scrambled_in});
      ASSERT_TRUE(there.is_taken() && back.is_taken());
      EXPECT_EQ(there.block(1), back.block(0));
      EXPECT_EQ(there.block(0), back.block(1));
      const auto [input, expected] =
          data_of({.what = What::dft, .n = {48}, .howmany = howmany, .sign = sign});
      const std::vector<Number> modes = there.run(input.values);
      EXPECT_TRUE(are_permuted<TypeParam>(modes, expected.values));
      std::vector<Number> points = back.run(modes);
      for (Number& value : points) value /= 48;
      EXPECT_TRUE(alike<TypeParam>(points, input.values));
    }
}

TYPED_TEST(FftwMpi, AnAllToAllIsATranspose) {  // 6.7.3 of the manual
  expect_right<TypeParam>(
      {.what = What::transpose, .n = {p(), p()}, .howmany = 5, .in_block = 1, .out_block = 1});
}

TYPED_TEST(FftwMpi, PlansWorkOnAnyCommunicator) {
  MPI_Comm copy = MPI_COMM_NULL, part = MPI_COMM_NULL;
  MPI_Comm_dup(MPI_COMM_WORLD, &copy);
  MPI_Comm_split(MPI_COMM_WORLD, rank_in(world) % 2, -rank_in(world), &part);
  for (MPI_Comm comm : {copy, part, MPI_COMM_SELF}) {
    expect_right<TypeParam>(
        {.what = What::dft, .n = {6, 5, 4}, .flags = flag::estimate | flag::transposed_out}, comm);
    expect_right<TypeParam>({.what = What::r2c, .n = {5, 8}, .in_place = true}, comm);
    expect_right<TypeParam>({.what = What::transpose, .n = {7, 3}, .howmany = 2}, comm);
  }
  MPI_Comm_free(&copy);
  MPI_Comm_free(&part);
}

TYPED_TEST(FftwMpi, APlanOutlivesTheCommunicator) {
  using F = Fftw<TypeParam>;
  MPI_Comm copy = MPI_COMM_NULL;
  MPI_Comm_dup(MPI_COMM_WORLD, &copy);
  Length size = 0, begin = 0;
  const Length n = F::mpi_local_size_2d(8, 4, copy, &size, &begin);
  std::vector<TypeParam> u(static_cast<std::size_t>(2 * n), 1);
  auto* const array = reinterpret_cast<TypeParam(*)[2]>(u.data());
  const auto plan = F::mpi_plan_dft_2d(8, 4, array, array, copy, -1, flag::estimate);
  MPI_Comm_free(&copy);
  F::execute(plan);
  expect_no_complaint(world,
                      begin > 0 || (u[0] == 32 && u[1] == 32) ? "" : "the mean is " + std::to_string(u[0]));
  F::destroy_plan(plan);
}

// A file of wisdom of the test's own.
class OwnWisdom {
 public:
  OwnWisdom() { setenv("WEFT_HOME", (folder_ / "home").c_str(), 1); }
  ~OwnWisdom() { unsetenv("WEFT_HOME"); }
  OwnWisdom(const OwnWisdom&) = delete;
  OwnWisdom& operator=(const OwnWisdom&) = delete;

 private:
  JobFolder folder_;
};

TYPED_TEST(FftwMpi, EffortsGiveTheSameNumbers) {
  using F = Fftw<TypeParam>;
  const OwnWisdom own;
  for (const unsigned effort :
       {unsigned{flag::measure}, unsigned{flag::patient}, unsigned{flag::exhaustive}}) {
    F::set_timelimit(effort == flag::exhaustive ? 1 : 0);
    expect_right<TypeParam>({.what = What::dft, .n = {12, 10}, .flags = effort | flag::transposed_out});
  }
  F::set_timelimit(-1);
}

TYPED_TEST(FftwMpi, WisdomOnlyPlansWhatWasPlanned) {
  using F = Fftw<TypeParam>;
  const OwnWisdom own;
  std::vector<TypeParam> u(2 * 14 * 6);
  auto* const array = reinterpret_cast<TypeParam(*)[2]>(u.data());
  const auto plan = [&](unsigned flags) { return F::mpi_plan_dft_2d(14, 6, array, array, world, -1, flags); };
  EXPECT_EQ(plan(flag::wisdom_only), nullptr);
  F::destroy_plan(plan(flag::estimate));
  EXPECT_EQ(plan(flag::wisdom_only), nullptr);
  F::destroy_plan(plan(flag::measure));
  const auto known = plan(flag::wisdom_only);
  EXPECT_NE(known, nullptr);
  F::destroy_plan(known);
  F::mpi_gather_wisdom(world);
  F::mpi_broadcast_wisdom(world);
}

TYPED_TEST(FftwMpi, PlansAnswerQuestions) {
  using F = Fftw<TypeParam>;
  std::vector<TypeParam> u(2 * 16 * 8);
  auto* const array = reinterpret_cast<TypeParam(*)[2]>(u.data());
  const auto plan = F::mpi_plan_dft_2d(16, 8, array, array, world, 1, flag::estimate);
  ASSERT_NE(plan, nullptr);
  EXPECT_GT(F::cost(plan), 0);
  EXPECT_GT(F::estimate_cost(plan), 0);
  double add = -1, mul = -1, fma = -1;
  F::flops(plan, &add, &mul, &fma);
  EXPECT_NEAR((add + mul + 2 * fma) * p(), 5 * 128 * 7, 1e-6);
  testing::internal::CaptureStdout();
  F::print_plan(plan);
  F::fprint_plan(plan, stdout);
  std::fflush(stdout);
  char* words = F::sprint_plan(plan);
  EXPECT_EQ(testing::internal::GetCapturedStdout(), std::string(words) + words);
  EXPECT_NE(std::string(words).find("mpi_plan_dft_2d 16x8, backward, in place"), std::string::npos) << words;
  std::free(words);
  F::destroy_plan(plan);
}

namespace {

// What `call` says: one sentence on process 0, nothing on the others.
template <class Call>
void expect_sentence(const char* with, Call call) {
  testing::internal::CaptureStderr();
  call();
  const std::string said = testing::internal::GetCapturedStderr();
  if (rank_in(world) == 0) {
    EXPECT_EQ(std::count(said.begin(), said.end(), '\n'), 1) << said;
    EXPECT_NE(said.find(with), std::string::npos) << said << " without: " << with;
  } else {
    EXPECT_EQ(said, "");
  }
}

}  // namespace

TYPED_TEST(FftwMpi, NonsenseIsNullWithASentence) {
  using F = Fftw<TypeParam>;
  std::vector<TypeParam> u(4096);
  TypeParam* const a = u.data();
  auto* const c = reinterpret_cast<TypeParam(*)[2]>(u.data());
  const Length n[] = {8, 6}, negative[] = {8, -6}, none[] = {0, 6},
               huge[] = {Length{1} << 40, Length{1} << 40};
  const int kinds[] = {redft10, 11};
  const auto dft = [&](int rank, const Length* lengths, Length howmany, Length block, MPI_Comm comm,
                       int sign) {
    EXPECT_EQ(F::mpi_plan_many_dft(rank, lengths, howmany, block, 0, c, c, comm, sign, flag::estimate),
              nullptr);
  };
  expect_sentence("MPI_COMM_NULL", [&] { dft(2, n, 1, 0, MPI_COMM_NULL, -1); });
  expect_sentence("rank is 0", [&] { dft(0, n, 1, 0, world, -1); });
  expect_sentence("rank is -2", [&] { dft(-2, n, 1, 0, world, -1); });
  expect_sentence("lengths is NULL", [&] { dft(2, nullptr, 1, 0, world, -1); });
  expect_sentence("axis 1 is -6", [&] { dft(2, negative, 1, 0, world, -1); });
  expect_sentence("axis 0 is 0", [&] { dft(2, none, 1, 0, world, -1); });
  expect_sentence("counted", [&] { dft(2, huge, 1, 0, world, -1); });
  expect_sentence("howmany is 0", [&] { dft(2, n, 0, 0, world, -1); });
  expect_sentence("block size is -1", [&] { dft(2, n, 1, -1, world, -1); });
  expect_sentence("sign is 0", [&] { dft(2, n, 1, 0, world, 0); });
  if (p() < 8) expect_sentence("blocks of 1", [&] { dft(2, n, 1, 1, world, -1); });
  expect_sentence("kinds is NULL", [&] {
    EXPECT_EQ(F::mpi_plan_many_r2r(2, n, 1, 0, 0, a, a, world, nullptr, flag::estimate), nullptr);
  });
  expect_sentence("no kind 11", [&] {
    EXPECT_EQ(F::mpi_plan_many_r2r(2, n, 1, 0, 0, a, a, world, kinds, flag::estimate), nullptr);
  });
  expect_sentence("howmany is -1", [&] {
    Length size = -1, begin = -1;
    EXPECT_EQ(F::mpi_local_size_many(2, n, -1, 0, world, &size, &begin), 0);
    EXPECT_EQ(size, 0);
  });
  if (p() > 1)
    expect_sentence("one array on some processes", [&] {
      auto* const out = rank_in(world) == 0 ? c : c + 1000;
      EXPECT_EQ(F::mpi_plan_dft_2d(8, 6, c, out, world, -1, flag::estimate), nullptr);
    });
  expect_sentence("MPI_COMM_NULL", [] { F::mpi_broadcast_wisdom(MPI_COMM_NULL); });
}

TYPED_TEST(FftwMpi, PlansThatAreNoneDoNothingWithASentence) {
  using F = Fftw<TypeParam>;
  std::vector<TypeParam> u(4096), v(4096);
  auto* const c = reinterpret_cast<TypeParam(*)[2]>(u.data());
  auto* const d = reinterpret_cast<TypeParam(*)[2]>(v.data());
  expect_sentence("no plan", [] { F::execute(nullptr); });
  expect_sentence("no plan", [&] { F::mpi_execute_dft(nullptr, c, d); });
  expect_sentence("no plan", [] { EXPECT_EQ(F::cost(nullptr), 0); });
  F::destroy_plan(nullptr);
  const auto plan = F::mpi_plan_dft_2d(8, 8, c, d, world, -1, flag::estimate);
  expect_sentence("one array", [&] { F::mpi_execute_dft(plan, c, c); });
  expect_sentence("mpi_execute_dft", [&] { F::mpi_execute_dft(plan, nullptr, nullptr); });
  F::destroy_plan(plan);
  expect_sentence("destroyed", [&] { F::execute(plan); });
  expect_sentence("destroyed", [&] { F::destroy_plan(plan); });
}

// As garbage collectors do: the order of each process is its own, and some destroy later than others.
TYPED_TEST(FftwMpi, PlansAreDestroyedInAnyOrder) {
  using F = Fftw<TypeParam>;
  std::vector<TypeParam> u(4096, 1);
  auto* const c = reinterpret_cast<TypeParam(*)[2]>(u.data());
  const auto plan = [&](Length n) { return F::mpi_plan_dft_2d(n, 4, c, c, world, -1, flag::estimate); };
  for (int round = 0; round < 3; ++round) {
    const auto first = plan(8), second = plan(16);
    F::destroy_plan(rank_in(world) % 2 == 0 ? first : second);
    const auto third = plan(12);
    F::destroy_plan(rank_in(world) % 2 == 0 ? second : first);
    std::fill(u.begin(), u.end(), TypeParam{1});
    F::execute(third);
    EXPECT_EQ(u[0], rank_in(world) == 0 ? 48 : u[0]);
    F::destroy_plan(third);
  }
}

// Shared memory of plans is mapped while they are open.
TYPED_TEST(FftwMpi, DestroyedPlansAreClosed) {
  using F = Fftw<TypeParam>;
  std::vector<TypeParam> u(4096);
  auto* const c = reinterpret_cast<TypeParam(*)[2]>(u.data());
  const auto n_mapped = [] {
    std::ifstream maps("/proc/self/maps");
    return std::count(std::istreambuf_iterator<char>(maps), {}, '\n');
  };
  const auto plan_and_destroy = [&](int times) {
    for (int i = 0; i < times; ++i)
      F::destroy_plan(F::mpi_plan_dft_2d(8, 4, c, c, world, -1, flag::estimate));
    return n_mapped();
  };
  const auto before = plan_and_destroy(3);
  EXPECT_LT(plan_and_destroy(30) - before, 15);
}

TYPED_TEST(FftwMpi, PlansOutliveCleanup) {
  using F = Fftw<TypeParam>;
  std::vector<TypeParam> u(4096, 1);
  auto* const c = reinterpret_cast<TypeParam(*)[2]>(u.data());
  F::mpi_init();
  const auto plan = F::mpi_plan_dft_2d(8, 4, c, c, world, -1, flag::estimate);
  F::mpi_cleanup();
  F::cleanup();
  F::execute(plan);
  EXPECT_EQ(u[0], rank_in(world) == 0 ? 32 : u[0]);
  F::destroy_plan(plan);
  // Alive in MPI_Finalize.
  EXPECT_NE(F::mpi_plan_dft_2d(8, 4, c, c, world, -1, flag::estimate), nullptr);
}
