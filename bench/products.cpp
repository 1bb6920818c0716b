// What products in cache cost, for doc/design/013: the nonlinear term in rotational form.
//
// Milliseconds of Plan::convolve with six fields back and three forward, of its nine transforms alone (one
// call of six fields back, one of three forward), and of both with the products between them as a loop over
// whole arrays. They take turns in every round; times are those of the slowest process. Printed are minima
// and medians, and the medians of the ratios of a round. The results of both ways are compared in the same
// run.
//
//   build/weft-run -n 2 build/bench/products [--json FILE] [--rounds N] [key=value ...] [NxNxN ...]
//
// key=value: options of the plans, as exchange=alltoallv.
#include <mpi.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include "shape.hpp"
#include "times.hpp"
#include "weft/weft.hpp"

namespace {

using Complex = std::complex<double>;
constexpr int n_back = 6, n_there = 3;

int rank() {
  int number = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &number);
  return number;
}

struct Command {
  std::string json;
  int n_rounds = 15;
  weft::Options options;
  std::string options_text;
  std::vector<weft::Extents> shapes;
};

Command parse(int argc, char** argv) {
  Command command;
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    const std::size_t equals = word.find('=');
    if (word == "--json" && i + 1 < argc) {
      command.json = argv[++i];
    } else if (word == "--rounds" && i + 1 < argc) {
      command.n_rounds = std::stoi(argv[++i]);
    } else if (equals != std::string::npos) {
      command.options.set(word.substr(0, equals), word.substr(equals + 1));
      command.options_text += (command.options_text.empty() ? "" : "; ") + word;
    } else {
      command.shapes.push_back(shape_of(word));
    }
  }
  if (command.shapes.empty()) command.shapes = {{64, 64, 64}, {128, 128, 128}, {192, 192, 192}};
  return command;
}

// Both ways, with the same modes.
class Trial {
 public:
  Trial(const weft::Extents& shape, weft::Options options)
      : plain_(problem(shape), MPI_COMM_WORLD, options),
        fused_(problem(shape), MPI_COMM_WORLD, options.set("convolve", "yes")) {
    std::minstd_rand random(static_cast<unsigned>(rank()) + 1);
    std::uniform_real_distribution<double> number(-1, 1);
    for (int f = 0; f < n_back; ++f) {
      points_.push_back(plain_.points<double>());
      modes_.push_back(plain_.modes<Complex>());
      weft::Field<double>& u = points_.back();
      std::generate_n(u.data(), u.size(), [&] { return number(random); });
      plain_.forward(u, modes_.back());
      in_.push_back(modes_.back().data());
      u_.push_back(u.data());
    }
    for (int f = 0; f < n_there; ++f) {
      products_.push_back(plain_.points<double>());
      plain_out_.push_back(plain_.modes<Complex>());
      fused_out_.push_back(plain_.modes<Complex>());
      uw_.push_back(products_.back().data());
      to_plain_.push_back(plain_out_.back().data());
      to_fused_.push_back(fused_out_.back().data());
    }
  }

  void transforms() {
    plain_.backward_fields(in_, u_);
    plain_.forward_fields({products_in().data(), n_there}, to_plain_);
  }
  void products_in_memory() {
    plain_.backward_fields(in_, u_);
    const std::vector<const void*> in(u_.begin(), u_.end());
    weft::rotational({{}, plain_.points_box().n_points(), 0, weft::element_type<double>(), in, uw_});
    plain_.forward_fields({products_in().data(), n_there}, to_plain_);
  }
  void fused() { fused_.convolve(in_, to_fused_, weft::rotational); }

