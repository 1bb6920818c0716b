// The C interface of files: what it writes is what it reads, and what C++ reads; errors are codes on all
// processes.
#include <gtest/gtest.h>
#include <mpi.h>

#include <map>
#include <string>
#include <vector>

#include "agree.hpp"
#include "folder.hpp"
#include "weft/snapshots.hpp"
#include "weft/weft_files.h"

namespace weft::test {
namespace {

// Rows of a 6 x 5 array on all processes, counting from 0.
struct Rows {
  Rows() {
    const int64_t shape[2] = {6, 5};
    const int n = size_of(world), cut = 0;
    EXPECT_EQ(weft_layout_create(&layout, 2, shape, 1, &n, &cut), WEFT_SUCCESS);
    EXPECT_EQ(weft_distribution_create(&distribution, world, layout, 1, 1, nullptr), WEFT_SUCCESS);
    int64_t begin[2], end[2], elements = 0;
    weft_distribution_box(distribution, begin, end);
    weft_distribution_memory_elements(distribution, &elements);
    for (int64_t i = 0; i < elements; ++i) u.push_back(static_cast<double>(5 * begin[0] + i));
  }
  ~Rows() {
    weft_distribution_free(&distribution);
    weft_layout_free(&layout);
  }
  Rows(const Rows&) = delete;
  Rows& operator=(const Rows&) = delete;
  const double* data() const { return u.empty() ? nullptr : u.data(); }

