// Between a sweep and the user's own arrays, where these may lie in shared memory (option arrays=shared).
//
// A route whose layout at an end is the user's own ends in a copy. On a node the copy can be spared: the
// sweep before it writes straight into the peers' output arrays (`direct-push`), and on the way back the
// sweep after it reads straight from the peers' input arrays (`direct-pull`). Which array a process uses is
// known only to itself, and only when it is called. So each process tells its peers at the beginning of a
// call, in words beside its flags: one of its shared arrays, or none, for memory of its own. In the latter
// case the peers work on its segment of the window, and it copies as ever; segment and array lie in memory
// alike, so that where they are the same there is nothing left to copy.
//
// Waits: push: for each peer that is written to, until it has entered the call; then for each that writes
// here. Pull: for each peer that is read; and before the call ends for those that read here, because the
// input is the caller's again. After either, nobody looks at this process's words any more.
#include <algorithm>

#include "comm/shared_arrays.hpp"
#include "exchange/exchange.hpp"
#include "exchange/window_views.hpp"

namespace weft::inline exchange {

namespace {

ExchangeViews direct_push_views(const Redistribution& move, int rank, const Nodes&) {
  const WindowArrays outputs{move, move.to, true};
  return {spread_view(outputs, move.from, rank), own_view(outputs, rank), 0, 0,
          outputs.field_stride(rank) * move.n_fields};
}

ExchangeViews direct_pull_views(const Redistribution& move, int rank, const Nodes&) {
  const WindowArrays inputs{move, move.from, true};
  return {own_view(inputs, rank), spread_view(inputs, move.to, rank), 0, 0,
          inputs.field_stride(rank) * move.n_fields};
}

ExchangeCounts direct_counts(const std::string& name, bool push, const Redistribution& move, int rank) {
  ExchangeCounts counts{name, 0, 0, 0, 0};
  for (int peer : group_of(move, rank)) {
    if (peer == rank) continue;
    const Index given = piece_between(move, rank, peer).n_points();
    const Index taken = piece_between(move, peer, rank).n_points();
    counts.peer_bytes += (push ? given : taken) * move.element_bytes;
    counts.flags += (given > 0 ? 1 : 0) + (taken > 0 ? 1 : 0);
  }
  return counts;
}

class DirectExchange : public Exchange {
 public:
  DirectExchange(const ExchangeSetup& setup, bool push) : setup_(setup), push_(push) {
    const Redistribution& move = setup_.move;
    const WindowArrays arrays{move, push ? move.to : move.from, true};
    for (std::size_t i = 0; i < setup_.group.size(); ++i) {
      const int peer = setup_.group[i], position = static_cast<int>(i);
      if (peer == setup_.rank) own_ = i;
      if (peer != setup_.rank && !piece_between(move, setup_.rank, peer).empty()) takers_.push_back(position);
      if (peer != setup_.rank && !piece_between(move, peer, setup_.rank).empty()) givers_.push_back(position);
      members_.push_back({setup_.arrays != nullptr ? setup_.arrays->position_of(peer) : 0,
                          setup_.segments[i].address, arrays.field_stride(peer) * move.element_bytes,
                          std::vector<std::uint64_t>(static_cast<std::size_t>(move.n_fields), 0)});
    }
    array_bytes_ = arrays.storage(setup_.rank).n_elements() * move.element_bytes;
  }

  void enter(const Call& call) override {
    std::vector<std::uint64_t>& words = members_[own_].words;
    std::fill(words.begin(), words.end(), 0);
    for (Index f = 0; setup_.arrays != nullptr && f < call.n_fields; ++f)
      words[static_cast<std::size_t>(f)] =
          setup_.arrays->word_of((push_ ? call.out : call.in)[f], array_bytes_);
    setup_.window->enter_round(words);
  }
  void acquire() override {
    for (std::size_t i = 0; push_ && i < takers_.size(); ++i) {
      setup_.window->await_entry(takers_[i]);
      hear(takers_[i]);
    }
  }
  void bind(Index field) override {
    for (std::size_t i = 0; i < members_.size(); ++i) {
      const Member& member = members_[i];
      const std::uint64_t word = member.words[static_cast<std::size_t>(field)];
      setup_.segments[i] = Place(word == 0 ? member.segment + field * member.field_bytes
                                           : setup_.arrays->address(word, member.node_position));
    }
  }
  void publish(const Call&) override { setup_.window->publish(); }
  bool progress() override {
    return std::all_of(givers_.begin(), givers_.end(),
                       [&](int giver) { return setup_.window->is_published(giver); });
  }
  void ready() override {
    for (int giver : givers_) {
      setup_.window->await(giver);
      if (!push_) hear(giver);
    }
  }
  void release() override { setup_.window->end_round(); }
  void leave() override {
    for (std::size_t i = 0; !push_ && i < takers_.size(); ++i) setup_.window->await_end(takers_[i]);
  }

 private:
  struct Member {
    int node_position;
    char* segment;                     // where it works if its array is not shared
    Index field_bytes;                 // from field to field there
    std::vector<std::uint64_t> words;  // what it told in this round, one for each field
  };

  void hear(int position) {
    std::vector<std::uint64_t>& words = members_[static_cast<std::size_t>(position)].words;
    for (std::size_t f = 0; f < words.size(); ++f)
      words[f] = setup_.window->word(position, static_cast<Index>(f));
  }

  ExchangeSetup setup_;
  bool push_;
  std::vector<Member> members_;       // by position in the group
  std::vector<int> takers_, givers_;  // positions of those that get something from here, and give something
  std::size_t own_ = 0;
  Index array_bytes_ = 0;  // of this process's array
};

}  // namespace

const ExchangeRow& direct_push() {
  static const ExchangeRow row{
      .name = "direct-push",
      .meaning = "each sweep writes into the peers' shared output arrays",
      .shares_memory = true,
      .writes_to_peers = true,
      .views = direct_push_views,
      .counts = [](const Redistribution& move, int rank,
                   const Nodes&) { return direct_counts("direct-push", true, move, rank); },
      .seconds = seconds_of_flags,
      .make = [](const ExchangeSetup& setup) -> std::unique_ptr<Exchange> {
        return std::make_unique<DirectExchange>(setup, true);
      },
      .window_group = whole_group};
  return row;
}

const ExchangeRow& direct_pull() {
  static const ExchangeRow row{
      .name = "direct-pull",
      .meaning = "each sweep reads from the peers' shared input arrays",
      .shares_memory = true,
      .views = direct_pull_views,
      .counts = [](const Redistribution& move, int rank,
                   const Nodes&) { return direct_counts("direct-pull", false, move, rank); },
      .seconds = seconds_of_flags,
      .make = [](const ExchangeSetup& setup) -> std::unique_ptr<Exchange> {
        return std::make_unique<DirectExchange>(setup, false);
      },
      .window_group = whole_group};
  return row;
}

}  // namespace weft::inline exchange
