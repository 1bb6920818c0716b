// The order in which one direction of a plan does its work: a pure function of how the work is cut.
//
// Sweep by sweep, in each lump by lump: the messages of all lumps are on their way before the first of them
// is wanted. A sweep starts when its input has arrived (ready) and nobody reads its output any more
// (acquire); then it gives its input back (release) and its output away (publish). That makes any sequence of
// forward and backward calls safe.
#include "pass/program.hpp"

namespace weft::inline pass {

namespace {

class Writer {
 public:
  explicit Writer(const Outline& outline) : outline_(outline) {}

  std::vector<Op> write() {
    for (std::size_t sweep = 0; sweep < outline_.sweeps.size(); ++sweep) {
      if (static_cast<int>(sweep) == outline_.products)
        add_products(outline_.products);
      else
        for (int lump = 0; lump < outline_.n_lumps; ++lump) add_sweep(static_cast<int>(sweep), lump);
    }
    return std::move(program_);
  }

 private:
  Index n_strips(int exchange) const {
    const auto e = static_cast<std::size_t>(exchange);
    return exchange >= 0 && e < outline_.n_strips.size() ? outline_.n_strips[e] : 0;
  }

  void for_strips(Act act, int exchange, int lump) {
    for (Index strip = 0; strip < n_strips(exchange); ++strip)
      program_.push_back({act, exchange, strip, lump});
  }

  void publish(int exchange, Index strip, int lump) {
    if (outline_.barriers && strip == 0) program_.push_back({Act::barrier, exchange, 0, lump});
    program_.push_back({Act::publish, exchange, strip, lump});
    if (n_strips(exchange) > 1 || outline_.n_lumps > 1)
      program_.push_back({Act::progress, exchange, strip, lump});
  }

  void add_sweep(int sweep, int lump) {
    const int before = sweep - 1, after = sweep;
    const Cutting cutting = outline_.sweeps[static_cast<std::size_t>(sweep)];
    if (cutting != Cutting::before) for_strips(Act::ready, before, lump);
    for_strips(Act::acquire, after, lump);
    switch (cutting) {
      case Cutting::none:
        program_.push_back({Act::sweep, sweep, -1, lump});
        break;
      case Cutting::after:
        for (Index strip = 0; strip < n_strips(after); ++strip) {
          program_.push_back({Act::sweep, sweep, strip, lump});
          publish(after, strip, lump);
        }
        break;
      case Cutting::before:
        for (Index strip = 0; strip < n_strips(before); ++strip) {
          program_.push_back({Act::ready, before, strip, lump});
          program_.push_back({Act::sweep, sweep, strip, lump});
        }
        break;
    }
    for_strips(Act::release, before, lump);
    if (cutting != Cutting::after)
      for (Index strip = 0; strip < n_strips(after); ++strip) publish(after, strip, lump);
  }

  // Products are of all fields, so all of them must be here before any is written.
  void add_products(int sweep) {
    const int before = sweep - 1, after = sweep;
    for (int lump = 0; lump < outline_.n_lumps; ++lump) {
      for_strips(Act::ready, before, lump);
      for_strips(Act::acquire, after, lump);
    }
    program_.push_back({Act::sweep, sweep, -1, 0});
    for (int lump = 0; lump < outline_.n_lumps; ++lump) {
      for_strips(Act::release, before, lump);
      for (Index strip = 0; strip < n_strips(after); ++strip) publish(after, strip, lump);
    }
  }

  const Outline& outline_;
  std::vector<Op> program_;
};

}  // namespace

std::vector<Op> make_program(const Outline& outline) { return Writer(outline).write(); }

}  // namespace weft::inline pass
