// Agreement between processes: one reduction finds the first complaint, one broadcast tells it.

#include "agree.hpp"

#include <gtest/gtest.h>

#include <cstdlib>

namespace weft::test {

int rank_in(MPI_Comm comm) {
  int rank = 0;
  MPI_Comm_rank(comm, &rank);
  return rank;
}

int size_of(MPI_Comm comm) {
  int size = 0;
  MPI_Comm_size(comm, &size);
  return size;
}

bool on_several_hosts() {
  static const bool several = [] {
    MPI_Comm host = MPI_COMM_NULL;
    MPI_Comm_split_type(world, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &host);
    const bool all_here = size_of(host) == p();
    MPI_Comm_free(&host);
    return !all_here;
  }();
  return several;
}

bool all_true(MPI_Comm comm, bool mine) {
  int all = mine ? 1 : 0;
  MPI_Allreduce(MPI_IN_PLACE, &all, 1, MPI_INT, MPI_MIN, comm);
  return all == 1;
}

std::string first_complaint(MPI_Comm comm, const std::string& mine) {
  const int none = size_of(comm);
  int first = mine.empty() ? none : rank_in(comm);
  MPI_Allreduce(MPI_IN_PLACE, &first, 1, MPI_INT, MPI_MIN, comm);
  if (first == none) return "";
  std::string text = mine;
  int length = static_cast<int>(text.size());
  MPI_Bcast(&length, 1, MPI_INT, first, comm);
  text.resize(static_cast<std::size_t>(length));
  MPI_Bcast(text.data(), length, MPI_CHAR, first, comm);
  return "[process " + std::to_string(first) + " of " + std::to_string(none) + "] " + text;
}

bool expect_no_complaint(MPI_Comm comm, const std::string& mine) {
  const std::string complaint = first_complaint(comm, mine);
  if (!complaint.empty() && rank_in(comm) == 0) ADD_FAILURE() << complaint;
  return complaint.empty();
}

unsigned long long test_seed() {
  const char* text = std::getenv("WEFT_TEST_SEED");
  return text == nullptr ? 1 : std::strtoull(text, nullptr, 10);
}

}  // namespace weft::test
