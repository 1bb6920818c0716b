// Wrong command lines of the program, run inside the test: what `weft` does with each, without starting it.
//
// A launch takes 0.1 s and more, and there are hundreds of such lines. Each must end with status 2 and one
// line on standard error, "weft: error: ..." with certain words, said by process 0; nothing may be on
// standard output, and the environment, the current folder and the folder of the test must be as before.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "job_folder.hpp"

namespace weft::test {

struct WrongLine {
  // What is typed after `weft`: words with blanks between them, or in single quotes; @ is the test's folder.
  std::string line;
  std::vector<std::string> words;  // that the error must have; @ as above
  int processes = 0;               // the line is wrong on so many processes; 0: on any number
};

// A test with a folder of files, without WEFT_... variables of the user, and with a WEFT_HOME where nothing
// is.
class WrongLines : public testing::Test {
 protected:
  void SetUp() override;
  // A new file or another content of an old one. Collective.
  void write(const std::string& name, const std::string& content) const;
  void make_folder(const std::string& name) const;
  // Runs the line; fails the test if one of the above does not hold. Collective.
  void expect_error(const WrongLine& wrong) const;
  void expect_errors(const std::vector<WrongLine>& table) const;

  const JobFolder folder_;
};

// A .npy file of zeros: `shape` as Python writes it, with its comma.
std::string npy_of_zeros(const std::string& descr, const std::string& shape, std::size_t n_bytes);
// The same with this text as header, in the shape of a dictionary, and no more than that.
std::string npy_with_header(const std::string& header, std::size_t n_bytes);

}  // namespace weft::test
