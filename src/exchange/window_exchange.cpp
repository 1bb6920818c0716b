// What happens between two sweeps that share a window, whether they push or pull: flags, no data.
//
// A process touches the segments only when everybody has finished with the round before, and reads when those
// whose data it reads have published this round. So a push may follow a pull on the same window, in either
// direction. Where each process writes nothing but what it has read (products), it need not even wait.
// Non-temporal stores are complete before the flag: a sweep ends with a fence.
#include <algorithm>

#include "exchange/exchange.hpp"

namespace weft::inline exchange {

namespace {

class WindowExchange : public Exchange {
 public:
  explicit WindowExchange(const ExchangeSetup& setup) : window_(setup.window), takes_over_(setup.takes_over) {
    for (std::size_t i = 0; i < setup.group.size(); ++i)
      if (!piece_between(setup.move, setup.group[i], setup.rank).empty())
        sources_.push_back(static_cast<int>(i));
  }
  void acquire() override {
    if (!takes_over_) window_->begin_round();
  }
  void publish(const Call&) override {
    if (takes_over_) window_->next_round();
    window_->publish();
  }
  bool progress() override {
    return std::all_of(sources_.begin(), sources_.end(), [&](int s) { return window_->is_published(s); });
  }
  void ready() override {
    for (int source : sources_) window_->await(source);
  }
  void release() override { window_->end_round(); }

 private:
  SharedWindow* window_;
  bool takes_over_;
  std::vector<int> sources_;  // positions in the group of those whose data arrive here
};

}  // namespace

std::vector<int> whole_group(const Redistribution& move, int rank, const Nodes&) {
  return group_of(move, rank);
}

std::unique_ptr<Exchange> make_window_exchange(const ExchangeSetup& setup) {
  return std::make_unique<WindowExchange>(setup);
}

}  // namespace weft::inline exchange
