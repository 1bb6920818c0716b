// An array from one distribution to another.
//
// What process a sends to process b is the box that a has before and b has after. Elements travel in the
// memory order of the receiver: the one transposition that there may be is made where the box is packed.
#include <cstdint>
#include <memory>

#include "arrays/arrival.hpp"
#include "arrays/boxes.hpp"
#include "arrays/move.hpp"
#include "weft/array_functions.hpp"
#include "weft/error.hpp"

namespace weft {

namespace {

void check_arguments(const Distribution& from, const ConstMemory& in, const Distribution& to,
                     const Memory& out) {
  if (from.communicators() != to.communicators())
    fail("the arrays are spread over different communicators; make both distributions on the same one");
  if (from.layout().shape != to.layout().shape)
    fail("an array of shape " + to_text(from.layout().shape) + " cannot be redistributed to one of shape " +
         to_text(to.layout().shape) + "; give both the same shape");
  if (from.element() != to.element())
    fail("elements of type " + to_text(from.element()) + " cannot be redistributed to " +
         to_text(to.element()) + "; give both the same type and convert before or after");
  check_memory(from, in, "the array to be redistributed");
  check_memory(to, out, "the array for the result");
  const auto begin_in = reinterpret_cast<std::uintptr_t>(in.address());
  const auto begin_out = reinterpret_cast<std::uintptr_t>(out.address());
  const auto bytes = static_cast<std::uintptr_t>(bytes_of(from.element()));
  const auto bytes_in = static_cast<std::uintptr_t>(from.memory_elements()) * bytes;
  const auto bytes_out = static_cast<std::uintptr_t>(to.memory_elements()) * bytes;
  if (bytes_in > 0 && bytes_out > 0 && begin_in < begin_out + bytes_out && begin_out < begin_in + bytes_in)
    fail("the arrays of a redistribution overlap in memory; use two arrays");
}

}  // namespace

void redistribute(const Distribution& from, ConstMemory in, const Distribution& to, Memory out) {
  Facts facts = facts_of(from, "array");
  const Facts more = facts_of(to, "result");
  facts.insert(facts.end(), more.begin(), more.end());
  const auto bytes = static_cast<int>(bytes_of(from.element()));
  std::unique_ptr<MessageBuffers> buffers;
  const Doing doing = arrive(from, "redistribute", facts, [&] {
    check_arguments(from, in, to, out);
    buffers = std::make_unique<MessageBuffers>(from.box().n_points(), to.box().n_points(), bytes,
                                               from.layout().n_processes());
  });
  const Move move{[&](int rank) { return intersect(from.box(), box_of(to.layout(), rank)); },
                  [&](int rank) { return intersect(box_of(from.layout(), rank), to.box()); },
                  owned_block(from, in.address()),
                  owned_block(to, out.address()),
                  to.storage().order,
                  from.storage().order.back()};
  move_boxes(from, move, *buffers, "redistribute");
}

}  // namespace weft
