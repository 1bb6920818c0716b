// XDMF, the light half of a data set: XML that says which mesh and which fields lie in HDF5 files. Pure but
// for reading the headers of files.
//
// Format: xdmf.org/index.php/XDMF_Model_and_Format.
#pragma once

#include <string>
#include <vector>

#include "io/grid.hpp"
#include "io/hdf5_objects.hpp"

namespace weft::inline io {

// One field on a mesh.
struct XdmfField {
  std::string name;      // of the dataset, without the first slash
  std::string units;     // empty: none are known
  FoundDataset dataset;  // its shape, type and place
};

// The fields of a file with the same shape and positions.
struct XdmfMesh {
  Extents shape;
  std::vector<GridAxis> axes;
  std::vector<XdmfField> fields;
};

// What is shown of one file.
struct XdmfStep {
  std::string file;  // as the XML calls it
  double time = 0;
  bool has_time = false;
  std::vector<XdmfMesh> meshes;
};

// Of the file at `path`, which the XML calls `name`; no meshes if nothing can be shown. Throws what list_hdf5
// throws, and Error(invalid_argument) for positions that do not fit.
XdmfStep xdmf_step(const std::string& path, const std::string& name);

// The whole text. With several steps each mesh of the first is a series in time.
std::string format_xdmf(const std::vector<XdmfStep>& steps);

}  // namespace weft::inline io
