// The table of a run in time: what goes into a checkpoint comes out of it, on any number of processes, and
// the files are made of that alone.
#include "common/history.hpp"

#include <gtest/gtest.h>

#include "agree.hpp"
#include "any_wisdom.hpp"
#include "expect_error.hpp"
#include "job_folder.hpp"
#include "weft/checkpoint.hpp"

namespace weft::test {
namespace {

using apps::History;

const std::string csv = ".history.csv";

History with_rows(const std::string& prefix, Index n) {
  History history(prefix, {{"program", std::string("test")}}, MPI_COMM_WORLD);
  for (Index step = 0; step < n; ++step)
    history.add(step, 0.1 * static_cast<double>(step), 1.0 / 3,
                {{"energy", "U^2", 1e-300 * static_cast<double>(step)}});
  return history;
}

// Reads what a checkpoint has, and writes the files anew.
std::string files_of(const std::string& path, const std::string& prefix, Index n_steps) {
  const Checkpoint checkpoint(path, MPI_COMM_WORLD);
  History history(prefix, {{"program", std::string("test")}}, MPI_COMM_WORLD);
  history.read(checkpoint, n_steps);
  if (rank_in(MPI_COMM_WORLD) == 0) history.write_files();
  MPI_Barrier(MPI_COMM_WORLD);
  return contents_of(prefix + csv);
}

void write_checkpoint(const std::string& path, const History* history) {
  CheckpointWriter writer(path, MPI_COMM_WORLD);
  writer.set("step", std::int64_t{3});
  if (history != nullptr) history->write(writer);
  writer.commit();
}

TEST(History, ComesBackFromACheckpointWhateverTheFilesSay) {
  const JobFolder folder;
  for (const Index n : {Index{0}, Index{1}, Index{5}}) {
    const std::string prefix = folder / "run", path = folder / "run.weft";
    const History history = with_rows(prefix, n);
    write_checkpoint(path, &history);
    if (rank_in(MPI_COMM_WORLD) == 0) {
      history.write_files();
      if (n > 0) rename((prefix + csv).c_str(), (folder / "before").c_str());
      put_contents(prefix + csv, "damaged");
    }
    MPI_Barrier(MPI_COMM_WORLD);
    EXPECT_EQ(files_of(path, prefix, n), n == 0 ? "damaged" : contents_of(folder / "before")) << n;
    MPI_Barrier(MPI_COMM_WORLD);
  }
}

// Of weft before the history was in them.
TEST(History, ComesFromTheCsvFileWhereTheCheckpointHasNone) {
  const JobFolder folder;
  const std::string prefix = folder / "run", path = folder / "run.weft";
  write_checkpoint(path, nullptr);
  if (rank_in(MPI_COMM_WORLD) == 0)
    put_contents(prefix + csv,
                 "step,time,courant_number,energy [U^2]\n0,0,0.5,1\n1,0.1,0.25,2e-300\n2,0.2,0.5,3\n2,0.2\n");
  MPI_Barrier(MPI_COMM_WORLD);
  EXPECT_EQ(files_of(path, prefix, 2),
            "step,time,courant_number,energy [U^2]\n0,0,0.5,1\n1,0.1,0.25,2e-300\n");
}

TEST(History, RefusesRowsOfOtherColumnsInWords) {
  const JobFolder folder;
  History history = with_rows(folder / "run", 2);
  const std::string said =
      error_complaint(ErrorCode::invalid_argument, {"has the columns", "enstrophy", "output.name"}, [&] {
        history.add(3, 1, 1, {{"enstrophy", "1", 2}});
      });
  EXPECT_EQ(said, "");
}

}  // namespace
}  // namespace weft::test