  weft_layout* layout = nullptr;
  weft_distribution* distribution = nullptr;
  std::vector<double> u;
};

// By text, the bytes of the struct; options of something else on one process are an error of all.
TEST(CFiles, TakeOptionsByText) {
  const Folder folder;
  const Rows rows;
  weft_options *dataset = nullptr, *reading = nullptr;
  ASSERT_EQ(weft_options_create_for(&dataset, "dataset"), WEFT_SUCCESS);
  ASSERT_EQ(weft_options_create_for(&reading, "reading"), WEFT_SUCCESS);
  for (const auto& [key, value] : std::map<std::string, std::string>{
           {"chunks", "2x5"}, {"compression", "3"}, {"fletcher32", "yes"}, {"precision", "single"}})
    ASSERT_EQ(weft_options_set(dataset, key.c_str(), value.c_str()), WEFT_SUCCESS) << weft_last_error();
  const int64_t chunks[2] = {2, 5};
  const weft_dataset_options packed = {chunks, 3, 0, 1, WEFT_PRECISION_SINGLE};
  const std::string paths[2] = {folder / "text.h5", folder / "struct.h5"};
  for (const bool by_text : {true, false}) {
    weft_hdf5_writer* writer = nullptr;
    ASSERT_EQ(weft_hdf5_writer_create(&writer, paths[by_text ? 0 : 1].c_str(), world), WEFT_SUCCESS);
    if (by_text) {
      const bool is_last = rank_in(world) == size_of(world) - 1;
      EXPECT_EQ(
          weft_hdf5_write_with(writer, "u", rows.distribution, rows.data(), is_last ? reading : dataset),
          WEFT_INVALID_ARGUMENT);
      EXPECT_NE(std::string(weft_last_error()).find("options of a reading were given to a dataset"),
                std::string::npos);
    }
    EXPECT_EQ(by_text ? weft_hdf5_write_with(writer, "u", rows.distribution, rows.data(), dataset)
                      : weft_hdf5_write(writer, "u", rows.distribution, rows.data(), &packed),
              WEFT_SUCCESS)
        << weft_last_error();
    ASSERT_EQ(weft_hdf5_commit(writer), WEFT_SUCCESS);
    weft_hdf5_writer_free(&writer);
  }
  EXPECT_EQ(contents(paths[0]), contents(paths[1]));
  weft_hdf5_reader* reader = nullptr;
  ASSERT_EQ(weft_hdf5_reader_create(&reader, paths[0].c_str(), world), WEFT_SUCCESS);
  std::vector<double> again(rows.u.size());
  EXPECT_EQ(weft_hdf5_read_with(reader, "u", rows.distribution, again.data(), reading),
            WEFT_INVALID_ARGUMENT);
  EXPECT_EQ(weft_hdf5_read_with(reader, "u", rows.distribution, again.data(), nullptr),
            WEFT_INVALID_ARGUMENT);
  ASSERT_EQ(weft_options_set(reading, "convert", "yes"), WEFT_SUCCESS);
  EXPECT_EQ(weft_hdf5_read_with(reader, "u", rows.distribution, again.data(), reading), WEFT_SUCCESS);
  EXPECT_EQ(again, rows.u);
  EXPECT_EQ(weft_hdf5_read_with(reader, "u", rows.distribution, again.data(), dataset),
            WEFT_INVALID_ARGUMENT);
  weft_hdf5_reader_free(&reader);
  weft_options_free(&dataset);
  weft_options_free(&reading);
}

TEST(CFiles, AreWrittenAndRead) {
  const Folder folder;
  const Rows rows;
  const std::string path = folder / "u.h5";
  weft_hdf5_writer* writer = nullptr;
  ASSERT_EQ(weft_hdf5_writer_create(&writer, path.c_str(), world), WEFT_SUCCESS);
  const int64_t chunks[2] = {2, 5};
  weft_dataset_options packed = {};
  packed.chunks = chunks;
  packed.compression = 3;
  packed.fletcher32 = 1;
  packed.precision = WEFT_PRECISION_SINGLE;
  ASSERT_EQ(weft_hdf5_write(writer, "u", rows.distribution, rows.data(), nullptr), WEFT_SUCCESS);
  ASSERT_EQ(weft_hdf5_write(writer, "g/v", rows.distribution, rows.data(), &packed), WEFT_SUCCESS);
  const double numbers[2] = {1.5, 2.5};
  const int64_t wholes[3] = {1, -2, 3};
  const char* const texts[2] = {"y", "x"};
  EXPECT_EQ(weft_hdf5_set_text(writer, "u", "units", "m/s"), WEFT_SUCCESS);
  EXPECT_EQ(weft_hdf5_set_number(writer, "/", "time", 0.25), WEFT_SUCCESS);
  EXPECT_EQ(weft_hdf5_set_whole(writer, "/", "step", 7), WEFT_SUCCESS);
  EXPECT_EQ(weft_hdf5_set_numbers(writer, "u", "lengths", 2, numbers), WEFT_SUCCESS);
  EXPECT_EQ(weft_hdf5_set_wholes(writer, "u", "wholes", 3, wholes), WEFT_SUCCESS);
  EXPECT_EQ(weft_hdf5_set_texts(writer, "u", "axis_names", 2, texts), WEFT_SUCCESS);
  EXPECT_EQ(weft_hdf5_write(writer, "u", rows.distribution, rows.data(), nullptr), WEFT_INVALID_ARGUMENT);
  EXPECT_EQ(weft_hdf5_set_text(writer, "u", "x", rank_in(world) == 0 ? nullptr : "a"), WEFT_INVALID_ARGUMENT);
  ASSERT_EQ(weft_hdf5_commit(writer), WEFT_SUCCESS);
  weft_hdf5_writer_free(&writer);
  EXPECT_EQ(writer, nullptr);

  weft_hdf5_reader* reader = nullptr;
  ASSERT_EQ(weft_hdf5_reader_create(&reader, path.c_str(), world), WEFT_SUCCESS);
  int n = 0, n_axes = 0, is_double = 1, is_real = 0;
  int64_t shape[2] = {}, step = 0;
  const char* name = nullptr;
  EXPECT_EQ(weft_hdf5_n_datasets(reader, &n), WEFT_SUCCESS);
  EXPECT_EQ(n, 2);
  EXPECT_EQ(weft_hdf5_dataset(reader, 0, &name), WEFT_SUCCESS);
  EXPECT_STREQ(name, "/g/v");
  EXPECT_EQ(weft_hdf5_dataset(reader, 2, &name), WEFT_INVALID_ARGUMENT);
  EXPECT_EQ(weft_hdf5_info(reader, "g/v", &n_axes, shape, &is_real, &is_double, nullptr), WEFT_SUCCESS);
  EXPECT_TRUE(n_axes == 2 && shape[0] == 6 && shape[1] == 5 && is_real == 1 && is_double == 0);
  std::vector<double> v(rows.u.size(), -1);
  double* data = v.empty() ? nullptr : v.data();
  EXPECT_EQ(weft_hdf5_read(reader, "g/v", rows.distribution, data, 0), WEFT_INVALID_ARGUMENT);
  EXPECT_EQ(weft_hdf5_read(reader, "g/v", rows.distribution, data, 1), WEFT_SUCCESS);
  EXPECT_EQ(v, rows.u);
  std::fill(v.begin(), v.end(), -1);
  EXPECT_EQ(weft_hdf5_read(reader, "u", rows.distribution, data, 0), WEFT_SUCCESS);
  EXPECT_EQ(v, rows.u);
  double time = 0;
  const double* list = nullptr;
  const int64_t* whole_list = nullptr;
  EXPECT_EQ(weft_hdf5_get_text(reader, "u", "units", &name), WEFT_SUCCESS);
  EXPECT_STREQ(name, "m/s");
  EXPECT_EQ(weft_hdf5_get_number(reader, "/", "time", &time), WEFT_SUCCESS);
  EXPECT_EQ(weft_hdf5_get_whole(reader, "/", "step", &step), WEFT_SUCCESS);
  EXPECT_TRUE(time == 0.25 && step == 7);
  EXPECT_EQ(weft_hdf5_get_numbers(reader, "u", "lengths", &n, &list), WEFT_SUCCESS);
  EXPECT_TRUE(n == 2 && list[0] == 1.5 && list[1] == 2.5);
  EXPECT_EQ(weft_hdf5_get_wholes(reader, "u", "wholes", &n, &whole_list), WEFT_SUCCESS);
  EXPECT_TRUE(n == 3 && whole_list[1] == -2);
  EXPECT_EQ(weft_hdf5_get_texts(reader, "u", "axis_names", 1, &n, &name), WEFT_SUCCESS);
  EXPECT_STREQ(name, "x");
  EXPECT_EQ(weft_hdf5_get_number(reader, "u", "units", &time), WEFT_INVALID_ARGUMENT);
  weft_hdf5_reader_free(&reader);
  EXPECT_EQ(weft_hdf5_reader_create(&reader, (folder / "none.h5").c_str(), world), WEFT_RESOURCE);
  EXPECT_EQ(reader, nullptr);
}

TEST(CFiles, NpySeriesXdmfAndSlices) {
  const Folder folder;
  const Rows rows;
  std::vector<double> v(rows.u.size(), -1);
  double* data = v.empty() ? nullptr : v.data();
  const std::string npy = folder / "u.npy", prefix = folder / "flow", vti = folder / "u.vti";
  EXPECT_EQ(weft_npy_write(npy.c_str(), rows.distribution, rows.data()), WEFT_SUCCESS);
  EXPECT_EQ(weft_npy_read(npy.c_str(), rows.distribution, data), WEFT_SUCCESS);
  EXPECT_EQ(v, rows.u);
  const char* const names[1] = {"u"};
  const void* const fields[1] = {rows.data()};
  const weft_distribution* const distributions[1] = {rows.distribution};
  weft_series* series = nullptr;
  for (int i = 0; i < 2; ++i) {
    ASSERT_EQ(weft_series_create(&series, prefix.c_str(), world), WEFT_SUCCESS);
    EXPECT_EQ(weft_series_append(series, 0.5 * (i + 1), 10 * i, 1, names, distributions, fields, nullptr),
              WEFT_SUCCESS);
    EXPECT_EQ(weft_series_append(series, 0.5, 10 * i, 1, names, distributions, fields, nullptr),
              WEFT_INVALID_ARGUMENT);
    if (i == 0) weft_series_free(&series);
  }
  int n = 0;
  double time = 0;
  int64_t step = 0;
  const char* path = nullptr;
  EXPECT_EQ(weft_series_n_snapshots(series, &n), WEFT_SUCCESS);
  EXPECT_EQ(weft_series_snapshot(series, 1, &time, &step, &path), WEFT_SUCCESS);
  EXPECT_TRUE(n == 2 && time == 1.0 && step == 10 && path == folder / "flow.000001.h5");
  weft_hdf5_reader* reader = nullptr;
  EXPECT_EQ(weft_series_open(series, 2, &reader), WEFT_INVALID_ARGUMENT);
  ASSERT_EQ(weft_series_open(series, 1, &reader), WEFT_SUCCESS);
  std::fill(v.begin(), v.end(), -1);
  EXPECT_EQ(weft_hdf5_read(reader, "u", rows.distribution, data, 0), WEFT_SUCCESS);
  EXPECT_EQ(v, rows.u);
  weft_hdf5_reader_free(&reader);
  EXPECT_EQ(weft_xdmf_write((folder / "one.xdmf").c_str(), 1, &path, world), WEFT_SUCCESS);
  weft_series_free(&series);
  const double lengths[2] = {6, 10};
  EXPECT_EQ(weft_vtk_write_slice(vti.c_str(), "u", rows.distribution, rows.data(), -1, 0, lengths, nullptr),
            WEFT_SUCCESS);
  EXPECT_EQ(weft_vtk_write_slice(vti.c_str(), "u", rows.distribution, rows.data(), 0, 0, lengths, nullptr),
            WEFT_INVALID_ARGUMENT);
  EXPECT_NE(contents(vti).find("Spacing=\"2 1 1\""), std::string::npos);
  EXPECT_NE(contents(folder / "flow.xdmf").find("flow.000001.h5:/u"), std::string::npos);
  MPI_Barrier(world);
}

TEST(CFiles, SnapshotsHaveTheAttributesOfTheirSeries) {
  const Folder folder;
  const Rows rows;
  const std::string prefix = folder / "flow";
  weft_series* series = nullptr;
  EXPECT_EQ(weft_series_set_whole(series, "/", "run", 1), WEFT_INVALID_ARGUMENT);
  ASSERT_EQ(weft_series_create(&series, prefix.c_str(), world), WEFT_SUCCESS);
  const char* const axis_names[2] = {"y", "x"};
  const double lengths[2] = {3, 10};
  const int64_t wholes[2] = {4, 5};
  EXPECT_EQ(weft_series_set_text(series, "u", "units", "s"), WEFT_SUCCESS);
  EXPECT_EQ(weft_series_set_text(series, "u", "units", "m"), WEFT_SUCCESS);  // instead
  EXPECT_EQ(weft_series_set_texts(series, "u", "axis_names", 2, axis_names), WEFT_SUCCESS);
  EXPECT_EQ(weft_series_set_numbers(series, "u", "lengths", 2, lengths), WEFT_SUCCESS);
  EXPECT_EQ(weft_series_set_wholes(series, "u", "wholes", 2, wholes), WEFT_SUCCESS);
  EXPECT_EQ(weft_series_set_number(series, "/", "viscosity", 0.25), WEFT_SUCCESS);
  EXPECT_EQ(weft_series_set_whole(series, "/", "run", 7), WEFT_SUCCESS);
  EXPECT_EQ(weft_series_set_text(series, "v", "units", "K"), WEFT_SUCCESS);  // not a field of all snapshots
  const void* const data[2] = {rows.data(), rows.data()};
  const weft_distribution* const distributions[2] = {rows.distribution, rows.distribution};
  const char* names[2] = {"u", "v"};
  EXPECT_EQ(weft_series_append(series, 0.5, 1, 1, names, distributions, data, nullptr), WEFT_SUCCESS);
  EXPECT_EQ(weft_series_append(series, 1, 2, 2, names, distributions, data, nullptr), WEFT_SUCCESS);
  const Hdf5Reader first(prefix + ".000000.h5", world), second(prefix + ".000001.h5", world);
  for (const Hdf5Reader* reader : {&first, &second}) {
    const Attributes of_u = reader->attributes("u"), of_file = reader->attributes("/");
    EXPECT_EQ(of_u.at("units"), AttributeValue("m"));
    EXPECT_EQ(of_u.at("axis_names"), AttributeValue(std::vector<std::string>{"y", "x"}));
    EXPECT_EQ(of_u.at("lengths"), AttributeValue(std::vector<double>{3, 10}));
    EXPECT_EQ(of_u.at("wholes"), AttributeValue(std::vector<std::int64_t>{4, 5}));
    EXPECT_EQ(of_file.at("viscosity"), AttributeValue(0.25));
    EXPECT_EQ(of_file.at("run"), AttributeValue(std::int64_t{7}));
  }
  EXPECT_EQ(second.attribute("v", "units"), AttributeValue("K"));
  EXPECT_NE(contents(folder / "flow.xdmf").find("0.5 2"), std::string::npos);

  // What is wrong on one process is an error on all.
  const bool is_last = rank_in(world) == size_of(world) - 1;
  EXPECT_EQ(weft_series_set_text(series, "u", "units", is_last ? nullptr : "K"), WEFT_INVALID_ARGUMENT);
  EXPECT_EQ(weft_series_set_numbers(series, "u", "lengths", is_last ? -1 : 2, lengths),
            WEFT_INVALID_ARGUMENT);
  if (is_last) names[1] = nullptr;
  EXPECT_EQ(weft_series_append(series, 2, 3, 2, names, distributions, data, nullptr), WEFT_INVALID_ARGUMENT);
  int n = 0;
  EXPECT_EQ(weft_series_n_snapshots(series, &n), WEFT_SUCCESS);
  EXPECT_EQ(n, 2);
  EXPECT_EQ(weft_series_append(series, 2, 3, 1, names, distributions, data, nullptr), WEFT_SUCCESS);
  EXPECT_EQ(Hdf5Reader(prefix + ".000002.h5", world).attribute("u", "units"), AttributeValue("m"));
  weft_series_free(&series);
}

}  // namespace
}  // namespace weft::test
