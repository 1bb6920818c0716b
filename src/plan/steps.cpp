// What all makers of lists of sweeps and exchanges share.
#include "plan/steps.hpp"

#include <algorithm>

namespace weft {
namespace {

// Where the own piece of a move lies in the user's array that receives it.
Piece own_piece_of_user(const Piece& piece, const MoveStep& step, int rank) {
  Piece own{piece.box, output_slot, 0, step.to.storage.strides, 0};
  const Box inside = relative_to(piece_between(step.move, rank, rank), box_of(step.move.to, rank));
  for (int a = 0; a < inside.n_axes(); ++a) own.offset += inside.ranges[a].begin * own.strides[a];
  return own;
}

}  // namespace

void set_details(const Choice& choice, bool may_stream, int n_fields, LocalSweep& sweep) {
  sweep.lines = choice.lines;
  sweep.stream =
      choice.stores == "stream" || (choice.stores == "auto" && may_stream && is_large(sweep, n_fields));
}

bool is_of_user(const View& view) {
  return std::any_of(view.pieces.begin(), view.pieces.end(), [](const Piece& piece) {
    return piece.slot == input_slot || piece.slot == output_slot;
  });
}

View in_slots_of_plan(View view, const MoveStep& step, const Blueprint& blueprint, int rank) {
  for (Piece& piece : view.pieces) {
    if (piece.slot == send_slot)
      piece.slot = step.send;
    else if (piece.slot == receive_slot && step.to.is_user)
      piece = own_piece_of_user(piece, step, rank);
    else if (piece.slot == receive_slot)
      piece.slot = step.receive;
    else
      piece.slot = piece.slot - first_window_slot + blueprint.windows[step.window].first_slot;
  }
  return view;
}

}  // namespace weft
