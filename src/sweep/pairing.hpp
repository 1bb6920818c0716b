// The natural order of the modes of real points, where one axis is split in two (doc/design/038).
//
// The transforms leave the modes k = k_fast n_slow + k_slow with 0 <= k_slow <= n_slow / 2. The other modes
// up to n / 2 are complex conjugates of those in the mirrored row n_fast - 1 - k_fast. So rows are exchanged
// in pairs: position 2 r is row r, position 2 r + 1 row n_fast - 1 - r, and whoever has the pair r has the
// modes r n_slow ... (r + 1) n_slow - 1 of the natural order; with the last pair of an even n_fast, mode n /
// 2 as well.
//
// Backward a pair is made of these modes. Of two elements that are conjugates of each other within the column
// k_slow = 0, one is in another pair: it is left zero and the one here is doubled, which gives the same real
// parts after the transform along the fast axis; the imaginary parts are not used (as in every c2r).
#pragma once

#include "sweep/sweep.hpp"

namespace weft::inline sweep {

// A view in positions along axis 0, in rows: each piece becomes two.
View in_rows(const View& view, const Pairing& pairing);

// From pairs of rows to natural order, or back.
class PairingSweep : public AnySweep {
 public:
  PairingSweep(const LocalSweep& sweep, Team& team);
  void run(Places slots, Index field) override;
  double measure_arithmetic() override { return 0; }

 private:
  // What lies at one position.
  struct Row {
    Index pair = 0;         // of this process, from 0
    bool mirrored = false;  // the second of its pair
    bool first = false;     // row 0: its own mirror image in column 0
    bool middle = false;    // row n_fast / 2: the same
  };
  Row row_at(Index position) const;
  template <class T>
  void run_piece(const Piece& piece, Places slots, Index field, int thread) const;
  template <class T>
  void to_natural(const Row& row, const Range& columns, const T* from, Index stride, T* natural) const;
  template <class T>
  void from_natural(const Row& row, const Range& columns, const T* natural, Index stride, T* to) const;

  View paired_;
  Slot natural_;
  Pairing pairing_;
  Index origin_;  // position of the first row here
  Precision precision_;
  Team& team_;
};

}  // namespace weft::inline sweep
