// Cases as values: communicators, options and words.

#include "case.hpp"

#include <algorithm>
#include <sstream>

#include "agree.hpp"

namespace weft::test {

namespace {

template <class List>
std::string braces(const List& list) {
  std::ostringstream text;
  text << "{";
  for (std::size_t i = 0; i < list.size(); ++i) text << (i == 0 ? "" : ", ") << list[i];
  text << "}";
  return text.str();
}

std::string words(const Layout& layout) {
  std::string text = "Layout{" + braces(layout.shape) + ", {" + braces(layout.grid.dims) + "}, " +
                     braces(layout.cut) + ", {";
  for (std::size_t i = 0; i < layout.splits.size(); ++i)
    text += (i == 0 ? "{" : ", {") + braces(layout.splits[i].block_sizes) + "}";
  return text + "}}";
}

std::string words(const std::vector<AxisKind>& kinds) {
  static const std::vector<std::string> names = {
      "fourier",         "dct1", "dct2", "dct3", "dct4", "dst1", "dst2", "dst3", "dst4", "chebyshev",
      "chebyshev_gauss", "r2hc", "hc2r", "dht"};
  std::vector<std::string> list;
  for (AxisKind kind : kinds) list.push_back("AxisKind::" + names[static_cast<std::size_t>(kind)]);
  return braces(list);
}

template <class Enum>
const char* name(Enum value, std::initializer_list<const char*> names) {
  return names.begin()[static_cast<std::size_t>(value)];
}

}  // namespace

int team_size(Team team, int n) { return team == Team::part ? std::max(n - 1, 1) : n; }

MPI_Comm make_team(Team team) {
  if (team == Team::whole) return MPI_COMM_WORLD;
  MPI_Comm comm = MPI_COMM_NULL;
  const int rank = rank_in(MPI_COMM_WORLD);
  const int n = size_of(MPI_COMM_WORLD);
  const bool takes_part = rank < team_size(team, n);
  MPI_Comm_split(MPI_COMM_WORLD, takes_part ? 0 : MPI_UNDEFINED, team == Team::reversed ? n - rank : rank,
                 &comm);
  return comm;
}

void release(MPI_Comm& team) {
  if (team != MPI_COMM_NULL && team != MPI_COMM_WORLD) MPI_Comm_free(&team);
}

Options options_of(const Case& c) {
  Options options = c.more;
  if (!c.grid.empty()) options.set("grid", to_text(ProcessGrid{c.grid}));
  if (!c.exchange.empty()) options.set("exchange", c.exchange);
  if (c.in_place) options.set("in_place", "yes");
  if (!c.memory.empty()) options.set("memory", c.memory);
  if (c.lump > 0) options.set("lump", std::to_string(c.lump));
  return options;
}

std::string to_words(const Case& c) {
  const Problem& p = c.problem;
  std::ostringstream text;
  text << "Case{.problem = {.shape = " << braces(p.shape)
       << ", .transform = Transform::" << name(p.transform, {"c2c", "r2c", "r2r", "none"})
       << ", .precision = Precision::" << name(p.precision, {"single_", "double_"})
       << ", .axes = " << braces(p.axes) << ", .kinds = " << words(p.kinds) << ", .kept = " << braces(p.kept)
       << ", .sign = " << p.sign << ", .norm = Norm::" << name(p.norm, {"backward", "ortho", "forward"})
       << ", .n_fields = " << p.n_fields;
  if (p.points) text << ", .points = " << words(*p.points);
  if (p.modes) text << ", .modes = " << words(*p.modes);
  text << ", .output = Output::" << name(p.output, {"last", "input", "scrambled"})
       << ", .order = Order::" << name(p.order, {"fast", "c"});
  text << ", .points_order = " << braces(p.points_order) << ", .modes_order = " << braces(p.modes_order)
       << ", .points_padding = " << braces(p.points_padding)
       << ", .modes_padding = " << braces(p.modes_padding);
  if (p.real_elements) text << ", .real_elements = true";
  text << "}, .grid = " << braces(c.grid) << ", .exchange = \"" << c.exchange << "\"";
  if (c.in_place) text << ", .in_place = true";
  if (!c.memory.empty()) text << ", .memory = \"" << c.memory << "\"";
  if (c.lump > 0) text << ", .lump = " << c.lump;
  if (c.misaligned) text << ", .misaligned = true";
  text << ", .team = Team::" << name(c.team, {"whole", "copy", "reversed", "part"}) << ", .more = {";
  for (const OptionRow& row : option_table())
    if (c.more.is_set(row.key)) text << "{\"" << row.key << "\", \"" << c.more.get(row.key) << "\"}, ";
  text << "}}";
  return text.str();
}

}  // namespace weft::test
