// The tables of the options of datasets, of reading them, and of checkpoints: one row per key. Each is a
// member of a struct, which files read.
#include "io/options.hpp"

namespace weft::inline io {

namespace {

// "auto", or lengths: "8x16".
bool set_chunks(DatasetOptions& options, const std::string& text) {
  options.chunks.clear();
  if (text == "auto") return true;
  for (const std::string& part : split(text, 'x')) {
    const std::optional<Index> length = whole_of(part);
    if (!length) return false;
    options.chunks.push_back(*length);
  }
  return !options.chunks.empty() && !text.ends_with('x');
}

std::string get_chunks(const DatasetOptions& options) {
  return options.chunks.empty() ? "auto" : to_text(options.chunks);
}

}  // namespace

const ValueTable<DatasetOptions>& dataset_options() {
  using Maybe = std::optional<Precision>;
  static const ValueTable<DatasetOptions> table(
      "dataset",
      {
          {{"chunks", "auto or one length for each axis with x between them, as 8x16", "",
            "shape of the chunks (auto: in one piece; with a filter chosen by weft)"},
           set_chunks,
           get_chunks},
          whole_row("compression", "0 (none), or 1 (fast) to 9 (small)", &DatasetOptions::compression, 0, 9,
                    "level of deflate compression"),
          switch_row("shuffle", &DatasetOptions::shuffle,
                     "bytes of equal weight side by side: smaller with compression"),
          switch_row("fletcher32", &DatasetOptions::fletcher32,
                     "a checksum of each chunk, which HDF5 checks when it reads"),
          word_row<DatasetOptions, Maybe>(
              "precision", {{"memory", {}}, {"single", Precision::single_}, {"double", Precision::double_}},
              &DatasetOptions::precision, "precision of the numbers in the file"),
      });
  return table;
}

const ValueTable<ReadOptions>& read_options() {
  static const ValueTable<ReadOptions> table(
      "reading", {switch_row("convert", &ReadOptions::convert,
                             "yes: numbers of another precision, integers and real numbers are converted to "
                             "those of the memory; no: they are an error")});
  return table;
}

const ValueTable<CheckpointOptions>& checkpoint_options() {
  using Check = CheckpointCheck;
  static const ValueTable<CheckpointOptions> table(
      "checkpoint", {word_row<CheckpointOptions, Check>(
                        "check", {{"everything", Check::everything}, {"headers", Check::headers}},
                        &CheckpointOptions::check,
                        "bytes compared with their checksums when a checkpoint is opened: everything, or "
                        "headers = all but the data of the fields, which are compared when they are read")});
  return table;
}

}  // namespace weft::inline io

namespace weft {

DatasetOptions DatasetOptions::of(const Options& options) { return dataset_options().read(options); }
ReadOptions ReadOptions::of(const Options& options) { return read_options().read(options); }
CheckpointOptions CheckpointOptions::of(const Options& options) { return checkpoint_options().read(options); }

}  // namespace weft
