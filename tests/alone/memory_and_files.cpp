// Windows of shared memory, and files through views.
#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>

#include "check.hpp"

namespace weft::test {
namespace {

TEST(AloneWindows, AreMemoryThatCanBeAskedFor) {
  const OwnComm own;
  for (const MPI_Aint bytes : {MPI_Aint{0}, MPI_Aint{24}, MPI_Aint{8192}}) {
    void *memory = nullptr, *found = nullptr;
    MPI_Win window = MPI_WIN_NULL;
    MPI_Aint found_bytes = -1;
    int found_unit = -1;
    expect_success(MPI_Win_allocate_shared(bytes, 8, MPI_INFO_NULL, own, &memory, &window));
    EXPECT_NE(window, MPI_WIN_NULL);
    expect_success(MPI_Win_shared_query(window, 0, &found_bytes, &found_unit, &found));
    EXPECT_EQ(found_bytes, bytes);
    EXPECT_EQ(found_unit, 8);
    if (bytes > 0) {
      EXPECT_EQ(found, memory);
      EXPECT_EQ(reinterpret_cast<std::uintptr_t>(memory) % alignof(double), 0U);
      std::fill_n(static_cast<char*>(memory), bytes, 'x');
    }
    expect_success(MPI_Win_free(&window));
    EXPECT_EQ(window, MPI_WIN_NULL);
  }
}

// --- files ----------------------------------------------------------------------------------------

// A file with this text, removed at the end.
class TextFile {
 public:
  explicit TextFile(const std::string& text)
      : path_(testing::TempDir() + "weft-alone-" + std::to_string(std::random_device()())) {
    std::ofstream(path_, std::ios::binary) << text;
  }
  ~TextFile() { std::filesystem::remove(path_); }
  TextFile(const TextFile&) = delete;
  TextFile& operator=(const TextFile&) = delete;
  const char* path() const { return path_.c_str(); }
  std::string text() const {
    std::ifstream file(path_, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }

 private:
  std::string path_;
};

MPI_File opened(const TextFile& text, int mode) {
  MPI_File file = MPI_FILE_NULL;
  expect_success(MPI_File_open(MPI_COMM_SELF, text.path(), mode, MPI_INFO_NULL, &file));
  return file;
}

void close_file(MPI_File file) {
  expect_success(MPI_File_close(&file));
  EXPECT_EQ(file, MPI_FILE_NULL);
}

void view(MPI_File file, MPI_Offset begin, MPI_Datatype element, MPI_Datatype type) {
  expect_success(MPI_File_set_view(file, begin, element, type, "native", MPI_INFO_NULL));
}

// n characters from an element of the view on, "." where none is read.
std::string characters(MPI_File file, MPI_Offset offset, int n) {
  std::string text(static_cast<std::size_t>(n), '.');
  expect_success(MPI_File_read_at_all(file, offset, text.data(), n, MPI_CHAR, MPI_STATUS_IGNORE));
  return text;
}

// Characters 1 and 2 of every 4.
class Middle {
 public:
  Middle() {
    const int shape = 4, size = 2, start = 1;
    expect_success(MPI_Type_create_subarray(1, &shape, &size, &start, MPI_ORDER_C, MPI_CHAR, &type_));
    expect_success(MPI_Type_commit(&type_));
  }
  ~Middle() { MPI_Type_free(&type_); }
  Middle(const Middle&) = delete;
  Middle& operator=(const Middle&) = delete;
  operator MPI_Datatype() const { return type_; }

