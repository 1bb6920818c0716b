// The generators of random problems.

#include "any_case.hpp"

#include <algorithm>
#include <cstdlib>

#include "agree.hpp"
#include "any_layout.hpp"
#include "exchange/exchange.hpp"
#include "oracle.hpp"
#include "usable.hpp"
#include "weft/description.hpp"

namespace weft::test {

namespace {

// A subset of the axes in any order; the whole set half of the time.
Axes any_axes(int d) {
  Axes axes = any_order(d);
  if (one_in(2)) axes.resize(static_cast<std::size_t>(between(1, d)));
  return axes;
}

// Of every transformed axis; of r2c at least one is a Fourier axis.
std::vector<AxisKind> any_kinds(const Problem& p) {
  const Axes axes = transformed_axes(p);
  std::vector<AxisKind> kinds;
  for (int axis : axes) {
    const bool has_ends = p.shape[static_cast<std::size_t>(axis)] > 1;
    const bool is_fourier = p.transform != Transform::r2r && one_in(2);
    AxisKind kind = is_fourier ? AxisKind::fourier : one_of(real_kinds());
    if (!has_ends && (kind == AxisKind::dct1 || kind == AxisKind::chebyshev)) kind = AxisKind::dct2;
    kinds.push_back(kind);
  }
  if (p.transform == Transform::r2c)
    kinds[static_cast<std::size_t>(between(0, static_cast<int>(kinds.size()) - 1))] = AxisKind::fourier;
  return kinds;
}

// Of the transformed axes some keep fewer modes than points; r2hc, hc2r and dht keep all.
Extents any_kept(const Problem& p) {
  Extents kept = p.shape;
  for (int axis : transformed_axes(p)) {
    if (*kind_of(p, axis) >= AxisKind::r2hc) continue;
    const auto a = static_cast<std::size_t>(axis);
    if (one_in(2))
      kept[a] = one_in(2) ? std::max<Index>(1, 2 * p.shape[a] / 3) : between(1, static_cast<int>(p.shape[a]));
  }
  return kept;
}

Extents any_padding(int d) {
  Extents padding;
  for (int axis = 0; axis < d; ++axis) padding.push_back(between(0, 3));
  return padding;
}

// Some arrays lie in memory as the problem says.
void place_anywhere(Problem& p) {
  const int d = static_cast<int>(p.shape.size());
  if (one_in(4)) p.points_order = any_order(d);
  if (one_in(4)) p.modes_order = any_order(d);
  if (one_in(4)) p.points_padding = any_padding(d);
  if (one_in(4)) p.modes_padding = any_padding(d);
}

Case any_surroundings() {
  Case c;
  c.team = one_of<Team>({Team::whole, Team::whole, Team::copy, Team::reversed, Team::part});
  c.exchange = one_of(exchange_names());
  if (one_in(2) && find_exchange(c.exchange).in_strips)
    c.exchange = "pipelined:" + c.exchange + ":" + std::to_string(one_in(2) ? between(1, 3) : between(4, 50));
  c.misaligned = one_in(3);
  c.problem.precision = one_of<Precision>({Precision::single_, Precision::double_});
  c.problem.n_fields = one_in(3) ? between(2, 4) : 1;
  if (c.problem.n_fields > 1 && one_in(2)) c.lump = between(1, 3);
  return c;
}

}  // namespace

rc::Gen<Case> any_case(int n_processes) {
  return rc::gen::exec([=] {
    Case c = any_surroundings();
    Problem& p = c.problem;
    const int n = team_size(c.team, n_processes);
    const int d = n == 1 && one_in(6) ? 1 : between(2, 6);
    p.shape = any_shape(d, 3000);
    p.transform = one_of<Transform>({Transform::c2c, Transform::r2c, Transform::r2r});
    p.axes = one_in(2) ? Axes{} : any_axes(d);
    if (p.transform == Transform::r2r || one_in(2)) p.kinds = any_kinds(p);
    if (one_in(3)) p.kept = any_kept(p);
    p.sign = one_of<int>({-1, -1, 1});
    p.norm = one_of<Norm>({Norm::backward, Norm::ortho, Norm::forward});
    p.output = one_of<Output>({Output::last, Output::last, Output::input});
    p.order = one_of<Order>({Order::fast, Order::c});
    if (one_in(4)) p.points = any_layout(p.shape, n);
    if (one_in(4)) p.modes = any_layout(modes_shape(p), n);
    if (d > 1 && !p.points && !p.modes && !one_in(4)) c.grid = any_factors(n, between(1, d - 1));
    c.in_place = one_in(3);
    const bool is_pipelined = c.exchange.starts_with("pipelined") || c.lump > 0;
    if (c.in_place && !is_pipelined && one_in(2))
      c.memory = "low";
    else
      place_anywhere(p);
    return c;
  });
}

rc::Gen<Case> any_case_with_options(int n_processes) {
  return rc::gen::exec([=] {
    Case c = *any_case(n_processes);
    const auto maybe = [&](const char* key, const std::vector<std::string>& values) {
      if (one_in(2)) c.more.set(key, one_of(values));
    };
    maybe("overwrite_input", {"yes"});
    maybe("arrays", {"shared"});
    maybe("stores", {"cached", "stream"});
    maybe("threads", {"2", "3", "4"});
    maybe("barriers", {"yes"});
    maybe("backend", usable({"native", "fftw"}));
    maybe("reproducible", {"yes"});
    if (!c.in_place) maybe("convolve", {"yes"});
    return c;
  });
}

rc::Gen<Case> any_redistribution(int n_processes) {
  return rc::gen::exec([=] {
    Case c = any_surroundings();
    const int n = team_size(c.team, n_processes);
    const Extents shape = any_shape(between(1, 5), 3000);
    const int n_fields = c.problem.n_fields;
    const Layout from = any_layout(shape, n);
    const Layout to = any_layout(shape, n);
    c.problem = redistribution(from, to, one_in(2), c.problem.precision);
    c.problem.n_fields = n_fields;
    place_anywhere(c.problem);
    return c;
  });
}

Case draw(const rc::Gen<Case>& cases, int i) {
  return cases(rc::Random(test_seed() * 1000003 + static_cast<unsigned long long>(i))).value();
}

int n_cases(int standard) {
  const char* text = std::getenv("WEFT_TEST_CASES");
  if (text != nullptr) return std::atoi(text);
  return full_tier() ? 10 * standard : standard;
}

}  // namespace weft::test
