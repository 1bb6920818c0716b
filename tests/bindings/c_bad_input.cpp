// Wrong arguments in C: a code and a sentence, on all processes where the call is collective; never a crash.

#include <gtest/gtest.h>

#include <functional>

#include "agree.hpp"
#include "agreed_error.hpp"
#include "c_calls.hpp"
#include "weft/weft.h"
#include "weft/weft.hpp"

namespace weft::test {
namespace {

const std::int64_t sound_shape[3] = {12, 10, 8};

struct SoundHandles {
  SoundHandles() {
    weft_problem_create(&problem, "r2c", 3, sound_shape);
    weft_options_create(&options);
    const int grid = p(), cut = 0;
    weft_layout_create(&layout, 3, sound_shape, 1, &grid, &cut);
    weft_plan_create(&plan, problem, MPI_COMM_WORLD, nullptr);
    weft_plan_description(plan, &description);
  }
  ~SoundHandles() {
    weft_description_free(&description);
    weft_plan_free(&plan);
    weft_layout_free(&layout);
    weft_options_free(&options);
    weft_problem_free(&problem);
  }
  weft_problem* problem = nullptr;
  weft_options* options = nullptr;
  weft_layout* layout = nullptr;
  weft_plan* plan = nullptr;
  weft_description* description = nullptr;
};

TEST(CBadInput, OfNoHandleIsAnErrorInEveryFunction) {
  std::int64_t number = 0;
  int count = 0;
  double seconds = 0;
  const char* text = nullptr;
  weft_layout* layout = nullptr;
  weft_description* description = nullptr;
  weft_plan* plan = nullptr;
  void* array = nullptr;
  const std::vector<std::pair<const char*, int>> calls = {
      {"layout", weft_layout_set_blocks(nullptr, 0, 0, nullptr)},
      {"layout", weft_layout_shape(nullptr, &count, &number)},
      {"layout", weft_layout_grid(nullptr, &count, &count, &count)},
      {"layout", weft_layout_box(nullptr, 0, &number, &number)},
      {"layout", weft_layout_text(nullptr, &text)},
      {"problem", weft_problem_set(nullptr, "norm", "ortho")},
      {"problem", weft_problem_get(nullptr, "norm", &text)},
      {"problem", weft_problem_set_layout(nullptr, 0, nullptr)},
      {"problem", weft_problem_shape(nullptr, 0, &count, &number)},
      {"options", weft_options_set(nullptr, "timeout", "5")},
      {"options", weft_options_get(nullptr, "timeout", &text)},
      {"problem", weft_plan_create(&plan, nullptr, MPI_COMM_WORLD, nullptr)},
      {"plan", weft_plan_create(nullptr, nullptr, MPI_COMM_WORLD, nullptr)},
      {"plan", weft_plan_close(nullptr)},
      {"plan", weft_forward(nullptr, &number, &number)},
      {"plan", weft_backward(nullptr, &number, &number)},
      {"plan", weft_forward_fields(nullptr, 1, nullptr, nullptr)},
      {"plan", weft_backward_fields(nullptr, 1, nullptr, nullptr)},
      {"plan", weft_plan_agree(nullptr, 0, "")},
      {"plan", weft_plan_require_equal(nullptr, "", "")},
      {"plan", weft_plan_allocate(nullptr, 0, &array)},
      {"plan", weft_plan_n_axes(nullptr, &count)},
      {"plan", weft_plan_cycles(nullptr, &count, nullptr)},
      {"plan", weft_plan_rank(nullptr, &count)},
      {"plan", weft_plan_box(nullptr, 0, &number, &number)},
      {"plan", weft_plan_storage(nullptr, 0, &number, &count, &number, &number)},
      {"plan", weft_plan_element(nullptr, 0, &count, &count, &count)},
      {"plan", weft_plan_layout(nullptr, 0, &layout)},
      {"plan", weft_plan_wavenumbers(nullptr, 0, &number)},
      {"plan", weft_plan_get(nullptr, "norm", &text)},
      {"plan", weft_plan_in_place_bytes(nullptr, &number)},
      {"plan", weft_plan_allocated_bytes(nullptr, &number)},
      {"plan", weft_plan_shares_arrays(nullptr, nullptr)},
      {"plan", weft_plan_shared_memory(nullptr, 64, nullptr)},
      {"plan", weft_plan_space(nullptr, &text)},
      {"plan", weft_plan_copy_from_host(nullptr, &number, &number, 8)},
      {"plan", weft_plan_copy_to_host(nullptr, &number, &number, 8)},
      {"plan", weft_plan_choice(nullptr, &text)},
      {"plan", weft_plan_explain(nullptr, &text)},
      {"plan", weft_plan_n_times(nullptr, &count)},
      {"plan", weft_plan_time(nullptr, 0, &text, &seconds)},
      {"plan", weft_plan_description(nullptr, &description)},
      {"problem", weft_describe(&description, nullptr, 4, 0, nullptr, 1)},
      {"description", weft_description_choice(nullptr, &text)},
      {"description", weft_description_layout(nullptr, 0, &layout)},
      {"description", weft_description_box(nullptr, 0, &number, &number)},
      {"description", weft_description_n_axes(nullptr, &count)},
      {"description", weft_description_storage(nullptr, 0, &number, &count, &number, &number)},
      {"description", weft_description_memory(nullptr, &number, &number, &number)},
      {"description", weft_description_n_steps(nullptr, 0, &count, &count)},
      {"description", weft_description_sweep(nullptr, 0, 0, &count, &count, &number, &number)},
      {"description", weft_description_exchange(nullptr, 0, 0, &text, &number, &number, &number, &number)},
  };
  for (std::size_t i = 0; i < calls.size(); ++i)
    EXPECT_EQ(WEFT_INVALID_ARGUMENT, calls[i].second) << "call " << i << " of a " << calls[i].first;
  EXPECT_EQ("", complaint(weft_plan_choice(nullptr, &text), {"the plan is NULL"}));
  EXPECT_EQ("", complaint(weft_layout_text(nullptr, &text), {"the layout is NULL"}));
  EXPECT_EQ("", complaint(weft_problem_set(nullptr, "", ""), {"the problem is NULL"}));
  EXPECT_EQ("", complaint(weft_description_choice(nullptr, &text), {"the description is NULL"}));
}

TEST(CBadInput, OfFreeingNothingIsFine) {
  weft_layout_free(nullptr);
  weft_problem_free(nullptr);
  weft_options_free(nullptr);
  weft_description_free(nullptr);
  weft_array_free(nullptr);
  EXPECT_EQ(WEFT_SUCCESS, weft_plan_free(nullptr));
  weft_plan* none = nullptr;
  EXPECT_EQ(WEFT_SUCCESS, weft_plan_free(&none));
}

TEST(CBadInput, OfValuesSaysWhatIsRight) {
  SoundHandles h;
  const char* text = nullptr;
  std::int64_t number = 0;
  int count = 0;
  weft_problem* problem = nullptr;
  weft_layout* layout = nullptr;
  const std::int64_t zero[2] = {4, 0};
  const int grid[2] = {2, 2}, cut[2] = {0, 5}, none = 0;
  EXPECT_EQ("", complaint(weft_problem_create(&problem, "r2d", 3, sound_shape), {"r2d", "r2c"}));
  EXPECT_EQ("", complaint(weft_problem_create(&problem, nullptr, 3, sound_shape), {"transform is NULL"}));
  EXPECT_EQ("", complaint(weft_problem_create(&problem, "c2c", 3, nullptr), {"shape is NULL"}));
  EXPECT_EQ("", complaint(weft_problem_create(&problem, "c2c", -1, sound_shape), {"shape", "-1"}));
  EXPECT_EQ("", complaint(weft_problem_create(&problem, "c2c", 7, std::vector<std::int64_t>(7, 2).data()),
                          {"7 axes", "1 to 6"}));
  EXPECT_EQ("", complaint(weft_problem_create(&problem, "c2c", 2, zero), {"axis 1", "0 points"}));
  EXPECT_EQ(
      "", complaint(weft_problem_create(nullptr, "c2c", 3, sound_shape), {"pointer to the problem is NULL"}));
  EXPECT_EQ(nullptr, problem);
  EXPECT_EQ("", complaint(weft_problem_set(h.problem, "nrom", "ortho"), {"nrom", "norm"}));
  EXPECT_EQ("", complaint(weft_problem_set(h.problem, "norm", "othro"), {"othro", "ortho"}));
  EXPECT_EQ("", complaint(weft_problem_set(h.problem, "axes", "0,a"), {"axes", "0,a"}));
  EXPECT_EQ("", complaint(weft_problem_set(h.problem, "axes", ""), {"axes"}));
  EXPECT_EQ("", complaint(weft_problem_set(h.problem, "sign", "1.5"), {"sign", "1.5"}));
  EXPECT_EQ("", complaint(weft_problem_set(h.problem, nullptr, "ortho"), {"key is NULL"}));
  EXPECT_EQ("", complaint(weft_problem_set(h.problem, "norm", nullptr), {"value is NULL"}));
  EXPECT_EQ("", complaint(weft_problem_get(h.problem, "nrom", &text), {"nrom", "norm"}));
  EXPECT_EQ("", complaint(weft_problem_set_layout(h.problem, 2, h.layout), {"side is 2"}));
  EXPECT_EQ("", complaint(weft_problem_set_layout(h.problem, 0, nullptr), {"layout is NULL"}));
  EXPECT_EQ("", complaint(weft_options_set(h.options, "exchnage", "auto"), {"exchnage", "exchange"}));
  EXPECT_EQ("", complaint(weft_options_set(h.options, "exchange", "alltoalw"), {"alltoalw", "alltoallw"}));
  EXPECT_EQ("", complaint(weft_options_get(h.options, "exchnage", &text), {"exchnage", "exchange"}));
  EXPECT_EQ("", complaint(weft_layout_create(&layout, 2, sound_shape, 2, grid, cut), {"5"}));
  EXPECT_EQ("", complaint(weft_layout_create(&layout, 2, sound_shape, 1, &none, &none), {"0"}));
  EXPECT_EQ("", complaint(weft_layout_create(&layout, 2, sound_shape, 1, nullptr, &none), {"grid is NULL"}));
  EXPECT_EQ("", complaint(weft_layout_set_blocks(h.layout, 3, 1, sound_shape), {"axis 3", "0 to 2"}));
  EXPECT_EQ("", complaint(weft_layout_set_blocks(h.layout, 0, -1, sound_shape), {"-1"}));
  EXPECT_EQ("", complaint(weft_layout_set_blocks(h.layout, 0, 1, zero), {"axis 0"}));
  EXPECT_EQ("",
            complaint(weft_layout_box(h.layout, p(), &number, &number), {"no rank " + std::to_string(p())}));
  EXPECT_EQ("", complaint(weft_layout_box(h.layout, -1, &number, &number), {"no rank -1"}));
  EXPECT_EQ("", complaint(weft_plan_box(h.plan, 2, &number, &number), {"side is 2", "0 or 1"}));
  EXPECT_EQ("", complaint(weft_plan_storage(h.plan, -1, &number, &count, &number, &number), {"side is -1"}));
  EXPECT_EQ("", complaint(weft_plan_allocate(h.plan, 0, nullptr), {"array is NULL"}));
  EXPECT_EQ("", complaint(weft_plan_copy_to_host(h.plan, nullptr, &number, 8), {"null"}));
  EXPECT_EQ("", complaint(weft_plan_copy_from_host(h.plan, &number, &count, -1), {"-1 bytes"}));
  EXPECT_EQ("", complaint(weft_plan_wavenumbers(h.plan, 3, &number), {"axis 3", "0 to 2"}));
  EXPECT_EQ("", complaint(weft_plan_get(h.plan, "nrom", &text), {"nrom", "norm"}));
  EXPECT_EQ("", complaint(weft_describe(&h.description, h.problem, 0, 0, nullptr, 1), {"0"}));
  weft_description_free(&h.description);
  EXPECT_EQ("", complaint(weft_describe(&h.description, h.problem, 4, 4, nullptr, 1), {"4"}));
  ASSERT_EQ(WEFT_SUCCESS, weft_describe(&h.description, h.problem, 4, 3, nullptr, 1));
  EXPECT_EQ("", complaint(weft_description_sweep(h.description, 0, 9, &count, nullptr, &number, &number),
                          {"no sweep 9"}));
  EXPECT_EQ(
      "", complaint(weft_description_exchange(h.description, 2, 0, &text, nullptr, nullptr, nullptr, nullptr),
                    {"direction is 2"}));
}

TEST(CBadInput, LeavesTheHandleAsItWas) {
  SoundHandles h;
  const char* value = nullptr;
  EXPECT_NE(WEFT_SUCCESS, weft_problem_set(h.problem, "norm", "othro"));
  ASSERT_EQ(WEFT_SUCCESS, weft_problem_get(h.problem, "norm", &value));
  EXPECT_STREQ("backward", value);
  EXPECT_NE(WEFT_SUCCESS, weft_problem_set(h.problem, "axes", "0,a"));
  ASSERT_EQ(WEFT_SUCCESS, weft_problem_get(h.problem, "axes", &value));
  EXPECT_STREQ("all", value);
}

// Each of these is made on one process, and on all.
struct Fault {
  const char* what;
  std::function<void(SoundHandles&)> commit;  // with h.problem, h.options still to be planned
  std::vector<std::string> says;
};

std::vector<Fault> faults() {
  return {
      {"repeated axes",
       [](SoundHandles& h) { weft_problem_set(h.problem, "axes", "1,1"); },
       {"axis 1", "twice"}},
      {"axis beyond the last",
       [](SoundHandles& h) { weft_problem_set(h.problem, "axes", "0,3"); },
       {"axis 3", "0 to 2"}},
      {"sign 2", [](SoundHandles& h) { weft_problem_set(h.problem, "sign", "2"); }, {"sign", "2"}},
      {"no fields", [](SoundHandles& h) { weft_problem_set(h.problem, "n_fields", "0"); }, {"n_fields is 0"}},
      {"real elements of a transform",
       [](SoundHandles& h) { weft_problem_set(h.problem, "real_elements", "yes"); },
       {"real_elements"}},
      {"grid of too many processes",
       [](SoundHandles& h) { weft_options_set(h.options, "grid", std::to_string(p() + 1).c_str()); },
       {"grid " + std::to_string(p() + 1)}},
      {"modes with the points' layout",
       [](SoundHandles& h) { weft_problem_set_layout(h.problem, WEFT_MODES, h.layout); },
       {"12x10x8", "12x10x5"}},
  };
}

TEST(CBadInput, OfAPlanIsTheSameOnAllProcesses) {
  for (const Fault& fault : faults()) {
    SCOPED_TRACE(fault.what);
    SoundHandles h;
    fault.commit(h);
    weft_plan* plan = nullptr;
    expect_error_on_all(MPI_COMM_WORLD, ErrorCode::invalid_argument, fault.says,
                        [&] { throw_code(weft_plan_create(&plan, h.problem, MPI_COMM_WORLD, h.options)); });
    EXPECT_EQ(nullptr, plan);
  }
}

TEST(CBadInput, OfAPlanOnOneProcessIsTheSameOnAllProcesses) {
  if (p() == 1) GTEST_SKIP() << "one process is all processes";
  for (int odd = 0; odd < p(); ++odd)
    for (const Fault& fault : faults()) {
      SCOPED_TRACE(std::string(fault.what) + " on process " + std::to_string(odd));
      SoundHandles h;
      if (rank_in(MPI_COMM_WORLD) == odd) fault.commit(h);
      weft_plan* plan = nullptr;
      expect_error_on_all(MPI_COMM_WORLD, ErrorCode::mismatch, {"on process 0", "on process"},
                          [&] { throw_code(weft_plan_create(&plan, h.problem, MPI_COMM_WORLD, h.options)); });
    }
}

TEST(CBadInput, OfNoProblemOnOneProcessIsTheSameOnAllProcesses) {
  SoundHandles h;
  weft_plan* plan = nullptr;
  for (int odd = 0; odd < p(); ++odd)
    expect_error_on_all(MPI_COMM_WORLD, ErrorCode::invalid_argument, {"the problem is NULL"}, [&] {
      throw_code(weft_plan_create(&plan, rank_in(MPI_COMM_WORLD) == odd ? nullptr : h.problem, MPI_COMM_WORLD,
                                  nullptr));
    });
}

TEST(CBadInput, OfACommunicatorIsAnError) {
  SoundHandles h;
  weft_plan* plan = nullptr;
  EXPECT_EQ("", complaint(weft_plan_create(&plan, h.problem, MPI_COMM_NULL, nullptr), {"MPI_COMM_NULL"}));
  EXPECT_EQ("", complaint(weft_plan_create_f(&plan, h.problem, MPI_Comm_c2f(MPI_COMM_NULL), nullptr),
                          {"MPI_COMM_NULL"}));
  MPI_Comm copy = MPI_COMM_NULL;
  MPI_Comm_dup(MPI_COMM_WORLD, &copy);
  MPI_Comm_free(&copy);
  EXPECT_EQ("", complaint(weft_plan_create(&plan, h.problem, copy, nullptr), {"MPI_COMM_NULL"}))
      << "a freed one";
}

TEST(CBadInput, OfACallIsAnError) {
  SoundHandles h;
  void *u = nullptr, *uh = nullptr;
  ASSERT_EQ(WEFT_SUCCESS, weft_plan_allocate(h.plan, WEFT_POINTS, &u));
  ASSERT_EQ(WEFT_SUCCESS, weft_plan_allocate(h.plan, WEFT_MODES, &uh));
  const void* const in[2] = {u, u};
  void* const out[2] = {uh, uh};
  EXPECT_EQ("", complaint(weft_forward_fields(h.plan, 2, in, out), {"2 fields", "1 to 1"}));
  EXPECT_EQ("", complaint(weft_forward_fields(h.plan, 0, in, out), {"0 fields"}));
  EXPECT_EQ("", complaint(weft_forward_fields(h.plan, -1, in, out), {"-1"}));
  EXPECT_EQ("", complaint(weft_forward_fields(h.plan, 1, nullptr, out), {"in is NULL"}));
  EXPECT_EQ("", complaint(weft_forward(h.plan, u, u), {"same array", "in_place"}));
  EXPECT_EQ(WEFT_SUCCESS, weft_plan_close(h.plan));
  EXPECT_EQ(WEFT_SUCCESS, weft_plan_close(h.plan)) << "again does nothing";
  EXPECT_EQ("", complaint(weft_forward(h.plan, u, uh), {"closed", "make a new one"}));
  EXPECT_EQ("", complaint(weft_backward(h.plan, uh, u), {"closed"}));
  EXPECT_EQ("", complaint(weft_plan_agree(h.plan, 0, ""), {"closed"}));
  const char* text = nullptr;
  EXPECT_EQ(WEFT_SUCCESS, weft_plan_explain(h.plan, &text)) << "a closed plan still answers questions";
  weft_array_free(u);
  weft_array_free(uh);
}

TEST(CBadInput, ThatTheProgramFindsIsAgreedOn) {
  SoundHandles h;
  for (int odd = 0; odd < p(); ++odd) {
    const bool mine = rank_in(MPI_COMM_WORLD) == odd;
    expect_error_on_all(MPI_COMM_WORLD, ErrorCode::resource, {"my array is too small"}, [&] {
      throw_code(weft_plan_agree(h.plan, mine ? WEFT_RESOURCE : WEFT_SUCCESS,
                                 mine ? "my array is too small" : nullptr));
    });
  }
  EXPECT_EQ(WEFT_SUCCESS, weft_plan_agree(h.plan, WEFT_SUCCESS, nullptr));
  EXPECT_EQ(WEFT_SUCCESS, weft_plan_require_equal(h.plan, "time step", "0.125"));
  EXPECT_EQ("", complaint(weft_plan_require_equal(h.plan, nullptr, ""), {"name is NULL"}));
  if (p() > 1)
    expect_error_on_all(
        MPI_COMM_WORLD, ErrorCode::mismatch, {"'time step' is 0.125 on process 0", "0.25 on process 1"}, [&] {
          throw_code(
              weft_plan_require_equal(h.plan, "time step", rank_in(MPI_COMM_WORLD) == 1 ? "0.25" : "0.125"));
        });
  EXPECT_EQ("",
            complaint(weft_plan_agree(h.plan, WEFT_MISMATCH, nullptr), {"mismatch"}, ErrorCode::mismatch));
}

}  // namespace
}  // namespace weft::test
