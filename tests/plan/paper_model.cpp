// Equations 3 to 7 of P. Dmitruk, L.-P. Wang, W. H. Matthaeus, R. Zhang, D. Seckel, Scalable parallel FFT for
// spectral simulations on a Beowulf cluster, Parallel Computing 27, 2001, are what the model says of the
// paper's program on the paper's machine, whose file comes with weft.

#include <gtest/gtest.h>

#include <cmath>

#include "expect_error.hpp"
#include "weft/calibration.hpp"
#include "weft/prediction.hpp"

namespace weft::test {
namespace {

// The constants of section 3: seconds.
constexpr double t_c = 6.5e-9, t_a = 70e-9, t_w = 0.34e-6, t_s = 100e-6;

// The equations as they are printed.
double operations(double n) { return 2.5 * n * n * n * std::log2(n * n * n); }
double equation_4(double n, double p) {
  return operations(n) / p * t_c + (2 / p + (p - 1) / (p * p)) * (n + 2) * n * n * t_a;
}
double equation_5(double n, double p) {
  return 2 * (p - 1) * (n + 2) * (n / p) * (n / p) * t_w + 2 * (p - 1) * t_s;
}
double equation_3(double n, double p) { return equation_4(n, p) + equation_5(n, p); }
double equation_6(double n, double p) {
  return t_c * operations(n) / p + t_a * 3 * n * n * n / p + t_w * 2 * n * n * n / p + t_s * 2 * p;
}
double equation_7(double n, double p) {
  const double alone = 2.5 * std::log2(n * n * n) * t_c + 2 * t_a;
  return p / (1 + (p - 1) / (alone * p) * (t_a + 2 * t_w + 2 * p * p / (n * n * n) * t_s));
}

constexpr double digits_12 = 1e-12;

void expect_same(double value, double expected, const std::string& what) {
  EXPECT_NEAR(value / expected, 1, digits_12) << what;
}

MachineModel beowulf() { return load_machine_file("beowulf-2001"); }

// Words move by this factor faster.
MachineModel with_faster_words(MachineModel machine, double factor) {
  for (CopyTime& copy : machine.copies) copy.bytes_per_second *= factor;
  for (MessageLaw& law : machine.laws) {
    law.bytes_per_second *= factor;
    law.link_bytes_per_second *= factor;
  }
  return machine;
}

Prediction paper_program(Index n, int p, const MachineModel& machine) {
  return predict_block_transpose({n, n, n}, Precision::single_, p, machine);
}

struct Parts {
  double computing = 0, communicating = 0;
};
Parts forward_parts(const Prediction& prediction) {
  Parts parts;
  for (const StagePrediction& stage : prediction.stages)
    if (stage.direction == "forward") {
      parts.computing += stage.arithmetic + stage.memory;
      parts.communicating += stage.messages - stage.hidden;
    }
  return parts;
}

std::string words(Index n, int p) { return std::to_string(n) + "^3 on " + std::to_string(p); }

TEST(BlockTranspose, IsEquations3To5ToTheDigit) {
  const MachineModel machine = beowulf();
  for (const Index n : {64, 128, 256})
    for (int p = 1; p <= 128; p *= 2) {
      const auto size = static_cast<double>(n);
      const Prediction prediction = paper_program(n, p, machine);
      const Parts parts = forward_parts(prediction);
      expect_same(parts.computing, equation_4(size, p), "equation 4, " + words(n, p));
      if (p == 1)
        EXPECT_EQ(parts.communicating, 0);
      else
        expect_same(parts.communicating, equation_5(size, p), "equation 5, " + words(n, p));
      expect_same(prediction.seconds("forward"), equation_3(size, p), "equation 3, " + words(n, p));
      expect_same(prediction.seconds("backward"), equation_3(size, p), "backward, " + words(n, p));
    }
}

// Other numbers of processes: blocks are whole bytes. (An odd number is not in the equations: it plays one
// more round, in which somebody is idle, and that does not go in step.)
TEST(BlockTranspose, IsNearThemForAnyEvenNumberOfProcesses) {
  const MachineModel machine = beowulf();
  for (const Index n : {64, 128, 256})
    for (int p = 2; p <= 128; p += 2) {
      const double block = 4 * static_cast<double>((n + 2) * n * n) / (p * p);
      const Parts parts = forward_parts(paper_program(n, p, machine));
      expect_same(parts.computing, equation_4(static_cast<double>(n), p), words(n, p));
      EXPECT_NEAR(parts.communicating / equation_5(static_cast<double>(n), p), 1, 0.5 / block) << words(n, p);
    }
  EXPECT_GT(forward_parts(paper_program(64, 5, machine)).communicating, equation_5(64, 5));
}

// Equation 7 counts N words of a line where equations 4 and 5 count N + 2.
TEST(BlockTranspose, SpeedsUpAsEquation7) {
  for (const Index n : {64, 128, 256}) {
    const auto size = static_cast<double>(n);
    const MachineModel machine = beowulf(), unpadded = with_faster_words(machine, (size + 2) / size);
    for (int p = 1; p <= 128; p *= 2) {
      const auto speedup = [&](const MachineModel& m) {
        return paper_program(n, 1, m).seconds("forward") / paper_program(n, p, m).seconds("forward");
      };
      expect_same(speedup(unpadded), equation_7(size, p), "equation 7, " + words(n, p));
      EXPECT_NEAR(speedup(machine) / equation_7(size, p), 1, 2 / size) << words(n, p);
    }
  }
}

TEST(BlockTranspose, TendsToEquation6) {
  const MachineModel machine = beowulf();
  double last = 1;
  for (const int p : {32, 256, 2048}) {
    const Index n = 8 * p;
    const double off =
        std::abs(paper_program(n, p, machine).seconds("forward") / equation_6(static_cast<double>(n), p) - 1);
    EXPECT_LT(off, 2.0 / p + 2.0 / static_cast<double>(n));
    EXPECT_LT(off, last);
    last = off;
  }
}

TEST(BlockTranspose, RefusesWhatItIsNotFor) {
  const MachineModel machine = beowulf();
  EXPECT_EQ(error_complaint(ErrorCode::invalid_argument, {"3 axes", "2"},
                            [&] {
                              predict_block_transpose({64, 64}, Precision::single_, 4, machine);
                            }),
            "");
  EXPECT_EQ(error_complaint(ErrorCode::invalid_argument, {"at least 1 process"},
                            [&] {
                              predict_block_transpose({64, 64, 64}, Precision::single_, 0, machine);
                            }),
            "");
  EXPECT_EQ(error_complaint(ErrorCode::invalid_argument, {"no byte to exchange"},
                            [&] {
                              predict_block_transpose({4, 4, 4}, Precision::single_, 64, machine);
                            }),
            "");
}

}  // namespace
}  // namespace weft::test
