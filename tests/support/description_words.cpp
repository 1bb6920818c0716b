// Descriptions in words.

#include "description_words.hpp"

#include <sstream>

namespace weft::test {

namespace {

template <class List>
std::string listed(const List& list) {
  std::ostringstream text;
  for (const auto& entry : list) text << " " << entry;
  return text.str();
}

std::string words_of(const Storage& storage) {
  return "shape" + listed(storage.shape) + ", order" + listed(storage.order) + ", strides" +
         listed(storage.strides);
}

}  // namespace

std::string words_of(const Counts& counts) {
  std::ostringstream text;
  for (const SweepCounts& sweep : counts.sweeps)
    text << "sweep" << listed(sweep.axes) << ": reads " << sweep.bytes_read << ", writes "
         << sweep.bytes_written << "\n";
  for (const ExchangeCounts& e : counts.exchanges)
    text << e.exchange << ": " << e.messages << " messages of " << e.bytes_sent << " bytes, " << e.peer_bytes
         << " bytes from peers, " << e.flags << " flags\n";
  text << counts.n_copies() << " copies\n";
  return text.str();
}

std::string words_of(const Description& d) {
  std::ostringstream text;
  text << to_text(d.choice) << "\npoints " << to_text(d.points) << ", " << to_text(d.points_box) << ", "
       << words_of(d.points_storage) << "\nmodes " << to_text(d.modes) << ", " << to_text(d.modes_box) << ", "
       << words_of(d.modes_storage) << "\nforward:\n"
       << words_of(d.forward) << "backward:\n"
       << words_of(d.backward) << "memory: stages " << d.memory.stages << ", windows " << d.memory.windows
       << ", tiles " << d.memory.tiles << "\n";
  return text.str();
}

}  // namespace weft::test
