// The energy spectrum of a real field in a .npy file, in C++:
//
//   spectrum [field.npy]
//
// E(k) is the sum of |u_hat|^2 / 2 over the modes whose |k| rounds to k, so that all E together are the mean
// of u^2 / 2 (Parseval). Each process reads its block of the file. Without a file the program writes one,
// waves.npy, of waves whose spectrum is known, and fails if it finds another one.
#include <cmath>
#include <cstdio>
#include <weft/array_file.hpp>
#include <weft/spectral.hpp>

namespace {

// amplitude * cos(k . x + 1)
struct Wave {
  int k[3];
  double amplitude;
};
constexpr Wave waves[] = {{{1, 0, 0}, 1.0},  {{0, 2, 0}, 0.7}, {{2, -2, 1}, 0.5},
                          {{-3, 0, 4}, 0.3}, {{0, 0, 6}, 0.2}, {{4, 4, -7}, 0.1}};

void write_waves(const char* path) {
  weft::Plan plan(weft::r2c({16, 20, 24}), MPI_COMM_WORLD);
  auto u = plan.points<double>();
  const double pi = 3.14159265358979323846;
  const weft::Extents first = {plan.points_box().ranges[0].begin, plan.points_box().ranges[1].begin,
                               plan.points_box().ranges[2].begin};
  for (weft::Index i = 0; i < u.shape()[0]; ++i)
    for (weft::Index j = 0; j < u.shape()[1]; ++j)
      for (weft::Index k = 0; k < u.shape()[2]; ++k)
        for (const Wave& wave : waves)
          u(i, j, k) += wave.amplitude * std::cos(2 * pi *
                                                      (wave.k[0] * double(first[0] + i) / 16 +
                                                       wave.k[1] * double(first[1] + j) / 20 +
                                                       wave.k[2] * double(first[2] + k) / 24) +
                                                  1);
  weft::write_array(path, plan.problem().shape, u, MPI_COMM_WORLD);
}

// By shells, on all processes.
std::vector<double> spectrum_of(const char* path) {
  const weft::ArrayFileInfo file = weft::array_file_info(path, MPI_COMM_WORLD);
  weft::agree_on(MPI_COMM_WORLD, [&] {
    if (file.shape.size() != 3 || !file.element.is_real)
      throw weft::Error(weft::ErrorCode::invalid_argument,
                        file.path + " holds " + file.descr + " of shape " + weft::to_text(file.shape) +
                            "; give a file with a real array of three axes");
  });
  weft::Plan plan(weft::r2c(file.shape), MPI_COMM_WORLD);
  auto u = plan.points<double>();
  auto uh = plan.modes<std::complex<double>>();
  weft::read_array(file, u, MPI_COMM_WORLD);
  plan.forward(u, uh);
  const void* fields[] = {uh.data()};
  return weft::Spectral(plan).energy_spectrum(fields).energy;
}

double error_of_waves(const std::vector<double>& energy) {
  std::vector<double> difference = energy;
  for (const Wave& wave : waves)
    difference[static_cast<std::size_t>(std::lround(std::hypot(wave.k[0], wave.k[1], wave.k[2])))] -=
        wave.amplitude * wave.amplitude / 4;
  double error = 0;
  for (const double value : difference) error = std::max(error, std::abs(value));
  return error;
}

int run(const char* path) {
  if (path == nullptr) write_waves("waves.npy");
  const std::vector<double> energy = spectrum_of(path == nullptr ? "waves.npy" : path);
  const double error = path == nullptr ? error_of_waves(energy) : 0;
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank != 0) return error < 1e-14 ? 0 : 1;
  for (std::size_t k = 0; k < energy.size(); ++k)
    if (energy[k] > 1e-20) std::printf("%3zu %.6e\n", k, energy[k]);
  if (path == nullptr) std::printf("largest error %.0e\n", error);
  return error < 1e-14 ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int status = 2;
  try {
    status = run(argc > 1 ? argv[1] : nullptr);
  } catch (const weft::Error& error) {  // the same on every process
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) std::fprintf(stderr, "spectrum: error: %s\n", error.what());
  }
  MPI_Finalize();
  return status;
}
