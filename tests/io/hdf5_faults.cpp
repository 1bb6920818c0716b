// What is wrong with an HDF5 file, its name, or the arguments is one error in words on every process; the old
// file stays, and nothing beside it.
//
// Damage is tried on every byte of a file with checksums: it is an error, or makes no difference. HDF5 has no
// checksum of texts in attributes, which are left out of the comparison.
#include <gtest/gtest.h>
#include <mpi.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <complex>
#include <numeric>

#include "agree.hpp"
#include "agreed_error.hpp"
#include "folder.hpp"
#include "weft/error.hpp"
#include "weft/hdf5_file.hpp"

namespace weft::test {
namespace {

namespace fs = std::filesystem;
constexpr ErrorCode bad = ErrorCode::invalid_argument;

Distribution distributed_rows(const Extents& shape, ElementType element = element_type<double>()) {
  return {world, {shape, {{size_of(world)}}, {0}, {}, {}}, element};
}

// A file of one dataset "flow/u", counting from 0, and some attributes.
void write_file(const std::string& path, const DatasetOptions& options = {}) {
  const Distribution d = distributed_rows({6, 5});
  std::vector<double> u(static_cast<std::size_t>(d.memory_elements()));
  std::iota(u.begin(), u.end(), static_cast<double>(5 * d.box().ranges[0].begin));
  Hdf5Writer writer(path, world);
  writer.write("flow/u", d, u.data(), options);
  writer.set_attribute("/", "time", 0.25);
  writer.set_attribute("flow/u", "lengths", std::vector<double>(2, 1.5));
  writer.commit();
}

TEST(Errors, OfNamesAndArgumentsAreTheSameOnAllProcesses) {
  const Folder folder;
  const Distribution d = distributed_rows({6, 5});
  std::vector<double> u(static_cast<std::size_t>(d.memory_elements()), 1.0);
  {
    Hdf5Writer writer(folder / "u.h5", world);
    writer.write("flow/u", d, u.data());
    const auto refuses = [&](std::vector<std::string> words, const std::string& name,
                             DatasetOptions options) {
      expect_error_on_all(world, bad, words, [&] { writer.write(name, d, u.data(), options); });
    };
    refuses({"/flow/u", "already"}, "flow/u", {});
    refuses({"/flow", "already"}, "/flow", {});
    refuses({"/flow/u is a dataset, not a group"}, "flow/u/v", {});
    for (const char* name : {"", "/", "a//b", "a/", "../a", "./a"}) refuses({name}, name, {});
    DatasetOptions options;
    options.compression = 10;
    refuses({"dataset option compression is '10'", "1 (fast) to 9 (small)"}, "v", options);
    for (const Extents& chunks : {Extents{6}, Extents{7, 5}, Extents{0, 5}}) {
      options = {};
      options.chunks = chunks;
      refuses({"6x5", to_text(chunks), "one length for each axis"}, "v", options);
    }
    options = {};
    options.attributes["units"] = std::string("m\0s", 3);
    refuses({"units", "byte 0"}, "v", options);
    expect_error_on_all(world, bad, {"/none", "write the dataset first"},
                        [&] { writer.set_attribute("none", "units", "m"); });
    expect_error_on_all(world, bad, {"name of an attribute is empty"},
                        [&] { writer.set_attribute("/", "", "m"); });
    if (size_of(world) > 1) {
      const int rank = rank_in(world);
      expect_error_on_all(world, ErrorCode::mismatch, {"value", "4", "3"},
                          [&] { writer.set_attribute("/", "step", rank == 1 ? 4 : 3); });
      expect_error_on_all(world, ErrorCode::mismatch, {"name of the dataset", "/v", "/w"},
                          [&] { writer.write(rank == 1 ? "w" : "v", d, u.data()); });
      const Distribution columns(world, d.layout(), d.element(), {1, 0});
      expect_error_on_all(world, ErrorCode::mismatch, {"order in memory", "1,0"},
                          [&] { writer.write("v", rank == 1 ? columns : d, u.data()); });
    }
    const int last = size_of(world) - 1;
    if (distributed_rows({6, 5}).layout().n_processes() <= 6)
      expect_error_on_all(world, bad, {"memory is null"},
                          [&] { writer.write("v", d, rank_in(world) == last ? nullptr : u.data()); });
    writer.write("v", d, u.data());  // none of these did any harm
    writer.commit();
    expect_error_on_all(world, bad, {"complete already"}, [&] { writer.write("w", d, u.data()); });
    expect_error_on_all(world, bad, {"complete already"}, [&] { writer.commit(); });
  }
  const Hdf5Reader reader(folder / "u.h5", world);
  EXPECT_EQ(reader.datasets(), (std::vector<std::string>{"/flow/u", "/v"}));
  EXPECT_EQ(folder.n_files(), 1);
}

TEST(Hdf5Reader, RefusesAnotherShapePrecisionAndWhatIsNotThere) {
  const Folder folder;
  write_file(folder / "u.h5");
  const Hdf5Reader reader(folder / "u.h5", world);
  std::vector<std::complex<double>> memory(100);
  const auto refuses = [&](std::vector<std::string> words, const std::string& name, const Distribution& d) {
    expect_error_on_all(world, bad, words, [&] { reader.read(name, d, memory.data()); });
  };
  refuses({"/u.h5 has no dataset /v", "/flow/u"}, "v", distributed_rows({6, 5}));
  refuses({"6x5", "5x6"}, "flow/u", distributed_rows({5, 6}));
  refuses({"6x5", "6x5x1"}, "flow/u", distributed_rows({6, 5, 1}));
  refuses({"double", "float", "convert"}, "flow/u", distributed_rows({6, 5}, element_type<float>()));
  refuses({"double", "std::complex<double>"}, "flow/u",
          distributed_rows({6, 5}, element_type<std::complex<double>>()));
  expect_error_on_all(world, bad, {"no attribute colour", "lengths"},
                      [&] { reader.attribute("flow/u", "colour"); });
  expect_error_on_all(world, bad, {"no object /none"}, [&] { reader.attributes("none"); });
  Hdf5Writer writer(folder / "c.h5", world);
  const Distribution d = distributed_rows({6, 5}, element_type<std::complex<double>>());
  writer.write("c", d, memory.data());
  writer.commit();
  const Hdf5Reader complexes(folder / "c.h5", world);
  expect_error_on_all(world, bad, {"complex numbers, the memory real"}, [&] {
    complexes.read("c", distributed_rows({6, 5}), memory.data(), {true});
  });
}

TEST(Hdf5Reader, RefusesAFileThatWasReplacedAfterItWasOpened) {
  const Folder folder;
  for (const bool is_packed : {false, true}) {
    DatasetOptions options;
    options.compression = is_packed ? 1 : 0;
    write_file(folder / "u.h5", options);
    const Hdf5Reader reader(folder / "u.h5", world);
    MPI_Barrier(world);
    write_file(folder / "u.h5", options);
    std::vector<double> memory(100);
    expect_error_on_all(world, ErrorCode::resource, {"replaced after it was opened"}, [&] {
      reader.read("flow/u", distributed_rows({6, 5}), memory.data());
    });
  }
}

TEST(Hdf5Reader, RefusesWhatIsNoHdf5FileAndFilesThatAreCutOff) {
  const Folder folder;
  const std::string path = folder / "u.h5";
  const auto refuses = [&](ErrorCode code, std::vector<std::string> words, const std::string& name) {
    words.push_back(name);
    expect_error_on_all(world, code, words, [&] { Hdf5Reader(name, world); });
  };
  refuses(ErrorCode::resource, {"no such file"}, folder / "none.h5");
  refuses(ErrorCode::resource, {"is a folder"}, folder / "");
  for (const std::string& text : {std::string(), std::string("HDF"), std::string(5000, 'x')}) {
    put_file(path, text);
    refuses(bad, {"not an HDF5 file"}, path);
  }
  write_file(path);
  const std::string whole = contents(path);
  for (const std::size_t length : {std::size_t{9}, std::size_t{40}, whole.size() / 2, whole.size() - 1}) {
    put_file(path, whole.substr(0, length));
    refuses(bad, {"damaged or cut off"}, path);
  }
  put_file(path, whole + "more");  // is legal
  EXPECT_EQ(Hdf5Reader(path, world).datasets().size(), 1U);
}

// HDF5 1.10.8 reads beyond the memory of such a number.
TEST(Hdf5Reader, RefusesNumbersWhoseBitsLieOutsideOfTheirBytes) {
  const std::string damaged = std::string(WEFT_FUZZ_CORPUS) + "hdf5/bits-beyond-bytes";
  expect_error_on_all(world, bad, {"attribute n", "bits outside of its 8 bytes", "damaged"},
                      [&] { Hdf5Reader(damaged, world); });
}

// What a file says, without texts; or that it is refused.
std::string said(const std::string& path) {
  try {
    const Hdf5Reader reader(path, MPI_COMM_SELF);
    std::vector<double> u(30);
    const Distribution d(MPI_COMM_SELF, {{6, 5}, {{1}}, {0}, {}, {}}, element_type<double>());
    reader.read("flow/u", d, u.data());
    std::string text;
    for (const double x : u) text += std::to_string(x) + " ";
    text += std::to_string(std::get<double>(reader.attribute("/", "time"))) + " ";
    const AttributeValue lengths = reader.attribute("flow/u", "lengths");
    for (const double x : std::get<std::vector<double>>(lengths)) text += std::to_string(x) + " ";
    return text;
  } catch (const Error& error) {
    return std::string("refused");
  }
}

TEST(Hdf5Reader, NoticesEveryByteThatIsDamaged) {
  const Folder folder;
  DatasetOptions options;
  options.fletcher32 = true;
  options.chunks = {3, 5};
  write_file(folder / "good.h5", options);
  const std::string good = contents(folder / "good.h5");
  const std::string right = said(folder / "good.h5");
  // Processes share the bytes.
  const std::string path = folder / ("bad" + std::to_string(rank_in(world)) + ".h5");
  std::string complaint;
  int n_refused = 0;
  for (std::size_t i = static_cast<std::size_t>(rank_in(world)); i < good.size();
       i += static_cast<std::size_t>(size_of(world))) {
    if (good[i] == 0 && good[(i / 8) * 8] == 0 && i % 16 != 0) continue;  // nothing there, mostly
    std::string damaged = good;
    damaged[i] = static_cast<char>(damaged[i] ^ (i % 3 == 0 ? 0xff : 0x04));
    std::ofstream(path, std::ios::binary) << damaged;
    const std::string now = said(path);
    n_refused += now == "refused";
    if (now != right && now != "refused")
      complaint = "byte " + std::to_string(i) + " of " + std::to_string(good.size()) + ": " + now;
  }
  MPI_Barrier(world);
  expect_no_complaint(world, complaint);
  EXPECT_GT(n_refused, 20);
}

TEST(Hdf5Writer, KeepsTheOldFileUnlessItIsCommitted) {
  const Folder folder;
  put_file(folder / "u.h5", "old");
  const Distribution d = distributed_rows({6, 5});
  const std::vector<double> u(static_cast<std::size_t>(d.memory_elements()), 1.0);
  {
    Hdf5Writer writer(folder / "u.h5", world);
    writer.write("u", d, u.data());
    EXPECT_EQ(contents(folder / "u.h5"), "old");
    EXPECT_EQ(folder.n_files(), 2);
    MPI_Barrier(world);
  }
  MPI_Barrier(world);
  EXPECT_EQ(contents(folder / "u.h5"), "old");
  EXPECT_EQ(folder.n_files(), 1);
}

TEST(Hdf5Writer, SaysThatThereIsNoSpaceAndKeepsTheOldFile) {
  const Folder folder;
  put_file(folder / "u.h5", "old");
  const Distribution d = distributed_rows({600, 500});
  const std::vector<double> u(static_cast<std::size_t>(d.memory_elements()), 1.0);
  for (const int compression : {0, 1}) {
    struct rlimit before = {};
    getrlimit(RLIMIT_FSIZE, &before);
    const struct rlimit little = {1 << 20, before.rlim_max};
    setrlimit(RLIMIT_FSIZE, &little);
    {
      DatasetOptions options;
      options.compression = compression;
      Hdf5Writer writer(folder / "u.h5", world);
      expect_error_on_all(world, ErrorCode::resource, {"/u.h5", "1048576", "ulimit -f"},
                          [&] { writer.write("u", d, u.data(), options); });
      expect_error_on_all(world, bad, {"failed halfway", "new writer"}, [&] { writer.commit(); });
    }
    setrlimit(RLIMIT_FSIZE, &before);
    MPI_Barrier(world);
    EXPECT_EQ(contents(folder / "u.h5"), "old");
    EXPECT_EQ(folder.n_files(), 1);
    MPI_Barrier(world);
  }
}

// Process 0 alone has the file, and whether it failed all others hear.
TEST(Hdf5Writer, SaysOnAllProcessesThatItsFileIsDamaged) {
  const Folder folder;
  const Distribution d = distributed_rows({60, 50});
  const std::vector<double> u(static_cast<std::size_t>(d.memory_elements()), 1.0);
  DatasetOptions options;
  options.compression = 1;
  Hdf5Writer writer(folder / "u.h5", world);
  writer.write("u", d, u.data(), options);
  MPI_Barrier(world);
  if (rank_in(world) == 0)
    for (const auto& file : fs::directory_iterator(folder / "")) fs::resize_file(file.path(), 5);
  MPI_Barrier(world);
  expect_error_on_all(world, ErrorCode::resource, {"HDF5 failed while opening", "/u.h5"},
                      [&] { writer.write("v", d, u.data(), options); });
  expect_error_on_all(world, bad, {"failed halfway", "new writer"}, [&] { writer.commit(); });
}

TEST(Hdf5Writer, SaysWhereItMayNotWrite) {
  const Folder folder;
  const auto refuses = [&](std::vector<std::string> words, const std::string& path) {
    expect_error_on_all(world, ErrorCode::resource, words, [&] { Hdf5Writer(path, world); });
  };
  refuses({"does not exist", "/none"}, folder / "none/u.h5");
  refuses({"is a folder"}, folder / "");
  refuses({"name of the file to write is empty"}, "");
  if (geteuid() == 0) return;  // root may write everywhere
  chmod((folder / "").c_str(), 0500);
  refuses({"no file can be made in the folder", "write elsewhere"}, folder / "u.h5");
  MPI_Barrier(world);
  chmod((folder / "").c_str(), 0700);
}

}  // namespace
}  // namespace weft::test
