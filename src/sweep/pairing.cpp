// The natural order of the modes of real points, where one axis is split in two.
#include "sweep/pairing.hpp"

#include <complex>

#include "geometry/part.hpp"

namespace weft::inline sweep {

namespace {

// Every second position of a piece from `first` on, as the rows that begin at `row` (step 1) or end there
// (-1).
Piece every_second(const Piece& piece, Index first, Index n, Index row, int step) {
  Piece part = piece;
  const Index stride = piece.strides[0], lowest = step > 0 ? first : first + 2 * (n - 1);
  part.box.ranges[0] = step > 0 ? Range{row, row + n} : Range{row - n + 1, row + 1};
  part.offset += (lowest - piece.box.ranges[0].begin) * stride;
  part.strides[0] = 2 * step * stride;
  return part;
}

}  // namespace

View in_rows(const View& view, const Pairing& pairing) {
  View rows;
  for (const Piece& piece : view.pieces) {
    const Range positions = piece.box.ranges[0];
    const Index even = positions.begin + positions.begin % 2, odd = positions.begin | 1;
    if (even < positions.end)
      rows.pieces.push_back(every_second(piece, even, (positions.end - even + 1) / 2, even / 2, 1));
    if (odd < positions.end)
      rows.pieces.push_back(
          every_second(piece, odd, (positions.end - odd + 1) / 2, pairing.fast - 1 - odd / 2, -1));
  }
  return rows;
}

PairingSweep::PairingSweep(const LocalSweep& sweep, Team& team)
    : paired_(sweep.pairing.side == Paired::read ? sweep.source : sweep.target),
      natural_(0),
      pairing_(sweep.pairing),
      origin_(sweep.origin[0]),
      precision_(sweep.precision),
      team_(team) {
  const View& natural = pairing_.side == Paired::read ? sweep.target : sweep.source;
  if (!natural.pieces.empty()) natural_ = natural.pieces.front().slot;
}

PairingSweep::Row PairingSweep::row_at(Index position) const {
  const Index global = origin_ + position, pair = global / 2;
  const bool mirrored = global % 2 == 1;
  return {pair - origin_ / 2, mirrored, !mirrored && pair == 0, mirrored && 2 * (pair + 1) == pairing_.fast};
}

template <class T>
void PairingSweep::to_natural(const Row& row, const Range& columns, const T* from, Index stride,
                              T* natural) const {
  const Index n = pairing_.slow, most = n / 2;
  T* const of_pair = natural + row.pair * n;
  for (Index k = columns.begin; k < columns.end; ++k, from += stride) {
    if (!row.mirrored)
      of_pair[k] = *from;
    else if (k > 0 && n - k > most)
      of_pair[n - k] = std::conj(*from);
    else if (k == 0 && row.middle)
      of_pair[n] = *from;
  }
}

template <class T>
void PairingSweep::from_natural(const Row& row, const Range& columns, const T* natural, Index stride,
                                T* to) const {
  const Index n = pairing_.slow;
  const T* const of_pair = natural + row.pair * n;
  for (Index k = columns.begin; k < columns.end; ++k, to += stride) {
    if (!row.mirrored)
      *to = k > 0 || row.first ? of_pair[k] : of_pair[k] + of_pair[k];
    else if (k > 0)
      *to = std::conj(of_pair[n - k]);
    else
      *to = row.middle ? of_pair[n] : T{};
  }
}

template <class T>
void PairingSweep::run_piece(const Piece& piece, Places slots, Index field, int thread) const {
  T* const paired = reinterpret_cast<T*>(slots[static_cast<std::size_t>(piece.slot)].address) + piece.offset +
                    field * piece.field_stride;
  T* const natural = reinterpret_cast<T*>(slots[static_cast<std::size_t>(natural_)].address);
  const Range positions = piece.box.ranges[0], mine = part_of(positions.size(), team_.size(), thread);
  for (Index i = mine.begin; i < mine.end; ++i) {
    const Row row = row_at(positions.begin + i);
    T* const line = paired + i * piece.strides[0];
    if (pairing_.side == Paired::read)
      to_natural(row, piece.box.ranges[1], line, piece.strides[1], natural);
    else
      from_natural(row, piece.box.ranges[1], natural, piece.strides[1], line);
  }
}

void PairingSweep::run(Places slots, Index field) {
  team_.run([&](int thread) {
    for (const Piece& piece : paired_.pieces)
      if (precision_ == Precision::double_)
        run_piece<std::complex<double>>(piece, slots, field, thread);
      else
        run_piece<std::complex<float>>(piece, slots, field, thread);
  });
}

}  // namespace weft::inline sweep
