// Running a plan allocates nothing: counted by this program's own operator new, for every exchange, one field
// and several, in place and out of place.

#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <new>

#include "agree.hpp"
#include "weft/weft.h"
#include "weft/weft.hpp"

namespace {

std::atomic<long> n_allocations = 0;

void* counted(std::size_t size) {
  ++n_allocations;
  if (void* memory = std::malloc(size)) return memory;
  throw std::bad_alloc();
}

void* counted(std::size_t size, std::align_val_t alignment) {
  ++n_allocations;
  const auto step = static_cast<std::size_t>(alignment);
  if (void* memory = std::aligned_alloc(step, (size + step - 1) / step * step)) return memory;
  throw std::bad_alloc();
}

}  // namespace

void* operator new(std::size_t size) { return counted(size); }
void* operator new[](std::size_t size) { return counted(size); }
void* operator new(std::size_t size, std::align_val_t alignment) { return counted(size, alignment); }
void* operator new[](std::size_t size, std::align_val_t alignment) { return counted(size, alignment); }
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete[](void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }

namespace weft::test {
namespace {

TEST(Allocations, AreCounted) {
  const long before = n_allocations;
  std::vector<int>* made = new std::vector<int>(1000);
  EXPECT_EQ(n_allocations - before, 2);
  delete made;
}

TEST(Allocations, AreNoneWhenAPlanRuns) {
  const std::vector<Options> ways = {{},
                                     {{"in_place", "yes"}},
                                     {{"arrays", "shared"}},
                                     {{"arrays", "shared"}, {"in_place", "yes"}},
                                     {{"threads", "2"}},
                                     {{"threads", "3"}, {"in_place", "yes"}}};
  for (const std::string& exchange : exchange_names())
    for (Options options : ways)
      for (int n_fields : {1, 3}) {
        SCOPED_TRACE(exchange + ", in_place=" + options.get("in_place") +
                     ", arrays=" + options.get("arrays") + ", threads=" + options.get("threads") +
                     ", fields " + std::to_string(n_fields));
        Problem problem = r2c({24, 20, 18});
        problem.n_fields = n_fields;
        problem.output = Output::input;
        Plan plan(problem, MPI_COMM_WORLD, options.set("exchange", exchange));
        std::vector<Field<double>> points;
        std::vector<Field<std::complex<double>>> modes;
        std::vector<void*> u, uh;
        std::vector<const void*> u_in, uh_in;
        for (int f = 0; f < n_fields; ++f) {
          points.push_back(plan.points<double>());
          modes.push_back(plan.modes<std::complex<double>>());
          u.push_back(points.back().data());
          uh.push_back(plan.is_in_place() ? u.back() : static_cast<void*>(modes.back().data()));
          u_in.push_back(u.back());
          uh_in.push_back(uh.back());
        }
        plan.forward_fields(u_in, uh);  // the first call may
        plan.backward_fields(uh_in, u);
        const long before = n_allocations;
        plan.forward_fields(u_in, uh);
        plan.backward_fields(uh_in, u);
        plan.forward(u_in[0], uh[0]);
        plan.backward(uh_in[0], u[0]);
        EXPECT_EQ(n_allocations - before, 0);
      }
}

// But for the few bytes by which processes agree on each call.
TEST(Allocations, AreNoneForProducts) {
  for (const char* threads : {"1", "2"}) {
    Problem problem = r2c({24, 20, 18});
    problem.n_fields = 2;
    Plan plan(problem, MPI_COMM_WORLD, {{"convolve", "yes"}, {"threads", threads}, {"lump", "1"}});
    auto a = plan.modes<std::complex<double>>(), b = plan.modes<std::complex<double>>();
    const void* in[] = {a.data(), b.data()};
    void* out[] = {a.data()};
    const PointsFunction product = flux;
    plan.convolve(in, out, product);  // the first call may
    const long before = n_allocations;
    plan.convolve(in, out, product);
    EXPECT_LE(n_allocations - before, size_of(MPI_COMM_WORLD) == 1 ? 0 : 32);
  }
}

TEST(Allocations, AreNoneWhenAPlanRunsFromC) {
  const std::int64_t shape[3] = {16, 12, 10};
  weft_problem* problem = nullptr;
  weft_plan* plan = nullptr;
  ASSERT_EQ(WEFT_SUCCESS, weft_problem_create(&problem, "c2c", 3, shape));
  ASSERT_EQ(WEFT_SUCCESS, weft_plan_create(&plan, problem, MPI_COMM_WORLD, nullptr));
  void *u = nullptr, *uh = nullptr;
  ASSERT_EQ(WEFT_SUCCESS, weft_plan_allocate(plan, WEFT_POINTS, &u));
  ASSERT_EQ(WEFT_SUCCESS, weft_plan_allocate(plan, WEFT_MODES, &uh));
  ASSERT_EQ(WEFT_SUCCESS, weft_forward(plan, u, uh));
  ASSERT_EQ(WEFT_SUCCESS, weft_backward(plan, uh, u));
  const long before = n_allocations;
  EXPECT_EQ(WEFT_SUCCESS, weft_forward(plan, u, uh));
  EXPECT_EQ(WEFT_SUCCESS, weft_backward(plan, uh, u));
  EXPECT_EQ(n_allocations - before, 0);
  weft_array_free(u);
  weft_array_free(uh);
  weft_problem_free(&problem);
  EXPECT_EQ(WEFT_SUCCESS, weft_plan_free(&plan));
}

}  // namespace
}  // namespace weft::test
