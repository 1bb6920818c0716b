// How the arrays of one kind are spread: the block of this process and its place in memory.
#include "weft/distribution.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "base/space.hpp"
#include "comm/agree.hpp"
#include "comm/communicators.hpp"
#include "geometry/storage.hpp"
#include "weft/error.hpp"
#include "weft/words.hpp"

namespace weft {

namespace {

constexpr int most_axes = 6;

Axes checked_order(const Layout& layout, const Axes& order) {
  Axes c = c_order(layout.n_axes());
  if (order.empty()) return c;
  if (!std::is_permutation(order.begin(), order.end(), c.begin(), c.end()))
    fail("the order of the axes in memory is " + join(order) + "; give each of " + join(c) +
         " once, from slowest to fastest, or nothing for that order");
  return order;
}

void check_axes(const Layout& layout) {
  if (layout.n_axes() < 1 || layout.n_axes() > most_axes)
    fail("the shape has " + std::to_string(layout.n_axes()) + " axes; distributed arrays have 1 to " +
         std::to_string(most_axes));
}

void check_processes(const Layout& layout, int n_processes) {
  if (layout.n_processes() != n_processes)
    fail("the layout " + to_text(layout) + " is for " + std::to_string(layout.n_processes()) +
         " processes, but the communicator has " + std::to_string(n_processes) +
         "; give a grid of that many");
}

}  // namespace

Distribution::Distribution(MPI_Comm comm, const Layout& layout, ElementType element, const Axes& order)
    : comms_(communicators_of(comm)), layout_(layout), element_(element) {
  const std::string doing = "to describe distributed arrays";
  agree(
      comms_->base(),
      [&] {
        check_axes(layout);
        check(layout);
        check_processes(layout, comms_->size());
        checked_order(layout, order);
      },
      doing);
  require_equal(comms_->base(),
                {{"layout", to_text(layout)},
                 {"element type", to_text(element)},
                 {"order of the axes in memory", join(order)}},
                doing);
  place(dense_storage(box_with_ghosts(layout, rank()).shape(), checked_order(layout, order)));
}

Distribution::Distribution(std::shared_ptr<Communicators> comms, const Layout& layout, ElementType element,
                           const Storage& storage, const Space* space)
    : comms_(std::move(comms)), layout_(layout), element_(element), space_(space) {
  place(storage);
}

void Distribution::place(const Storage& with_ghosts) {
  box_ = box_of(layout_, rank());
  storage_ = with_ghosts;
  memory_elements_ = with_ghosts.n_elements();
  if (layout_.ghosts.empty() || box_.empty()) return;
  storage_.shape = box_.shape();
  for (int axis = 0; axis < layout_.n_axes(); ++axis) first_ += layout_.ghosts[axis] * storage_.strides[axis];
}

void Distribution::check_new_array(ElementType element) const {
  if (element != element_)
    fail("a field of " + to_text(element) + " cannot be made for a distribution of " + to_text(element_) +
         "; use its element type");
  require_host("Distribution::allocate()");
}

void Distribution::require_host(const std::string& what) const {
  weft::require_host(space_ != nullptr ? *space_ : host_space, what);
}

MPI_Comm Distribution::comm() const { return comms_->base(); }

int Distribution::rank() const { return comms_->rank(); }

}  // namespace weft