  // Relative l2 difference of the two ways.
  double difference() {
    products_in_memory();
    fused();
    double sums[2] = {0, 0};
    for (int f = 0; f < n_there; ++f)
      for (std::size_t i = 0; i < plain_out_[static_cast<std::size_t>(f)].size(); ++i) {
        const Complex a = plain_out_[static_cast<std::size_t>(f)].data()[i];
        sums[0] += std::norm(a - fused_out_[static_cast<std::size_t>(f)].data()[i]);
        sums[1] += std::norm(a);
      }
    MPI_Allreduce(MPI_IN_PLACE, sums, 2, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    return std::sqrt(sums[0] / sums[1]);
  }
  std::string choice() const { return weft::to_text(fused_.choice()); }

 private:
  static weft::Problem problem(const weft::Extents& shape) {
    weft::Problem problem = weft::r2c(shape);
    problem.n_fields = n_back;
    return problem;
  }
  const std::vector<const void*>& products_in() {
    products_in_.assign(uw_.begin(), uw_.end());
    return products_in_;
  }

  weft::Plan plain_, fused_;
  std::vector<weft::Field<double>> points_, products_;
  std::vector<weft::Field<Complex>> modes_, plain_out_, fused_out_;
  std::vector<const void*> in_, products_in_;
  std::vector<void*> u_, uw_, to_plain_, to_fused_;
};

struct Result {
  std::string shape, choice;
  int n_processes = 1;
  Times ways[3];    // convolve, transforms, transforms and products
  Times ratios[2];  // convolve to each of the others, in the same round
  double difference = 0;
};

Result measure(const weft::Extents& shape, const Command& command) {
  Trial trial(shape, command.options);
  Result result;
  result.shape = weft::to_text(shape);
  result.choice = trial.choice();
  MPI_Comm_size(MPI_COMM_WORLD, &result.n_processes);
  result.difference = trial.difference();
  void (Trial::*const ways[3])() = {&Trial::fused, &Trial::transforms, &Trial::products_in_memory};
  for (int round = 0; round <= command.n_rounds; ++round) {
    double seconds[3];
    for (int way = 0; way < 3; ++way) {
      MPI_Barrier(MPI_COMM_WORLD);
      const double start = MPI_Wtime();
      (trial.*ways[way])();
      seconds[way] = MPI_Wtime() - start;
    }
    MPI_Allreduce(MPI_IN_PLACE, seconds, 3, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    if (round == 0) continue;  // first touch
    for (int way = 0; way < 3; ++way) result.ways[way].seconds.push_back(seconds[way]);
    for (int way = 1; way < 3; ++way) result.ratios[way - 1].seconds.push_back(seconds[0] / seconds[way]);
  }
  return result;
}

std::string to_json(const Result& r) {
  std::ostringstream text;
  const char* names[3] = {"convolve", "transforms", "transforms_and_products"};
  text << "    {\"shape\": \"" << r.shape << "\", \"processes\": " << r.n_processes << ", \"choice\": \""
       << r.choice << "\", \"difference\": " << r.difference;
  for (int way = 0; way < 3; ++way)
    text << ", \"" << names[way] << "\": {\"min\": " << r.ways[way].minimum()
         << ", \"median\": " << r.ways[way].median() << "}";
  text << ", \"ratio_to_transforms\": " << r.ratios[0].median()
       << ", \"ratio_to_transforms_and_products\": " << r.ratios[1].median() << "}";
  return text.str();
}

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  try {
    const Command command = parse(argc, argv);
    std::string results;
    if (rank() == 0)
      std::printf("%-14s %2s %10s %10s %10s %10s %10s %10s %8s %8s %9s\n", "shape", "P", "convolve", "median",
                  "transforms", "median", "+products", "median", "ratio", "ratio+", "error");
    for (const weft::Extents& shape : command.shapes) {
      const Result r = measure(shape, command);
      if (rank() == 0)
        std::printf("%-14s %2d %10.2f %10.2f %10.2f %10.2f %10.2f %10.2f %8.3f %8.3f %9.1e  %s\n",
                    r.shape.c_str(), r.n_processes, 1e3 * r.ways[0].minimum(), 1e3 * r.ways[0].median(),
                    1e3 * r.ways[1].minimum(), 1e3 * r.ways[1].median(), 1e3 * r.ways[2].minimum(),
                    1e3 * r.ways[2].median(), r.ratios[0].median(), r.ratios[1].median(), r.difference,
                    r.choice.c_str());
      results += (results.empty() ? "" : ",\n") + to_json(r);
    }
    if (!command.json.empty() && rank() == 0) {
      std::ofstream file(command.json);
      file << "{\n  \"command\": \"products " << command.options_text << "\",\n  \"weft\": \""
           << weft::fft_library() << "\",\n  \"results\": [\n"
           << results << "\n  ]\n}\n";
      if (!file) throw weft::Error(weft::ErrorCode::resource, command.json + " cannot be written");
    }
  } catch (const std::exception& error) {
    std::fprintf(stderr, "products: error: %s\n", error.what());
    MPI_Abort(MPI_COMM_WORLD, 2);
  }
  MPI_Finalize();
}
