// The options of datasets, of reading them, and of checkpoints.
#pragma once

#include "base/option_table.hpp"
#include "comm/agree.hpp"
#include "weft/checkpoint.hpp"
#include "weft/hdf5_file.hpp"

namespace weft::inline io {

const ValueTable<DatasetOptions>& dataset_options();
const ValueTable<ReadOptions>& read_options();
const ValueTable<CheckpointOptions>& checkpoint_options();

// What `asked_for` says, on which all processes agree. Collective.
template <class Values, class Given>
Values agreed_options(MPI_Comm comm, const ValueTable<Values>& table, const Given& given) {
  Values values;
  agree(comm, [&] { values = table.read(given); });
  return values;
}

}  // namespace weft::inline io
