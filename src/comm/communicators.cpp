// The communicators that plans work on: duplicates and parts of the user's, shared by all plans on it.
//
// A duplicate carries the same communicators as the user's: calls on what Distribution::comm() gives make no
// further duplicates.
#include "comm/communicators.hpp"

#include <cstdlib>

#include "comm/check.hpp"
#include "comm/watchdog.hpp"
#include "weft/words.hpp"

namespace weft::inline comm {

namespace {

using Handle = std::shared_ptr<Communicators>;

// All that exist on this process; MPI_Finalize ends those that are still alive.
std::vector<Communicators*>& living() {
  static std::vector<Communicators*> all;
  return all;
}

// Called by MPI when the user frees his communicator, or in MPI_Finalize.
int drop(MPI_Comm, int, void* value, void*) {
  delete static_cast<Handle*>(value);
  return MPI_SUCCESS;
}

// Called when weft's own duplicate is freed.
int forget(MPI_Comm, int, void* value, void*) {
  delete static_cast<std::weak_ptr<Communicators>*>(value);
  return MPI_SUCCESS;
}

int attribute_key = MPI_KEYVAL_INVALID;  // on the user's communicators: a Handle
int own_key = MPI_KEYVAL_INVALID;        // on the duplicates of these: a weak pointer to the same
bool has_ended = false;

// Called at the start of MPI_Finalize, while communicators can still be freed: it deletes the attributes of
// MPI_COMM_SELF before anything else, those of MPI_COMM_WORLD (in Open MPI) when it is too late.
int end_all(MPI_Comm, int key, void*, void*) {
  has_ended = true;
  for (Communicators* communicators : living()) communicators->end();
  MPI_Comm_free_keyval(&attribute_key);
  MPI_Comm_free_keyval(&own_key);
  return MPI_Comm_free_keyval(&key);
}

void make_attribute_key() {
  if (attribute_key != MPI_KEYVAL_INVALID) return;
  check_mpi(MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, drop, &attribute_key, nullptr),
            "making an attribute key");
  check_mpi(MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, forget, &own_key, nullptr),
            "making an attribute key");
  int at_end = MPI_KEYVAL_INVALID;
  check_mpi(MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, end_all, &at_end, nullptr),
            "making an attribute key");
  check_mpi(MPI_Comm_set_attr(MPI_COMM_SELF, at_end, nullptr), "asking to be told of MPI_Finalize");
}

// What can be known of a communicator without using it.
void check_usable(MPI_Comm user) {
  if (!mpi_is_usable()) fail("MPI is not running; call weft after MPI_Init and before MPI_Finalize");
  if (user == MPI_COMM_NULL)
    fail("the communicator is MPI_COMM_NULL; only processes that are part of one make this call");
  int inter = 0;
  check_mpi(MPI_Comm_test_inter(user, &inter), "looking at the communicator");
  if (inter != 0) fail("the communicator is an intercommunicator; merge it first (MPI_Intercomm_merge)");
}

void return_errors(MPI_Comm comm) { MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN); }

// 0: nodes are as they are.
int processes_of_emulated_node() {
  const char* text = std::getenv("WEFT_PROCESSES_PER_NODE");
  if (text == nullptr || *text == '\0') return 0;
  const int n = parse_positive(text);
  if (n == 0)
    fail("WEFT_PROCESSES_PER_NODE is '" + std::string(text) +
         "'; give a whole number greater than 0, or leave it out");
  return n;
}

// Puts the first n processes of `node` into a part of their own, the next n into another one, ...
void divide(MPI_Comm& node, int n) {
  if (n == 0) return;
  int rank = 0;
  MPI_Comm part = MPI_COMM_NULL;
  check_mpi(MPI_Comm_rank(node, &rank), "asking for the rank on the node");
  check_mpi(MPI_Comm_split(node, rank / n, rank, &part), "dividing a node");
  check_mpi(MPI_Comm_free(&node), "freeing a communicator");
  node = part;
}

// Those whose base() is `comm`, as a Distribution gives it away; null if it is not weft's own.
Handle own_communicators(MPI_Comm comm) {
  std::weak_ptr<Communicators>* own = nullptr;
  int found = 0;
  check_mpi(MPI_Comm_get_attr(comm, own_key, &own, &found), "looking for weft's communicators");
  return found != 0 ? own->lock() : nullptr;
}

}  // namespace

