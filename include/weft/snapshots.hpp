// Files for visualisation: XDMF, with which ParaView and VisIt open HDF5 files; time series of snapshots;
// slices as VTK images.
//
// Positions come from the attributes of the datasets (see hdf5_file.hpp): lengths, origin, coordinates_A. The
// points of an axis of n are at origin + j length / n unless there are coordinates; without lengths, at 0, 1,
// 2, ... The fastest axis of the array, the last one, is x of the pictures, the one before y, then z.
#pragma once

#include <mpi.h>

#include <memory>
#include <string>
#include <vector>

#include "weft/distribution.hpp"
#include "weft/export.h"
#include "weft/hdf5_file.hpp"

namespace weft WEFT_API {

// Attributes of a dataset with the positions of its points: lengths and names of the axes. Along axes other
// than Fourier's, points are not uniform, or not at the ends: the attribute coordinates_A then has their
// `coordinates()` along axis A. Not collective.
// problem: the problem whose points the dataset holds.
// lengths: of the domain along each axis; Error(invalid_argument) unless there is one above 0 for each axis.
// axis_names: one for each axis, or none; else Error(invalid_argument).
// units: of the lengths, "m"; may be empty.
// Example:
//   const weft::Attributes box = weft::grid_attributes(weft::r2c({8, 6}), {6.28, 3.14}, {"y", "x"}, "m");
//   assert(std::get<std::vector<double>>(box.at("lengths"))[1] == 3.14 && box.count("coordinates_0") == 0);
Attributes grid_attributes(const Problem& problem, const std::vector<double>& lengths,
                           const std::vector<std::string>& axis_names = {}, const std::string& units = "");

// Writes an XDMF 3 file for ParaView and VisIt, of all datasets of one to three axes in HDF5 files. One file
// makes one picture. Several make a series in time, in their order, each at its attribute "time", or at 0, 1,
// 2, ... if none has one. Datasets of one shape and grid share a mesh, on which they are fields at the nodes.
// Complex datasets are two fields, NAME.r and NAME.i; with chunks, which XDMF cannot show, they are left out.
// The file is written aside and renamed. Collective over `comm`, with the same arguments on all processes;
// the same Error on all, as of reading an HDF5 file. Error(invalid_argument) if a file has no such datasets;
// Error(resource) if the XDMF file cannot be written.
// path: of the XDMF file; its name should end in .xdmf.
// files: paths of the HDF5 files. Error(invalid_argument) for none, and for one that is not in the folder of
//     the XDMF file or below.
// comm: the processes that call.
// Example:
//   int n = 1;
//   MPI_Comm_size(MPI_COMM_WORLD, &n);
//   const weft::Distribution d(MPI_COMM_WORLD, {{4, 3}, {{n}}, {0}, {}, {}}, weft::element_type<double>());
//   const std::vector<double> u(d.memory_elements(), 1.0);
//   weft::Hdf5Writer writer("u.h5", MPI_COMM_WORLD);
//   writer.write("u", d, u.data());
//   writer.commit();
//   weft::write_xdmf("u.xdmf", {"u.h5"}, MPI_COMM_WORLD);  // paraview u.xdmf
void write_xdmf(const std::string& path, const std::vector<std::string>& files, MPI_Comm comm);

// A field to write: its name in the file, and as for Hdf5Writer::write.
struct NamedField {
  std::string name;
  Distribution distribution;
  const void* data = nullptr;  // the beginning of this process's memory
  DatasetOptions options = {};
};

// One instant of a series.
struct Snapshot {
  Index number = 0;  // in the name of its file
  double time = 0;
  Index step = 0;    // of the simulation
  std::string path;  // PREFIX.000012.h5
};

// Snapshots of fields at growing times, each in an HDF5 file of its own, PREFIX.000000.h5, PREFIX.000001.h5,
// ..., and PREFIX.xdmf, which shows them all. A complete file is never changed, so a failure loses at most
// the new snapshot. A series that is opened again continues at its end, on any number of processes.
// Collective over the communicator of the series, with the same arguments, except the data, on all processes,
// unless stated otherwise. The same Error on all processes: those of reading and writing HDF5 files; a
// function lists its other errors.
// Example:
//   int n = 1;
//   MPI_Comm_size(MPI_COMM_WORLD, &n);
//   const weft::Distribution d(MPI_COMM_WORLD, {{4, 3}, {{n}}, {0}, {}, {}}, weft::element_type<double>());
//   const std::vector<double> u(d.memory_elements(), 1.0);
//   weft::Series series("flow", MPI_COMM_WORLD);
//   const double last = series.snapshots().empty() ? 0 : series.snapshots().back().time;
//   series.append(last + 0.5, 100, {{"u", d, u.data()}});
//   std::vector<double> again(d.memory_elements());
//   series.open(series.snapshots().size() - 1).read("u", d, again.data());
//   assert(again == u);
class Series {
 public:
  // Opens a series: finds the existing snapshots. Collective over `comm`.
  // prefix: PREFIX, a path. Its folder must exist, else Error(resource). Error(invalid_argument) if it has no
  //     name after the folder, or if one of the files is not a snapshot.
  // comm: the processes of the series.
  Series(const std::string& prefix, MPI_Comm comm);
  ~Series();
  Series(Series&&) noexcept;
  Series& operator=(Series&&) noexcept;

