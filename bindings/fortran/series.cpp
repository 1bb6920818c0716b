// The fields of a snapshot for Fortran. Arrays of several types and ranks make no list there, so fields are
// told one by one, and kept here until the snapshot is written.
#include <string>
#include <utility>
#include <vector>

#include "support.hpp"
#include "weft/weft_files.h"

using namespace weft::fortran;

struct weft_fortran_fields {
  std::vector<std::string> names = {};
  std::vector<const weft_distribution*> distributions = {};
  std::vector<const void*> data = {};
};

extern "C" {

weft_fortran_fields* weft_fortran_fields_create() { return new weft_fortran_fields; }

void weft_fortran_fields_free(weft_fortran_fields** fields) {
  delete *fields;
  *fields = nullptr;
}

int weft_fortran_series_add(const weft_series* series, weft_fortran_fields* fields, const char* name,
                            const weft_distribution* distribution, LaterInput array) {
  return with_array(distribution, array, [&](const void* data) {
    const int code = weft_series_n_snapshots(series, nullptr);
    if (code != WEFT_SUCCESS) return code;
    fields->names.emplace_back(name);
    fields->distributions.push_back(distribution);
    fields->data.push_back(data);
    return code;
  });
}

// The fields are forgotten, also after an error.
int weft_fortran_series_append(weft_series* series, weft_fortran_fields* fields, double time, int64_t step,
                               int compression, int shuffle, int fletcher32, int precision,
                               const weft_options* more) {
  if (series == nullptr) return weft_series_n_snapshots(nullptr, nullptr);
  const weft_fortran_fields these = std::exchange(*fields, {});
  std::vector<const char*> names;
  for (const std::string& name : these.names) names.push_back(name.c_str());
  const bool has_others = compression != 0 || shuffle != 0 || fletcher32 != 0 || precision != 0;
  if (const std::string wrong = options_complaint(more, has_others); !wrong.empty())
    return keep(WEFT_INVALID_ARGUMENT, wrong);
  if (more != nullptr)
    return keep_last(weft_series_append_with(series, time, step, static_cast<int>(names.size()), names.data(),
                                             these.distributions.data(), these.data.data(), more),
                     0);
  const weft_dataset_options options = {nullptr, compression, shuffle, fletcher32, precision};
  return weft_series_append(series, time, step, static_cast<int>(names.size()), names.data(),
                            these.distributions.data(), these.data.data(), &options);
}

}  // extern "C"
