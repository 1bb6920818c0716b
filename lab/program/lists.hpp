// Lists of numbers on the command line of the tests of papers.
#pragma once

#include <string>
#include <vector>

namespace weft::lab {

// The whole numbers of at least `least` in a list with commas. Throws Error(invalid_argument) that names the
// option and shows the example.
std::vector<int> numbers_of(const std::string& option, const std::string& text, int least,
                            const std::string& example);

// On how many processes a test runs, ascending: 1 and those of the list --processes, or without one 1, 2, 4,
// ..., and all. Throws Error(invalid_argument) if there are not so many.
std::vector<int> process_counts(const std::string& list, int n_processes);

}  // namespace weft::lab
