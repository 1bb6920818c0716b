// HDF5 files written on one number of processes and read on another, in other layouts and orders.
//
// The data are functions of the global index, so that a read element says where it comes from. Writers and
// readers are parts of the processes, of every size up to all; blocks lie in memory in any order, with ghost
// cells, which nobody may touch; chunks and filters are drawn too. h5py reads such files in
// tests/bindings/python/hdf5.py; what is wrong is in hdf5_faults.cpp.
#include "weft/hdf5_file.hpp"

#include <gtest/gtest.h>
#include <mpi.h>
#include <rapidcheck.h>

#include <algorithm>
#include <complex>
#include <ctime>

#include "agree.hpp"
#include "any_layout.hpp"
#include "blocks.hpp"
#include "expect_error.hpp"
#include "folder.hpp"
#include "weft/error.hpp"

namespace weft::test {
namespace {

// The first n processes of the world; none on the others. Freed with its scope.
class FirstProcesses {
 public:
  explicit FirstProcesses(int n) { MPI_Comm_split(world, rank_in(world) < n ? 0 : MPI_UNDEFINED, 0, &comm_); }
  ~FirstProcesses() {
    if (has_me()) MPI_Comm_free(&comm_);
  }
  FirstProcesses(const FirstProcesses&) = delete;
  FirstProcesses& operator=(const FirstProcesses&) = delete;
  bool has_me() const { return comm_ != MPI_COMM_NULL; }
  MPI_Comm get() const { return comm_; }

 private:
  MPI_Comm comm_ = MPI_COMM_NULL;
};

// Element `position` of the array in C order: exact in single precision.
template <class T>
T element_value(Index position) {
  if constexpr (std::is_floating_point_v<T>)
    return static_cast<T>(position % 100003) + T(0.5);
  else
    return {static_cast<typename T::value_type>(position % 100003),
            static_cast<typename T::value_type>(-position % 7)};
}

template <class T>
struct Blocks {
  static constexpr double unset = -77;

  Blocks(const Distribution& d)
      : distribution(d), memory(static_cast<std::size_t>(d.memory_elements()), T(unset)) {}
  T* data() { return memory.empty() ? nullptr : memory.data(); }
  void fill() {
    for_each_point(distribution.layout().shape, distribution.box(), distribution.storage(),
                   [&](Index position, Index offset) { at(offset) = element_value<T>(position); });
  }
  // Wrong elements, and others than the owned ones that were changed.
  template <class From = T>
  std::string complaint() {
    Index n_right = 0;
    for_each_point(
        distribution.layout().shape, distribution.box(), distribution.storage(),
        [&](Index position, Index offset) { n_right += at(offset) == T(element_value<From>(position)); });
    const auto n_kept = std::count(memory.begin(), memory.end(), T(unset));
    const Index n_owned = distribution.box().n_points();
    if (n_right != n_owned) return std::to_string(n_owned - n_right) + " wrong elements";
    if (n_kept != distribution.memory_elements() - n_owned) return "ghost cells were changed";
    return "";
  }
  T& at(Index offset) { return memory[static_cast<std::size_t>(distribution.first() + offset)]; }

