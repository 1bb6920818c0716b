// Who sends to whom in which round, when all processes of a group exchange with each other: pure.
#pragma once

#include <vector>

namespace weft::inline exchange {

// What one process does in a round: positions in the group, -1: nobody.
struct Round {
  int to = -1;
  int from = -1;
  bool operator==(const Round&) const = default;
};

// The rounds of process `me` of `n` (positions in the group), in each of which it sends to the one from which
// it receives: the pairings of a tournament in which each meets each once. n - 1 rounds; for an odd n there
// are n, and everybody is idle in one of them. No process is paired with itself; n = 1 has no rounds.
//
// P. Dmitruk, L.-P. Wang, W. H. Matthaeus, R. Zhang, D. Seckel, Scalable parallel FFT for spectral
// simulations on a Beowulf cluster, Parallel Computing 27, 2001, section 3: pairs keep the links of a switch
// busy both ways.
std::vector<Round> pairwise_schedule(int n, int me);

// The same with n - 1 rounds for every n: in round k = 1, 2, ... `me` sends to me + k and receives from me -
// k (modulo n).
std::vector<Round> cyclic_schedule(int n, int me);

}  // namespace weft::inline exchange
