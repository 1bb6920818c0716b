// Files for looking at fields: XDMF, which tells ParaView and VisIt what HDF5 files hold; time series of
// snapshots; slices as VTK images.
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

// Attributes of a dataset that say where its points are: names and lengths of the axes, in `units`. The
// points of a problem with other axes than Fourier's are not uniform, or not at the ends: weft::coordinates
// says where, as attribute coordinates_A. Error(invalid_argument) unless there is one length, and one name or
// no names, for each axis. Not collective. Example:
//   const weft::Attributes box = weft::grid_attributes(weft::r2c({8, 6}), {6.28, 3.14}, {"y", "x"}, "m");
//   assert(std::get<std::vector<double>>(box.at("lengths"))[1] == 3.14 && box.count("coordinates_0") == 0);
Attributes grid_attributes(const Problem& problem, const std::vector<double>& lengths,
                           const std::vector<std::string>& axis_names = {}, const std::string& units = "");

// Writes the XDMF 3 file `path` (its name should end in .xdmf) about all datasets of one to three axes in the
// HDF5 `files`, which must lie in its folder or below. One file: one picture. Several: a series in time, in
// their order, each at its attribute "time", or at 0, 1, 2, ... if none has one. Datasets of one shape and
// grid share a mesh, on which they are fields at the nodes; complex ones are two fields, NAME.r and NAME.i,
// unless they have chunks, which XDMF cannot show. Written aside, like all files. Collective over `comm`; the
// same Error on all: those of Hdf5Reader; (invalid_argument) if nothing can be shown or a file lies
// elsewhere. Example:
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
// ..., and PREFIX.xdmf, which shows them all. A file that is written is never touched again, so that a
// failure costs the new snapshot at most. A series goes on where it ended when it is opened again, on any
// number of processes. Example:
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
  // Finds what is there: the files of that name; the folder must exist. Collective; Errors of Hdf5Reader.
  Series(const std::string& prefix, MPI_Comm comm);
  ~Series();
  Series(Series&&) noexcept;
  Series& operator=(Series&&) noexcept;

  // In the order of their times. Not collective.
  const std::vector<Snapshot>& snapshots() const;
  // Writes a snapshot, with the attributes time and step of the file, then the XDMF file. Collective; the
  // same Error on all processes: (invalid_argument) if the time is not a number above that of the last
  // snapshot, the step is below its step, or there are no fields; those of Hdf5Writer.
  void append(double time, Index step, const std::vector<NamedField>& fields,
              const Attributes& attributes = {});
  // Snapshot i of snapshots(). Collective; Error(invalid_argument) if there is none.
  Hdf5Reader open(std::size_t i) const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

// Writes the plane `index` (global, from 0) of `axis` of a three-dimensional array, or all of a
// two-dimensional one (axis -1), as a VTK image `path` (its name should end in .vti) that ParaView opens:
// point data NAME in the array's precision; of complex elements NAME.r, NAME.i and NAME.magnitude.
// `grid` has the attributes lengths and origin, as those of a dataset. The plane passes through process 0.
// Written aside. Collective over the distribution's communicator; the same Error on all: (invalid_argument)
// for other numbers of axes, planes that are not there, and grids that are not uniform in the plane;
// (resource) if the file cannot be written.
void write_vtk_slice(const std::string& path, const std::string& name, const Distribution& distribution,
                     const void* data, int axis, Index index, const Attributes& grid = {});

}  // namespace weft
