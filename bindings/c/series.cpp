// Series of snapshots for C. What may be wrong on one process only is looked at in agreement with the others.
#include <map>

#include "files.hpp"

using namespace weft::c;

struct weft_series {
  weft::Series value;
  MPI_Comm comm;
  std::map<std::string, weft::Attributes> attributes = {};  // of "/", which is the file, and of fields
};

namespace {

weft_series& of(weft_series* series) { return at(series, "the series"); }
const weft_series& of(const weft_series* series) { return at(series, "the series"); }

weft::Attributes attributes_of(const weft_series& series, const std::string& object) {
  const auto found = series.attributes.find(object);
  return found == series.attributes.end() ? weft::Attributes() : found->second;
}

// Keeps the attribute whose value `make` makes of pointers, on all processes or on none.
template <class Make>
int set(weft_series* series, const char* object, const char* name, Make&& make) {
  return guarded([&] {
    weft_series& s = of(series);
    weft::AttributeValue value;
    weft::agree_on(s.comm, [&] {
      at(object, "the object");
      at(name, "the name");
      value = make();
    });
    s.attributes[object][name] = value;
  });
}

}  // namespace

int weft_series_create(weft_series** series, const char* prefix, MPI_Comm comm) {
  return guarded([&] {
    at(series, "the pointer to the series") = nullptr;
    *series = new weft_series{weft::Series(agreed(comm, prefix, "the prefix"), comm), comm};
  });
}

int weft_series_create_f(weft_series** series, const char* prefix, int comm) {
  return weft_series_create(series, prefix, communicator_of_fortran(comm));
}

void weft_series_free(weft_series** series) { release(series); }

int weft_series_set_text(weft_series* series, const char* object, const char* name, const char* value) {
  return set(series, object, name, [&] { return text_at(value, "the text"); });
}

int weft_series_set_number(weft_series* series, const char* object, const char* name, double value) {
  return set(series, object, name, [&] { return value; });
}

int weft_series_set_whole(weft_series* series, const char* object, const char* name, int64_t value) {
  return set(series, object, name, [&] { return value; });
}

int weft_series_set_texts(weft_series* series, const char* object, const char* name, int n,
                          const char* const values[]) {
  return set(series, object, name, [&] { return texts_of(n, values); });
}

int weft_series_set_numbers(weft_series* series, const char* object, const char* name, int n,
                            const double values[]) {
  return set(series, object, name, [&] { return list_of(n, values); });
}

int weft_series_set_wholes(weft_series* series, const char* object, const char* name, int n,
                           const int64_t values[]) {
  return set(series, object, name, [&] { return list_of(n, values); });
}

namespace {

// A snapshot, with the options that `make` makes of the number of axes.
template <class Make>
int append(weft_series* series, double time, int64_t step, int n, const char* const names[],
           const weft_distribution* const distributions[], const void* const data[], Make&& make) {
  return guarded([&] {
    weft_series& s = of(series);
    std::vector<weft::NamedField> fields;
    weft::agree_on(s.comm, [&] {
      some(names, n, "the names");
      some(distributions, n, "the distributions");
      some(data, n, "the data");
      for (int i = 0; i < n; ++i) {
        const weft::Distribution& d = distribution_of(distributions[i]);
        const std::string name = text_at(names[i], "a name");
        fields.push_back({name, d, data[i], make(d.layout().n_axes())});
        fields.back().options.attributes = attributes_of(s, name);
      }
    });
    s.value.append(time, step, fields, attributes_of(s, "/"));
  });
}

}  // namespace

int weft_series_append_with(weft_series* series, double time, int64_t step, int n, const char* const names[],
                            const weft_distribution* const distributions[], const void* const data[],
                            const weft_options* options) {
  return append(series, time, step, n, names, distributions, data,
                [&](int) { return weft::DatasetOptions::of(options_or_none(options, "dataset")); });
}

int weft_series_append(weft_series* series, double time, int64_t step, int n, const char* const names[],
                       const weft_distribution* const distributions[], const void* const data[],
                       const weft_dataset_options* options) {
  return append(series, time, step, n, names, distributions, data,
                [&](int n_axes) { return options_of(options, n_axes); });
}

int weft_series_n_snapshots(const weft_series* series, int* n) {
  return guarded([&] { give(n, of(series).value.snapshots().size()); });
}

int weft_series_snapshot(const weft_series* series, int i, double* time, int64_t* step, const char** path) {
  return guarded([&] {
    const std::vector<weft::Snapshot>& all = of(series).value.snapshots();
    if (i < 0 || i >= static_cast<int>(all.size()))
      fail("snapshot " + std::to_string(i) + " is asked for; the series has " + std::to_string(all.size()));
    const weft::Snapshot& snapshot = all[static_cast<std::size_t>(i)];
    give(time, snapshot.time);
    give(step, snapshot.step);
    if (path != nullptr) *path = snapshot.path.c_str();
  });
}

int weft_series_open(const weft_series* series, int i, weft_hdf5_reader** reader) {
  return guarded([&] {
    at(reader, "the pointer to the reader") = nullptr;
    weft::Hdf5Reader opened = of(series).value.open(static_cast<std::size_t>(i));
    std::vector<std::string> datasets = opened.datasets();
    *reader = new weft_hdf5_reader{std::move(opened), std::move(datasets)};
  });
}
