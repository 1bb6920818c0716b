// Who sends to whom in which round, when all processes of a group exchange with each other: pure.
#include "exchange/schedule.hpp"

namespace weft::inline exchange {

// The circle method: with an odd number m of players on a circle, those that are mirror images of each other
// in round r have positions that add up to 2 r (modulo m); the one at r has no image. For an even n the last
// process stands outside of the circle of the other n - 1 and meets that one.
std::vector<Round> pairwise_schedule(int n, int me) {
  const bool even = n % 2 == 0;
  const int circle = even ? n - 1 : n;
  std::vector<Round> rounds;
  if (n < 2) return rounds;
  for (int r = 0; r < circle; ++r) {
    int partner = even && me == n - 1 ? r : (2 * r - me + 2 * circle) % circle;
    if (partner == me) partner = even ? n - 1 : -1;
    rounds.push_back({partner, partner});
  }
  return rounds;
}

std::vector<Round> cyclic_schedule(int n, int me) {
  std::vector<Round> rounds;
  for (int k = 1; k < n; ++k) rounds.push_back({(me + k) % n, (me - k + n) % n});
  return rounds;
}

}  // namespace weft::inline exchange
