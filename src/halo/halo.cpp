// A halo as users see it: running it, asking it, closing it.
#include "weft/halo.hpp"

#include "comm/agree.hpp"
#include "geometry/storage.hpp"
#include "halo/halo_impl.hpp"
#include "halo/options.hpp"
#include "weft/error.hpp"

namespace weft::inline halo {

const char* name_of(HaloWay way) { return way == HaloWay::fill ? "exchange" : "accumulate"; }

}  // namespace weft::inline halo

namespace weft {

void Halo::Impl::check_idle(const char* wanted) const {
  Life::check_idle(is_running ? name_of(way) : "", wanted);
}

void Halo::Impl::start(HaloWay wanted, std::span<void* const> given) {
  check_idle("start another call");
  if (given.empty() || given.size() > static_cast<std::size_t>(options.n_fields))
    fail(std::to_string(given.size()) + " arrays were given to a halo for 1 to " +
         std::to_string(options.n_fields) + "; set n_fields to the most that one call exchanges");
  fields.clear();
  for (void* field : given) {
    if (field == nullptr && !arrays.box().empty())
      fail("an array is null, but this process has the block " + to_text(arrays.box()) +
           "; pass the address of its memory, ghost cells included");
    fields.push_back(static_cast<char*>(field));
  }
  way = wanted;
  together([&] {
    comms->calls().begin(calls[way == HaloWay::fill ? 0 : 1]);
    comms->call_begins();
    is_running = true;
    exchange->start(way, fields, comms->calls().word());
  });
  const Transfers& all = task.transfers(way);
  for (char* field : fields) {
    arrive(all, all.local, field, field);
    clear_all(all.clear_local, field);
  }
}

void Halo::Impl::finish(HaloWay wanted) {
  check_open();
  if (!is_running || way != wanted) fail_idle(name_of(wanted));
  together([&] {
    exchange->finish();
    comms->calls().end();
  });
  is_running = false;
  comms->call_ends();
}

std::shared_ptr<void> Halo::Impl::allocate_shared(Index bytes) {
  check_idle("make an array");
  if (!row->shares_memory) return nullptr;
  all_agree([] {}, "to make an array of " + full_name, options.timeout);
  return shared ? shared->allocate(bytes) : nullptr;  // alone on its node
}

void Halo::Impl::keep_memory_of_call() {
  static std::vector<std::unique_ptr<HaloExchange>> exchanges;
  static std::vector<Arena> memory;
  static std::vector<std::unique_ptr<SharedWindow>> windows;
  is_running = false;
  exchanges.push_back(std::move(exchange));
  memory.push_back(std::move(arena));
  if (window) window->abandon();
  windows.push_back(std::move(window));
}

void Halo::Impl::close() {
  if (closed) return;
  if (is_running) end_call([this] { finish(way); }, [this] { keep_memory_of_call(); });
  closed = true;
  exchange.reset();
  arena = {};
  shared.reset();
  std::vector<std::unique_ptr<SharedWindow>> windows;
  if (window) windows.push_back(std::move(window));
  release(std::move(windows), *comms, options.timeout);
}

Halo::Halo(const Distribution& arrays, const HaloOptions& options)
    : impl_(std::make_unique<Impl>(arrays, [&] { return options; })) {}
Halo::Halo(const Distribution& arrays, OptionTexts options)
    : impl_(std::make_unique<Impl>(arrays, [&] { return halo_options().read(options); })) {}
Halo::Halo(const Distribution& arrays, const Options& options)
    : impl_(std::make_unique<Impl>(arrays, [&] { return halo_options().read(options); })) {}

Halo::~Halo() {
  if (impl_) close_in_words("halo", [this] { close(); });
}
Halo::Halo(Halo&&) noexcept = default;
// What this halo was is closed, as when it is destroyed.
Halo& Halo::operator=(Halo&& other) noexcept {
  Halo before(std::move(other));
  std::swap(impl_, before.impl_);
  return *this;
}

void Halo::exchange(void* data) { exchange_fields(std::span(&data, 1)); }
void Halo::exchange_fields(std::span<void* const> fields) {
  exchange_start(fields);
  exchange_finish();
}
void Halo::accumulate(void* data) { accumulate_fields(std::span(&data, 1)); }
void Halo::accumulate_fields(std::span<void* const> fields) {
  accumulate_start(fields);
  accumulate_finish();
}
void Halo::exchange_start(std::span<void* const> fields) { impl_->start(HaloWay::fill, fields); }
void Halo::exchange_finish() { impl_->finish(HaloWay::fill); }
void Halo::accumulate_start(std::span<void* const> fields) { impl_->start(HaloWay::add, fields); }
void Halo::accumulate_finish() { impl_->finish(HaloWay::add); }

bool Halo::progress() {
  impl_->check_open();
  bool done = true;
  if (impl_->is_running) impl_->together([&] { done = impl_->exchange->progress(); });
  return done;
}

std::shared_ptr<void> Halo::shared_memory(Index bytes) { return impl_->allocate_shared(bytes); }

void Halo::check_new_array(ElementType type) {
  impl_->check_idle("make an array");
  const auto check = [&] {
    if (!(type == arrays().element()))
      fail("the arrays of this halo are " + to_text(arrays().element()) + ", not " + to_text(type) +
           "; use the element of the distribution");
  };
  impl_->all_agree(check, "to make an array of " + impl_->full_name, impl_->options.timeout);
}

void* Halo::checked(ElementType type, std::size_t elements, void* data) const {
  const auto needed = static_cast<std::size_t>(arrays().memory_elements());
  if (!(type == arrays().element()) || elements < needed)
    fail("the field has " + std::to_string(elements) + " elements of type " + to_text(type) +
         ", but this halo is for " + std::to_string(needed) + " of type " + to_text(arrays().element()) +
         ", ghost cells included; use fields of its allocate()");
  return data;
}

void Halo::close() {
  if (impl_) impl_->close();
}
bool Halo::is_closed() const { return !impl_ || impl_->closed; }

const Distribution& Halo::arrays() const { return impl_->arrays; }
const HaloOptions& Halo::options() const { return impl_->options; }
const std::string& Halo::exchange_name() const { return impl_->row->name; }

Storage Halo::memory_storage() const {
  return dense_storage(box_with_ghosts(arrays().layout(), arrays().rank()).shape(), arrays().storage().order);
}

Index Halo::n_ghosts() const {
  Index n = weft::n_ghosts(halo_pieces(arrays().layout(), impl_->task.rule, arrays().rank()));
  return n;
}

ExchangeCounts Halo::exchange_counts() const { return impl_->counts[0]; }
ExchangeCounts Halo::accumulate_counts() const { return impl_->counts[1]; }

std::string Halo::explain() const {
  const Index bytes = bytes_of(arrays().element());
  std::string text = "halo of " + to_text(arrays().layout()) + ", exchanged by " + impl_->row->name + "\n";
  text += "process " + std::to_string(arrays().rank()) + " of " + std::to_string(impl_->comms->size()) +
          ", " + std::to_string(impl_->task.fill.peers.size()) + " neighbour(s), " +
          std::to_string(n_ghosts()) + " ghost cells, each field:\n";
  for (const ExchangeCounts& c : impl_->counts) {
    text += std::string(" ") + name_of(&c == impl_->counts ? HaloWay::fill : HaloWay::add) + ": ";
    text += std::to_string(c.messages) + " message(s), " + std::to_string(c.bytes_sent) + " bytes sent, " +
            std::to_string(c.peer_bytes) + " bytes copied between processes, " + std::to_string(c.flags) +
            " flag(s)\n";
  }
  Index local = n_ghosts();
  for (const PeerTransfer& peer : impl_->task.fill.peers) local -= peer.arriving_elements;
  text += " copied within the process: " + std::to_string(local * bytes) + " bytes\n";
  for (const std::string& remark : impl_->remarks) text += " " + remark + "\n";
  return text;
}

}  // namespace weft
