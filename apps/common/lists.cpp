// Blocks of the first axis, as of any distributed array.
#include "common/lists.hpp"

namespace weft::apps {
namespace {

Distribution rows_of(const Extents& shape, MPI_Comm comm) {
  int n_processes = 1;
  MPI_Comm_size(comm, &n_processes);
  return Distribution(comm, Layout{shape, {{n_processes}}, {0}, {}}, element_type<double>());
}

// Where the process's part begins.
std::size_t begin_of(const Distribution& rows) {
  const Range& range = rows.box().ranges[0];
  Index per_row = 1;
  for (std::size_t axis = 1; axis < rows.layout().shape.size(); ++axis) per_row *= rows.layout().shape[axis];
  return rows.box().empty() ? 0 : static_cast<std::size_t>(range.begin * per_row);
}

}  // namespace

void write_list(Hdf5Writer& writer, const std::string& name, const Extents& shape,
                const std::vector<double>& values, const Attributes& attributes, MPI_Comm comm) {
  if (values.empty()) return;
  const Distribution rows = rows_of(shape, comm);
  writer.write(name, rows, values.data() + begin_of(rows), {.attributes = attributes});
}

void write_list(CheckpointWriter& writer, const std::string& name, const std::vector<double>& values,
                MPI_Comm comm) {
  if (values.empty()) return;
  const Distribution rows = rows_of({static_cast<Index>(values.size())}, comm);
  writer.add(name, rows, values.data() + begin_of(rows));
}

std::vector<double> read_list(const Checkpoint& checkpoint, const std::string& name, MPI_Comm comm) {
  if (!checkpoint.has_field(name)) return {};
  const Distribution rows = rows_of(checkpoint.info(name).shape, comm);
  std::vector<double> values(static_cast<std::size_t>(checkpoint.info(name).shape.at(0)), 0);
  checkpoint.read(name, rows, values.data() + begin_of(rows));
  MPI_Allreduce(MPI_IN_PLACE, values.data(), static_cast<int>(values.size()), MPI_DOUBLE, MPI_SUM, comm);
  return values;
}

}  // namespace weft::apps
