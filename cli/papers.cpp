// The table of papers. Each says which options of `weft bench` it takes: an option that would be ignored is
// an error.
#include "papers.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "text.hpp"

namespace weft::cli {

namespace {

const std::vector<std::string> own_options = {"--pairs", "--columns",   "--most-data", "--chebyshev",
                                              "--sizes", "--processes", "--most-bytes"};

bool has(const std::vector<std::string>& words, const std::string& word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

// "--paper transpose-split or --paper fft2d": those that take an option.
std::string takers_of(const std::string& option) {
  std::vector<std::string> names;
  for (const Paper& paper : papers())
    if (has(paper.options, option)) names.push_back(std::string("--paper ") + paper.name);
  return listed(names, " or ");
}

}  // namespace

const std::vector<Paper>& papers() {
  static const std::vector<Paper> table = {
      {"transpose-split",
       "a 3-D real transform with two exchanges and with one, over a series of sizes",
       {"--pairs", "--columns", "--most-data", "--chebyshev", "--fields", "--grid", "--exchange", "--backend",
        "--set", "--json", "--fftw-library"},
       run_transpose_split},
      {"fft2d",
       "2-D complex transforms by three algorithms",
       {"--sizes", "--processes", "--repeats", "--backend", "--set", "--json", "--fftw-library"},
       run_fft2d},
      {"scalable-parallel-fft",
       "a 3-D real transform by slabs on more and more processes, beside its formulas",
       {"--sizes", "--processes", "--exchange", "--precision", "--most-bytes", "--repeats", "--backend",
        "--set", "--json", "--fftw-library"},
       run_scalable_fft,
       "single"},
  };
  return table;
}

std::string papers_in_words() {
  std::string text = "the test of a paper:";
  for (const Paper& paper : papers())
    text += fmt::format("\n{}: {}\n  ({})", paper.name, paper.meaning, listed(paper.options));
  return text;
}

const Paper* paper_asked(const Arguments& arguments, const std::string& name) {
  const std::vector<std::string> given = arguments.given();
  if (!has(given, "--paper")) {
    for (const std::string& option : own_options)
      if (has(given, option))
        fail(fmt::format("{} goes with {} only; add it, or leave {} out", option, takers_of(option), option));
    return nullptr;
  }
  std::vector<std::string> names;
  for (const Paper& paper : papers()) names.emplace_back(paper.name);
  known_word("--paper", name, names);
  const Paper& paper =
      *std::find_if(papers().begin(), papers().end(), [&](const Paper& p) { return p.name == name; });
  for (const std::string& option : given)
    if (option != "--paper" && !has(paper.options, option))
      fail(fmt::format("{} does not go with --paper {}; leave it out (it takes {})", option, name,
                       listed(paper.options)));
  return &paper;
}

void set_defaults(const Paper& paper, const Arguments& arguments, BenchRequest& request) {
  if (paper.precision != nullptr && !has(arguments.given(), "--precision"))
    request.precision = paper.precision;
}

}  // namespace weft::cli
