// Files for C. Pointers that may be wrong on one process only are looked at in agreement with the others.
#include "files.hpp"

#include <cstddef>

#include "weft/array_file.hpp"
#include "weft/array_functions.hpp"

using namespace weft::c;

namespace weft::c {

std::string text_at(const char* text, const char* name) { return &at(text, name); }

std::string agreed(MPI_Comm comm, const char* text, const char* name) {
  weft::agree_on(comm, [&] { at(text, name); });
  return text;
}

std::vector<std::string> texts_of(int n, const char* const values[]) {
  some(values, n, "the texts");
  std::vector<std::string> texts;
  for (int i = 0; i < n; ++i) texts.push_back(text_at(values[i], "a text"));
  return texts;
}

weft::DatasetOptions options_of(const weft_dataset_options* given, int n_axes) {
  weft::DatasetOptions options;
  if (given == nullptr) return options;
  if (given->chunks != nullptr) options.chunks.assign(given->chunks, given->chunks + n_axes);
  options.compression = given->compression;
  options.shuffle = given->shuffle != 0;
  options.fletcher32 = given->fletcher32 != 0;
  if (given->precision < WEFT_PRECISION_OF_MEMORY || given->precision > WEFT_PRECISION_DOUBLE)
    fail("the precision of a dataset is " + std::to_string(given->precision) +
         "; give one of WEFT_PRECISION_OF_MEMORY, WEFT_PRECISION_SINGLE, WEFT_PRECISION_DOUBLE");
  if (given->precision != WEFT_PRECISION_OF_MEMORY)
    options.precision =
        given->precision == WEFT_PRECISION_SINGLE ? weft::Precision::single_ : weft::Precision::double_;
  return options;
}

}  // namespace weft::c

namespace {

weft_hdf5_writer& of(weft_hdf5_writer* writer) { return at(writer, "the writer"); }
const weft_hdf5_reader& of(const weft_hdf5_reader* reader) { return at(reader, "the reader"); }

// Sets the attribute whose value `make` makes of pointers, which may be wrong on some processes.
template <class Make>
int set(weft_hdf5_writer* writer, const char* object, const char* name, Make&& make) {
  return guarded([&] {
    weft_hdf5_writer& w = of(writer);
    weft::AttributeValue value;
    weft::agree_on(w.comm, [&] {
      at(object, "the object");
      at(name, "the name");
      value = make();
    });
    w.value.set_attribute(object, name, value);
  });
}

// Writes a dataset with the options that `make` makes of the number of axes.
template <class Make>
int write(weft_hdf5_writer* writer, const char* name, const weft_distribution* distribution, const void* data,
          Make&& make) {
  return guarded([&] {
    weft_hdf5_writer& w = of(writer);
    weft::DatasetOptions wanted;
    weft::agree_on(w.comm, [&] {
      at(name, "the name");
      wanted = make(distribution_of(distribution).layout().n_axes());
    });
    w.value.write(name, distribution_of(distribution), data, wanted);
  });
}

template <class Make>
int read(const weft_hdf5_reader* reader, const char* name, const weft_distribution* distribution, void* data,
         Make&& make) {
  return guarded([&] {
    const weft::Distribution& d = distribution_of(distribution);
    weft::ReadOptions wanted;
    weft::agree_on(d, [&] {
      of(reader);
      at(name, "the name");
      wanted = make();
    });
    of(reader).value.read(name, d, data, wanted);
  });
}

// The attribute of that kind.
template <class T>
const T& value_of(const weft_hdf5_reader* reader, const char* object, const char* name, const char* kind) {
  const std::string path = text_at(object, "the object"), attribute = text_at(name, "the name");
  const weft::Attributes all = of(reader).value.attributes_here(path);
  const auto found = all.find(attribute);
  if (found == all.end() || !std::holds_alternative<T>(found->second))
    fail(path + " has no attribute " + attribute + " that is " + kind + "; ask for what it is, or write it");
  weft::AttributeValue& kept = of(reader).given[path + '\n' + attribute];
  if (kept != found->second) kept = found->second;
  return std::get<T>(kept);
}

template <class T>
void give_list(const std::vector<T>& list, int* n, const T** values) {
  give(n, list.size());
  if (values != nullptr) *values = list.data();
}

template <class T>
T* memory_of(const weft::Distribution& d, T* data) {
  return data == nullptr ? nullptr : data + d.first() * weft::bytes_of(d.element());
}

// Attributes of one number for each axis.
weft::Attributes grid_of(const weft::Distribution& d, const double lengths[], const double origin[]) {
  weft::Attributes grid;
  const int n = d.layout().n_axes();
  if (lengths != nullptr) grid["lengths"] = std::vector<double>(lengths, lengths + n);
  if (origin != nullptr) grid["origin"] = std::vector<double>(origin, origin + n);
  return grid;
}

}  // namespace

