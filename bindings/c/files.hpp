// Files of the C interface: what its handles hold, and how arguments become options.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "handles.hpp"
#include "weft/snapshots.hpp"
#include "weft/weft_files.h"

struct weft_hdf5_writer {
  weft::Hdf5Writer value;
  MPI_Comm comm;
};

struct weft_hdf5_reader {
  weft::Hdf5Reader value;
  std::vector<std::string> datasets;
  // As they were asked for: lists and texts that were given out stay.
  mutable std::map<std::string, weft::AttributeValue> given = {};
};

namespace weft::c {

std::string text_at(const char* text, const char* name);
// A text that may be NULL on some processes. Collective.
std::string agreed(MPI_Comm comm, const char* text, const char* name);
DatasetOptions options_of(const weft_dataset_options* given, int n_axes);

// Lists of the arguments of C, which may be wrong.
std::vector<std::string> texts_of(int n, const char* const values[]);
template <class T>
std::vector<T> list_of(int n, const T values[]) {
  some(values, n, "the numbers");
  return std::vector<T>(values, values + n);
}

}  // namespace weft::c
