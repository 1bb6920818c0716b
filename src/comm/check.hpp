// Every MPI call goes through check_mpi: a failure is an Error with the text of the MPI library.
#pragma once

#include <mpi.h>

#include <string>
#include <string_view>

#include "weft/error.hpp"

namespace weft::inline comm {

inline void check_mpi(int code, std::string_view doing) {
  if (code == MPI_SUCCESS) return;
  char text[MPI_MAX_ERROR_STRING];
  int length = 0;
  MPI_Error_string(code, text, &length);
  fail(ErrorCode::communication, "MPI failed while " + std::string(doing) + ": " + std::string(text, length));
}

}  // namespace weft::inline comm
