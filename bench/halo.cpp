// What exchanging halos costs, beside copying the same bytes: for doc/design/017.
//
// Microseconds of Halo::exchange (and accumulate) for arrays of doubles, by every row, in every round beside
// the unit: copying as many pieces of the same shapes within the process, once, in the same memory. In "used"
// rounds each process changes the elements beside its ghost cells before each of them, as a program does
// between two exchanges; in "idle" ones nobody does. All take turns in every round; times are those of the
// slowest process. Printed are minima and medians, and the ratio to the unit: that of the minima, and the
// median over rounds. The machine may be busy with other things: minima are what the program can do, medians
// what it did that day.
//
//   build/weft-run -n 2 build/bench/halo [--json FILE] [--rounds N] [--shape NxNxN] [--width W]
//                                        [--exchange NAME,...] [GRID ...]
//
// GRID: processes along axes 0, 1, 2: 2, 1x2, 2x1x1 ...
#include <mpi.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

#include "halo/transfers.hpp"
#include "times.hpp"
#include "weft/halo.hpp"
#include "weft/weft.hpp"

namespace {

int rank() {
  int number = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &number);
  return number;
}
int n_processes() {
  int number = 1;
  MPI_Comm_size(MPI_COMM_WORLD, &number);
  return number;
}

std::vector<std::string> split(const std::string& text, char at) {
  std::vector<std::string> words;
  std::stringstream stream(text);
  for (std::string word; std::getline(stream, word, at);) words.push_back(word);
  return words;
}

struct Command {
  std::string json, text;
  int n_rounds = 300;
  weft::Extents shape = {128, 128, 128};
  weft::Index width = 1;
  std::vector<std::string> exchanges;
  std::vector<weft::ProcessGrid> grids;
};

Command parse(int argc, char** argv) {
  Command command;
  for (int i = 1; i < argc; ++i) command.text += std::string(" ") + argv[i];
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    const auto value = [&] {
      if (i + 1 == argc) throw weft::Error(weft::ErrorCode::invalid_argument, word + " needs a value");
      return std::string(argv[++i]);
    };
    if (word == "--json") {
      command.json = value();
    } else if (word == "--rounds") {
      command.n_rounds = std::stoi(value());
    } else if (word == "--width") {
      command.width = std::stoll(value());
    } else if (word == "--exchange") {
      command.exchanges = split(value(), ',');
    } else if (word == "--shape") {
      command.shape.clear();
      for (const std::string& n : split(value(), 'x')) command.shape.push_back(std::stoll(n));
    } else {
      weft::ProcessGrid grid;
      for (const std::string& n : split(word, 'x')) grid.dims.push_back(std::stoi(n));
      command.grids.push_back(grid);
    }
  }
  if (command.exchanges.empty()) command.exchanges = weft::halo_exchange_names();
  if (command.grids.empty()) command.grids = {{{n_processes()}}};
  return command;
}

// One way to bring the ghost cells up to date, or the unit.
struct Way {
  std::string name;
  bool is_private = false;
  std::unique_ptr<weft::Halo> halo;
  std::unique_ptr<weft::Field<double>> field;
  Times times[4];   // exchange, accumulate; idle, used
  Times ratios[4];  // to the unit of the same round
};

// Copies of the pieces of this process, within its own array: from the elements beside the ghost cells.
class Unit {
 public:
  Unit(const weft::Halo& halo) {
    const weft::Layout& layout = halo.arrays().layout();
    const weft::HaloRule rule{halo.options().periodic, true};
    const weft::Box block = halo.arrays().box();
    const weft::Storage storage = halo.memory_storage();
    const weft::Box memory = weft::box_with_ghosts(layout, rank());
    for (const weft::HaloPiece& piece : weft::halo_pieces(layout, rule, rank())) {
      weft::Spot from, to;
      for (int axis : storage.order) {
        const weft::Range ghosts = piece.ghosts.ranges[axis], own = block.ranges[axis];
        // Where the piece would lie if it came from the near end of the own block.
        weft::Index begin = std::max(ghosts.begin, own.begin);
        begin = std::min(begin, own.end - ghosts.size());
        const weft::Index bytes = storage.strides[axis] * 8;
        to.offset += (ghosts.begin - memory.ranges[axis].begin) * bytes;
        from.offset += (begin - memory.ranges[axis].begin) * bytes;
        from.strides.push_back(bytes);
        to.strides.push_back(bytes);
      }
      weft::Extents lengths;
      for (int axis : storage.order) lengths.push_back(piece.ghosts.ranges[axis].size());
      pieces_.push_back(weft::in_long_elements(weft::reduce(lengths, from, to, 8)));
      bytes_ += piece.ghosts.n_points() * 8;
    }
  }
  void copy(weft::Field<double>& field) const {
    char* data = reinterpret_cast<char*>(field.data());
    weft::copy_all(pieces_, data, data);
  }
  weft::Index bytes() const { return bytes_; }

 private:
  std::vector<weft::Copying> pieces_;
  weft::Index bytes_ = 0;
};

// What a program does between exchanges: changes every element of its block.
void use(weft::Field<double>& field) {
  for (std::size_t i = 0; i < field.size(); ++i) field.data()[i] += 1;
}

