// Checkpoints whose fields are functions of the global index and a number, and whether they are read right.
#pragma once

#include <mpi.h>

#include <algorithm>
#include <string>
#include <vector>

#include "agree.hpp"
#include "blocks.hpp"
#include "weft/checkpoint.hpp"

namespace weft::test {

// Part `part` of element `position`, which both precisions hold.
inline double value_at(Index position, int part, int seed) {
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

inline std::string complaint_of(const Checkpoint& checkpoint, const std::string& name, const Distribution& d,
                                int seed) {
  return d.element().is_double ? complaint_of_read<double>(checkpoint, name, d, seed)
                               : complaint_of_read<float>(checkpoint, name, d, seed);
}

inline void add(CheckpointWriter& writer, const std::string& name, const Distribution& d, int seed) {
  if (d.element().is_double)
    writer.add(name, d, filled<double>(d, seed).data(), "m/s");
  else
    writer.add(name, d, filled<float>(d, seed).data(), "m/s");
}

inline Layout rows(const Extents& shape, MPI_Comm comm) { return {shape, {{size_of(comm)}}, {0}, {}}; }

// A small checkpoint of all processes: two fields and a step, from which the fields follow.
inline void write_step(const std::string& path, int step) {
  const Distribution u(MPI_COMM_WORLD, rows({5, 6}, MPI_COMM_WORLD), {true, true});
  const Distribution v(MPI_COMM_WORLD, rows({4, 3}, MPI_COMM_WORLD), {false, false});
  CheckpointWriter writer(path, MPI_COMM_WORLD);
  add(writer, "u", u, step);
  add(writer, "v", v, step + 1);
  writer.set("step", std::int64_t{step});
  writer.commit();
}

inline std::string complaint_of_step(const Checkpoint& checkpoint, const std::vector<int>& steps) {
  const auto step = static_cast<int>(checkpoint.get<std::int64_t>("step"));
  if (std::count(steps.begin(), steps.end(), step) == 0) return "it is step " + std::to_string(step);
  const Distribution u(MPI_COMM_WORLD, rows({5, 6}, MPI_COMM_WORLD), {true, true});
  const Distribution v(MPI_COMM_WORLD, rows({4, 3}, MPI_COMM_WORLD), {false, false});
  const std::string complaint = complaint_of(checkpoint, "u", u, step);
  return complaint.empty() ? complaint_of(checkpoint, "v", v, step + 1) : complaint;
}

}  // namespace weft::test
