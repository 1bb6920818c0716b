// Series of snapshots for Fortran. Arrays of several types and ranks make no list there, so the fields of a
// snapshot are told one by one, and kept here until it is written.
#include <string>
#include <vector>

#include "support.hpp"
#include "weft/weft_files.h"

using namespace weft::fortran;

struct weft_fortran_series {
  weft_series* value = nullptr;
  std::vector<std::string> names = {};
  std::vector<const weft_distribution*> distributions = {};
  std::vector<const void*> data = {};
};

namespace {

weft_series* of(const weft_fortran_series* series) { return series == nullptr ? nullptr : series->value; }

void forget_fields(weft_fortran_series& series) {
  series.names.clear();
  series.distributions.clear();
  series.data.clear();
}

}  // namespace

extern "C" {

int weft_fortran_series_create(weft_fortran_series** series, const char* prefix, MPI_Fint comm) {
  weft_series* value = nullptr;
  const int code = weft_series_create_f(&value, prefix, comm);
  *series = code == WEFT_SUCCESS ? new weft_fortran_series{value} : nullptr;
  return code;
}

void weft_fortran_series_free(weft_fortran_series** series) {
  if (*series == nullptr) return;
  weft_series_free(&(*series)->value);
  delete *series;
  *series = nullptr;
}

int weft_fortran_series_set_text(weft_fortran_series* series, const char* object, const char* name,
                                 const char* value) {
  return weft_series_set_text(of(series), object, name, value);
}

int weft_fortran_series_set_number(weft_fortran_series* series, const char* object, const char* name,
                                   double value) {
  return weft_series_set_number(of(series), object, name, value);
}

int weft_fortran_series_set_whole(weft_fortran_series* series, const char* object, const char* name,
                                  int64_t value) {
  return weft_series_set_whole(of(series), object, name, value);
}

int weft_fortran_series_set_numbers(weft_fortran_series* series, const char* object, const char* name, int n,
                                    const double values[]) {
  return weft_series_set_numbers(of(series), object, name, n, values);
}

int weft_fortran_series_add(weft_fortran_series* series, const char* name,
                            const weft_distribution* distribution, const CFI_cdesc_t* array) {
  return with_array(distribution, array, [&](const void* data) {
    const int code = weft_series_n_snapshots(of(series), nullptr);
    if (code != WEFT_SUCCESS) return code;
    series->names.emplace_back(name);
    series->distributions.push_back(distribution);
    series->data.push_back(data);
    return code;
  });
}

// The fields are forgotten, also after an error.
int weft_fortran_series_append(weft_fortran_series* series, double time, int64_t step, int compression,
                               int shuffle, int fletcher32, int precision) {
  if (series == nullptr) return weft_series_n_snapshots(nullptr, nullptr);
  std::vector<const char*> names;
  for (const std::string& name : series->names) names.push_back(name.c_str());
  const weft_dataset_options options = {nullptr, compression, shuffle, fletcher32, precision};
  const int code = weft_series_append(series->value, time, step, static_cast<int>(names.size()), names.data(),
                                      series->distributions.data(), series->data.data(), &options);
  forget_fields(*series);
  return code;
}

int weft_fortran_series_n_snapshots(const weft_fortran_series* series, int* n) {
  return weft_series_n_snapshots(of(series), n);
}

// i from 1.
int weft_fortran_series_snapshot(const weft_fortran_series* series, int i, double* time, int64_t* step,
                                 const char** path) {
  return weft_series_snapshot(of(series), i - 1, time, step, path);
}

int weft_fortran_series_open(const weft_fortran_series* series, int i, weft_hdf5_reader** reader) {
  return weft_series_open(of(series), i - 1, reader);
}

}  // extern "C"
