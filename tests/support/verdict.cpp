// The verdict on one case. Everything that the oracle knows is computed once per problem and kept for
// the next case, which usually differs in the exchange or the grid only.

#include "verdict.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>
#include <vector>

#include "agree.hpp"
#include "blocks.hpp"
#include "kept_modes.hpp"
#include "oracle.hpp"

namespace weft::test {

namespace {

// One field's data for a forward and a backward call.
struct Expected {
  GlobalField points, modes;         // forward: points -> modes
  GlobalField modes_in, points_out;  // backward: modes_in -> points_out
  double least_norm2_of_modes = 0;
};

Expected expected_of(const Problem& problem, std::uint64_t seed) {
  const bool real_points = points_element(problem).real;
  const bool real_modes = modes_element(problem).real;
  Expected e;
  e.points = hashed_field(problem.shape, seed, real_points, problem.precision);
  e.modes = modes_of(problem, e.points);
  e.least_norm2_of_modes = least_norm2(problem, e.points);
  // Modes of real points must be Hermitian: take those of some real points.
  const GlobalField other = hashed_field(problem.shape, seed + 1000, real_points, problem.precision);
  e.modes_in = problem.transform == Transform::r2c
                   ? rounded(modes_of(problem, other), problem.precision)
                   : hashed_field(modes_shape(problem), seed + 1000, real_modes, problem.precision);
  e.points_out = points_of(problem, e.modes_in);
  return e;
}

// The last answers, by what they depend on.
const std::vector<Expected>& expected_fields(const Problem& p) {
  static std::string known_key;
  static std::vector<Expected> known;
  const std::string key = words_of_answers(p);
  if (key == known_key) return known;
  known.clear();
  for (int f = 0; f < p.n_fields; ++f) known.push_back(expected_of(p, static_cast<std::uint64_t>(17 + f)));
  known_key = key;
  return known;
}

// A plan, arrays for all its fields, and what is wrong so far.
class Trial {
 public:
  Trial(const Case& c, MPI_Comm comm)
      : case_(c), plan_(c.problem, comm, options_of(c)), expected_(expected_fields(c.problem)) {
    const Element at_points = points_element(c.problem);
    const Element at_modes = modes_element(c.problem);
    for (int f = 0; f < c.problem.n_fields; ++f) {
      points_.emplace_back(
          c.in_place ? plan_.in_place_bytes() : plan_.points_storage().n_elements() * at_points.bytes(),
          at_points, c.misaligned);
      if (!c.in_place)
        modes_.emplace_back(plan_.modes_storage().n_elements() * at_modes.bytes(), at_modes, c.misaligned);
    }
    judge_layouts();
  }

  // One call with the first n fields, data rotated by `shift` fields.
  void call(bool forward, int n, int shift) {
    std::vector<const void*> in;
    std::vector<void*> out;
    for (int f = 0; f < n; ++f) {
      Block& to = array(f, !forward);
      to.forget();
      Block& from = array(f, forward);  // in place the same block, which now holds what is put into it
      from.forget();
      put(as_laid_out(forward ? data(f, shift).points : data(f, shift).modes_in, forward), box(forward),
          storage(forward), from);
      in.push_back(from.data());
      out.push_back(to.data());
    }
    const std::vector<std::vector<std::byte>> before = copies(n, forward);
    if (n == 1 && forward)
      plan_.forward(in[0], out[0]);
    else if (n == 1)
      plan_.backward(in[0], out[0]);
    else if (forward)
      plan_.forward_fields(in, out);
    else
      plan_.backward_fields(in, out);
    for (int f = 0; f < n && !case_.in_place; ++f)
      if (!gaps_intact(box(!forward), storage(!forward), array(f, !forward)))
        complain("padding of the output written by", forward);
    const bool keeps_input = !case_.in_place && case_.more.get("overwrite_input") == "no";
    if (keeps_input && copies(n, forward) != before) complain("input changed by", forward);
    for (int f = 0; f < n; ++f) {
      const Expected& e = data(f, shift);
      misfits.push_back(misfit(as_laid_out(forward ? e.modes : e.points_out, !forward), box(!forward),
                               storage(!forward), array(f, !forward)));
      least_norms2.push_back(forward ? e.least_norm2_of_modes : 0);
      results.push_back((forward ? "forward of " : "backward of ") + std::to_string(n) + " fields, field " +
                        std::to_string(f));
      if (!points_[static_cast<std::size_t>(f)].guards_intact() || !array(f, false).guards_intact())
        complain("memory outside the arrays written by", forward);
    }
  }

