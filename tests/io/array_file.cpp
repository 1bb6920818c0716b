// Files written and read by all processes, against one process that writes and reads them element by
// element.
//
// The data are functions of the global index. Layouts are whatever a layout may be, blocks lie in memory
// in any order and with gaps, chunks are so small that there are several rounds, and there are fewer rows
// than processes. Errors are the same on all processes, leave the old file and nothing beside it.
#include "weft/array_file.hpp"

#include <gtest/gtest.h>
#include <mpi.h>
#include <rapidcheck.h>

#include <algorithm>
#include <filesystem>
#include <numeric>

#include "agree.hpp"
#include "agreed_error.hpp"
#include "any_layout.hpp"
#include "blocks.hpp"
#include "folder.hpp"
#include "io/direct.hpp"
#include "io/header.hpp"
#include "io/number.hpp"
#include "io/transfer.hpp"
#include "weft/weft.hpp"

namespace weft::test {
namespace {

namespace fs = std::filesystem;

// The bytes of element `position`: of any type, no two alike.
std::string element_at(Index position, Index bytes) {
  std::string text;
  for (Index i = 0; i < bytes; ++i) text += static_cast<char>((position * 2654435761U + i * 40503U) >> 9);
  return text;
}

std::string whole_file(const Extents& shape, ElementType element, bool fortran_order) {
  std::string text = format_header(shape, element, fortran_order);
  for (Index i = 0; i < product(shape); ++i) text += element_at(i, bytes_of(element));
  return text;
}

// Storage of a block in any order, with gaps.
Storage any_storage(const Extents& shape) {
  Extents allocated = shape;
  for (Index& length : allocated) length += one_in(4) ? between(1, 3) : 0;
  Storage storage = dense_storage(allocated, any_order(static_cast<int>(shape.size())));
  storage.shape = shape;
  return storage;
}

struct BlockCase {
  Layout layout;
  Storage storage;
  ElementType element;
  bool fortran_order;
  Index most_bytes;
};

// The same on all processes but for the storage's lengths.
BlockCase any_block_case() {
  BlockCase c;
  c.layout = any_layout(any_shape(between(1, 5), 3000), size_of(world));
  c.element = {one_in(2), one_in(2)};
  // With one axis longer than 1 a header says C order, whatever was meant.
  const Extents& shape = c.layout.shape;
  c.fortran_order = one_in(3) && std::count(shape.begin(), shape.end(), 1) + 2 <= c.layout.n_axes();
  c.most_bytes = std::max<Index>(64, product(shape) * bytes_of(c.element) / one_of<Index>({1, 3, 10, 30}));
  const Storage drawn = any_storage(c.layout.shape);
  const Box box = box_of(c.layout, rank_in(world));
  c.storage = one_in(3) ? dense_storage(box.shape(), drawn.order) : drawn;
  c.storage.shape = box.shape();
  return c;
}

BlockCase drawn_block_case(int i) {
  static const rc::Gen<BlockCase> cases = rc::gen::exec(any_block_case);
  return cases(rc::Random(test_seed() * 1000003 + static_cast<unsigned long long>(i))).value();
}

// Few where waiting is slow: MPICH spins when there are more processes than cores.
int n_block_cases() {
  const bool is_slow = size_of(world) > 2 && mpi_library().starts_with("MPICH");
  return (is_slow ? 8 : 40) * (full_tier() ? 10 : 1);
}

std::string words_of_block(const BlockCase& c) {
  return to_text(c.layout) + ", strides " + to_text(c.storage.strides) + ", " + descr_of(c.element) +
         ", chunks of " + std::to_string(c.most_bytes);
}

// The block of this process in memory, as the case says.
std::string memory_of(const BlockCase& c, const Box& box) {
  const Index bytes = bytes_of(c.element);
  std::string memory(static_cast<std::size_t>(c.storage.n_elements() * bytes), '?');
  for_each_point(c.layout.shape, box, c.storage, [&](Index position, Index offset) {
    memory.replace(static_cast<std::size_t>(offset * bytes), static_cast<std::size_t>(bytes),
                   element_at(position, bytes));
  });
  return memory;
}

TEST(WrittenFile, HasTheBytesOfASerialWriter) {
  const Folder folder;
  for (int i = 0; i < n_block_cases(); ++i) {
    const BlockCase c = drawn_block_case(2 * i);
    const Box box = box_of(c.layout, rank_in(world));
    const std::string path = folder / "written.npy";
    const std::string wanted = whole_file(c.layout.shape, c.element, c.fortran_order);
    const std::string memory = memory_of(c, box);
    {
      ArrayFileWriter writer(path, c.layout.shape, c.element, c.fortran_order, world);
      writer.write(box, c.storage, memory.data());
      writer.commit();
    }
    std::string complaint;
    if (contents(path) != wanted) complaint = "other bytes: " + words_of_block(c);
    if (folder.n_files() != 1) complaint = "something is left beside the file: " + words_of_block(c);
    // In several rounds, over a file of which every byte is wrong.
    const auto header_bytes =
        static_cast<Index>(format_header(c.layout.shape, c.element, c.fortran_order).size());
    put_file(path, std::string(wanted.size(), '\xee'));
    const FileArray file{path, c.layout.shape, header_bytes, bytes_of(c.element),
                         parse_number(descr_of(c.element))};
    write_blocks(world, file, {box, c.storage, c.element}, reinterpret_cast<const std::byte*>(memory.data()),
                 c.most_bytes);
    MPI_Barrier(world);
    if (contents(path).substr(static_cast<std::size_t>(header_bytes)) !=
        wanted.substr(static_cast<std::size_t>(header_bytes)))
      complaint = "other bytes in rounds: " + words_of_block(c);
    put_file(path, std::string(wanted.size(), '\xee'));
    write_directly(world, file, {box, c.storage, c.element},
                   reinterpret_cast<const std::byte*>(memory.data()), i % 3 + 1, {});
    MPI_Barrier(world);
    if (contents(path).substr(static_cast<std::size_t>(header_bytes)) !=
        wanted.substr(static_cast<std::size_t>(header_bytes)))
      complaint = "other bytes, written directly: " + words_of_block(c);
    MPI_Barrier(world);
    if (!expect_no_complaint(world, complaint)) return;
  }
}

TEST(ReadBlock, HasTheElementsOfTheFileAndNothingElseIsTouched) {
  const Folder folder;
  for (int i = 0; i < n_block_cases(); ++i) {
    const BlockCase c = drawn_block_case(2 * i + 1);
    const Box box = box_of(c.layout, rank_in(world));
    const std::string path = folder / "read.npy";
    put_file(path, whole_file(c.layout.shape, c.element, c.fortran_order));
    const ArrayFileInfo info = array_file_info(path, world);
    const std::string wanted = memory_of(c, box);
    std::string memory(wanted.size(), '?');
    read_array(info, box, c.storage, c.element, memory.data(), world);
    std::string complaint;
    if (memory != wanted) complaint = "other elements: " + words_of_block(c);
    memory.assign(wanted.size(), '?');
    const FileArray file{path, info.shape, info.data_begin, info.element_bytes, parse_number(info.descr)};
    read_blocks(world, file, {box, c.storage, c.element}, reinterpret_cast<std::byte*>(memory.data()),
                c.most_bytes);
    if (memory != wanted) complaint = "other elements in rounds: " + words_of_block(c);
    memory.assign(wanted.size(), '?');
    read_directly(world, file, {box, c.storage, c.element}, reinterpret_cast<std::byte*>(memory.data()),
                  i % 3 + 1, {});
    if (memory != wanted) complaint = "other elements, read directly: " + words_of_block(c);
    MPI_Barrier(world);
    if (!expect_no_complaint(world, complaint)) return;
  }
}

// A row of 7 numbers for each process: element i is i - 3 in the file, however it is stored there.
template <class From, class To>
std::string conversion_complaint(const Folder& folder, const std::string& descr, bool is_swapped) {
  const Index n_rows = size_of(world);
  const std::string path = folder / "numbers.npy";
  std::string text = format_header({n_rows, 7}, {true, true}, false);
  text.replace(text.find("<f8', "), 6, descr + "', ");  // descr has as many letters
  for (Index i = 0; i < 7 * n_rows; ++i) {
    const From value(static_cast<From>(i - (std::is_unsigned_v<From> ? 0 : 3)));
    std::string bytes(reinterpret_cast<const char*>(&value), sizeof value);
    if (is_swapped) std::reverse(bytes.begin(), bytes.end());
    text += bytes;
  }
  put_file(path, text);
  const int rank = rank_in(world);
  const Box box{{{rank, rank + 1}, {0, 7}}};
  Field<To> field(box, dense_storage({1, 7}, {1, 0}));
  read_array(array_file_info(path, world), field, world);
  std::string complaint;
  for (Index i = 0; i < 7; ++i) {
    const From value(static_cast<From>(7 * rank + i - (std::is_unsigned_v<From> ? 0 : 3)));
    if (field(0, i) != To(static_cast<double>(value))) complaint = descr + " is converted wrongly";
  }
  MPI_Barrier(world);
  return complaint;
}

TEST(ReadNumbers, AreConverted) {
  const Folder folder;
  expect_no_complaint(world, conversion_complaint<double, double>(folder, ">f8", true));
  expect_no_complaint(world, conversion_complaint<float, float>(folder, ">f4", true));
  expect_no_complaint(world, conversion_complaint<float, double>(folder, "<f4", false));
  expect_no_complaint(world, conversion_complaint<double, std::complex<double>>(folder, "<f8", false));
  expect_no_complaint(world, conversion_complaint<double, std::complex<float>>(folder, ">f8", true));
  expect_no_complaint(world, conversion_complaint<std::int8_t, double>(folder, "|i1", false));
  expect_no_complaint(world, conversion_complaint<std::uint16_t, double>(folder, ">u2", true));
  expect_no_complaint(world, conversion_complaint<std::int32_t, std::complex<double>>(folder, "<i4", false));
  expect_no_complaint(world, conversion_complaint<std::int64_t, float>(folder, ">i8", true));
}

TEST(Field, IsWrittenAndReadAndANameMayHaveAColon) {
  const Folder folder;
  const Layout layout{{5, 6}, {{size_of(world)}}, {1}, {}};
  const Box box = box_of(layout, rank_in(world));
  Field<double> field(box, dense_storage(box.shape(), {1, 0}));
  for (Index i = 0; i < box.shape()[0]; ++i)
    for (Index j = 0; j < box.shape()[1]; ++j)
      field(i, j) = static_cast<double>(10 * i + box.ranges[1].begin + j);
  for (const char* name : {"plain.npy", "nfs:12:30 o'clock.npy"}) {
    write_array(folder / name, layout.shape, field, world);
    const ArrayFileInfo info = array_file_info(folder / name, world);
    EXPECT_EQ(info.shape, layout.shape);
    Field<double> whole({{{0, 5}, {0, 6}}}, dense_storage({5, 6}, {0, 1}));  // the same on every process
    read_array(info, whole, world);
    std::string complaint;
    for (Index i = 0; i < 5; ++i)
      for (Index j = 0; j < 6; ++j)
        if (whole(i, j) != static_cast<double>(10 * i + j))
          complaint = std::string("other values in ") + name;
    expect_no_complaint(world, complaint);
  }
}

TEST(Writer, KeepsTheOldFileUnlessItIsCommitted) {
  const Folder folder;
  const std::string path = folder / "old.npy";
  put_file(path, "old");
  {
    ArrayFileWriter writer(path, {3, 4}, {true, true}, false, world);
    EXPECT_EQ(contents(path), "old");
    EXPECT_EQ(folder.n_files(), 2);
    MPI_Barrier(world);
  }
  MPI_Barrier(world);
  EXPECT_EQ(contents(path), "old");
  EXPECT_EQ(folder.n_files(), 1);
}

TEST(Errors, AreTheSameOnAllProcesses) {
  const Folder folder;
  const std::string path = folder / "array.npy";
  put_file(path, whole_file({3, 4}, {true, false}, false));
  const ArrayFileInfo info = array_file_info(path, world);
  const int rank = rank_in(world);
  const int last = size_of(world) - 1;
  const Box whole{{{0, 3}, {0, 4}}};
  const Storage storage = dense_storage({3, 4}, {0, 1});
  std::vector<std::complex<double>> memory(12);
  const auto read = [&](const Box& box, const Storage& s, ElementType element, void* data) {
    read_array(info, box, s, element, data, world);
  };
  expect_error_on_all(world, ErrorCode::resource, {"no such file", "nothing.npy"},
                      [&] { array_file_info(folder / "nothing.npy", world); });
  expect_error_on_all(world, ErrorCode::resource, {"is a folder"},
                      [&] { array_file_info(folder / "", world); });
  expect_error_on_all(world, ErrorCode::invalid_argument, {"complex", "<c16", "real"}, [&] {
    read(whole, storage, {true, true}, memory.data());
  });
  expect_error_on_all(
      world, ErrorCode::invalid_argument, {"[0,4)x[0,4)", "not in the array of shape 3x4"}, [&] {
        const Box large{{{0, 4}, {0, 4}}};
        read(rank == last ? large : whole, rank == last ? dense_storage({4, 4}, {0, 1}) : storage,
             {true, false}, memory.data());
      });
  expect_error_on_all(world, ErrorCode::invalid_argument, {"its storage of shape 4x3"}, [&] {
    read(whole, rank == last ? dense_storage({4, 3}, {0, 1}) : storage, {true, false}, memory.data());
  });
  expect_error_on_all(world, ErrorCode::invalid_argument, {"its memory is null"}, [&] {
    read(whole, storage, {true, false}, rank == last ? nullptr : memory.data());
  });
  expect_error_on_all(world, ErrorCode::resource, {"does not exist", "/none"}, [&] {
    ArrayFileWriter(folder / "none/x.npy", {3}, {true, true}, false, world);
  });
  expect_error_on_all(world, ErrorCode::resource, {"is a folder"}, [&] {
    ArrayFileWriter(folder / "", {3}, {true, true}, false, world);
  });
  expect_error_on_all(world, ErrorCode::invalid_argument, {"2^58"}, [&] {
    ArrayFileWriter(folder / "x.npy", {Index{1} << 40, Index{1} << 40}, {true, true}, false, world);
  });
  if (last > 0)
    expect_error_on_all(world, ErrorCode::mismatch, {"shape", "3x4", "3x5"}, [&] {
      ArrayFileWriter(folder / "x.npy", {3, rank == last ? 5 : 4}, {true, true}, false, world);
    });
  EXPECT_EQ(folder.n_files(), 1);
}

TEST(Errors, AFileThatIsCutAfterItsHeaderWasReadIsNoticed) {
  const Folder folder;
  const std::string path = folder / "cut.npy";
  put_file(path, whole_file({3, 4}, {true, true}, false));
  const ArrayFileInfo info = array_file_info(path, world);
  MPI_Barrier(world);
  if (rank_in(world) == 0) fs::resize_file(path, 200);
  MPI_Barrier(world);
  std::vector<double> memory(12);
  expect_error_on_all(world, ErrorCode::resource, {"224 bytes when its header was read", "200 now"}, [&] {
    read_array(info, {{{0, 3}, {0, 4}}}, dense_storage({3, 4}, {0, 1}), {true, true}, memory.data(), world);
  });
}

}  // namespace
}  // namespace weft::test
