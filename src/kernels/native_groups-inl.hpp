// Groups of lines: what transforms of all kinds do with the lines of a tile, as many at a time as fit into
// the lanes of vectors.
#if defined(WEFT_KERNELS_NATIVE_GROUPS_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef WEFT_KERNELS_NATIVE_GROUPS_INL_HPP
#undef WEFT_KERNELS_NATIVE_GROUPS_INL_HPP
#else
#define WEFT_KERNELS_NATIVE_GROUPS_INL_HPP
#endif

#include "kernels/native_lines-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace weft::inline kernels {

namespace HWY_NAMESPACE {

template <class T>
class GroupRunner {
 protected:
  // `of_group`: the lines of a full group. Where they are two for each lane, an even line and the next one
  // share a lane: a line has the same partner, and the same bits, however many tiles a thread takes at once.
  GroupRunner(const LineAddresses& in, const LineAddresses& out, const MemoryMode& mode,
              const NativeScratch<T>& scratch, int of_group)
      : in_(in),
        out_(out),
        scale_(static_cast<T>(mode.scale)),
        in_place_(mode.in_place),
        ahead_(mode.ahead),
        scratch_(scratch),
        work_{scratch.work},
        of_group_(of_group) {}

  // Calls group(first line, number of lines). The last group begins early where there are enough lines, so
  // that it is full: some are done twice. Groups of pairs begin with an even line.
  template <class F>
  HWY_INLINE void for_groups(Index n_lines, const F& group) const {
    const Index end = has_pairs() ? n_lines + n_lines % 2 : n_lines;
    for (Index line = 0; line < n_lines; line += of_group_) {
      const Index first = in_place_ ? line : std::max<Index>(0, std::min<Index>(line, end - of_group_));
      group(first, static_cast<int>(std::min<Index>(of_group_, n_lines - first)));
    }
  }

  bool has_pairs() const { return of_group_ > n_lanes<T>; }

  // Contiguous lines of the first or of the second vectors of points, for load_along and store_along: of
  // pairs, even_line(lane) or the next one. Beside those that there are, a line of zeros that may be
  // overwritten.
  struct SetOfLines {
    const char* rows[n_lanes<T>];
    Group group() const { return {rows, 0, n_lanes<T>}; }
  };
  int n_sets() const { return has_pairs() ? 2 : 1; }
  template <class EvenLine>
  SetOfLines lines_of(const LineAddresses& side, Index first, int count, int set, const EvenLine& even_line,
                      Index line_bytes) const {
    SetOfLines lines;
    bool is_full = true;
    for (int lane = 0; lane < n_lanes<T>; ++lane) {
      const int line = has_pairs() ? even_line(lane) + set : even_line(lane) / 2;
      is_full = is_full && line < count;
      lines.rows[line_of_lane<T>(lane)] =
          line < count ? side.rows[first + line] : reinterpret_cast<const char*>(scratch_.bounce);
    }
    if (!is_full) std::memset(scratch_.bounce, 0, static_cast<std::size_t>(line_bytes));
    return lines;
  }

  template <class Place>
  void store_lines(const Group& lines, Index n_numbers, const Place& place) const {
    store_along<T>(lines, n_numbers, ScaledNumbers<T, Place>{place, scale_});
  }

  // A group whose vectors would reach beyond the tile is read and written by way of scratch.
  bool bounces(const LineAddresses& side, int count) const { return !side.along && count < of_group_; }

  Group bounce_rows(Index n_points, Index element_bytes, int count) const {
    for (Index i = 0; i < n_points; ++i)
      scratch_.rows[i] = reinterpret_cast<const char*>(scratch_.bounce) + i * of_group_ * element_bytes;
    return {scratch_.rows, 0, count};
  }

  // The lines of a group, each of n_points elements.
  Group group_in(Index n_points, Index element_bytes, Index line, int count) const {
    if (in_.along) return {in_.rows + line, 0, count};
    if (!bounces(in_, count)) return {in_.rows, line * element_bytes, count};
    const Group group = bounce_rows(n_points, element_bytes, count);
    std::memset(scratch_.bounce, 0, static_cast<std::size_t>(n_points * of_group_ * element_bytes));
    for (Index i = 0; i < n_points; ++i)
      std::memcpy(const_cast<char*>(group.rows[i]), in_.rows[i] + line * element_bytes,
                  static_cast<std::size_t>(count * element_bytes));
    return group;
  }

  // Where they are written, and what is left to do when they have been.
  Group group_out(Index n_points, Index element_bytes, Index line, int count) const {
    if (out_.along) return {out_.rows + line, 0, count};
    if (!bounces(out_, count)) return {out_.rows, line * element_bytes, count};
    return bounce_rows(n_points, element_bytes, count);
  }
  void finish_out(const Group& group, Index n_points, Index element_bytes, Index line) const {
    if (!bounces(out_, group.n_lines)) return;
    for (Index i = 0; i < n_points; ++i)
      std::memcpy(const_cast<char*>(out_.rows[i]) + line * element_bytes, group.rows[i],
                  static_cast<std::size_t>(group.n_lines * element_bytes));
  }

  const LineAddresses in_, out_;
  const T scale_;
  const bool in_place_;
  const Index ahead_;
  const NativeScratch<T> scratch_;
  const Work<T> work_;
  const int of_group_;
};

}  // namespace HWY_NAMESPACE

}  // namespace weft::inline kernels
HWY_AFTER_NAMESPACE();
#endif
