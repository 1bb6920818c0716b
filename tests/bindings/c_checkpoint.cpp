// Checkpoints by the C interface: what is written comes back by every function; wrong arguments are codes.
#include <gtest/gtest.h>
#include <mpi.h>

#include <array>
#include <string>
#include <vector>

#include "agree.hpp"
#include "job_folder.hpp"
#include "weft/weft_checkpoint.h"

namespace weft::test {
namespace {

class CCheckpoint : public testing::Test {
 protected:
  CCheckpoint() {
    const std::int64_t shape[] = {6, 5};
    const int grid[] = {size_of(world)}, cut[] = {0};
    weft_layout* layout = nullptr;
    EXPECT_EQ(weft_layout_create(&layout, 2, shape, 1, grid, cut), WEFT_SUCCESS);
    EXPECT_EQ(weft_distribution_create(&rows, world, layout, 1, 1, nullptr), WEFT_SUCCESS);
    EXPECT_EQ(weft_distribution_create(&single_rows, world, layout, 1, 0, nullptr), WEFT_SUCCESS);
    weft_layout_free(&layout);
    std::int64_t begin[2], end[2];
    EXPECT_EQ(weft_distribution_box(rows, begin, end), WEFT_SUCCESS);
    for (std::int64_t i = begin[0] * 5; i < end[0] * 5; ++i) u.push_back(0.25 * static_cast<double>(i));
  }
  ~CCheckpoint() override {
    weft_distribution_free(&rows);
    weft_distribution_free(&single_rows);
  }
  void write() {
    weft_checkpoint_writer* writer = nullptr;
    ASSERT_EQ(weft_checkpoint_writer_create(&writer, path.c_str(), world), WEFT_SUCCESS) << weft_last_error();
    EXPECT_EQ(weft_checkpoint_add(writer, "u", rows, u.data(), "m/s"), WEFT_SUCCESS) << weft_last_error();
    EXPECT_EQ(weft_checkpoint_add(writer, "bare", rows, u.data(), nullptr), WEFT_SUCCESS);
    const double lengths[] = {1.5, 2.5};
    const std::int64_t wholes[] = {7, -8, 9};
    const char* const texts[] = {"one", "two words"};
    EXPECT_EQ(weft_checkpoint_set_whole(writer, "step", 120), WEFT_SUCCESS);
    EXPECT_EQ(weft_checkpoint_set_number(writer, "time", 0.1), WEFT_SUCCESS);
    EXPECT_EQ(weft_checkpoint_set_text(writer, "title", "a b"), WEFT_SUCCESS);
    EXPECT_EQ(weft_checkpoint_set_numbers(writer, "lengths", 2, lengths), WEFT_SUCCESS);
    EXPECT_EQ(weft_checkpoint_set_wholes(writer, "wholes", 3, wholes), WEFT_SUCCESS);
    EXPECT_EQ(weft_checkpoint_set_texts(writer, "texts", 2, texts), WEFT_SUCCESS);
    EXPECT_EQ(weft_checkpoint_commit(writer), WEFT_SUCCESS) << weft_last_error();
    EXPECT_EQ(weft_checkpoint_commit(writer), WEFT_INVALID_ARGUMENT);
    weft_checkpoint_writer_free(&writer);
    EXPECT_EQ(writer, nullptr);
  }
  // Fails on all processes unless `call` returns `code` on all, with `words` in its message.
  void expect_code(int code, const std::string& words, int got) {
    std::string complaint;
    if (got != code) complaint = "the code is " + std::to_string(got);
    if (complaint.empty() && std::string(weft_last_error()).find(words) == std::string::npos)
      complaint = std::string("the error is: ") + weft_last_error();
    expect_no_complaint(world, complaint);
  }

