// A machine model as people read it.
#include "transform/calibrate_table.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "program/text.hpp"
#include "weft/words.hpp"

namespace weft::cli {

namespace {

// "0.42 us", "17.3 us", "1540 us"
std::string time_text(double seconds) {
  const double us = 1e6 * seconds;
  return us < 1     ? fmt::format("{:.2f} us", us)
         : us < 100 ? fmt::format("{:.1f} us", us)
                    : fmt::format("{:.0f} us", us);
}

// "  title   item, item, item", in as many lines as it takes.
void add_list(std::vector<std::string>& table, const std::string& title,
              const std::vector<std::string>& items) {
  constexpr std::size_t most_columns = 100;
  if (items.empty()) return;
  std::string line = fmt::format("  {:<13}", title);
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (line.size() + items[i].size() + 2 > most_columns) {
      table.push_back(line);
      line = std::string(15, ' ');
    }
    line += " " + items[i] + (i + 1 < items.size() ? "," : "");
  }
  table.push_back(line);
}

bool is_of_same_row(const LineTime& a, const LineTime& b) {
  return a.backend == b.backend && a.transform == b.transform && a.precision == b.precision;
}

// Nanoseconds of a line, a row for each backend, transform and precision.
void add_lines(std::vector<std::string>& table, const std::vector<LineTime>& lines) {
  std::vector<Index> lengths;
  for (const Index n : {16, 64, 256, 1024, 24, 96, 360, 15, 225, 17, 127})
    if (std::any_of(lines.begin(), lines.end(), [&](const LineTime& line) { return line.n == n; }))
      lengths.push_back(n);
  std::string head = fmt::format("  {:<28}", "nanoseconds of a line of");
  for (const Index n : lengths) head += fmt::format(" {:>7}", n);
  table.push_back(head + " points, in cache");
  for (auto first = lines.begin(); first != lines.end();) {
    const auto last =
        std::find_if(first, lines.end(), [&](const auto& line) { return !is_of_same_row(*first, line); });
    std::string row =
        fmt::format("  {:<13} {:<7}{:<7}", first->backend,
                    first->precision == Precision::double_ ? "double" : "single", first->transform);
    for (const Index n : lengths) {
      const auto line = std::find_if(first, last, [&](const LineTime& l) { return l.n == n; });
      row +=
          line == last ? fmt::format(" {:>7}", "") : fmt::format(" {:>7}", short_number(1e9 * line->seconds));
    }
    table.push_back(row);
    first = last;
  }
}

void add_copies(std::vector<std::string>& table, const std::vector<CopyTime>& copies) {
  for (auto first = copies.begin(); first != copies.end();) {
    const auto last = std::find_if(first, copies.end(),
                                   [&](const auto& copy) { return copy.n_processes != first->n_processes; });
    std::vector<std::string> items;
    for (auto copy = first; copy != last; ++copy)
      items.push_back(
          fmt::format("{:.1f} GB/s in {}", 1e-9 * copy->bytes_per_second, size_text(copy->working_set)));
    add_list(table, processes_text(first->n_processes), items);
    first = last;
  }
}

std::vector<std::string> message_items(const std::vector<MessageTime>& messages, bool same_node) {
  std::vector<std::string> items;
  for (const MessageTime& message : messages)
    if (message.same_node == same_node)
      items.push_back(fmt::format("{} {}", size_text(message.bytes), time_text(message.seconds)));
  return items;
}

// The number of processes where it is another than before: "4 processes: 64 B 186 us", "512 B 1.56 ms".
std::vector<std::string> exchange_items(const std::vector<ExchangeTime>& times) {
  std::vector<std::string> items;
  int n_before = 0;
  for (const ExchangeTime& e : times) {
    const std::string who = e.n_processes == n_before ? "" : processes_text(e.n_processes) + ": ";
    items.push_back(who + fmt::format("{} {}", size_text(e.bytes_per_pair), time_text(e.seconds)));
    n_before = e.n_processes;
  }
  return items;
}

std::vector<std::string> meeting_items(const std::vector<MeetingTime>& times) {
  std::vector<std::string> items;
  for (const MeetingTime& time : times)
    items.push_back(fmt::format("{} {}", processes_text(time.n_processes), time_text(time.seconds)));
  return items;
}

}  // namespace

std::vector<std::string> machine_table(const MachineModel& m) {
  std::vector<std::string> table{
      fmt::format("{}: {}", m.host, m.kind),
      fmt::format("{} on {}, {} on a node, weft {}, {}{}", m.date, processes_text(m.n_processes),
                  m.processes_per_node, m.weft_version, m.mpi, m.quick ? ", measured quickly" : "")};
  if (!m.why.empty()) table.push_back("disturbed: " + join(m.why, "; "));
  table.emplace_back();
  table.emplace_back("Lines");
  add_lines(table, m.lines);
  table.emplace_back("Copies: each of the processes of a node that copy at once, bytes read plus written");
  add_copies(table, m.copies);
  table.emplace_back("Messages, one way");
  add_list(table, "within a node", message_items(m.messages, true));
  add_list(table, "between nodes", message_items(m.messages, false));
  add_list(table, "all to all", exchange_items(m.exchanges));
  add_list(table, "in rounds", exchange_items(m.rounds));
  table.emplace_back("Waiting for each other");
  add_list(table, "MPI_Barrier", meeting_items(m.barriers));
  add_list(table, "flags", meeting_items(m.flags));
  return table;
}

}  // namespace weft::cli
