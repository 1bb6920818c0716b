// Datatypes, memory and files.
#include <fcntl.h>
#include <unistd.h>

#include <cstdlib>

#include "state.hpp"

namespace alone {

namespace {

int new_type(MPI_Datatype* type, WeftAloneType made) {
  *type = new WeftAloneType(std::move(made));
  return MPI_SUCCESS;
}

// Moves bytes from or to the part of a file that its view shows, from the element `offset` of the view on. At
// the end of a file there are less.
template <class Move>
int move_file(const WeftAloneFile& file, MPI_Offset offset, Bytes& bytes, Move&& move) {
  const MPI_Aint size = file.type.size();
  if (size == 0) return bytes.empty() ? MPI_SUCCESS : failed;
  MPI_Aint skipped = offset * file.unit % size;
  std::size_t done = 0;
  for (MPI_Aint i = offset * file.unit / size; done < bytes.size(); ++i)
    for (const Piece& piece : file.type.pieces) {
      const MPI_Aint here = std::min(skipped, piece.bytes);
      skipped -= here;
      std::size_t left = std::min(static_cast<std::size_t>(piece.bytes - here), bytes.size() - done);
      MPI_Offset place = file.begin + i * file.type.extent() + piece.begin + here;
      while (left > 0) {
        const ssize_t moved = move(file.descriptor, bytes.data() + done, left, place);
        if (moved < 0) return failed;
        if (moved == 0) return MPI_SUCCESS;
        done += static_cast<std::size_t>(moved);
        place += moved;
        left -= static_cast<std::size_t>(moved);
      }
    }
  return MPI_SUCCESS;
}

}  // namespace

}  // namespace alone

using namespace alone;

extern "C" {

// --- datatypes ------------------------------------------------------------------------------------

int MPI_Type_contiguous(int n, MPI_Datatype type, MPI_Datatype* made) {
  return MPI_Type_create_hvector(1, n, 0, type, made);
}
int MPI_Type_create_hvector(int n, int length, MPI_Aint stride, MPI_Datatype type, MPI_Datatype* made) {
  const WeftAloneType element = of(type);
  WeftAloneType result;
  for (MPI_Aint i = 0; i < n; ++i) result.add(element, length, i * stride);
  result.round_up();
  return new_type(made, std::move(result));
}
int MPI_Type_create_struct(int n, const int lengths[], const MPI_Aint starts[], const MPI_Datatype types[],
                           MPI_Datatype* made) {
  WeftAloneType result;
  for (int i = 0; i < n; ++i) result.add(of(types[i]), lengths[i], starts[i]);
  result.round_up();
  return new_type(made, std::move(result));
}
int MPI_Type_create_subarray(int n_axes, const int shape[], const int sizes[], const int starts[], int,
                             MPI_Datatype type, MPI_Datatype* made) {
  // From the last axis on: the part of the axes behind, repeated.
  WeftAloneType part = of(type);
  MPI_Aint extent = part.extent();
  for (int a = n_axes - 1; a >= 0; --a) {
    WeftAloneType repeated;
    for (MPI_Aint i = 0; i < sizes[a]; ++i) repeated.add(part, 1, (starts[a] + i) * extent);
    extent *= shape[a];
    part = std::move(repeated);
    part.set_bounds(0, extent);
  }
  return new_type(made, std::move(part));
}
int MPI_Type_create_resized(MPI_Datatype type, MPI_Aint lower, MPI_Aint extent, MPI_Datatype* made) {
  WeftAloneType result = of(type);
  result.set_bounds(lower, extent);
  return new_type(made, std::move(result));
}
int MPI_Type_commit(MPI_Datatype*) { return MPI_SUCCESS; }
int MPI_Type_free(MPI_Datatype* type) {
  delete *type;
  *type = MPI_DATATYPE_NULL;
  return MPI_SUCCESS;
}

// --- memory and files -----------------------------------------------------------------------------

int MPI_Win_allocate_shared(MPI_Aint bytes, int unit, MPI_Info, MPI_Comm, void* address, MPI_Win* window) {
  constexpr std::size_t page = 4096;
  const std::size_t whole = (static_cast<std::size_t>(bytes) / page + 1) * page;
  void* memory = std::aligned_alloc(page, whole);
  if (memory == nullptr) return failed;
  std::memset(memory, 0, whole);
  *window = new WeftAloneWin{memory, bytes, unit};
  *static_cast<void**>(address) = memory;
  return MPI_SUCCESS;
}
int MPI_Win_shared_query(MPI_Win window, int, MPI_Aint* bytes, int* unit, void* address) {
  *bytes = window->bytes;
  *unit = window->unit;
  *static_cast<void**>(address) = window->memory;
  return MPI_SUCCESS;
}
int MPI_Win_free(MPI_Win* window) {
  std::free((*window)->memory);
  delete *window;
  *window = MPI_WIN_NULL;
  return MPI_SUCCESS;
}
int MPI_File_open(MPI_Comm, const char* path, int mode, MPI_Info, MPI_File* file) {
  const int descriptor = open(path, (mode == MPI_MODE_RDONLY ? O_RDONLY : O_RDWR) | O_CLOEXEC);
  if (descriptor < 0) return failed;
  *file = new WeftAloneFile{descriptor, 0, 1, of(MPI_BYTE)};
  return MPI_SUCCESS;
}
int MPI_File_set_view(MPI_File file, MPI_Offset begin, MPI_Datatype element, MPI_Datatype type, const char*,
                      MPI_Info) {
  file->begin = begin;
  file->unit = of(element).size();
  file->type = of(type);
  return MPI_SUCCESS;
}
int MPI_File_read_at_all(MPI_File file, MPI_Offset offset, void* memory, int n, MPI_Datatype type,
                         MPI_Status*) {
  Bytes bytes = packed(memory, n, of(type));  // what is not in the file stays
  const int code = move_file(*file, offset, bytes, pread);
  return code == MPI_SUCCESS ? unpack(bytes, memory, n, of(type)) : code;
}
int MPI_File_write_at_all(MPI_File file, MPI_Offset offset, const void* memory, int n, MPI_Datatype type,
                          MPI_Status*) {
  Bytes bytes = packed(memory, n, of(type));
  return move_file(*file, offset, bytes, pwrite);
}
int MPI_File_sync(MPI_File file) { return fsync(file->descriptor) == 0 ? MPI_SUCCESS : failed; }
int MPI_File_close(MPI_File* file) {
  const int code = close((*file)->descriptor);
  delete *file;
  *file = MPI_FILE_NULL;
  return code == 0 ? MPI_SUCCESS : failed;
}

}  // extern "C"