  std::vector<Misfit> misfits;       // of each result
  std::vector<double> least_norms2;  // by which it is judged
  std::vector<std::string> results;  // which is which
  std::string complaint;

 private:
  void complain(const std::string& what, bool forward) {
    if (complaint.empty()) complaint = what + (forward ? " forward" : " backward");
  }
  void judge_layouts() {
    const Problem& p = case_.problem;
    if (p.points && !(plan_.points_layout() == *p.points)) complaint = "points layout is not the one stated";
    if (p.modes && !(plan_.modes_layout() == *p.modes)) complaint = "modes layout is not the one stated";
    if (!(plan_.points_box() == box_of(plan_.points_layout(), plan_.rank())))
      complaint = "points box is not that of the layout";
    if (!(plan_.modes_box() == box_of(plan_.modes_layout(), plan_.rank())))
      complaint = "modes box is not that of the layout";
    judge_storage(plan_.points_storage(), p.points_order, p.points_padding, "points");
    judge_storage(plan_.modes_storage(), p.modes_order, p.modes_padding, "modes");
    Extents shape = modes_shape(p);
    if (const Extents& factors = plan_.description().axis_factors; is_scrambled()) {
      const bool is_half = p.transform == Transform::r2c;
      shape = {factors[0] * (is_half ? factors[1] / 2 + 1 : factors[1])};
      if (factors[0] * factors[1] != p.shape[0]) complaint = "the factors are not those of the length";
    }
    if (case_.more.get("deal") == "blocks" && plan_.modes_layout().shape != shape)
      complaint = "modes layout has a wrong shape";
    if (!case_.exchange.empty())
      for (const std::string& step : plan_.choice().steps)
        if (step != case_.exchange) complaint = "exchange in use is " + step;
    if (!case_.grid.empty() && plan_.choice().grid.dims != case_.grid)
      complaint = "grid in use is " + to_text(plan_.choice().grid);
  }
  // Strides from the fastest axis to the slowest, where the problem says how the array lies in memory.
  void judge_storage(const Storage& storage, const Axes& order, const Extents& padding, const char* side) {
    if (!order.empty() && storage.order != order) complaint = std::string(side) + " lie in another order";
    Index stride = 1;
    for (std::size_t i = storage.order.size(); !padding.empty() && i-- > 0;) {
      const auto axis = static_cast<std::size_t>(storage.order[i]);
      if (storage.strides[axis] != stride) complaint = std::string("strides of the ") + side + " are others";
      stride *= storage.shape[axis] + padding[axis];
    }
  }
  const Expected& data(int field, int shift) const {
    return expected_[static_cast<std::size_t>(field + shift) % expected_.size()];
  }
  bool is_scrambled() const {
    return case_.problem.output == Output::scrambled && !plan_.description().axis_factors.empty();
  }
  // The same array in C order with the axes of the layout, which may be more than those of the problem.
  // Scrambled modes as Description::axis_factors says.
  GlobalField as_laid_out(const GlobalField& field, bool at_points) const {
    GlobalField laid_out{(at_points ? plan_.points_layout() : plan_.modes_layout()).shape, field.values};
    if (at_points || !is_scrambled()) return laid_out;
    const Index fast = plan_.description().axis_factors[0], slow = plan_.description().axis_factors[1];
    const auto n_given = static_cast<Index>(field.values.size());
    laid_out.values.clear();
    for (Index p = 0; p < laid_out.shape[0]; ++p) {
      const Index k = p / fast + p % fast * slow, mirrored = fast * slow - k;
      laid_out.values.push_back(k < n_given ? field.values[static_cast<std::size_t>(k)]
                                            : std::conj(field.values[static_cast<std::size_t>(mirrored)]));
    }
    return laid_out;
  }
  const Box& box(bool at_points) const { return at_points ? plan_.points_box() : plan_.modes_box(); }
  const Storage& storage(bool at_points) const {
    return at_points ? plan_.points_storage() : plan_.modes_storage();
  }
  Block& array(int field, bool at_points) {
    const auto f = static_cast<std::size_t>(field);
    if (!case_.in_place) return at_points ? points_[f] : modes_[f];
    points_[f].hold(at_points ? points_element(case_.problem) : modes_element(case_.problem));
    return points_[f];
  }
  std::vector<std::vector<std::byte>> copies(int n, bool at_points) {
    std::vector<std::vector<std::byte>> all;
    for (int f = 0; f < n && !case_.in_place; ++f) {
      const auto bytes = array(f, at_points).bytes();
      all.emplace_back(bytes.begin(), bytes.end());
    }
    return all;
  }

