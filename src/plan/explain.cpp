// A plan in words: the route of each direction with the bytes that it moves on this process.
#include "plan/explain.hpp"

#include "base/text.hpp"

namespace weft {
namespace {

std::string in_words(const SweepCounts& sweep) {
  const std::string what = sweep.axes.empty() ? "copy" : "transform axes " + join(sweep.axes);
  return "  sweep: " + what + ", reads " + std::to_string(sweep.bytes_read) + " and writes " +
         std::to_string(sweep.bytes_written) + " bytes\n";
}

std::string in_words(const ExchangeCounts& exchange, const MoveStep& step) {
  std::string text =
      "  " + exchange.exchange + ": " + to_text(step.move.from) + " -> " + to_text(step.move.to);
  if (exchange.messages > 0)
    text += ", " + std::to_string(exchange.messages) + " message(s) of " +
            std::to_string(exchange.bytes_sent) + " bytes in all";
  if (exchange.flags > 0)
    text += ", " + std::to_string(exchange.flags) + " flag(s), " + std::to_string(exchange.peer_bytes) +
            (step.row->writes_to_peers ? " bytes written to other processes"
                                       : " bytes read from other processes");
  return text + "\n";
}

std::string in_words(const Direction& direction, const Counts& counts) {
  std::string text;
  std::size_t next_sweep = 0;
  for (std::size_t i = 0; i < direction.sweeps.size(); ++i) {
    if (direction.sweeps[i].only_private)
      text += "  copy: not run where the user's array is shared\n";
    else if (direction.sweeps[i].runs)
      text += in_words(counts.sweeps[next_sweep++]);
    if (i < direction.moves.size()) text += in_words(counts.exchanges[i], direction.moves[i]);
  }
  return text;
}

}  // namespace

std::string explain_plan(const Blueprint& blueprint, const Description& description, int rank,
                         const std::vector<std::string>& remarks) {
  std::string text = "choice: " + to_text(description.choice) + "\n";
  text += "points: " + to_text(description.points) + "\n";
  text += "modes:  " + to_text(description.modes) + ", memory order " +
          join(description.modes_storage.order) + "\n";
  text += "process " + std::to_string(rank) + " of " + std::to_string(description.points.n_processes()) +
          ", each field:\n";
  text += " forward\n" + in_words(blueprint.forward, description.forward);
  text += " backward\n" + in_words(blueprint.backward, description.backward);
  const PlanMemory& memory = description.memory;
  text += "memory: " + std::to_string(memory.stages) + " bytes of stages, " + std::to_string(memory.windows) +
          " of shared windows, " + std::to_string(memory.tiles) + " of tiles in cache\n";
  for (const std::string& remark : remarks) text += "remark: " + remark + "\n";
  return text;
}

}  // namespace weft
