// Wrong arguments: the same clear error on every process, whoever is wrong; never a hang.
//
// A table of what is wrong everywhere, and a table of what differs on one process, which goes round all
// processes. A wrong plan that is made after all is not closed: that would wait for the others.

#include <gtest/gtest.h>

#include <functional>

#include "agreed_error.hpp"
#include "weft/weft.hpp"

namespace weft::test {
namespace {

constexpr ErrorCode mismatch = ErrorCode::mismatch;

std::string text(int n) { return std::to_string(n); }

void make_and_keep(const Problem& problem, MPI_Comm comm, const Options& options) {
  new Plan(problem, comm, options);
}

// What a user passes.
struct Arguments {
  Problem problem = r2c({12, 10, 8});
  std::vector<std::pair<std::string, std::string>> options;
};

void make_and_keep(const Arguments& arguments) {
  Options options;
  for (const auto& [key, value] : arguments.options) options.set(key, value);
  make_and_keep(arguments.problem, MPI_COMM_WORLD, options);
}

struct Fault {
  const char* what;
  std::function<void(Arguments&)> commit;
  ErrorCode code;
  std::vector<std::string> says;
};

Layout slab(const Extents& shape, int n, int axis = 0) { return {shape, {{n}}, {axis}, {}}; }

std::vector<Fault> faults_of_arguments() {
  return {
      {"axis beyond the last",
       [](Arguments& a) {
         a.problem.axes = {0, 3};
       },
       invalid,
       {"axis 3", "0 to 2"}},
      {"negative axis", [](Arguments& a) { a.problem.axes = {-1}; }, invalid, {"axis -1", "0 to 2"}},
      {"repeated axis",
       [](Arguments& a) {
         a.problem.axes = {1, 2, 1};
       },
       invalid,
       {"axis 1", "twice"}},
      {"no axes at all", [](Arguments& a) { a.problem.shape = {}; }, invalid, {"0 axes", "1 to 6"}},
      {"seven axes",
       [](Arguments& a) { a.problem.shape = {2, 2, 2, 2, 2, 2, 2}; },
       invalid,
       {"7 axes", "1 to 6"}},
      {"length 0",
       [](Arguments& a) { a.problem.shape[1] = 0; },
       invalid,
       {"axis 1", "0 points", "at least 1"}},
      {"negative length", [](Arguments& a) { a.problem.shape[2] = -8; }, invalid, {"axis 2", "-8 points"}},
      {"sign 2", [](Arguments& a) { a.problem.sign = 2; }, invalid, {"sign", "2", "-1 or +1"}},
      {"sign 0", [](Arguments& a) { a.problem.sign = 0; }, invalid, {"sign", "0", "-1 or +1"}},
      {"no fields", [](Arguments& a) { a.problem.n_fields = 0; }, invalid, {"n_fields is 0", "at least 1"}},
      {"too few kinds",
       [](Arguments& a) { a.problem.kinds = {AxisKind::dct2}; },
       invalid,
       {"1 kinds", "3 transformed axes"}},
      {"more modes than points",
       [](Arguments& a) {
         a.problem = r2c({8, 6, 4});
         a.problem.kept = {8, 7, 4};
       },
       invalid,
       {"axis 1 has 6 points", "the modes of 7", "1 to 6"}},
      {"fewer modes of an axis that is not transformed",
       [](Arguments& a) {
         a.problem = r2c({8, 6, 4});
         a.problem.axes = {0, 2};
         a.problem.kept = {8, 4, 4};
       },
       invalid,
       {"axis 1 is not transformed", "4 of 6 points", "keep all 6"}},
      {"r2c without a Fourier axis",
       [](Arguments& a) {
         a.problem.kinds = {AxisKind::dct2, AxisKind::dst1, AxisKind::chebyshev};
       },
       invalid,
       {"r2c", "none of its axes", "r2r"}},
      {"r2r with a Fourier axis",
       [](Arguments& a) {
         a.problem = r2r({8, 6}, {AxisKind::dct2, AxisKind::fourier});
       },
       invalid,
       {"axis 1", "Fourier", "r2r"}},
      {"one end point",
       [](Arguments& a) {
         a.problem = r2r({8, 1}, {AxisKind::dst1, AxisKind::dct1});
       },
       invalid,
       {"axis 1", "1 point", "dct1", "at least 2"}},
      {"kinds of no transform",
       [](Arguments& a) {
         a.problem = redistribution(slab({8, 6}, p()), slab({8, 6}, p(), 1), true);
         a.problem.kinds = {AxisKind::dct2, AxisKind::dct2};
       },
       invalid,
       {"2 kinds", "0 transformed axes"}},
      {"real elements of a transform",
       [](Arguments& a) { a.problem.real_elements = true; },
       invalid,
       {"real_elements", "r2c"}},
      {"axes of no transform",
       [](Arguments& a) {
         a.problem = redistribution(slab({8, 9}, p()), slab({8, 9}, p(), 1), false), a.problem.axes = {0};
       },
       invalid,
       {"axes 0", "none"}},
      {"grid of too many processes",
       [](Arguments& a) {
         a.options = {{"grid", text(p() + 1)}};
       },
       invalid,
       {"grid " + text(p() + 1), "there are " + text(p()), "product"}},
      {"grid of too many dimensions",
       [](Arguments& a) {
         a.options = {{"grid", "1x1x" + text(p())}};
       },
       invalid,
       {"1x1x" + text(p()), "3 dimensions", "at most 2"}},
      {"points of another shape",
       [](Arguments& a) {
         a.problem.points = slab({12, 10, 9}, p());
       },
       invalid,
       {"points", "12x10x9", "12x10x8"}},
      {"modes of the points' shape",
       [](Arguments& a) {
         a.problem.modes = slab({12, 10, 8}, p(), 1);
       },
       invalid,
       {"modes", "12x10x8", "12x10x5"}},
      {"points on another number of processes",
       [](Arguments& a) {
         a.problem.points = slab({12, 10, 8}, p() + 2);
       },
       invalid,
       {"points", text(p() + 2), text(p())}},
      {"modes on another number of processes",
       [](Arguments& a) {
         a.problem.modes = slab({12, 10, 5}, p() + 2, 1);
       },
       invalid,
       {"modes", text(p() + 2), text(p())}},
      {"block sizes of another sum",
       [](Arguments& a) {
         a.problem.points = slab({12, 10, 8}, p());
         a.problem.points->splits = {{Extents(static_cast<std::size_t>(p()), 13)}, {}, {}};
       },
       invalid,
       {"axis 0", "add up to " + text(13 * p()), "12 points"}},
      {"shapes of a redistribution that differ",
       [](Arguments& a) {
         a.problem = redistribution(slab({8, 9}, p()), slab({9, 8}, p(), 1), false);
       },
       invalid,
       {"8x9", "9x8"}},
      {"unknown key",
       [](Arguments& a) {
         a.options = {{"exchnage", "alltoallw"}};
       },
       invalid,
       {"exchnage", "exchange"}},
      {"unknown exchange",
       [](Arguments& a) {
         a.options = {{"exchange", "alltoalw"}};
       },
       invalid,
       {"alltoalw", "alltoallw"}},
      {"unknown backend",
       [](Arguments& a) {
         a.options = {{"backend", "fftv"}};
       },
       invalid,
       {"fftv", "fftw"}},
  };
}

TEST(BadInput, OnAllProcessesIsTheSameErrorOnAllProcesses) {
  for (const Fault& fault : faults_of_arguments()) {
    SCOPED_TRACE(fault.what);
    Arguments arguments;
    fault.commit(arguments);
    expect_error_on_all(MPI_COMM_WORLD, fault.code, fault.says, [&] { make_and_keep(arguments); });
  }
}

// Alone with it, the wrong argument also differs, and that is what all hear of first.
TEST(BadInput, OnOneProcessIsTheSameErrorOnAllProcesses) {
  if (p() == 1) GTEST_SKIP() << "one process is all processes";
  for (const Fault& fault : faults_of_arguments()) {
    if (std::string(fault.what).starts_with("unknown")) continue;  // thrown by Options, on that process only
    for (int odd = 0; odd < p(); ++odd) {
      SCOPED_TRACE(std::string(fault.what) + " on process " + text(odd));
      Arguments arguments;
      if (rank_in(MPI_COMM_WORLD) == odd) fault.commit(arguments);
      const std::string other = text(odd == 0 ? 1 : odd);
      expect_error_on_all(MPI_COMM_WORLD, mismatch, {"on process 0", "on process " + other},
                          [&] { make_and_keep(arguments); });
    }
  }
}

// Each right in itself, but not beside the others' arguments.
std::vector<Fault> differences() {
  return {
      {"shape", [](Arguments& a) { a.problem.shape[2] = 9; }, mismatch, {"shape", "12x10x9", "12x10x8"}},
      {"number of axes",
       [](Arguments& a) {
         a.problem.shape = {12, 10};
       },
       mismatch,
       {"shape", "12x10"}},
      {"transform", [](Arguments& a) { a.problem.transform = Transform::c2c; }, mismatch, {"transform"}},
      {"precision", [](Arguments& a) { a.problem.precision = Precision::single_; }, mismatch, {"precision"}},
      {"axes",
       [](Arguments& a) {
         a.problem.axes = {0, 2};
       },
       mismatch,
       {"axes"}},
      {"order of the axes",
       [](Arguments& a) {
         a.problem.axes = {2, 1, 0};
       },
       mismatch,
       {"axes"}},
      {"sign", [](Arguments& a) { a.problem.sign = 1; }, mismatch, {"sign"}},
      {"norm", [](Arguments& a) { a.problem.norm = Norm::ortho; }, mismatch, {"norm"}},
      {"number of fields", [](Arguments& a) { a.problem.n_fields = 2; }, mismatch, {"n_fields"}},
      {"output", [](Arguments& a) { a.problem.output = Output::input; }, mismatch, {"output"}},
      {"order", [](Arguments& a) { a.problem.order = Order::c; }, mismatch, {"order"}},
      {"points",
       [](Arguments& a) { a.problem.points = slab(a.problem.shape, p(), 1); },
       mismatch,
       {"points"}},
      {"modes",
       [](Arguments& a) { a.problem.modes = slab(modes_shape(a.problem), p(), 0); },
       mismatch,
       {"modes"}},
      {"grid",
       [](Arguments& a) {
         a.options = {{"grid", "1x" + text(p())}};
       },
       mismatch,
       {"grid"}},
      {"exchange",
       [](Arguments& a) {
         a.options = {{"exchange", exchange_names()[0]}};
       },
       mismatch,
       {"exchange"}},
      {"in_place",
       [](Arguments& a) {
         a.options = {{"in_place", "yes"}};
       },
       mismatch,
       {"in_place"}},
      {"backend",
       [](Arguments& a) {
         a.options = {{"backend", "fftw:estimate"}};
       },
       mismatch,
       {"backend"}},
  };
}

TEST(BadInput, ThatDiffersOnOneProcessIsTheSameErrorOnAllProcesses) {
  if (p() == 1) GTEST_SKIP() << "one process cannot differ";
  for (const Fault& difference : differences())
    for (int odd = 0; odd < p(); ++odd) {
      SCOPED_TRACE(std::string(difference.what) + " of process " + text(odd));
      Arguments arguments;
      // The others state it too, otherwise, so that "set" and "not set" are not all that is compared.
      arguments.options = {{"exchange", exchange_names()[1]}, {"backend", "fftw:measure"}};
      if (rank_in(MPI_COMM_WORLD) == odd) {
        const auto others = arguments.options;
        difference.commit(arguments);
        for (const auto& option : others)
          if (arguments.options.empty() || arguments.options[0].first != option.first)
            arguments.options.push_back(option);
      }
      expect_error_on_all(MPI_COMM_WORLD, difference.code, difference.says,
                          [&] { make_and_keep(arguments); });
    }
}

TEST(BadInput, OfAPlanLargerThanTheMemoryIsTheSameErrorOnAllProcesses) {
  for (const std::string& exchange : exchange_names()) {
    if (p() == 1 && exchange != exchange_names()[0]) continue;
    const ErrorCode code = ErrorCode::resource;
    expect_error_on_all(MPI_COMM_WORLD, code, {"memory", "bytes", "use"}, [&] {
      Problem problem = c2c({8192, 8192, 8192});
      problem.n_fields = 16;
      make_and_keep(
          problem, MPI_COMM_WORLD,
          exchange.starts_with("window") || exchange == "node" ? Options() : Options{{"exchange", exchange}});
    });
  }
}

TEST(BadInput, LeavesTheCommunicatorUsable) {
  for (const Fault& fault : faults_of_arguments()) {
    Arguments arguments;
    fault.commit(arguments);
    EXPECT_THROW(make_and_keep(arguments), Error) << fault.what;
  }
  Plan plan(c2c({4, 4, 4}), MPI_COMM_WORLD);
  auto u = plan.points<std::complex<double>>();
  auto uh = plan.modes<std::complex<double>>();
  u.fill(1);
  plan.forward(u, uh);
  double sum = 0;
  for (std::size_t i = 0; i < uh.size(); ++i) sum += uh.data()[i].real();
  MPI_Allreduce(MPI_IN_PLACE, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  EXPECT_NEAR(sum, 64, 1e-12);
}

TEST(BadInput, OfACommunicatorIsAnError) {
  expect_error_on_all(MPI_COMM_WORLD, invalid, {"MPI_COMM_NULL"}, [] {
    make_and_keep(c2c({8, 8}), MPI_COMM_NULL, {});
  });
  if (p() == 1) return;
  MPI_Comm half = MPI_COMM_NULL, bridge = MPI_COMM_NULL;
  const int rank = rank_in(MPI_COMM_WORLD);
  const bool is_low = rank < p() / 2;
  MPI_Comm_split(MPI_COMM_WORLD, is_low ? 0 : 1, rank, &half);
  MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, is_low ? p() / 2 : 0, 7, &bridge);
  expect_error_on_all(MPI_COMM_WORLD, invalid, {"intercommunicator"}, [&] {
    make_and_keep(c2c({8, 8}), bridge, {});
  });
  MPI_Comm_free(&bridge);
  MPI_Comm_free(&half);
}

}  // namespace
}  // namespace weft::test