int weft_hdf5_writer_create(weft_hdf5_writer** writer, const char* path, MPI_Comm comm) {
  return guarded([&] {
    at(writer, "the pointer to the writer") = nullptr;
    *writer = new weft_hdf5_writer{weft::Hdf5Writer(agreed(comm, path, "the path"), comm), comm};
  });
}

int weft_hdf5_writer_create_f(weft_hdf5_writer** writer, const char* path, int comm) {
  return weft_hdf5_writer_create(writer, path, communicator_of_fortran(comm));
}

int weft_hdf5_write_with(weft_hdf5_writer* writer, const char* name, const weft_distribution* distribution,
                         const void* data, const weft_options* options) {
  return write(writer, name, distribution, data,
               [&](int) { return weft::DatasetOptions::of(options_or_none(options, "dataset")); });
}

int weft_hdf5_write(weft_hdf5_writer* writer, const char* name, const weft_distribution* distribution,
                    const void* data, const weft_dataset_options* options) {
  return write(writer, name, distribution, data, [&](int n_axes) { return options_of(options, n_axes); });
}

int weft_hdf5_set_text(weft_hdf5_writer* writer, const char* object, const char* name, const char* value) {
  return set(writer, object, name, [&] { return text_at(value, "the text"); });
}

int weft_hdf5_set_number(weft_hdf5_writer* writer, const char* object, const char* name, double value) {
  return set(writer, object, name, [&] { return value; });
}

int weft_hdf5_set_whole(weft_hdf5_writer* writer, const char* object, const char* name, int64_t value) {
  return set(writer, object, name, [&] { return value; });
}

int weft_hdf5_set_texts(weft_hdf5_writer* writer, const char* object, const char* name, int n,
                        const char* const values[]) {
  return set(writer, object, name, [&] { return texts_of(n, values); });
}

int weft_hdf5_set_numbers(weft_hdf5_writer* writer, const char* object, const char* name, int n,
                          const double values[]) {
  return set(writer, object, name, [&] { return list_of(n, values); });
}

int weft_hdf5_set_wholes(weft_hdf5_writer* writer, const char* object, const char* name, int n,
                         const int64_t values[]) {
  return set(writer, object, name, [&] { return list_of(n, values); });
}

int weft_hdf5_commit(weft_hdf5_writer* writer) {
  return guarded([&] { of(writer).value.commit(); });
}

void weft_hdf5_writer_free(weft_hdf5_writer** writer) { release(writer); }

int weft_hdf5_reader_create(weft_hdf5_reader** reader, const char* path, MPI_Comm comm) {
  return guarded([&] {
    at(reader, "the pointer to the reader") = nullptr;
    weft::Hdf5Reader opened(agreed(comm, path, "the path"), comm);
    std::vector<std::string> datasets = opened.datasets();
    *reader = new weft_hdf5_reader{std::move(opened), std::move(datasets)};
  });
}

int weft_hdf5_reader_create_f(weft_hdf5_reader** reader, const char* path, int comm) {
  return weft_hdf5_reader_create(reader, path, communicator_of_fortran(comm));
}

void weft_hdf5_reader_free(weft_hdf5_reader** reader) { release(reader); }

int weft_hdf5_n_datasets(const weft_hdf5_reader* reader, int* n) {
  return guarded([&] { give(n, of(reader).datasets.size()); });
}

int weft_hdf5_dataset(const weft_hdf5_reader* reader, int i, const char** name) {
  return guarded([&] {
    const std::vector<std::string>& all = of(reader).datasets;
    if (i < 0 || i >= static_cast<int>(all.size()))
      fail("dataset " + std::to_string(i) + " is asked for; the file has " + std::to_string(all.size()));
    if (name != nullptr) *name = all[static_cast<std::size_t>(i)].c_str();
  });
}

int weft_hdf5_info(const weft_hdf5_reader* reader, const char* name, int* n_axes, int64_t shape[],
                   int* is_real, int* is_double, int* is_integer) {
  return guarded([&] {
    const weft::DatasetInfo& info = of(reader).value.info(text_at(name, "the name"));
    give(n_axes, info.shape.size());
    give_all(shape, info.shape);
    give(is_real, info.element.is_real);
    give(is_double, info.element.is_double);
    give(is_integer, info.is_integer);
  });
}

