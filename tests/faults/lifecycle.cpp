// Before MPI_Init and after MPI_Finalize, in C++ and in C: errors in words, no crash. Calls that were started
// and never finished: when an exception unwinds, and when MPI ends.

#include <mpi.h>

#include <cstdio>
#include <memory>
#include <stdexcept>

#include "expect_error.hpp"
#include "weft/weft.h"
#include "weft/weft.hpp"

namespace {

int failures = 0;

void expect(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "failed: %s\n", what);
  ++failures;
}

template <class Call>
void expect_error(const char* what, const std::vector<std::string>& fragments, Call&& call) {
  const std::string complaint =
      weft::test::error_complaint(weft::ErrorCode::invalid_argument, fragments, call);
  if (complaint.empty()) return;
  std::fprintf(stderr, "failed: %s: %s\n", what, complaint.c_str());
  ++failures;
}

void expect_code(const char* what, int code, const char* fragment) {
  const bool said = std::string(weft_last_error()).find(fragment) != std::string::npos;
  if (code == WEFT_INVALID_ARGUMENT && said) return;
  std::fprintf(stderr, "failed: %s: code %d, %s\n", what, code, weft_last_error());
  ++failures;
}

weft_problem* problem_in_c() {
  const int64_t shape[3] = {8, 6, 4};
  weft_problem* problem = nullptr;
  expect(weft_problem_create(&problem, "c2c", 3, shape) == WEFT_SUCCESS, "a problem needs no MPI");
  return problem;
}

// Whatever needs MPI, while it is not running.
void expect_no_plans(const char* when) {
  expect_error(when, {"MPI is not running", "MPI_Init"}, [] {
    weft::Plan(weft::c2c({8, 6, 4}), MPI_COMM_WORLD);
  });
  expect_error(when, {"MPI is not running"}, [] { weft::check_launcher(); });
  weft_problem* problem = problem_in_c();
  weft_plan* plan = nullptr;
  expect_code(when, weft_plan_create(&plan, problem, MPI_COMM_WORLD, nullptr), "MPI is not running");
  expect(plan == nullptr, "no handle after an error");
  expect_code(when, weft_plan_create_f(&plan, problem, 0, nullptr), "MPI is not running");
  expect_code(when, weft_check_launcher(), "MPI is not running");
  weft_problem_free(&problem);
  expect(weft::describe(weft::c2c({8, 6, 4}), 12, 3).points_box.n_points() > 0, "a dry run needs no MPI");
  expect(!weft::mpi_library().empty(), "the name of the MPI library is known");
}

// A plan with a call under way, and its arrays.
struct Started {
  explicit Started(const std::string& exchange)
      : in(192, 1.0),
        out(192),
        plan(new weft::Plan(weft::c2c({8, 6, 4}), MPI_COMM_WORLD, {{"exchange", exchange}})) {
    const void* from[] = {in.data()};
    void* to[] = {out.data()};
    plan->forward_start(from, to);
  }
  std::vector<std::complex<double>> in, out;
  std::unique_ptr<weft::Plan> plan;
};

// MPI may write into the arrays until it ends: they outlive it.
std::vector<std::unique_ptr<Started>> started_calls() {
  std::vector<std::unique_ptr<Started>> calls;
  for (const std::string& exchange : weft::exchange_names()) {
    calls.push_back(std::make_unique<Started>(exchange));
    try {
      const std::unique_ptr<weft::Plan> destroyed_first = std::move(calls.back()->plan);
      throw std::runtime_error("something else");
    } catch (const std::runtime_error&) {
    }
    calls.push_back(std::make_unique<Started>(exchange));
  }
  return calls;
}

void expect_ended(Started& started) {
  if (!started.plan) return;  // an exception destroyed it
  expect_error("finish", {"MPI is finalised"}, [&] { started.plan->forward_finish(); });
  started.plan->close();
  expect(!started.plan->explain().empty() && !started.plan->timers().empty(), "the clocks are still there");
  expect_error("finish", {"closed"}, [&] { started.plan->forward_finish(); });
}

}  // namespace

int main(int argc, char** argv) {
  expect_no_plans("before MPI_Init");
  MPI_Init(&argc, &argv);

  std::vector<std::complex<double>> in(192, 1.0), out(192);
  std::vector<weft::Plan*> kept;
  for (const std::string& exchange : weft::exchange_names()) {
    kept.push_back(new weft::Plan(weft::c2c({8, 6, 4}), MPI_COMM_WORLD, {{"exchange", exchange}}));
    kept.back()->forward(in.data(), out.data());
  }
  weft_problem* problem = problem_in_c();
  weft_plan* plan = nullptr;
  expect(weft_plan_create(&plan, problem, MPI_COMM_WORLD, nullptr) == WEFT_SUCCESS, "MPI is running");
  const std::vector<std::unique_ptr<Started>> calls = started_calls();
  MPI_Finalize();

  for (const auto& started : calls) expect_ended(*started);
  for (weft::Plan* forgotten : kept) {
    expect_error("a call", {"MPI is finalised"}, [&] { forgotten->forward(in.data(), out.data()); });
    expect_error("agree", {"MPI is finalised"}, [&] { forgotten->agree([] {}); });
    expect(!forgotten->explain().empty(), "a plan still answers questions");
    forgotten->close();
    expect_error("a call", {"closed"}, [&] { forgotten->backward(out.data(), in.data()); });
    delete forgotten;
  }
  expect_code("a call in C", weft_forward(plan, in.data(), out.data()), "MPI is finalised");
  expect(weft_plan_free(&plan) == WEFT_SUCCESS, "a plan can be freed after MPI_Finalize");
  weft_problem_free(&problem);
  expect_no_plans("after MPI_Finalize");
  return failures == 0 ? 0 : 1;
}
