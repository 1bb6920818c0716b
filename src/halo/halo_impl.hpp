// What a halo consists of: the values it was made from, and the exchange built from them once.
#pragma once

#include <functional>

#include "comm/life.hpp"
#include "halo/exchange.hpp"
#include "weft/error.hpp"
#include "weft/halo.hpp"

namespace weft {

struct WEFT_HIDDEN Halo::Impl : Life {
  // What `asked_for` says, or throws, on this process is agreed on.
  Impl(const Distribution& distribution, const std::function<HaloOptions()>& asked_for);
  // Parts of making it (make.cpp).
  void check_arguments();
  void choose_row();
  bool all_neighbours_share_a_node() const;
  bool window_fits();
  void make_exchange();

  // Using it (halo.cpp).
  void start(HaloWay way, std::span<void* const> fields);
  void finish(HaloWay way);
  void check_idle(const char* wanted) const;
  std::shared_ptr<void> allocate_shared(Index bytes);
  void close();
  void keep_memory_of_call();
  HaloPlace place();

  Distribution arrays;
  HaloOptions options;
  CallName calls[2];  // by way
  HaloTask task;
  const HaloRow* row = nullptr;
  std::vector<int> mates;  // ranks on this node
  MPI_Comm node = MPI_COMM_NULL;
  Arena arena;
  std::unique_ptr<SharedWindow> window;
  std::unique_ptr<SharedArrays> shared;  // null on a process that is alone on its node
  int first_tag = 0;
  std::unique_ptr<HaloExchange> exchange;
  ExchangeCounts counts[2];  // by way
  std::vector<std::string> remarks;

  std::vector<char*> fields;  // of the call
  bool is_running = false;
  HaloWay way = HaloWay::fill;  // of the call
};

}  // namespace weft

namespace weft::inline halo {

// "exchange", "accumulate"
const char* name_of(HaloWay way);

}  // namespace weft::inline halo
