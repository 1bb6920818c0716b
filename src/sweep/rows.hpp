// Copying rows: the innermost loop of every gather and scatter, in vector code.
#pragma once

#include "weft/layout.hpp"

namespace weft::inline sweep {

// Equally spaced rows of contiguous bytes.
struct Rows {
  Index n_rows = 1;
  Index row_bytes = 0;
  Index from_stride = 0;  // bytes from one row to the next
  Index to_stride = 0;
};

void copy_rows(const Rows& rows, const char* from, char* to);
// With non-temporal stores for the whole vectors inside each row.
void stream_rows(const Rows& rows, const char* from, char* to);
// Multiplying every number by `scale`; rows hold whole numbers and are aligned to them.
void scale_rows(const Rows& rows, const char* from, char* to, double scale, bool stream);
void scale_rows(const Rows& rows, const char* from, char* to, float scale, bool stream);

void flush_stores();
const char* rows_target();

}  // namespace weft::inline sweep
