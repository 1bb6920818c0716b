// Copying rows: the innermost loop of every gather and scatter, in vector code.
//
// Compiled once for each instruction set by google/highway and chosen at run time. Non-temporal stores
// spare the read of the line that is about to be overwritten, which is a third of the traffic of a
// copy between arrays that do not fit in cache.
#include "codelets/targets.hpp"
// After that:
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "sweep/rows.cpp"
#include <hwy/foreach_target.h>
// After foreach_target:
#include <hwy/cache_control.h>
#include <hwy/highway.h>

#include <cstdint>
#include <cstring>

#include "sweep/rows.hpp"

HWY_BEFORE_NAMESPACE();
namespace weft::inline sweep {

namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// One row; `Number` is what is multiplied, or a byte-wise stand-in for a plain copy.
template <class Number, bool stream, bool scaled>
HWY_INLINE void row(const Number* HWY_RESTRICT from, Number* HWY_RESTRICT to, std::size_t n, Number scale) {
  constexpr std::size_t line_bytes = 64, line = line_bytes / sizeof(Number);  // of the cache
  const hn::CappedTag<Number, line> d;
  const std::size_t lanes = hn::Lanes(d);
  const auto factor = hn::Set(d, scale);
  const auto get = [&](std::size_t i) HWY_ATTR {
    const auto v = hn::LoadU(d, from + i);
    if constexpr (scaled)
      return hn::Mul(v, factor);
    else
      return v;
  };
  const auto one = [&](std::size_t i)
                       HWY_ATTR { to[i] = scaled ? static_cast<Number>(from[i] * scale) : from[i]; };
  std::size_t i = 0;
  if constexpr (stream) {
    // Whole lines of the cache only: part of a line that is streamed costs far more than a line.
    for (; i < n && reinterpret_cast<std::uintptr_t>(to + i) % line_bytes != 0; ++i) one(i);
    for (; i + line <= n; i += line)
      for (std::size_t j = 0; j < line; j += lanes) hn::Stream(get(i + j), d, to + i + j);
  } else {
    for (; i + 4 * lanes <= n; i += 4 * lanes) {
      const auto a = get(i), b = get(i + lanes), c = get(i + 2 * lanes), e = get(i + 3 * lanes);
      hn::StoreU(a, d, to + i);
      hn::StoreU(b, d, to + i + lanes);
      hn::StoreU(c, d, to + i + 2 * lanes);
      hn::StoreU(e, d, to + i + 3 * lanes);
    }
    for (; i + lanes <= n; i += lanes) hn::StoreU(get(i), d, to + i);
  }
  for (; i < n; ++i) one(i);
}

template <class Number, bool stream, bool scaled>
HWY_INLINE void all_rows(const Rows& rows, const char* from, char* to, Number scale) {
  const auto n = static_cast<std::size_t>(rows.row_bytes) / sizeof(Number);
  for (Index r = 0; r < rows.n_rows; ++r)
    row<Number, stream, scaled>(reinterpret_cast<const Number*>(from + r * rows.from_stride),
                                reinterpret_cast<Number*>(to + r * rows.to_stride), n, scale);
}

void CopyRows(const Rows& rows, const char* from, char* to) {
  all_rows<float, false, false>(rows, from, to, 1);
}
void StreamRows(const Rows& rows, const char* from, char* to) {
  all_rows<float, true, false>(rows, from, to, 1);
}
void ScaleDouble(const Rows& rows, const char* from, char* to, double scale, bool stream) {
  stream ? all_rows<double, true, true>(rows, from, to, scale)
         : all_rows<double, false, true>(rows, from, to, scale);
}
void ScaleFloat(const Rows& rows, const char* from, char* to, float scale, bool stream) {
  stream ? all_rows<float, true, true>(rows, from, to, scale)
         : all_rows<float, false, true>(rows, from, to, scale);
}
const char* Target() { return hwy::TargetName(HWY_TARGET); }

}  // namespace HWY_NAMESPACE

}  // namespace weft::inline sweep
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace weft::inline sweep {

HWY_EXPORT(CopyRows);
HWY_EXPORT(StreamRows);
HWY_EXPORT(ScaleDouble);
HWY_EXPORT(ScaleFloat);
HWY_EXPORT(Target);

void copy_rows(const Rows& rows, const char* from, char* to) {
  HWY_DYNAMIC_DISPATCH(CopyRows)(rows, from, to);
}
void stream_rows(const Rows& rows, const char* from, char* to) {
  HWY_DYNAMIC_DISPATCH(StreamRows)(rows, from, to);
}
void scale_rows(const Rows& rows, const char* from, char* to, double scale, bool stream) {
  HWY_DYNAMIC_DISPATCH(ScaleDouble)(rows, from, to, scale, stream);
}
void scale_rows(const Rows& rows, const char* from, char* to, float scale, bool stream) {
  HWY_DYNAMIC_DISPATCH(ScaleFloat)(rows, from, to, scale, stream);
}
void flush_stores() { hwy::FlushStream(); }
const char* rows_target() { return HWY_DYNAMIC_DISPATCH(Target)(); }

}  // namespace weft::inline sweep
#endif
