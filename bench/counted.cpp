// What does a pair of transforms cost in instructions? The program that bench/count_instructions.py runs
// under callgrind, which counts inside of the calls forward and backward only.
//
//   build/bench/counted r2c 64x64x64 0,1,2 3        forward and backward along these axes, 3 times
//
// One process without MPI, double precision.
#include <complex>
#include <cstdio>
#include <string>

#include "shape.hpp"
#include "weft/serial.hpp"
#include "weft/words.hpp"

namespace {

template <class Point>
void transform(const weft::Problem& problem, int n_pairs) {
  weft::SerialPlan plan(problem);
  auto u = plan.points<Point>();
  auto uh = plan.modes<std::complex<double>>();
  u.fill(1);
  for (int pair = 0; pair < n_pairs; ++pair) {
    plan.forward(u.data(), uh.data());
    plan.backward(uh.data(), u.data());
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 5) {
    std::fprintf(stderr, "counted: give TRANSFORM SHAPE AXES PAIRS, for example r2c 64x64x64 0,1,2 3\n");
    return 2;
  }
  const std::string kind = argv[1];
  weft::Problem problem = kind == "r2c" ? weft::r2c(shape_of(argv[2])) : weft::c2c(shape_of(argv[2]));
  for (const std::string& axis : weft::split(argv[3], ',')) problem.axes.push_back(std::stoi(axis));
  const int n_pairs = weft::parse_positive(argv[4]);
  if (kind == "r2c")
    transform<double>(problem, n_pairs);
  else
    transform<std::complex<double>>(problem, n_pairs);
}