  const JobFolder folder;
  const std::string path = folder / "state";
  weft_distribution *rows = nullptr, *single_rows = nullptr;
  std::vector<double> u;
};

TEST_F(CCheckpoint, GivesBackWhatWasWritten) {
  write();
  weft_checkpoint* checkpoint = nullptr;
  ASSERT_EQ(weft_checkpoint_open(&checkpoint, path.c_str(), world, WEFT_CHECK_EVERYTHING), WEFT_SUCCESS);
  const char* text = nullptr;
  int n = 0, n_axes = 0, is_real = 0, is_double = 0;
  std::int64_t shape[WEFT_MAX_AXES];
  EXPECT_EQ(weft_checkpoint_n_fields(checkpoint, &n), WEFT_SUCCESS);
  EXPECT_EQ(n, 2);
  EXPECT_EQ(weft_checkpoint_field_name(checkpoint, 1, &text), WEFT_SUCCESS);
  EXPECT_STREQ(text, "bare");
  EXPECT_EQ(weft_checkpoint_field(checkpoint, "u", &n_axes, shape, &is_real, &is_double, &text),
            WEFT_SUCCESS);
  EXPECT_TRUE(n_axes == 2 && shape[0] == 6 && shape[1] == 5 && is_real == 1 && is_double == 1);
  EXPECT_STREQ(text, "m/s");
  std::vector<double> again(u.size());
  EXPECT_EQ(weft_checkpoint_read(checkpoint, "u", rows, again.data()), WEFT_SUCCESS) << weft_last_error();
  EXPECT_EQ(again, u);
  std::vector<float> single(u.size());
  EXPECT_EQ(weft_checkpoint_read(checkpoint, "bare", single_rows, single.data()), WEFT_SUCCESS);
  EXPECT_EQ(single, std::vector<float>(u.begin(), u.end()));
  EXPECT_EQ(weft_checkpoint_verify(checkpoint), WEFT_SUCCESS);

  EXPECT_EQ(weft_checkpoint_n_values(checkpoint, &n), WEFT_SUCCESS);
  EXPECT_EQ(n, 6);
  EXPECT_EQ(weft_checkpoint_value_name(checkpoint, 0, &text), WEFT_SUCCESS);
  EXPECT_STREQ(text, "lengths");
  EXPECT_EQ(weft_checkpoint_value(checkpoint, "wholes", &text, &n), WEFT_SUCCESS);
  EXPECT_EQ(n, 3);
  EXPECT_STREQ(text, "wholes");
  double number = 0;
  std::int64_t whole = 0;
  const double* numbers = nullptr;
  const std::int64_t* wholes = nullptr;
  EXPECT_EQ(weft_checkpoint_get_number(checkpoint, "time", &number), WEFT_SUCCESS);
  EXPECT_EQ(weft_checkpoint_get_whole(checkpoint, "step", &whole), WEFT_SUCCESS);
  EXPECT_TRUE(number == 0.1 && whole == 120);
  EXPECT_EQ(weft_checkpoint_get_text(checkpoint, "title", &text), WEFT_SUCCESS);
  EXPECT_STREQ(text, "a b");
  EXPECT_EQ(weft_checkpoint_get_texts(checkpoint, "texts", 1, &text), WEFT_SUCCESS);
  EXPECT_STREQ(text, "two words");
  EXPECT_EQ(weft_checkpoint_get_numbers(checkpoint, "lengths", &n, &numbers), WEFT_SUCCESS);
  EXPECT_TRUE(n == 2 && numbers[0] == 1.5 && numbers[1] == 2.5);
  EXPECT_EQ(weft_checkpoint_get_wholes(checkpoint, "wholes", &n, &wholes), WEFT_SUCCESS);
  EXPECT_TRUE(n == 3 && wholes[1] == -8);
  EXPECT_EQ(weft_checkpoint_note(checkpoint, &text), WEFT_SUCCESS);
  EXPECT_STREQ(text, "");
  EXPECT_EQ(weft_checkpoint_path(checkpoint, &text), WEFT_SUCCESS);
  EXPECT_EQ(text, path);
  int has = -1;
  EXPECT_EQ(weft_checkpoint_has_plan(checkpoint, &has), WEFT_SUCCESS);
  EXPECT_EQ(has, 0);
  EXPECT_EQ(weft_checkpoint_has_field(checkpoint, "v", &has), WEFT_SUCCESS);
  EXPECT_EQ(has, 0);
  EXPECT_EQ(weft_checkpoint_has_value(checkpoint, "time", &has), WEFT_SUCCESS);
  EXPECT_EQ(has, 1);
  MPI_Barrier(world);
  weft_checkpoint_free(&checkpoint);
}

TEST_F(CCheckpoint, MakesThePlanAgain) {
  const std::int64_t shape[] = {12, 10, 8};
  weft_problem* problem = nullptr;
  weft_options* options = nullptr;
  weft_plan *plan = nullptr, *again = nullptr;
  ASSERT_EQ(weft_problem_create(&problem, "r2c", 3, shape), WEFT_SUCCESS);
  ASSERT_EQ(weft_options_create(&options), WEFT_SUCCESS);
  ASSERT_EQ(weft_options_set(options, "exchange", "alltoallw"), WEFT_SUCCESS);
  ASSERT_EQ(weft_plan_create(&plan, problem, world, options), WEFT_SUCCESS);
  weft_checkpoint_writer* writer = nullptr;
  ASSERT_EQ(weft_checkpoint_writer_create(&writer, path.c_str(), world), WEFT_SUCCESS);
  EXPECT_EQ(weft_checkpoint_add_plan(writer, plan), WEFT_SUCCESS) << weft_last_error();
  EXPECT_EQ(weft_checkpoint_commit(writer), WEFT_SUCCESS);
  weft_checkpoint_writer_free(&writer);
  weft_checkpoint* checkpoint = nullptr;
  ASSERT_EQ(weft_checkpoint_open(&checkpoint, path.c_str(), world, WEFT_CHECK_HEADERS), WEFT_SUCCESS);
  const char *choice = nullptr, *of_plan = nullptr, *of_again = nullptr;
  EXPECT_EQ(weft_checkpoint_choice(checkpoint, &choice), WEFT_SUCCESS);
  ASSERT_EQ(weft_checkpoint_make_plan(checkpoint, &again, nullptr), WEFT_SUCCESS) << weft_last_error();
  EXPECT_EQ(weft_plan_choice(plan, &of_plan), WEFT_SUCCESS);
  EXPECT_EQ(weft_plan_choice(again, &of_again), WEFT_SUCCESS);
  EXPECT_STREQ(of_again, of_plan);
  EXPECT_STREQ(choice, of_plan);
  weft_checkpoint_free(&checkpoint);
  for (weft_plan** one : {&plan, &again}) EXPECT_EQ(weft_plan_free(one), WEFT_SUCCESS);
  weft_problem_free(&problem);
  weft_options_free(&options);
}

TEST_F(CCheckpoint, IsOpenedWithOptionsByText) {
  write();
  const bool is_last = rank_in(world) == size_of(world) - 1;
  weft_checkpoint* checkpoint = nullptr;
  weft_options* options = nullptr;
  ASSERT_EQ(weft_options_create_for(&options, "checkpoint"), WEFT_SUCCESS);
  EXPECT_EQ(weft_options_set(options, "check", "header"), WEFT_INVALID_ARGUMENT);
  EXPECT_NE(std::string(weft_last_error())
                .find("checkpoint option check does not take 'header'; the nearest is "
                      "'headers'"),
            std::string::npos);
  ASSERT_EQ(weft_options_set(options, "check", "headers"), WEFT_SUCCESS);
  ASSERT_EQ(weft_checkpoint_open_with(&checkpoint, path.c_str(), world, options), WEFT_SUCCESS);
  weft_checkpoint_free(&checkpoint);
  weft_options_free(&options);
  ASSERT_EQ(weft_options_create_for(&options, is_last ? "halo" : "checkpoint"), WEFT_SUCCESS);
  expect_code(WEFT_INVALID_ARGUMENT, "options of a halo were given to a checkpoint",
              weft_checkpoint_open_with(&checkpoint, path.c_str(), world, options));
  weft_options_free(&options);
  ASSERT_EQ(weft_checkpoint_open_with(&checkpoint, path.c_str(), world, nullptr), WEFT_SUCCESS);
  MPI_Barrier(world);
  weft_checkpoint_free(&checkpoint);
}

TEST_F(CCheckpoint, ReportsWhatIsWrongOnAllProcesses) {
  write();
  const bool is_last = rank_in(world) == size_of(world) - 1;
  weft_checkpoint* checkpoint = nullptr;
  expect_code(WEFT_RESOURCE, "no such file",
              weft_checkpoint_open(&checkpoint, (folder / "none").c_str(), world, WEFT_CHECK_EVERYTHING));
  EXPECT_EQ(checkpoint, nullptr);
  expect_code(
      WEFT_INVALID_ARGUMENT, "path",
      weft_checkpoint_open(&checkpoint, is_last ? nullptr : path.c_str(), world, WEFT_CHECK_EVERYTHING));
  expect_code(WEFT_INVALID_ARGUMENT, "check is 2", weft_checkpoint_open(&checkpoint, path.c_str(), world, 2));
  ASSERT_EQ(weft_checkpoint_open(&checkpoint, path.c_str(), world, WEFT_CHECK_EVERYTHING), WEFT_SUCCESS);
  expect_code(WEFT_INVALID_ARGUMENT, "the name",
              weft_checkpoint_read(checkpoint, is_last ? nullptr : "u", rows, u.data()));
  expect_code(WEFT_INVALID_ARGUMENT, "the distribution",
              weft_checkpoint_read(checkpoint, "u", is_last ? nullptr : rows, u.data()));
  expect_code(WEFT_INVALID_ARGUMENT, "no field 'w'", weft_checkpoint_read(checkpoint, "w", rows, u.data()));
  double number = 0;
  const char* text = nullptr;
  expect_code(WEFT_INVALID_ARGUMENT, "'title' in", weft_checkpoint_get_number(checkpoint, "title", &number));
  expect_code(WEFT_INVALID_ARGUMENT, "text 2", weft_checkpoint_get_texts(checkpoint, "texts", 2, &text));
  expect_code(WEFT_INVALID_ARGUMENT, "no plan",
              weft_checkpoint_choice(nullptr, &text) == WEFT_INVALID_ARGUMENT
                  ? weft_checkpoint_choice(checkpoint, &text)
                  : WEFT_SUCCESS);
  weft_checkpoint_writer* writer = nullptr;
  ASSERT_EQ(weft_checkpoint_writer_create(&writer, path.c_str(), world), WEFT_SUCCESS);
  const double values[] = {1};
  expect_code(WEFT_INVALID_ARGUMENT, "values",
              weft_checkpoint_set_numbers(writer, "x", 1, is_last ? nullptr : values));
  weft_checkpoint_writer_free(&writer);
  MPI_Barrier(world);
  weft_checkpoint_free(&checkpoint);
}

}  // namespace
}  // namespace weft::test