  Distribution distribution;
  std::vector<T> memory;
};

struct DatasetCase {
  int n_writers, n_readers;
  Layout written, read;
  Axes written_order, read_order;
  DatasetOptions options;
};

Layout with_ghosts(Layout layout) {
  if (one_in(2))
    for (int a = 0; a < layout.n_axes(); ++a) layout.ghosts.push_back(between(0, 2));
  return layout;
}

DatasetCase any_dataset_case(int n_processes) {
  DatasetCase c;
  c.n_writers = between(1, n_processes);
  c.n_readers = between(1, n_processes);
  const Extents shape = any_shape(between(1, 4), 2000);
  const int n_axes = static_cast<int>(shape.size());
  c.written = with_ghosts(any_layout(shape, c.n_writers));
  c.read = with_ghosts(any_layout(shape, c.n_readers));
  c.written_order = any_order(n_axes);
  c.read_order = any_order(n_axes);
  if (one_in(3))
    for (const Index length : shape) c.options.chunks.push_back(between(1, static_cast<int>(length)));
  if (one_in(3)) c.options.compression = between(1, 9);
  c.options.shuffle = one_in(4);
  c.options.fletcher32 = one_in(4);
  return c;
}

std::string words_of_dataset(const DatasetCase& c) {
  return to_text(c.written) + " to " + to_text(c.read) + ", chunks " + to_text(c.options.chunks) +
         ", compression " + std::to_string(c.options.compression) +
         (c.options.fletcher32 ? ", fletcher32" : "") + (c.options.shuffle ? ", shuffle" : "");
}

template <class T>
std::string try_case(const Folder& folder, const DatasetCase& c) {
  const std::string path = folder / "case.h5";
  const FirstProcesses writers(c.n_writers), readers(c.n_readers);
  std::string complaint;
  if (writers.has_me()) {
    Blocks<T> blocks(Distribution(writers.get(), c.written, element_type<T>(), c.written_order));
    blocks.fill();
    Hdf5Writer writer(path, writers.get());
    writer.write("group/first", blocks.distribution, blocks.data(), c.options);
    writer.write("second", blocks.distribution, blocks.data());
    writer.commit();
  }
  MPI_Barrier(world);
  if (readers.has_me()) {
    const Hdf5Reader reader(path, readers.get());
    const DatasetInfo& info = reader.info("group/first");
    if (info.shape != c.written.shape || info.element != element_type<T>())
      complaint = "another shape or type";
    if (info.is_compressed != (c.options.compression > 0)) complaint = "compressed or not";
    if (info.has_checksums != c.options.fletcher32) complaint = "checksums or not";
    if (!c.options.chunks.empty() && info.chunks != c.options.chunks) complaint = "other chunks";
    if (reader.datasets() != std::vector<std::string>{"/group/first", "/second"})
      complaint = "other datasets";
    for (const std::string& name : reader.datasets()) {
      Blocks<T> blocks(Distribution(readers.get(), c.read, element_type<T>(), c.read_order));
      reader.read(name, blocks.distribution, blocks.data());
      if (complaint.empty()) complaint = blocks.complaint();
    }
  }
  MPI_Barrier(world);
  return complaint.empty() ? "" : complaint + ": " + words_of_dataset(c);
}

// Few where waiting is slow: MPICH spins when there are more processes than cores.
int n_dataset_cases() {
#ifdef MPICH_VERSION
  const int few = size_of(world) > 2 ? 3 : 12;
#else
  const int few = size_of(world) > 2 ? 6 : 12;
#endif
  return few * (full_tier() ? 10 : 1);
}

TEST(Dataset, IsReadOnAnyNumberOfProcessesAndAnyLayout) {
  const Folder folder;
  for (int i = 0; i < n_dataset_cases(); ++i) {
    const rc::Gen<DatasetCase> cases = rc::gen::exec([] { return any_dataset_case(size_of(world)); });
    const DatasetCase c =
        cases(rc::Random(test_seed() * 1000003 + static_cast<unsigned long long>(i))).value();
    const std::string complaint = i % 4 == 0   ? try_case<double>(folder, c)
                                  : i % 4 == 1 ? try_case<std::complex<double>>(folder, c)
                                  : i % 4 == 2 ? try_case<float>(folder, c)
                                               : try_case<std::complex<float>>(folder, c);
    if (!expect_no_complaint(world, complaint)) return;
  }
  EXPECT_EQ(folder.n_files(), 1);
}

Layout slabs(const Extents& shape) { return {shape, {{size_of(world)}}, {0}, {}, {}}; }

template <class From, class To>
std::string dataset_conversion_complaint(const Folder& folder, const DatasetOptions& options) {
  Blocks<From> from(Distribution(world, slabs({7, 5, 6}), element_type<From>(), {2, 0, 1}));
  from.fill();
  {
    Hdf5Writer writer(folder / "converted.h5", world);
    writer.write("u", from.distribution, from.data(), options);
    writer.commit();
  }
  const Hdf5Reader reader(folder / "converted.h5", world);
  Blocks<To> to(Distribution(world, slabs({7, 5, 6}), element_type<To>()));
  reader.read("u", to.distribution, to.data(), {true});
  const std::string complaint = to.template complaint<From>();
  MPI_Barrier(world);
  return complaint.empty()
             ? ""
             : complaint + ", " + to_text(element_type<From>()) + " to " + to_text(element_type<To>());
}

TEST(Precision, IsThatOfTheFileAndConvertedWhereThatIsAllowed) {
  const Folder folder;
  DatasetOptions plain, single, packed;
  single.precision = Precision::single_;
  packed.precision = Precision::single_;
  packed.compression = 1;
  for (const DatasetOptions& options : {plain, single, packed}) {
    expect_no_complaint(world, dataset_conversion_complaint<double, float>(folder, options));
    expect_no_complaint(world, dataset_conversion_complaint<double, double>(folder, options));
    expect_no_complaint(world, dataset_conversion_complaint<float, std::complex<double>>(folder, options));
    expect_no_complaint(
        world, dataset_conversion_complaint<std::complex<double>, std::complex<float>>(folder, options));
  }
  EXPECT_FALSE(Hdf5Reader(folder / "converted.h5", world).info("u").element.is_double);
}

TEST(Region, IsReadByEachProcessForItself) {
  const Folder folder;
  Blocks<double> blocks(Distribution(world, slabs({8, 9, 10}), element_type<double>()));
  blocks.fill();
  DatasetOptions packed;
  packed.chunks = {3, 4, 5};
  packed.compression = 4;
  Hdf5Writer writer(folder / "region.h5", world);
  writer.write("plain", blocks.distribution, blocks.data());
  writer.write("packed", blocks.distribution, blocks.data(), packed);
  writer.commit();
  const Hdf5Reader reader(folder / "region.h5", world);
  const Index rank = rank_in(world) % 8;
  const Box box{{{rank, 8}, {2, 7}, {rank, rank + 1}}};  // they overlap
  const Box mine = rank == 1 ? Box{{{0, 0}, {0, 9}, {3, 4}}} : box;
  const Storage storage = dense_storage(mine.shape(), {2, 0, 1});
  for (const std::string& name : reader.datasets()) {
    std::vector<double> memory(static_cast<std::size_t>(storage.n_elements()));
    reader.read_region(name, mine, storage, element_type<double>(), memory.empty() ? nullptr : memory.data());
    std::string complaint;
    for_each_point({8, 9, 10}, mine, storage, [&](Index position, Index offset) {
      if (memory[static_cast<std::size_t>(offset)] != element_value<double>(position))
        complaint = "a wrong value in " + name;
    });
    expect_no_complaint(world, complaint);
  }
}

TEST(Attributes, AreWhatTheyWere) {
  const Folder folder;
  const std::string text = "Größe µ \"m/s\"\n";
  std::vector<double> numbers(20000);
  for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = 1.0 / static_cast<double>(i + 1);
  const Attributes all = {{"text", text},
                          {"empty", ""},
                          {"long", std::string(200000, 'x')},
                          {"number", 0.1},
                          {"huge", 1e300},
                          {"whole", std::int64_t{-9007199254740993}},
                          {"texts", std::vector<std::string>{"x", "", "zweite Achse"}},
                          {"numbers", numbers},
                          {"wholes", Extents{3, -1, Index{1} << 62}},
                          {"none", std::vector<double>{}},
                          {"no texts", std::vector<std::string>{}}};
  const Blocks<double> blocks(Distribution(world, slabs({4, 3}), element_type<double>()));
  for (const bool is_packed : {false, true}) {
    DatasetOptions options;
    options.attributes = all;
    options.compression = is_packed ? 1 : 0;
    Hdf5Writer writer(folder / "attributes.h5", world);
    writer.write("flow/u", blocks.distribution, blocks.memory.data(), options);
    for (const auto& [name, value] : all) writer.set_attribute("/", name, "replaced");
    for (const auto& [name, value] : all) writer.set_attribute("/", name, value);
    writer.set_attribute("flow", "number", 3);
    writer.commit();
    const Hdf5Reader reader(folder / "attributes.h5", world);
    EXPECT_EQ(reader.info("flow/u").attributes, all);
    EXPECT_EQ(reader.attributes("/flow/u"), all);
    EXPECT_EQ(reader.attributes("/"), all);
    EXPECT_EQ(reader.attribute("flow", "number"), AttributeValue(std::int64_t{3}));
    EXPECT_EQ(reader.attributes("flow").size(), 1U);
    MPI_Barrier(world);
  }
}

// Chunks that end beyond the array, several of them for a process in a round, and several rounds.
std::string file_of(const Folder& folder, int n_processes, int axis) {
  const FirstProcesses writers(n_processes);
  const std::string path = folder / "bytes.h5";
  if (writers.has_me()) {
    const auto layout = [&](const Extents& shape) { return Layout{shape, {{n_processes}}, {axis}, {}, {}}; };
    Blocks<double> large(Distribution(writers.get(), layout({70, 61, 59}), element_type<double>()));
    Blocks<std::complex<float>> small(
        Distribution(writers.get(), layout({5, 4}), element_type<std::complex<float>>(), {1, 0}));
    large.fill();
    small.fill();
    DatasetOptions packed, alone;
    packed.chunks = {9, 16, 59};
    packed.compression = 1;
    packed.shuffle = packed.fletcher32 = true;
    packed.precision = axis == 0 ? Precision::single_ : Precision::double_;
    alone.chunks = {2, 3};
    alone.attributes = {{"units", "m"}};
    Hdf5Writer writer(path, writers.get());
    writer.write("flow/large", large.distribution, large.data(), packed);
    writer.write("flow/small", small.distribution, small.data(), alone);
    writer.write("plain", small.distribution, small.data());
    writer.commit();
  }
  MPI_Barrier(world);
  const std::string bytes = contents(path);
  MPI_Barrier(world);
  return bytes;
}

TEST(Bytes, AreTheSameOnAnyNumberOfProcesses) {
  const Folder folder;
  for (const int axis : {0, 1}) {
    const std::string of_one = file_of(folder, 1, axis);
    for (int n = 2; n <= size_of(world); ++n)
      EXPECT_TRUE(file_of(folder, n, axis) == of_one) << n << " processes, cut on axis " << axis;
  }
}

TEST(Bytes, DoNotSayWhenTheyWereWritten) {
  const Folder folder;
  const Blocks<double> blocks(Distribution(world, slabs({4, 3}), element_type<double>()));
  DatasetOptions packed;
  packed.fletcher32 = true;
  const auto begin = static_cast<std::uint32_t>(std::time(nullptr));
  Hdf5Writer writer(folder / "when.h5", world);
  writer.write("flow/u", blocks.distribution, blocks.memory.data(), packed);
  writer.write("v", blocks.distribution, blocks.memory.data());
  writer.set_attribute("v", "units", "m");
  writer.commit();
  const std::string bytes = contents(folder / "when.h5");
  for (std::uint32_t second = begin - 1; second <= static_cast<std::uint32_t>(std::time(nullptr)) + 1;
       ++second) {
    const std::string text(reinterpret_cast<const char*>(&second), sizeof second);
    EXPECT_EQ(bytes.find(text), std::string::npos);
  }
  MPI_Barrier(world);
}

TEST(DefaultChunks, DoNotDependOnTheLayout) {
  const Folder folder;
  const Extents shape = {300, 64, 40};
  for (const int axis : {0, 1}) {
    const Layout layout{shape, {{size_of(world)}}, {axis}, {}, {}};
    Blocks<float> blocks(Distribution(world, layout, element_type<float>()));
    blocks.fill();
    DatasetOptions options;
    options.fletcher32 = true;
    Hdf5Writer writer(folder / "chunks.h5", world);
    writer.write("u", blocks.distribution, blocks.data(), options);
    writer.commit();
    const Hdf5Reader reader(folder / "chunks.h5", world);
    EXPECT_EQ(reader.info("u").chunks, (Extents{75, 64, 40}));
    std::fill(blocks.memory.begin(), blocks.memory.end(), static_cast<float>(Blocks<float>::unset));
    reader.read("u", blocks.distribution, blocks.data());
    expect_no_complaint(world, blocks.complaint());
    MPI_Barrier(world);
  }
}

}  // namespace
}  // namespace weft::test