  Case case_;
  Plan plan_;
  const std::vector<Expected>& expected_;
  std::vector<Block> points_, modes_;
};

// Relative errors of all results over all processes, against the tolerance.
std::string judge(std::vector<Misfit> misfits, const std::vector<double>& least_norms2,
                  const std::vector<std::string>& results, double limit, MPI_Comm comm) {
  MPI_Allreduce(MPI_IN_PLACE, misfits.data(), 2 * static_cast<int>(misfits.size()), MPI_DOUBLE, MPI_SUM,
                comm);
  for (std::size_t i = 0; i < misfits.size(); ++i) {
    misfits[i].norm2 = std::max(misfits[i].norm2, least_norms2[i]);
    const double error = misfits[i].relative();
    if (error <= limit) continue;
    std::ostringstream text;
    text << results[i] << ": relative error " << error << ", allowed " << limit;
    return text.str();
  }
  return "";
}

// may_not_apply: a plan that is refused because processes share no memory is right.
std::string verdict_of_team(const Case& c, MPI_Comm comm, bool may_not_apply) {
  try {
    MPI_Comm given = MPI_COMM_NULL;
    if (c.team == Team::copy) MPI_Comm_dup(comm, &given);
    Trial trial(c, given == MPI_COMM_NULL ? comm : given);
    release(given);
    const int n = c.problem.n_fields;
    const int fewer = std::max(1, n - 1);
    trial.call(true, n, 0);
    trial.call(false, n, 0);
    trial.call(true, fewer, 1);
    trial.call(false, fewer, 1);
    const std::string error =
        judge(trial.misfits, trial.least_norms2, trial.results, tolerance(c.problem), comm);
    return trial.complaint.empty() ? error : trial.complaint;
  } catch (const std::exception& error) {
    const auto* of_weft = dynamic_cast<const Error*>(&error);
    const bool applies = of_weft == nullptr || of_weft->code() != ErrorCode::not_applicable;
    return applies || !may_not_apply ? std::string("throws ") + error.what() : "";
  }
}

}  // namespace

std::string verdict(const Case& c) {
  MPI_Comm comm = make_team(c.team);
  const bool shares_memory = c.exchange.starts_with("window") || c.more.get("arrays") == "shared";
  const bool may_not_apply = on_several_hosts() && shares_memory;
  const std::string mine = comm == MPI_COMM_NULL ? "" : verdict_of_team(c, comm, may_not_apply);
  release(comm);
  return first_complaint(MPI_COMM_WORLD, mine);
}

bool expect_right(const Case& c) {
  const std::string text = verdict(c);
  if (!text.empty() && rank_in(MPI_COMM_WORLD) == 0) ADD_FAILURE() << text << "\n  " << to_words(c);
  return text.empty();
}

void expect_right_by_every_exchange(const std::vector<Problem>& problems, const Options& more) {
  for (const std::string& exchange : exchange_names())
    for (bool in_place : {false, true})
      for (int n_fields : {1, 3})
        for (const Problem& problem : problems) {
          Case c{.problem = problem, .exchange = exchange, .in_place = in_place, .more = more};
          c.problem.n_fields = n_fields;
          ASSERT_TRUE(expect_right(c));
        }
}

void expect_right_with_options(const std::vector<Problem>& problems, const Options& more) {
  const std::vector<std::pair<const char*, const char*>> all = {
      {"backend", "fftw"}, {"threads", "2"},     {"stores", "stream"}, {"overwrite_input", "yes"},
      {"lump", "2"},       {"arrays", "shared"}, {"barriers", "yes"},  {"exchange", "pipelined:p2p:3"},
      {"tune", "estimate"}};
  for (const auto& [key, value] : all) {
    if (std::string(value) == "fftw" && !why_missing("fftw").empty()) continue;
    for (const Problem& problem : problems) {
      Case c{.problem = problem, .more = more};
      c.problem.n_fields = 3;
      c.more.set(key, value);
      if (std::string(key) == "tune") c.more.set("wisdom", "ignore");
      ASSERT_TRUE(expect_right(c)) << key << "=" << value;
    }
  }
}

}  // namespace weft::test
