// Lengths first, then all texts in one piece.
#include "program/gather_texts.hpp"

namespace weft::cli {

std::vector<std::string> gather_texts(const Session& session, const std::string& text) {
  const int length = static_cast<int>(text.size());
  std::vector<int> lengths(static_cast<std::size_t>(session.size)), starts(lengths.size());
  MPI_Gather(&length, 1, MPI_INT, lengths.data(), 1, MPI_INT, 0, session.comm);
  int total = 0;
  for (std::size_t i = 0; i < lengths.size(); ++i) {
    starts[i] = total;
    total += lengths[i];
  }
  std::string all(static_cast<std::size_t>(total), ' ');
  MPI_Gatherv(text.data(), length, MPI_CHAR, all.data(), lengths.data(), starts.data(), MPI_CHAR, 0,
              session.comm);
  std::vector<std::string> texts;
  for (std::size_t i = 0; session.is_root() && i < lengths.size(); ++i)
    texts.push_back(all.substr(static_cast<std::size_t>(starts[i]), static_cast<std::size_t>(lengths[i])));
  return texts;
}

}  // namespace weft::cli