double seconds_of(const auto& act) {
  MPI_Barrier(MPI_COMM_WORLD);
  const double start = MPI_Wtime();
  act();
  double seconds = MPI_Wtime() - start;
  MPI_Allreduce(MPI_IN_PLACE, &seconds, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
  return seconds;
}

// Rounds of one kind: accumulate or exchange, used or idle.
void measure(std::vector<Way>& ways, const Unit& unit, int kind, int n_rounds) {
  const bool accumulates = kind % 2 == 1, used = kind >= 2;
  for (int round = 0; round <= n_rounds; ++round) {
    std::vector<double> seconds;
    for (Way& way : ways) {
      if (used) use(*way.field);
      seconds.push_back(seconds_of([&] {
        if (way.name == "copy")
          unit.copy(*way.field);
        else if (accumulates)
          way.halo->accumulate(*way.field);
        else
          way.halo->exchange(*way.field);
      }));
    }
    if (round == 0) continue;  // first touch
    for (std::size_t w = 0; w < ways.size(); ++w) {
      ways[w].times[kind].seconds.push_back(seconds[w]);
      ways[w].ratios[kind].seconds.push_back(seconds[w] / seconds[0]);
    }
  }
}

weft::Field<double> private_field(const weft::Halo& halo) {
  return {weft::box_with_ghosts(halo.arrays().layout(), rank()), halo.memory_storage()};
}

std::vector<Way> make_ways(const weft::Distribution& arrays, const Command& command) {
  std::vector<Way> ways;
  const auto add = [&](const std::string& name, const std::string& exchange, bool is_private) {
    Way& way = ways.emplace_back();
    way.name = name;
    way.is_private = is_private;
    way.halo = std::make_unique<weft::Halo>(arrays, weft::HaloOptions{.exchange = exchange});
    way.field = std::make_unique<weft::Field<double>>(is_private ? private_field(*way.halo)
                                                                 : way.halo->allocate<double>());
  };
  add("copy", "auto", false);
  for (const std::string& exchange : command.exchanges) {
    const bool shares = exchange == "window-pull" || exchange == "window-push";
    if (shares) add(exchange, exchange, false);
    add(exchange, exchange, true);
  }
  return ways;
}

constexpr const char* kinds[] = {"exchange", "accumulate", "exchange_used", "accumulate_used"};

std::string measure_grid(const weft::ProcessGrid& grid, const Command& command) {
  weft::Layout layout{command.shape, grid, {}, {}, weft::Extents(command.shape.size(), command.width)};
  for (std::size_t g = 0; g < grid.dims.size(); ++g) layout.cut.push_back(static_cast<int>(g));
  const weft::Distribution arrays(MPI_COMM_WORLD, layout, weft::element_type<double>());
  std::vector<Way> ways = make_ways(arrays, command);
  const Unit unit(*ways.front().halo);
  for (int kind = 0; kind < 4; ++kind) measure(ways, unit, kind, command.n_rounds);
  std::ostringstream json;
  for (const Way& way : ways) {
    const std::string memory = way.is_private ? "private" : "shared";
    if (rank() == 0)
      std::printf("%-28s %-14s %-8s", weft::to_text(layout).c_str(), way.name.c_str(), memory.c_str());
    json << (json.str().empty() ? "" : ",\n") << "    {\"layout\": \"" << weft::to_text(layout)
         << "\", \"processes\": " << n_processes() << ", \"way\": \"" << way.name << "\", \"memory\": \""
         << memory << "\", \"bytes\": " << unit.bytes();
    for (int kind = 0; kind < 4; ++kind) {
      const double ratio = way.times[kind].minimum() / ways.front().times[kind].minimum();
      json << ", \"" << kinds[kind] << "\": {\"min\": " << way.times[kind].minimum()
           << ", \"median\": " << way.times[kind].median() << ", \"ratio_of_minima\": " << ratio
           << ", \"ratio\": " << way.ratios[kind].median() << "}";
      if (rank() == 0)
        std::printf(" | %8.1f %8.1f %5.2f %5.2f", 1e6 * way.times[kind].minimum(),
                    1e6 * way.times[kind].median(), ratio, way.ratios[kind].median());
    }
    json << "}";
    if (rank() == 0) std::printf("\n");
  }
  return json.str();
}

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  try {
    const Command command = parse(argc, argv);
    if (rank() == 0) {
      std::printf("microseconds: minimum, median, ratio of minima, median of ratios\n%-52s", "");
      for (const char* kind : kinds) std::printf(" | %-29s", kind);
      std::printf("\n");
    }
    std::string results;
    for (const weft::ProcessGrid& grid : command.grids)
      results += (results.empty() ? "" : ",\n") + measure_grid(grid, command);
    if (!command.json.empty() && rank() == 0) {
      std::ofstream file(command.json);
      file << "{\n  \"command\": \"halo" << command.text << "\",\n  \"results\": [\n"
           << results << "\n  ]\n}\n";
      if (!file) throw weft::Error(weft::ErrorCode::resource, command.json + " cannot be written");
    }
  } catch (const std::exception& error) {
    std::fprintf(stderr, "halo: error: %s\n", error.what());
    MPI_Abort(MPI_COMM_WORLD, 2);
  }
  MPI_Finalize();
}