int weft_hdf5_read_with(const weft_hdf5_reader* reader, const char* name,
                        const weft_distribution* distribution, void* data, const weft_options* options) {
  return read(reader, name, distribution, data,
              [&] { return weft::ReadOptions::of(options_or_none(options, "reading")); });
}

int weft_hdf5_read(const weft_hdf5_reader* reader, const char* name, const weft_distribution* distribution,
                   void* data, int convert) {
  return read(reader, name, distribution, data, [&] { return weft::ReadOptions{convert != 0}; });
}

int weft_hdf5_get_text(const weft_hdf5_reader* reader, const char* object, const char* name,
                       const char** value) {
  return guarded([&] {
    const std::string& text = value_of<std::string>(reader, object, name, "a text");
    if (value != nullptr) *value = text.c_str();
  });
}

int weft_hdf5_get_number(const weft_hdf5_reader* reader, const char* object, const char* name,
                         double* value) {
  return guarded([&] { give(value, value_of<double>(reader, object, name, "a number")); });
}

int weft_hdf5_get_whole(const weft_hdf5_reader* reader, const char* object, const char* name,
                        int64_t* value) {
  return guarded([&] { give(value, value_of<std::int64_t>(reader, object, name, "a whole number")); });
}

int weft_hdf5_get_numbers(const weft_hdf5_reader* reader, const char* object, const char* name, int* n,
                          const double** values) {
  return guarded([&] {
    give_list(value_of<std::vector<double>>(reader, object, name, "a list of numbers"), n, values);
  });
}

int weft_hdf5_get_wholes(const weft_hdf5_reader* reader, const char* object, const char* name, int* n,
                         const int64_t** values) {
  return guarded([&] {
    give_list(value_of<std::vector<std::int64_t>>(reader, object, name, "a list of whole numbers"), n,
              values);
  });
}

int weft_hdf5_get_texts(const weft_hdf5_reader* reader, const char* object, const char* name, int i, int* n,
                        const char** value) {
  return guarded([&] {
    const auto& texts = value_of<std::vector<std::string>>(reader, object, name, "a list of texts");
    give(n, texts.size());
    if (value == nullptr) return;
    if (i < 0 || i >= static_cast<int>(texts.size()))
      fail("text " + std::to_string(i) + " is asked for; there are " + std::to_string(texts.size()));
    *value = texts[static_cast<std::size_t>(i)].c_str();
  });
}

int weft_npy_write(const char* path, const weft_distribution* distribution, const void* data) {
  return guarded([&] {
    const weft::Distribution& d = distribution_of(distribution);
    weft::agree_on(d, [&] { at(path, "the path"); });
    weft::ArrayFileWriter writer(path, d.layout().shape, d.element(), false, d.comm());
    writer.write(d.box(), d.storage(), memory_of(d, static_cast<const std::byte*>(data)));
    writer.commit();
  });
}

int weft_npy_read(const char* path, const weft_distribution* distribution, void* data) {
  return guarded([&] {
    const weft::Distribution& d = distribution_of(distribution);
    weft::agree_on(d, [&] { at(path, "the path"); });
    const weft::ArrayFileInfo info = weft::array_file_info(path, d.comm());
    weft::agree_on(d, [&] {
      if (info.shape != d.layout().shape)
        fail(std::string(path) + " has the shape " + weft::to_text(info.shape) + ", the array " +
             weft::to_text(d.layout().shape) + "; read it into an array of its shape");
    });
    weft::read_array(info, d.box(), d.storage(), d.element(), memory_of(d, static_cast<std::byte*>(data)),
                     d.comm());
  });
}

int weft_xdmf_write(const char* path, int n, const char* const files[], MPI_Comm comm) {
  return guarded([&] {
    std::vector<std::string> all;
    weft::agree_on(comm, [&] {
      at(path, "the path");
      some(files, n, "the files");
      for (int i = 0; i < n; ++i) all.push_back(text_at(files[i], "a file"));
    });
    weft::write_xdmf(path, all, comm);
  });
}

int weft_xdmf_write_f(const char* path, int n, const char* const files[], int comm) {
  return weft_xdmf_write(path, n, files, communicator_of_fortran(comm));
}

int weft_vtk_write_slice(const char* path, const char* name, const weft_distribution* distribution,
                         const void* data, int axis, int64_t index, const double lengths[],
                         const double origin[]) {
  return guarded([&] {
    const weft::Distribution& d = distribution_of(distribution);
    weft::agree_on(d, [&] {
      at(path, "the path");
      at(name, "the name");
    });
    weft::write_vtk_slice(path, name, d, data, axis, index, grid_of(d, lengths, origin));
  });
}
