// Making a halo: collective and cautious. Arguments are proved equal, what can fail is agreed on, and only
// then is anything made together.
#include <algorithm>

#include "comm/agree.hpp"
#include "comm/check.hpp"
#include "geometry/storage.hpp"
#include "halo/halo_impl.hpp"
#include "halo/options.hpp"
#include "weft/error.hpp"
#include "weft/words.hpp"

namespace weft {

namespace {

// As long as a plan waits that is told nothing else, where nothing else was asked for, or what was asked for
// is wrong.
double patience_of(const std::function<HaloOptions()>& asked_for) {
  double seconds = HaloOptions{}.timeout;
  try {
    seconds = asked_for().timeout;
  } catch (const Error&) {
  }
  return seconds == HaloOptions{}.timeout || !(seconds > 0) ? default_timeout() : seconds;
}

}  // namespace

Halo::Impl::Impl(const Distribution& distribution, const std::function<HaloOptions()>& asked_for)
    : Life("halo", distribution.communicators()), arrays(distribution) {
  const double seconds = patience_of(asked_for);
  const Doing doing("to make a halo", seconds);
  weft::agree(
      comms->base(),
      [&] {
        options = asked_for();
        check_arguments();
      },
      "", seconds);
  options.timeout = seconds;
  std::vector<std::pair<std::string, std::string>> facts = halo_options().facts(options);
  facts.insert(facts.begin(), {{"layout", to_text(arrays.layout())},
                               {"element type", to_text(arrays.element())},
                               {"order of the axes in memory", join(arrays.storage().order)}});
  require_equal(comms->base(), facts, "", options.timeout);
  const int rank = arrays.rank();
  take_name(arrays.layout().shape);
  for (HaloWay w : halo_ways)
    calls[w == HaloWay::fill ? 0 : 1] = CallName("to call " + std::string(name_of(w)) + " of " + full_name);
  weft::agree(comms->base(), [&] {
    task = {rank,
            {arrays.layout(), arrays.storage().order, arrays.element()},
            {options.periodic, options.corners},
            {},
            {},
            options.n_fields};
    const HaloPieces pieces = halo_pieces_of(arrays.layout(), task.rule, rank);
    task.fill = transfers_of(task.arrays, pieces, rank, HaloWay::fill);
    task.add = transfers_of(task.arrays, pieces, rank, HaloWay::add);
    fields.reserve(static_cast<std::size_t>(options.n_fields));
  });
  for (int r = 0; r < comms->size(); ++r)
    if (comms->node_of()[r] == comms->node_of()[rank]) mates.push_back(r);
  node = comms->part("node", mates);
  choose_row();
  make_exchange();
}

void Halo::Impl::check_arguments() {
  arrays.require_host("a halo");
  const Layout& layout = arrays.layout();
  if (std::all_of(layout.ghosts.begin(), layout.ghosts.end(), [](Index n) { return n == 0; }))
    fail("the layout " + to_text(layout) +
         " has no ghost cells; set Layout::ghosts, one number for each axis");
  const auto n_axes = static_cast<std::size_t>(layout.n_axes());
  if (options.periodic.size() < 2)
    options.periodic.assign(n_axes, options.periodic.empty() || options.periodic[0]);
  if (options.periodic.size() != n_axes)
    fail("periodic has " + std::to_string(options.periodic.size()) + " entries, but the array has " +
         std::to_string(n_axes) + " axes; give one for each axis, one for all, or none (all are periodic)");
  halo_options().check_members(options);
  const Storage whole = dense_storage(box_with_ghosts(layout, arrays.rank()).shape(), arrays.storage().order);
  if (!arrays.box().empty() && whole.strides != arrays.storage().strides)
    fail("the arrays have the strides " + to_text(arrays.storage().strides) +
         ", but without gaps, ghost cells included, they are " + to_text(whole.strides) +
         "; make the distribution from a layout with ghost cells");
}

// The same on all processes.
bool Halo::Impl::all_neighbours_share_a_node() const {
  int all = 1;
  for (const PeerTransfer& peer : task.fill.peers)
    if (comms->node_of()[peer.rank] != comms->node_of()[task.rank]) all = 0;
  check_mpi(MPI_Allreduce(MPI_IN_PLACE, &all, 1, MPI_INT, MPI_MIN, comms->base()),
            "agreeing on the nodes of neighbours");
  return all != 0;
}

// Is there enough shared memory on every node? Asked before any is touched: a touch beyond it is fatal.
bool Halo::Impl::window_fits() {
  Index bytes = 0;
  weft::agree(comms->base(),
              [&] { bytes = row->window_bytes(task, place()) + window_overhead_bytes(task.n_fields); });
  Index on_node = 0;
  check_mpi(MPI_Allreduce(&bytes, &on_node, 1, MPI_INT64_T, MPI_SUM, node), "adding up shared memory");
  int fits = on_node < free_shared_bytes() ? 1 : 0;
  check_mpi(MPI_Allreduce(MPI_IN_PLACE, &fits, 1, MPI_INT, MPI_MIN, comms->base()),
            "agreeing on shared memory");
  return fits != 0;
}

void Halo::Impl::choose_row() {
  const bool is_auto = options.exchange == "auto";
  const bool one_node = all_neighbours_share_a_node();
  row = &find_halo_row(is_auto ? (one_node ? "window-pull" : "persistent") : options.exchange);
  if (row->shares_memory && !one_node)
    fail(ErrorCode::not_applicable,
         "exchange=" + row->name +
             " needs neighbours that share memory, but some of them are on different nodes; use "
             "exchange=auto, node or persistent");
  if (row->exchange != nullptr && !why_missing(*row->exchange).empty())
    fail(ErrorCode::not_applicable, "exchange=" + row->name + ": " + why_missing(*row->exchange));
  if (!row->uses_window || window_fits()) return;
  if (!is_auto)
    fail(ErrorCode::resource, "exchange=" + row->name +
                                  " needs more shared memory than /dev/shm has free on some node; use "
                                  "exchange=persistent, or free some");
  remarks.emplace_back("no shared windows: /dev/shm has too little space free on some node");
  row = &find_halo_row("persistent");
}

HaloPlace Halo::Impl::place() {
  return {*comms, mates, node, arena, window.get(), shared.get(), options.timeout, first_tag};
}

void Halo::Impl::make_exchange() {
  if (row->uses_window)
    window = std::make_unique<SharedWindow>(node, row->window_bytes(task, place()), options.timeout,
                                            options.n_fields);
  if (row->shares_memory && mates.size() > 1) shared = std::make_unique<SharedArrays>(node, mates);
  first_tag = comms->take_tags(2);
  exchange = row->make(*row, task, place());
  for (HaloWay w : halo_ways) counts[w == HaloWay::fill ? 0 : 1] = exchange->counts(w);
}

}  // namespace weft
