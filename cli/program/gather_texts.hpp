// What each process has to say, collected.
#pragma once

#include <string>
#include <vector>

#include "program/session.hpp"

namespace weft::cli {

// The texts of all processes, by rank, on rank 0; nothing elsewhere. Collective.
std::vector<std::string> gather_texts(const Session& session, const std::string& text);

}  // namespace weft::cli
