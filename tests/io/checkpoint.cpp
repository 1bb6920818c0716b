// Checkpoints written on some processes, layout, order and precision, and read on others; damaged ones.
//
// The data are functions of the global index. To have several process counts in one launch, the first n
// processes write and all or others read. Damage is done to the file byte by byte: whatever it hits, no wrong
// value comes out.
#include "weft/checkpoint.hpp"

#include <gtest/gtest.h>
#include <mpi.h>
#include <rapidcheck.h>
#include <sys/resource.h>

#include <cstring>
#include <filesystem>
#include <fstream>

#include "agree.hpp"
#include "agreed_error.hpp"
#include "any_layout.hpp"
#include "blocks.hpp"
#include "job_folder.hpp"
#include "weft/weft.hpp"

namespace weft::test {
namespace {

const MPI_Comm world = MPI_COMM_WORLD;
namespace fs = std::filesystem;

// The first n processes; MPI_COMM_NULL on the others.
class First {
 public:
  explicit First(int n) { MPI_Comm_split(world, rank_in(world) < n ? 0 : MPI_UNDEFINED, 0, &comm); }
  ~First() {
    if (comm != MPI_COMM_NULL) MPI_Comm_free(&comm);
  }
  First(const First&) = delete;
  First& operator=(const First&) = delete;
  MPI_Comm comm = MPI_COMM_NULL;
};

// Part `part` of element `position`, which both precisions hold.
double value_at(Index position, int part, int seed) {
  return static_cast<double>((position * 7919 + part * 104729 + seed * 31) % 1000003) / 16;
}

// The memory of this process: ghost cells and gaps are -1.
template <class Real>
std::vector<Real> filled(const Distribution& d, int seed) {
  const int parts = d.element().is_real ? 1 : 2;
  std::vector<Real> memory(static_cast<std::size_t>(d.memory_elements() * parts), Real(-1));
  for_each_point(d.layout().shape, d.box(), d.storage(), [&](Index position, Index offset) {
    for (int part = 0; part < parts; ++part)
      memory[static_cast<std::size_t>((d.first() + offset) * parts + part)] =
          static_cast<Real>(value_at(position, part, seed));
  });
  return memory;
}

template <class Real>
std::string complaint_of_read(const Checkpoint& checkpoint, const std::string& name, const Distribution& d,
                              int seed) {
  const std::vector<Real> right = filled<Real>(d, seed);
  std::vector<Real> memory(right.size(), Real(-1));
  checkpoint.read(name, d, memory.data());
  return memory == right ? ""
                         : name + " has other values: " + to_text(d.layout()) + " of " + to_text(d.element());
}

std::string complaint_of(const Checkpoint& checkpoint, const std::string& name, const Distribution& d,
                         int seed) {
  return d.element().is_double ? complaint_of_read<double>(checkpoint, name, d, seed)
                               : complaint_of_read<float>(checkpoint, name, d, seed);
}

void add(CheckpointWriter& writer, const std::string& name, const Distribution& d, int seed) {
  if (d.element().is_double)
    writer.add(name, d, filled<double>(d, seed).data(), "m/s");
  else
    writer.add(name, d, filled<float>(d, seed).data(), "m/s");
}

Layout rows(const Extents& shape, MPI_Comm comm) { return {shape, {{size_of(comm)}}, {0}, {}}; }

// A small checkpoint of all processes: two fields and a step, from which the fields follow.
void write_step(const std::string& path, int step) {
  const Distribution u(world, rows({5, 6}, world), {true, true});
  const Distribution v(world, rows({4, 3}, world), {false, false});
  CheckpointWriter writer(path, world);
  add(writer, "u", u, step);
  add(writer, "v", v, step + 1);
  writer.set("step", std::int64_t{step});
  writer.commit();
}

std::string complaint_of_step(const Checkpoint& checkpoint, const std::vector<int>& steps) {
  const auto step = static_cast<int>(checkpoint.get<std::int64_t>("step"));
  if (std::count(steps.begin(), steps.end(), step) == 0) return "it is step " + std::to_string(step);
  const Distribution u(world, rows({5, 6}, world), {true, true});
  const Distribution v(world, rows({4, 3}, world), {false, false});
  const std::string complaint = complaint_of(checkpoint, "u", u, step);
  return complaint.empty() ? complaint_of(checkpoint, "v", v, step + 1) : complaint;
}

struct Reading {
  Layout layout;
  Axes order;
  bool is_double;
};
struct Drawn {
  Extents shape;
  bool is_real;
  int n_writers, n_readers;
  Reading written, read;
};

Reading any_reading(const Extents& shape, int n) {
  Reading reading{any_layout(shape, n), any_order(static_cast<int>(shape.size())), one_in(2)};
  if (one_in(3))
    for (std::size_t a = 0; a < shape.size(); ++a) reading.layout.ghosts.push_back(between(0, 2));
  return reading;
}

Drawn drawn_case(int i) {
  static const rc::Gen<Drawn> cases = rc::gen::exec([] {
    Drawn c;
    c.shape = any_shape(between(1, 4), 2000);
    c.is_real = one_in(2);
    c.n_writers = between(1, size_of(world));
    c.n_readers = between(1, size_of(world));
    c.written = any_reading(c.shape, c.n_writers);
    c.read = any_reading(c.shape, c.n_readers);
    return c;
  });
  return cases(rc::Random(test_seed() * 1000003 + static_cast<unsigned long long>(i))).value();
}

TEST(Checkpoint, IsReadOnAnyProcessesLayoutOrderAndPrecision) {
  const JobFolder folder;
  const bool is_slow = size_of(world) > 2 && mpi_library().starts_with("MPICH");
  const int n_cases = (is_slow ? 3 : 15) * (full_tier() ? 10 : 1);
  for (int i = 0; i < n_cases; ++i) {
    const Drawn c = drawn_case(i);
    const std::string path = folder / "state";
    const First writers(c.n_writers), readers(c.n_readers);
    std::string complaint;
    if (writers.comm != MPI_COMM_NULL) {
      const Distribution d(writers.comm, c.written.layout, {c.written.is_double, c.is_real}, c.written.order);
      CheckpointWriter writer(path, writers.comm);
      add(writer, "u", d, i);
      writer.commit();
    }
    MPI_Barrier(world);
    if (readers.comm != MPI_COMM_NULL) {
      const Distribution d(readers.comm, c.read.layout, {c.read.is_double, c.is_real}, c.read.order);
      const Checkpoint checkpoint(path, readers.comm);
      complaint = complaint_of(checkpoint, "u", d, i);
      if (!complaint.empty()) complaint += ", written as " + to_text(c.written.layout);
      if (checkpoint.info("u").element != ElementType{c.written.is_double, c.is_real} ||
          !checkpoint.note().empty())
        complaint = "info or note are wrong: " + checkpoint.note();
    }
    if (!expect_no_complaint(world, complaint)) return;
  }
}

TEST(Checkpoint, KeepsNamesUnitsAndValues) {
  const JobFolder folder;
  const std::string path = folder / "state";
  const Attributes values = {{"text", std::string("with spaces, 100 % and\nlines: \xc3\xa4")},
                             {"empty", std::string()},
                             {"time", 0.1},
                             {"huge", -1e300},
                             {"step", std::int64_t{-9007199254740993}},
                             {"names", std::vector<std::string>{"a b", "", "c"}},
                             {"lengths", std::vector<double>{6.283185307179586, 0.5}},
                             {"none", std::vector<double>{}},
                             {"shape", std::vector<std::int64_t>{1, 2}}};
  const Distribution u(world, rows({3, 2}, world), {true, true});
  {
    CheckpointWriter writer(path, world);
    add(writer, "velocity 100 %", u, 1);
    for (const auto& [name, value] : values) writer.set(name, value);
    writer.set("time", 7.0);
    writer.set("time", 0.1);
    writer.commit();
  }
  const Checkpoint checkpoint(path, world);
  EXPECT_EQ(checkpoint.values(), values);
  EXPECT_EQ(checkpoint.names(), std::vector<std::string>{"velocity 100 %"});
  EXPECT_EQ(checkpoint.info("velocity 100 %").units, "m/s");
  EXPECT_EQ(checkpoint.get<double>("step"), -9007199254740992.0);
  EXPECT_EQ(checkpoint.get<std::vector<std::int64_t>>("shape"), (std::vector<std::int64_t>{1, 2}));
  EXPECT_FALSE(checkpoint.has_field("u") || checkpoint.has_plan());
  EXPECT_EQ(checkpoint.path(), path);
  // The HDF5 part is one that other programs read: here by weft's own reader of any HDF5 file.
  const Hdf5Reader file(path, world);
  EXPECT_EQ(file.datasets(), std::vector<std::string>{"/fields/velocity 100 %"});
  EXPECT_EQ(std::get<double>(file.attribute("/metadata", "time")), 0.1);
}

TEST(TwoCheckpoints, KeepThePrevious) {
  const JobFolder folder;
  const std::string path = folder / "state";
  for (int step = 1; step <= 3; ++step) write_step(path, step);
  expect_no_complaint(world, complaint_of_step(Checkpoint(path, world), {3}));
  expect_no_complaint(world, complaint_of_step(Checkpoint(path + ".previous", world), {2}));
  EXPECT_EQ(folder.n_files(), 2);
  MPI_Barrier(world);
  // Where there is no PATH the previous one counts.
  if (rank_in(world) == 0) fs::remove(path);
  MPI_Barrier(world);
  const Checkpoint checkpoint(path, world);
  expect_no_complaint(world, complaint_of_step(checkpoint, {2}));
  EXPECT_NE(checkpoint.note().find("there is no such file"), std::string::npos) << checkpoint.note();
  EXPECT_EQ(checkpoint.path(), path + ".previous");
  MPI_Barrier(world);
}

void change_file(const std::string& path, const std::function<void(std::string&)>& change) {
  MPI_Barrier(world);
  if (rank_in(world) == 0) {
    std::ifstream in(path, std::ios::binary);
    std::string text{std::istreambuf_iterator<char>(in), {}};
    change(text);
    fs::remove(path);
    std::ofstream(path, std::ios::binary) << text;
  }
  MPI_Barrier(world);
}

TEST(Damage, AnywhereIsFoundAndThePreviousIsUsed) {
  const JobFolder folder;
  const std::string path = folder / "state";
  write_step(path, 1);
  write_step(path, 2);
  const auto bytes = static_cast<Index>(fs::file_size(path));
  // Some bytes in the fast tier, drawn; all in the full one.
  const int n_flips = full_tier() && size_of(world) == 1 ? static_cast<int>(bytes) : 40;
  rc::Random random(test_seed());
  int n_unnoticed = 0;
  for (int i = 0; i < n_flips; ++i) {
    const Index at =
        n_flips == bytes ? i : static_cast<Index>(random.next() % static_cast<std::uint64_t>(bytes));
    const auto mask = static_cast<char>(1U << random.next() % 8);
    const auto flip = [&](std::string& text) { text[static_cast<std::size_t>(at)] ^= mask; };
    change_file(path, flip);
    const Checkpoint checkpoint(path, world);
    std::string complaint = complaint_of_step(checkpoint, {1, 2});
    n_unnoticed += checkpoint.note().empty() ? 1 : 0;
    if (checkpoint.path() == path) complaint = "the damaged file was taken";
    if (!expect_no_complaint(world, complaint.empty() ? "" : complaint + ", byte " + std::to_string(at)))
      return;
    change_file(path, flip);
  }
  EXPECT_EQ(n_unnoticed, 0);
  const Checkpoint checkpoint(path, world);
  EXPECT_EQ(checkpoint.path(), path) << checkpoint.note();
  // Cut, and longer than it was.
  for (const Index length : {Index{0}, Index{1}, Index{30}, bytes / 2, bytes - 31, bytes - 1, bytes + 1}) {
    change_file(path, [&](std::string& text) { text.resize(static_cast<std::size_t>(length), 'x'); });
    expect_no_complaint(world, complaint_of_step(Checkpoint(path, world), {1}));
  }
}

TEST(Damage, OfBothIsAnErrorThatNamesThem) {
  const JobFolder folder;
  const std::string path = folder / "state";
  expect_error_on_all(world, ErrorCode::resource, {"no such file", "there is no", ".previous"},
                      [&] { const Checkpoint none(path, world); });
  write_step(path, 1);
  change_file(path, [](std::string& text) { text[text.find("weft checkpoint")] = 'W'; });
  expect_error_on_all(world, ErrorCode::invalid_argument, {"list of contents", "there is no"},
                      [&] { const Checkpoint none(path, world); });
  // A damaged file is replaced, and does not become the previous one.
  write_step(path, 2);
  EXPECT_EQ(folder.n_files(), 1);
  write_step(path, 3);
  change_file(path, [](std::string& text) { text.resize(100); });
  change_file(path + ".previous", [](std::string& text) { text += "x"; });
  expect_error_on_all(world, ErrorCode::invalid_argument,
                      {"no checkpoint can be read", "no seal", "restore one"},
                      [&] { const Checkpoint none(path, world); });
}

// Opened by its headers alone, damage of the data is found by read(), on the processes that meet it and on
// the others.
TEST(Damage, OfDataIsFoundByRead) {
  const JobFolder folder;
  const std::string path = folder / "state";
  write_step(path, 1);
  write_step(path, 2);
  const double first = value_at(0, 0, 2);
  change_file(path, [&](std::string& text) {
    const std::size_t at = text.find(std::string(reinterpret_cast<const char*>(&first), sizeof first));
    ASSERT_NE(at, std::string::npos);
    text[at + 8 * 17] ^= 1;  // element 17
  });
  const Checkpoint checkpoint(path, world, CheckpointCheck::headers);
  EXPECT_EQ(checkpoint.note(), "");
  const Distribution u(world, rows({5, 6}, world), {true, true});
  std::vector<double> memory(static_cast<std::size_t>(u.memory_elements()));
  expect_error_on_all(world, ErrorCode::invalid_argument, {"'u'", "damaged", ".previous"},
                      [&] { checkpoint.read("u", u, memory.data()); });
  expect_error_on_all(world, ErrorCode::invalid_argument, {"'u' is damaged"}, [&] { checkpoint.verify(); });
  const Distribution v(world, rows({4, 3}, world), {false, false});
  expect_no_complaint(world, complaint_of(checkpoint, "v", v, 3));
}

TEST(Errors, AreTheSameOnAllProcessesAndInWords) {
  const JobFolder folder;
  const std::string path = folder / "state";
  write_step(path, 1);
  const Checkpoint checkpoint(path, world);
  const int last = size_of(world) - 1;
  const Distribution u(world, rows({5, 6}, world), {true, true});
  std::vector<std::complex<double>> memory(100);
  const auto read = [&](const std::string& name, const Distribution& d) {
    return [&, name] { checkpoint.read(name, d, memory.data()); };
  };
  expect_error_on_all(world, ErrorCode::invalid_argument, {"no field 'w'", "nearest", "u, v"}, read("w", u));
  const Distribution larger(world, rows({5, 8}, world), {true, true});
  expect_error_on_all(world, ErrorCode::invalid_argument, {"5x6", "5x8", "kept"}, read("u", larger));
  const Distribution complex(world, rows({5, 6}, world), {true, false});
  expect_error_on_all(world, ErrorCode::invalid_argument, {"is real", "complex"}, read("u", complex));
  expect_error_on_all(world, ErrorCode::invalid_argument, {"no value 'stop'", "'step'"},
                      [&] { checkpoint.value("stop"); });
  expect_error_on_all(world, ErrorCode::invalid_argument, {"'step'", "whole number"},
                      [&] { checkpoint.get<std::string>("step"); });
  expect_error_on_all(world, ErrorCode::invalid_argument, {"has no plan"}, [&] { checkpoint.problem(); });
  expect_error_on_all(world, ErrorCode::invalid_argument, {"is null"}, [&] {
    checkpoint.read("u", u, u.box().empty() || rank_in(world) != 0 ? memory.data() : nullptr);
  });
  const auto write = [&](const std::string& name) {
    return [&, name] {
      CheckpointWriter writer(path, world);
      writer.add(name, u, memory.data());
      writer.add(name, u, memory.data());
    };
  };
  expect_error_on_all(world, ErrorCode::invalid_argument, {"name of a field is empty"}, write(""));
  expect_error_on_all(world, ErrorCode::invalid_argument, {"'a/b'"}, write("a/b"));
  expect_error_on_all(world, ErrorCode::invalid_argument, {"has a field 'a' already"}, write("a"));
  expect_error_on_all(world, ErrorCode::resource, {"does not exist"},
                      [&] { const CheckpointWriter writer(folder / "none/x", world); });
  expect_error_on_all(world, ErrorCode::invalid_argument, {"complete already"}, [&] {
    CheckpointWriter writer(folder / "other", world);
    writer.commit();
    writer.set("step", 1.0);
  });
  if (last > 0) {
    expect_error_on_all(world, ErrorCode::mismatch, {"value 'step'"}, [&] {
      CheckpointWriter writer(path, world);
      writer.set("step", rank_in(world) == last ? 1.0 : 2.0);
    });
    const First one(1);
    expect_error_on_all(world, ErrorCode::invalid_argument, {"over other processes"}, [&] {
      const Distribution alone(MPI_COMM_SELF, rows({5, 6}, MPI_COMM_SELF), {true, true});
      CheckpointWriter writer(path, world);
      writer.add("u", alone, memory.data());
    });
  }
  MPI_Barrier(world);
  expect_no_complaint(world, complaint_of_step(Checkpoint(path, world), {1}));
  EXPECT_EQ(folder.n_files(), 2);  // and "other"
  MPI_Barrier(world);
}

TEST(Errors, NumbersThatSinglePrecisionDoesNotHoldAreNotRead) {
  const JobFolder folder;
  const Distribution d(world, rows({6}, world), {true, true}), single(world, rows({6}, world), {false, true});
  std::vector<double> memory(static_cast<std::size_t>(d.memory_elements()), 1.0);
  if (d.box().ranges[0].begin == 0 && !memory.empty()) memory[0] = 1e39;
  CheckpointWriter writer(folder / "state", world);
  writer.add("u", d, memory.data());
  writer.commit();
  const Checkpoint checkpoint(folder / "state", world);
  std::vector<float> narrow(memory.size());
  expect_error_on_all(world, ErrorCode::invalid_argument, {"too large for single precision"},
                      [&] { checkpoint.read("u", single, narrow.data()); });
  MPI_Barrier(world);
}

// A writer that finds no more room: when it begins, at a field, at the values.
TEST(FullDisk, LeavesWhatWasThere) {
  const JobFolder folder;
  const std::string path = folder / "state";
  write_step(path, 1);
  write_step(path, 2);
  rlimit before = {};
  getrlimit(RLIMIT_FSIZE, &before);
  for (const rlim_t most : {rlim_t{100}, rlim_t{1} << 20, rlim_t{1500000}, rlim_t{4000000}}) {
    rlimit limit = before;
    limit.rlim_cur = most;
    MPI_Barrier(world);
    setrlimit(RLIMIT_FSIZE, &limit);
    const bool is_well = expect_error_on_all(world, ErrorCode::resource, {"files may have at most"}, [&] {
      const Distribution u(world, rows({300, 400}, world), {true, true});
      CheckpointWriter writer(path, world);
      add(writer, "u", u, 3);
      writer.set("text", std::string(3000000, 'x'));
      writer.commit();
    });
    setrlimit(RLIMIT_FSIZE, &before);
    MPI_Barrier(world);
    expect_no_complaint(world, complaint_of_step(Checkpoint(path, world), {2}));
    expect_no_complaint(world, complaint_of_step(Checkpoint(path + ".previous", world), {1}));
    EXPECT_EQ(folder.n_files(), 2);
    MPI_Barrier(world);
    if (!is_well) return;
  }
  write_step(path, 3);
  expect_no_complaint(world, complaint_of_step(Checkpoint(path, world), {3}));
}

TEST(OpenCheckpoint, NoticesThatItWasReplaced) {
  const JobFolder folder;
  const std::string path = folder / "state";
  write_step(path, 1);
  const Checkpoint checkpoint(path, world);
  write_step(path, 2);
  expect_error_on_all(world, ErrorCode::resource, {"was replaced", "open it again"},
                      [&] { complaint_of_step(checkpoint, {1}); });
}

}  // namespace
}  // namespace weft::test
