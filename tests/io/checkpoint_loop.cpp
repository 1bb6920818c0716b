// A program that does nothing but write checkpoints, to be killed, and one that looks what it left.
//
//   checkpoint_loop write PATH LOG    goes on from the checkpoint, if there is one; a line in LOG for each
//   step
//                                     that is committed
//   checkpoint_loop check PATH        prints the step and the note of the checkpoint; status 1 unless every
//                                     value is that of this step
// Fields are functions of step and global index, of two types, on any number of processes.
#include <fcntl.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>

#include "weft/checkpoint.hpp"
#include "weft/weft.hpp"

namespace {

weft::Distribution distribution(weft::ElementType element, int axis) {
  int n_processes = 1;
  MPI_Comm_size(MPI_COMM_WORLD, &n_processes);
  return {MPI_COMM_WORLD, {{24, 20, 18}, {{n_processes}}, {axis}, {}}, element, {2, 0, 1}};
}

// Calls visit(offset in memory, number that depends on the global index) for each owned element.
template <class Visit>
void for_each_element(const weft::Distribution& d, Visit&& visit) {
  const weft::Box& box = d.box();
  const weft::Extents& shape = d.layout().shape;
  for (weft::Index i = 0; i < box.ranges[0].size(); ++i)
    for (weft::Index j = 0; j < box.ranges[1].size(); ++j)
      for (weft::Index k = 0; k < box.ranges[2].size(); ++k) {
        const weft::Extents& s = d.storage().strides;
        const weft::Index index =
            ((box.ranges[0].begin + i) * shape[1] + box.ranges[1].begin + j) * shape[2] +
            box.ranges[2].begin + k;
        visit(i * s[0] + j * s[1] + k * s[2], index);
      }
}

double value_at(long step, weft::Index index) {
  return static_cast<double>((step * 7919 + index * 31) % 65521);
}

template <class T>
std::vector<T> field_of(const weft::Distribution& d, long step) {
  std::vector<T> memory(static_cast<std::size_t>(d.memory_elements()));
  for_each_element(d, [&](weft::Index offset, weft::Index index) {
    memory[static_cast<std::size_t>(offset)] = static_cast<T>(value_at(step, index));
  });
  return memory;
}

void write(const std::string& path, const char* log) {
  const weft::Distribution u = distribution(weft::element_type<double>(), 0);
  const weft::Distribution v = distribution(weft::element_type<std::complex<float>>(), 1);
  long step = 0;
  // All look before anybody writes.
  const bool goes_on = std::filesystem::exists(path) || std::filesystem::exists(path + ".previous");
  MPI_Barrier(MPI_COMM_WORLD);
  if (goes_on) step = weft::Checkpoint(path, MPI_COMM_WORLD).get<std::int64_t>("step");
  const int file = u.rank() == 0 ? open(log, O_WRONLY | O_APPEND | O_CREAT, 0666) : -1;
  while (true) {
    ++step;
    weft::CheckpointWriter writer(path, MPI_COMM_WORLD);
    writer.add("u", u, field_of<double>(u, step).data(), "m/s");
    writer.add("v", v, field_of<std::complex<float>>(v, step + 1).data());
    writer.set("step", std::int64_t{step});
    writer.commit();
    const std::string line = std::to_string(step) + "\n";
    if (u.rank() == 0 && ::write(file, line.data(), line.size()) < 0) MPI_Abort(MPI_COMM_WORLD, 1);
  }
}

int check(const std::string& path) {
  const weft::Checkpoint checkpoint(path, MPI_COMM_WORLD);
  const long step = checkpoint.get<std::int64_t>("step");
  const weft::Distribution u = distribution(weft::element_type<double>(), 2);
  const weft::Distribution v = distribution(weft::element_type<std::complex<float>>(), 0);
  std::vector<double> u_read(static_cast<std::size_t>(u.memory_elements()));
  std::vector<std::complex<float>> v_read(static_cast<std::size_t>(v.memory_elements()));
  checkpoint.read("u", u, u_read.data());
  checkpoint.read("v", v, v_read.data());
  int is_right =
      u_read == field_of<double>(u, step) && v_read == field_of<std::complex<float>>(v, step + 1) ? 1 : 0;
  MPI_Allreduce(MPI_IN_PLACE, &is_right, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
  if (u.rank() == 0)
    std::printf("step %ld%s%s\n", step, checkpoint.note().empty() ? "" : " ", checkpoint.note().c_str());
  return is_right == 1 ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const std::string command = argc > 1 ? argv[1] : "";
  int status = 2;
  if (command == "write" && argc == 4) write(argv[2], argv[3]);
  if (command == "check" && argc == 3) status = check(argv[2]);
  MPI_Finalize();
  return status;
}
