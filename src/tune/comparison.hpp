// What samples of a choice, taken in turns with samples of another plan, say about the two: no MPI, no clock.
//
// The ratio of the two does not depend on whether the machine was slow just then, as long as both met the
// same. A program that takes a processor for some milliseconds hits one of them and not the other: what it
// hit is left out, and where nothing else is left, the comparison is no evidence. Otherwise a choice would
// seem the faster, the harder the other plan was hit.
#pragma once

#include <cstddef>
#include <vector>

namespace weft::inline tuning {

double median(std::vector<double> values);

// Some pairs of calls.
struct Sample {
  double seconds = 0;      // of one pair, of the slowest process
  bool disturbed = false;  // some process wanted a processor and did not have it
};

struct Comparison {
  double seconds = 0;      // of a pair of the choice, what most of its samples exceed
  double reference = 0;    // the same of the plan with which it took turns
  bool disturbed = false;  // too few samples of one of them were not disturbed; the times are then the least
  double ratio() const { return seconds / reference; }
};

std::size_t n_undisturbed(const std::vector<Sample>& samples);

// Of the samples that were not disturbed, `enough` of each or more. Both lists have one sample at least.
Comparison compared(const std::vector<Sample>& choice, const std::vector<Sample>& reference,
                    std::size_t enough);

// What the other plan takes, of all comparisons with it. There is one at least.
double usual_reference(const std::vector<Comparison>& comparisons);

// Whether the ratio counts: it was not disturbed, and the other plan took about what it usually does.
// Processors run at different speeds for a while, but not at any speed.
bool is_evidence(const Comparison& comparison, double usual);

}  // namespace weft::inline tuning
