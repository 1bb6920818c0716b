// A machine for estimates where none was measured.
#include "model/typical.hpp"

#include <array>

namespace weft {
namespace {

constexpr std::array<Index, 12> lengths = {16, 64, 256, 1024, 12, 96, 360, 15, 225, 17, 127, 257};

// Nanoseconds of a line of each of these lengths.
struct Row {
  const char* backend;
  const char* transform;
  Precision precision;
  std::array<double, lengths.size()> nanoseconds;
};

constexpr Row rows[] = {
    {"native",
     "c2c",
     Precision::double_,
     {28.8, 172.8, 921.6, 4608, 25.8, 379.3, 1834.2, 35.2, 1054.9, 173.7, 2218.9, 5143.6}},
    {"native",
     "r2c",
     Precision::double_,
     {15.8, 95, 506.9, 2534.4, 14.2, 208.6, 1008.8, 35.5, 1063.7, 95.5, 1220.4, 2829}},
    {"native",
     "c2r",
     Precision::double_,
     {15.8, 95, 506.9, 2534.4, 14.2, 208.6, 1008.8, 35.5, 1063.7, 95.5, 1220.4, 2829}},
    {"native",
     "c2c",
     Precision::single_,
     {14.4, 86.4, 460.8, 2304, 12.9, 189.6, 917.1, 17.6, 527.4, 86.9, 1109.5, 2571.8}},
    {"native",
     "r2c",
     Precision::single_,
     {7.9, 47.5, 253.4, 1267.2, 7.1, 104.3, 504.4, 17.7, 531.8, 47.8, 610.2, 1414.5}},
    {"native",
     "c2r",
     Precision::single_,
     {7.9, 47.5, 253.4, 1267.2, 7.1, 104.3, 504.4, 17.7, 531.8, 47.8, 610.2, 1414.5}},
    {"fftw:estimate",
     "c2c",
     Precision::double_,
     {51.2, 307.2, 1638.4, 8192, 47.3, 695.4, 3362.8, 64.5, 1933.9, 173.7, 2218.9, 5143.6}},
    {"fftw:estimate",
     "r2c",
     Precision::double_,
     {28.2, 169, 901.1, 4505.6, 26, 382.5, 1849.5, 35.5, 1063.7, 95.5, 1220.4, 2829}},
    {"fftw:estimate",
     "c2r",
     Precision::double_,
     {28.2, 169, 901.1, 4505.6, 26, 382.5, 1849.5, 35.5, 1063.7, 95.5, 1220.4, 2829}},
    {"fftw:estimate",
     "c2c",
     Precision::single_,
     {25.6, 153.6, 819.2, 4096, 23.7, 347.7, 1681.4, 32.2, 967, 86.9, 1109.5, 2571.8}},
    {"fftw:estimate",
     "r2c",
     Precision::single_,
     {14.1, 84.5, 450.6, 2252.8, 13, 191.2, 924.8, 17.7, 531.8, 47.8, 610.2, 1414.5}},
    {"fftw:estimate",
     "c2r",
     Precision::single_,
     {14.1, 84.5, 450.6, 2252.8, 13, 191.2, 924.8, 17.7, 531.8, 47.8, 610.2, 1414.5}},
    {"fftw:measure",
     "c2c",
     Precision::double_,
     {44.8, 268.8, 1433.6, 7168, 38.7, 568.9, 2751.4, 52.7, 1582.3, 139, 1775.1, 4114.9}},
    {"fftw:measure",
     "r2c",
     Precision::double_,
     {24.6, 147.8, 788.5, 3942.4, 21.3, 312.9, 1513.2, 29, 870.3, 76.4, 976.3, 2263.2}},
    {"fftw:measure",
     "c2r",
     Precision::double_,
     {24.6, 147.8, 788.5, 3942.4, 21.3, 312.9, 1513.2, 29, 870.3, 76.4, 976.3, 2263.2}},
    {"fftw:measure",
     "c2c",
     Precision::single_,
     {22.4, 134.4, 716.8, 3584, 19.4, 284.5, 1375.7, 26.4, 791.1, 69.5, 887.6, 2057.4}},
    {"fftw:measure",
     "r2c",
     Precision::single_,
     {12.3, 73.9, 394.2, 1971.2, 10.6, 156.5, 756.6, 14.5, 435.1, 38.2, 488.2, 1131.6}},
    {"fftw:measure",
     "c2r",
     Precision::single_,
     {12.3, 73.9, 394.2, 1971.2, 10.6, 156.5, 756.6, 14.5, 435.1, 38.2, 488.2, 1131.6}},
};

MachineModel make() {
  MachineModel model;
  model.host = "typical";
  model.kind = "a typical core of a server";
  model.mpi = "Open MPI";
  for (const Row& row : rows)
    for (std::size_t i = 0; i < lengths.size(); ++i)
      model.lines.push_back(
          {row.backend, row.transform, row.precision, lengths[i], 1e-9 * row.nanoseconds[i]});
  model.copies = {{1, 512 << 10, 60e9}, {1, 8 << 20, 30e9}, {1, 256 << 20, 16e9},
                  {2, 512 << 10, 60e9}, {2, 8 << 20, 25e9}, {2, 256 << 20, 12e9}};
  model.messages = {{8, true, 0.4e-6},     {512, true, 0.6e-6},     {8192, true, 3e-6},
                    {131072, true, 20e-6}, {4 << 20, true, 500e-6}, {8, false, 2e-6},
                    {8192, false, 4e-6},   {131072, false, 13e-6},  {4 << 20, false, 340e-6}};
  model.exchanges = {{2, 8, 1e-6}, {2, 8192, 5e-6}, {2, 1 << 20, 200e-6}};
  model.barriers = {{1, 0.1e-6}, {2, 0.6e-6}};
  model.flags = {{1, 0.02e-6}, {2, 0.2e-6}};
  return model;
}

}  // namespace

const MachineModel& typical_model() {
  static const MachineModel model = make();
  return model;
}

}  // namespace weft