 private:
  MPI_Datatype type_ = MPI_DATATYPE_NULL;
};

TEST(AloneFiles, ThatAreMissingAreAnError) {
  MPI_File file = MPI_FILE_NULL;
  const std::string path = testing::TempDir() + "weft-alone-without-a-file";
  EXPECT_NE(MPI_File_open(MPI_COMM_SELF, path.c_str(), MPI_MODE_RDONLY, MPI_INFO_NULL, &file), MPI_SUCCESS);
}

TEST(AloneFiles, AreReadFromAnOffset) {
  const TextFile text("0123456789");
  MPI_File file = opened(text, MPI_MODE_RDONLY);
  EXPECT_EQ(characters(file, 0, 3), "012");
  EXPECT_EQ(characters(file, 4, 3), "456");
  EXPECT_EQ(characters(file, 8, 4), "89..");  // ends there
  view(file, 2, MPI_CHAR, MPI_CHAR);
  EXPECT_EQ(characters(file, 4, 3), "678");
  close_file(file);
}

TEST(AloneFiles, AreReadThroughAView) {
  const TextFile text("-0123456789ab");
  MPI_File file = opened(text, MPI_MODE_RDONLY);
  {
    const Middle middle;
    view(file, 1, MPI_CHAR, middle);  // which keeps the type
  }
  EXPECT_EQ(characters(file, 0, 5), "12569");
  EXPECT_EQ(characters(file, 1, 3), "256");
  EXPECT_EQ(characters(file, 4, 2), "9a");
  EXPECT_EQ(characters(file, 0, 8).substr(0, 6), "12569a");
  EXPECT_EQ(characters(file, 0, 0), "");
  view(file, 3, MPI_BYTE, MPI_BYTE);
  EXPECT_EQ(characters(file, 0, 3), "234");
  close_file(file);
}

TEST(AloneFiles, CountOffsetsInElementsOfTheView) {
  const TextFile text("0123456789ab");
  MPI_File file = opened(text, MPI_MODE_RDONLY);
  MPI_Datatype pair = MPI_DATATYPE_NULL, spread = MPI_DATATYPE_NULL;
  expect_success(MPI_Type_contiguous(2, MPI_CHAR, &pair));
  expect_success(MPI_Type_create_resized(pair, 0, 4, &spread));
  for (MPI_Datatype* type : {&pair, &spread}) expect_success(MPI_Type_commit(type));
  view(file, 0, pair, spread);
  EXPECT_EQ(characters(file, 0, 4), "0145");
  EXPECT_EQ(characters(file, 1, 4), "4589");
  for (MPI_Datatype* type : {&pair, &spread}) expect_success(MPI_Type_free(type));
  close_file(file);
}

TEST(AloneFiles, AreReadAndWrittenThroughViewsOfFileAndMemory) {
  const TextFile text("01234567");
  const Middle middle;
  MPI_File file = opened(text, MPI_MODE_RDWR);
  view(file, 0, MPI_CHAR, middle);
  std::string memory = "........";
  expect_success(MPI_File_read_at_all(file, 0, memory.data(), 2, middle, MPI_STATUS_IGNORE));
  EXPECT_EQ(memory, ".12..56.");
  memory = "abcdefgh";
  expect_success(MPI_File_write_at_all(file, 1, memory.data(), 1, middle, MPI_STATUS_IGNORE));
  expect_success(MPI_File_sync(file));
  EXPECT_EQ(memory, "abcdefgh");
  EXPECT_EQ(characters(file, 0, 4), "1bc6");
  close_file(file);
  EXPECT_EQ(text.text(), "01b34c67");
}

TEST(AloneFiles, GrowAsTheyAreWritten) {
  const TextFile text("01");
  MPI_File file = opened(text, MPI_MODE_RDWR);
  view(file, 1, MPI_CHAR, MPI_CHAR);
  expect_success(MPI_File_write_at_all(file, 1, "xyz", 3, MPI_CHAR, MPI_STATUS_IGNORE));
  expect_success(MPI_File_write_at_all(file, 0, nullptr, 0, MPI_CHAR, MPI_STATUS_IGNORE));
  close_file(file);
  EXPECT_EQ(text.text(), "01xyz");
}

TEST(AloneFiles, ThatAreOpenForReadingAreNotWritten) {
  const TextFile text("01");
  MPI_File file = opened(text, MPI_MODE_RDONLY);
  EXPECT_NE(MPI_File_write_at_all(file, 0, "xy", 2, MPI_CHAR, MPI_STATUS_IGNORE), MPI_SUCCESS);
  close_file(file);
  EXPECT_EQ(text.text(), "01");
}

}  // namespace
}  // namespace weft::test
