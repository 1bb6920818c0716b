// Tables of numbers with names and units: as text, and as datasets of HDF5 files.
#pragma once

#include <string>
#include <vector>

namespace weft::apps {

struct Column {
  std::string name;
  std::vector<double> values;
  std::string units;
};

// Comments ("# ..."), names, and a line for each row; columns are of one length.
std::string csv_of(const std::vector<Column>& columns, const std::vector<std::string>& comments);

}  // namespace weft::apps