  // The snapshots of the series, in the order of their times. Not collective.
  // In C++: without errors.
  const std::vector<Snapshot>& snapshots() const;
  // Writes a snapshot, with the attributes time and step of its file, then the XDMF file.
  // time: of the snapshot; Error(invalid_argument) unless it is a number above that of the last snapshot.
  // step: of the simulation; Error(invalid_argument) if it is below that of the last snapshot.
  // fields: the fields to write, each as a dataset; Error(invalid_argument) for none.
  // attributes: of the file.
  void append(double time, Index step, const std::vector<NamedField>& fields,
              const Attributes& attributes = {});
  // Opens a snapshot to read.
  // i: the number of the snapshot, from 0; Error(invalid_argument) if there is none.
  Hdf5Reader open(std::size_t i) const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

// Writes a plane of a three-dimensional array, or all of a two-dimensional one, as a VTK image for ParaView.
// It has point data NAME in the array's precision; complex elements become NAME.r, NAME.i and NAME.magnitude.
// The plane passes through process 0. The file is written aside and renamed. Collective over the communicator
// of the array, with the same arguments, except the data, on all processes. The same Error on all.
// Error(invalid_argument) for other numbers of axes, planes outside the array, and grids that are not uniform
// in the plane. Error(mismatch) if arguments differ; Error(resource) if the file cannot be written.
// path: of the file; its name should end in .vti.
// name: NAME, of the values; not empty, and without <, >, & and ", else Error(invalid_argument).
// distribution: how the array is spread. The array has two or three axes.
// data: the beginning of this process's memory; null where the block is empty.
// axis: the axis normal to the plane; -1 for an array of two axes.
// index: of the plane along that axis, a global one from 0.
// grid: attributes lengths and origin, as those of a dataset. Without them points are at 0, 1, 2, ...
// Example:
//   int n = 1;
//   MPI_Comm_size(MPI_COMM_WORLD, &n);
//   const weft::Layout slabs{{4, 3, 2}, {{n}}, {0}, {}, {}};
//   const weft::Distribution d(MPI_COMM_WORLD, slabs, weft::element_type<double>());
//   const std::vector<double> u(d.memory_elements(), 1.0);
//   weft::write_vtk_slice("u.vti", "u", d, u.data(), 2, 1);  // the plane at index 1 of the last axis
void write_vtk_slice(const std::string& path, const std::string& name, const Distribution& distribution,
                     const void* data, int axis, Index index, const Attributes& grid = {});

}  // namespace weft
