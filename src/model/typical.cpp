// A machine for estimates where none was measured.
#include "model/typical.hpp"

#include <array>

#include "base/kind.hpp"

namespace weft::inline model {

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
     {13.2, 41.7, 222, 1061, 10.9, 67.2, 308, 17.4, 190, 58.1, 1267, 2649}},
    {"native",
     "r2c",
     Precision::double_,
     {12.5, 33.2, 128, 603, 13.8, 47.1, 196, 12.9, 567, 41.6, 1529, 3224}},
    {"native", "c2r", Precision::double_, {11, 31.3, 123, 569, 12, 43.7, 186, 12.6, 632, 41.9, 1552, 3156}},
    {"native",
     "c2c",
     Precision::single_,
     {6.53, 21.6, 110, 519, 11.6, 34.9, 154, 16.9, 97.5, 46.8, 892, 2611}},
    {"native", "r2c", Precision::single_, {7.45, 17.9, 68.5, 313, 17.1, 26.1, 107, 12, 531, 41, 1771, 3042}},
    {"native",
     "c2r",
     Precision::single_,
     {6.11, 16, 63.3, 290, 15.4, 23.4, 102, 11.7, 564, 41.9, 1787, 3026}},
    {"fftw:estimate",
     "c2c",
     Precision::double_,
     {6.88, 35.3, 274, 1587, 5.15, 90.1, 795, 9.07, 419, 58.2, 1270, 2651}},
    {"fftw:estimate",
     "r2c",
     Precision::double_,
     {12.9, 73.4, 227, 814, 6.97, 118, 466, 12.9, 561, 44.4, 1393, 3255}},
    {"fftw:estimate",
     "c2r",
     Precision::double_,
     {12.3, 63.1, 237, 863, 7.16, 121, 402, 12.6, 570, 42.5, 1552, 3190}},
    {"fftw:estimate",
     "c2c",
     Precision::single_,
     {4.05, 19.5, 173, 955, 2.84, 61.6, 472, 6.24, 435, 47, 905, 2666}},
    {"fftw:estimate",
     "r2c",
     Precision::single_,
     {12.1, 73, 145, 553, 6.07, 118, 520, 12.2, 525, 41.7, 1788, 3125}},
    {"fftw:estimate",
     "c2r",
     Precision::single_,
     {11.3, 62.2, 128, 760, 6.48, 122, 301, 11.6, 573, 41.3, 1803, 3108}},
    {"fftw:measure",
     "c2c",
     Precision::double_,
     {6.93, 35.2, 239, 1365, 5.14, 76.6, 450, 9, 409, 58.8, 1088, 2566}},
    {"fftw:measure",
     "r2c",
     Precision::double_,
     {12.9, 44.2, 163, 693, 6.95, 66, 305, 13, 510, 41.8, 1373, 3119}},
    {"fftw:measure",
     "c2r",
     Precision::double_,
     {12.3, 45.8, 156, 648, 7.17, 67.1, 265, 12.5, 487, 42.4, 1552, 3089}},
    {"fftw:measure",
     "c2c",
     Precision::single_,
     {4.05, 19.5, 154, 892, 3.7, 55.9, 311, 6.29, 431, 47.2, 771, 1928}},
    {"fftw:measure",
     "r2c",
     Precision::single_,
     {11.8, 43.7, 126, 664, 6.05, 55.6, 231, 11.9, 445, 41.2, 1749, 2865}},
    {"fftw:measure",
     "c2r",
     Precision::single_,
     {11.3, 45.8, 119, 455, 6.39, 53.9, 229, 11.5, 469, 40.7, 1776, 2853}},
};

// A real line of a cosine transform takes this part of the time of a complex line of its length: the median
// of what `weft calibrate` measured from 16 to 1024 points, and of lengths with other factors.
struct Part {
  const char* backend;
  Kind kind;
  double of_complex, of_others;
};

constexpr Part parts[] = {
    {"native", Kind::dct1, 0.75, 3.7},       {"native", Kind::dct2, 0.82, 1.8},
    {"native", Kind::dct4, 0.68, 1.6},       {"fftw:estimate", Kind::dct1, 4.5, 3.6},
    {"fftw:estimate", Kind::dct2, 2.4, 1.8}, {"fftw:estimate", Kind::dct4, 2.2, 1.8},
    {"fftw:measure", Kind::dct1, 3.6, 3.8},  {"fftw:measure", Kind::dct2, 2.4, 1.9},
    {"fftw:measure", Kind::dct4, 2.2, 1.9},
};

bool has_other_factors(Index n) {
  for (Index factor : {2, 3, 5, 7, 11, 13})
    while (n % factor == 0) n /= factor;
  return n > 1;
}

MachineModel make() {
  MachineModel model;
  model.host = "typical";
  model.kind = "typical: AMD EPYC, 2 processors of a virtual machine";
  model.mpi = "Open MPI";
  for (const Row& row : rows)
    for (std::size_t i = 0; i < lengths.size(); ++i)
      model.lines.push_back(
          {row.backend, row.transform, row.precision, lengths[i], 1e-9 * row.nanoseconds[i]});
  const std::vector<LineTime> fourier = model.lines;
  for (const Part& part : parts)
    for (const LineTime& line : fourier)
      if (line.backend == part.backend && line.transform == "c2c")
        model.lines.push_back(
            {part.backend, row_of(part.kind).measured_as, line.precision,
             line.n - row_of(part.kind).intervals,
             (has_other_factors(line.n) ? part.of_others : part.of_complex) * line.seconds});
  model.copies = {{1, 524288, 1.73e+11}, {1, 16777216, 7.78e+10}, {1, 134217728, 4.61e+10},
                  {2, 524288, 1.74e+11}, {2, 8388608, 8.12e+10},  {2, 134217728, 2.69e+10}};
  model.messages = {{8, true, 1.73e-07},       {16, true, 1.69e-07},      {64, true, 1.69e-07},
                    {256, true, 1.82e-07},     {1024, true, 3.31e-07},    {4096, true, 2.05e-06},
                    {16384, true, 2.86e-06},   {65536, true, 6.08e-06},   {262144, true, 2.05e-05},
                    {1048576, true, 9.36e-05}, {4194304, true, 0.000516}, {8, false, 2e-6},
                    {16384, false, 4e-6},      {262144, false, 23e-6},    {4194304, false, 340e-6}};
  for (MessageTime& message : model.messages) message.both_ways = message.seconds;  // full duplex
  model.exchanges = {{2, 64, 2.41e-07},
                     {2, 1024, 4.36e-07},
                     {2, 16384, 4.2e-06},
                     {2, 262144, 2.94e-05},
                     {2, 4194304, 6.28e-04}};
  model.barriers = {{1, 1.83e-09}, {2, 2.21e-07}};
  model.flags = {{1, 7.76e-09}, {2, 1.45e-07}};
  return model;
}

}  // namespace

const MachineModel& typical_model() {
  static const MachineModel model = make();
  return model;
}

}  // namespace weft::inline model
