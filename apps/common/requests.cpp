#include "common/requests.hpp"

namespace weft::apps {

bool Requests::asks(std::optional<double> signal) {
  if (!signal) return asks_;
  if (!is_served_ && *signal < same_until_)
    is_served_ = true;
  else
    asks_ = true;
  return asks_;
}

void Requests::begin_checkpoint(double now) {
  is_served_ = asks_;
  asks_ = false;
  same_until_ = now + spread;
}

void Requests::end_checkpoint(double now, std::optional<double> signal) {
  if (signal) is_served_ = true;
  same_until_ = now + spread;
}

}  // namespace weft::apps