bool mpi_is_usable() {
  int initialised = 0, finalised = 0;
  MPI_Initialized(&initialised);
  MPI_Finalized(&finalised);
  return initialised != 0 && finalised == 0;
}

bool mpi_has_ended() { return has_ended; }

}  // namespace weft::inline comm

namespace weft {

Communicators::Communicators(MPI_Comm user) {
  check_mpi(MPI_Comm_dup(user, &base_), "duplicating the communicator");
  return_errors(base_);
  check_mpi(MPI_Comm_rank(base_, &rank_), "asking for the rank");
  check_mpi(MPI_Comm_size(base_, &size_), "asking for the number of processes");
  int found = 0, *last_tag = nullptr;
  check_mpi(MPI_Comm_get_attr(base_, MPI_TAG_UB, &last_tag, &found), "asking for the largest tag");
  if (found != 0) last_tag_ = *last_tag;
  MPI_Comm node = MPI_COMM_NULL;
  check_mpi(MPI_Comm_split_type(base_, MPI_COMM_TYPE_SHARED, rank_, MPI_INFO_NULL, &node),
            "finding the processes of this node");
  divide(node, processes_of_emulated_node());
  int leader = rank_;
  check_mpi(MPI_Bcast(&leader, 1, MPI_INT, 0, node), "finding the first process of this node");
  node_of_.resize(size_);
  check_mpi(MPI_Allgather(&leader, 1, MPI_INT, node_of_.data(), 1, MPI_INT, base_),
            "telling which processes share a node");
  std::vector<int> mates;
  for (int rank = 0; rank < size_; ++rank)
    if (node_of_[rank] == leader) mates.push_back(rank);
  calls_ = std::make_unique<Calls>(base_, node, std::move(mates));
  check_mpi(MPI_Comm_free(&node), "freeing a communicator");
  living().push_back(this);
}

void Communicators::end() {
  if (base_ == MPI_COMM_NULL || !mpi_is_usable() || n_calls_under_way_ > 0) return;
  if (has_given_up() || calls_->is_broken()) return;
  calls_->free();
  for (auto& [name, part] : parts_) MPI_Comm_free(&part);
  parts_.clear();
  MPI_Comm_free(&base_);
}

Communicators::~Communicators() {
  end();
  std::erase(living(), this);
}

int Communicators::take_tags(int n) {
  if (next_tag_ > last_tag_ - n) next_tag_ = 0;
  const int first = next_tag_;
  next_tag_ += n;
  return first;
}

MPI_Comm Communicators::part(const std::string& name, const std::vector<int>& group) {
  if (static_cast<int>(group.size()) == size_) return base_;
  auto found = parts_.find(name);
  if (found == parts_.end()) {
    MPI_Comm made = MPI_COMM_NULL;
    check_mpi(MPI_Comm_split(base_, group.front(), rank_, &made), "splitting the communicator");
    return_errors(made);
    found = parts_.emplace(name, made).first;
  }
  return found->second;
}

}  // namespace weft

namespace weft::inline comm {

Calls* calls_of(MPI_Comm base) {
  const Handle own = own_key != MPI_KEYVAL_INVALID ? own_communicators(base) : nullptr;
  return own ? &own->calls() : nullptr;
}

void look_at_calls(double seconds_waited, double most_seconds) {
  for (Communicators* communicators : living()) communicators->calls().look(seconds_waited, most_seconds);
}

std::shared_ptr<Communicators> communicators_of(MPI_Comm user, double seconds) {
  check_usable(user);
  make_attribute_key();
  if (Handle own = own_communicators(user)) return own;
  Handle* handle = nullptr;
  int found = 0;
  check_mpi(MPI_Comm_get_attr(user, attribute_key, &handle, &found), "looking for weft's communicators");
  if (found != 0) return *handle;
  Arrival everybody(user, "to make the first plan on a communicator", seconds);
  leave_calls();
  everybody.start();
  everybody.finish();
  const Watchdog watchdog("to make the first plan on a communicator", seconds + 2);
  handle = new Handle(std::make_shared<Communicators>(user));
  check_mpi(MPI_Comm_set_attr(user, attribute_key, handle), "keeping weft's communicators");
  check_mpi(MPI_Comm_set_attr((*handle)->base(), own_key, new std::weak_ptr<Communicators>(*handle)),
            "keeping weft's communicators");
  return *handle;
}

}  // namespace weft::inline comm
