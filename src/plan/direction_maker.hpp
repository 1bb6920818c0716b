// The sweeps and exchanges of one direction of a plan that keeps whole stages, and the memory they use.
#pragma once

#include <vector>

#include "plan/blueprint.hpp"
#include "plan/buffers.hpp"

namespace weft {

// Bytes of a local array of this storage.
Index bytes_of(const Storage& storage, const Problem& problem, bool real);

// The ends of a direction that are not arrays of the user.
struct Ends {
  bool from_chunks = false, to_chunks = false;  // points that stay in cache
  Slot busy = input_slot;                       // what is read while the first sweep writes
  View arrived = {};  // where that lies in it, in slots of an exchange: products may be written there
};

// Makes the steps of one direction.
class DirectionMaker {
 public:
  DirectionMaker(const Problem& problem, int rank, const Settings& settings, const Route& route,
                 Blueprint& blueprint, const Ends& ends = {})
      : problem_(problem),
        rank_(rank),
        settings_(settings),
        route_(route),
        blueprint_(blueprint),
        ends_(ends) {}

  Direction make(const Storage& input, const Storage& output, const std::vector<const ExchangeRow*>& rows,
                 const std::vector<int>& windows);

 private:
  bool is_copy(std::size_t sweep) const { return route_.sweeps[sweep].axes.empty(); }
  bool is_of_chunks(std::size_t sweep) const {
    return (ends_.from_chunks && sweep == 0) || (ends_.to_chunks && sweep + 1 == route_.sweeps.size());
  }
  std::vector<bool> sweeps_that_run(const std::vector<const ExchangeRow*>& rows) const;
  std::vector<Cutting> cuttings() const;
  BufferRules buffer_rules(const Storage& input, const Storage& output,
                           const std::vector<const ExchangeRow*>& rows) const;
  LocalSweep local_sweep(std::size_t i, const View& source, const View& target) const;
  BufferNeeds needs_in_array(const Storage& input, const Storage& output, const ExchangeRow& row,
                             ExchangeViews& views) const;
  void leave_from_where_it_arrived(ExchangeViews& views, BufferNeeds& needs) const;

  const Problem& problem_;
  const int rank_;
  const Settings& settings_;
  const Route& route_;
  Blueprint& blueprint_;
  const Ends ends_;
};

}  // namespace weft
