// Checkpoints written on some processes, layout, order and precision, and read on others; wrong arguments.
//
// The data are functions of the global index. To have several process counts in one launch, the first n
// processes write, and the first m read.
#include "weft/checkpoint.hpp"

#include <gtest/gtest.h>
#include <mpi.h>
#include <rapidcheck.h>

#include <filesystem>

#include "agree.hpp"
#include "agreed_error.hpp"
#include "any_layout.hpp"
#include "checkpoint_steps.hpp"
#include "job_folder.hpp"
#include "weft/weft.hpp"

namespace weft::test {
namespace {

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

Drawn drawn_checkpoint(int i) {
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
    const Drawn c = drawn_checkpoint(i);
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

TEST(TwoCheckpoints, BehindALinkAreBesideTheFileThatItPointsTo) {
  const JobFolder folder;
  if (rank_in(world) == 0) {
    fs::create_directory(folder / "there");
    fs::create_symlink(folder / "there/state", folder / "here");
  }
  MPI_Barrier(world);
  write_step(folder / "here", 1);
  write_step(folder / "here", 2);
  expect_no_complaint(world, complaint_of_step(Checkpoint(folder / "here", world), {2}));
  MPI_Barrier(world);
  if (rank_in(world) == 0) fs::resize_file(folder / "there/state", 1000);
  MPI_Barrier(world);
  const Checkpoint checkpoint(folder / "here", world);
  expect_no_complaint(world, complaint_of_step(checkpoint, {1}));
  EXPECT_EQ(checkpoint.path(), folder / "there/state.previous");
  MPI_Barrier(world);
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
