// How much of the last-level cache a process has.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace weft::inline base {

// "32768K", "1M", "512" as bytes; 0 if it is not a size.
std::int64_t parse_cache_size(const std::string& text);

// The share of one of `n_processes` of a machine with caches of these sizes, evenly spread: never more than
// one whole cache. 0 if there is no cache.
std::int64_t share_of_caches(const std::vector<std::int64_t>& sizes, int n_processes);

// The caches of the last level of this machine, each once; none where the system does not say.
std::vector<std::int64_t> last_level_caches();

}  // namespace weft::inline base
