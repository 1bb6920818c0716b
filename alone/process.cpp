// The process and its communicators.
#include <chrono>
#include <cstdlib>
#include <thread>

#include "state.hpp"

namespace alone {

namespace {

// The thread that loads this, or starts MPI.
std::thread::id main_thread = std::this_thread::get_id();

using Attribute = std::pair<int, void*>;

std::vector<Attribute>::iterator attribute_of(std::vector<Attribute>& attributes, int keyval) {
  return std::find_if(attributes.begin(), attributes.end(),
                      [&](const Attribute& a) { return a.first == keyval; });
}

void remove_attribute(MPI_Comm comm, int keyval) {
  auto& attributes = of(comm).attributes;
  const auto found = attribute_of(attributes, keyval);
  if (found == attributes.end()) return;
  void* value = found->second;
  attributes.erase(found);
  const Keyval& row = state().keyvals[keyval];
  if (row.remove != nullptr) row.remove(comm, keyval, value, row.extra);
}

// The last one first.
void remove_attributes(MPI_Comm comm) {
  while (!of(comm).attributes.empty()) remove_attribute(comm, of(comm).attributes.back().first);
}

// What the program's functions say of the attributes of a communicator and its duplicate.
int copy_attributes(MPI_Comm from, MPI_Comm to) {
  int code = MPI_SUCCESS;
  for (const auto& [keyval, value] : of(from).attributes) {
    const Keyval& row = state().keyvals[keyval];
    void* copy = nullptr;
    int is_copied = 0;
    if (row.copy != nullptr)
      code = std::max(code, row.copy(from, keyval, row.extra, value, &copy, &is_copied));
    if (is_copied != 0) of(to).attributes.emplace_back(keyval, copy);
  }
  return code;
}

}  // namespace

}  // namespace alone

using namespace alone;

extern "C" {

// --- the process ----------------------------------------------------------------------------------

int MPI_Init_thread(int*, char***, int required, int* provided) {
  *provided = required;
  main_thread = std::this_thread::get_id();
  return MPI_SUCCESS;
}
int MPI_Init(int* n, char*** words) {
  int provided = 0;
  return MPI_Init_thread(n, words, MPI_THREAD_FUNNELED, &provided);
}
int MPI_Initialized(int* flag) {
  *flag = 1;  // there is nothing to start
  return MPI_SUCCESS;
}
int MPI_Finalized(int* flag) {
  *flag = state().is_finalised ? 1 : 0;
  return MPI_SUCCESS;
}
int MPI_Finalize() {
  remove_attributes(MPI_COMM_SELF);
  remove_attributes(MPI_COMM_WORLD);
  state().is_finalised = true;
  return MPI_SUCCESS;
}
int MPI_Abort(MPI_Comm, int status) { std::_Exit(status); }
int MPI_Is_thread_main(int* flag) {
  *flag = std::this_thread::get_id() == main_thread ? 1 : 0;
  return MPI_SUCCESS;
}
int MPI_Get_library_version(char* text, int* length) {
  constexpr char name[] = "no MPI library (one process)";
  std::memcpy(text, name, sizeof name);
  *length = static_cast<int>(sizeof name) - 1;
  return MPI_SUCCESS;
}
int MPI_Error_string(int code, char* text, int* length) {
  const char* words =
      code == MPI_SUCCESS ? "no error" : "a process alone waits for itself, or a file cannot be used";
  *length = static_cast<int>(std::strlen(words));
  std::memcpy(text, words, static_cast<std::size_t>(*length) + 1);
  return MPI_SUCCESS;
}
double MPI_Wtime() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

// --- communicators --------------------------------------------------------------------------------

int MPI_Comm_rank(MPI_Comm, int* rank) {
  *rank = 0;
  return MPI_SUCCESS;
}
int MPI_Comm_size(MPI_Comm, int* size) {
  *size = 1;
  return MPI_SUCCESS;
}
int MPI_Comm_compare(MPI_Comm a, MPI_Comm b, int* result) {
  *result = a == b ? MPI_IDENT : MPI_CONGRUENT;
  return MPI_SUCCESS;
}
int MPI_Comm_test_inter(MPI_Comm, int* flag) {
  *flag = 0;
  return MPI_SUCCESS;
}
int MPI_Comm_dup(MPI_Comm comm, MPI_Comm* copy) {
  *copy = new WeftAloneComm;
  return copy_attributes(comm, *copy);
}
int MPI_Comm_split(MPI_Comm, int color, int, MPI_Comm* part) {
  *part = color == MPI_UNDEFINED ? MPI_COMM_NULL : new WeftAloneComm;
  return MPI_SUCCESS;
}
int MPI_Comm_split_type(MPI_Comm comm, int type, int key, MPI_Info, MPI_Comm* part) {
  return MPI_Comm_split(comm, type, key, part);
}
int MPI_Comm_free(MPI_Comm* comm) {
  remove_attributes(*comm);
  state().sent.remove_if([&](const auto& message) { return message->comm == *comm; });
  delete *comm;
  *comm = MPI_COMM_NULL;
  return MPI_SUCCESS;
}
MPI_Comm MPI_Comm_f2c(MPI_Fint number) {
  return number == 1 || number == 2 ? reinterpret_cast<MPI_Comm>(static_cast<std::intptr_t>(number))
                                    : MPI_COMM_NULL;
}
int MPI_Comm_create_keyval(MPI_Comm_copy_attr_function* copy, MPI_Comm_delete_attr_function* remove,
                           int* keyval, void* extra) {
  *keyval = state().next_keyval++;
  state().keyvals[*keyval] = {copy, remove, extra};
  return MPI_SUCCESS;
}
int MPI_Comm_free_keyval(int* keyval) {
  *keyval = MPI_KEYVAL_INVALID;  // attributes that are there keep what removes them
  return MPI_SUCCESS;
}
int MPI_Comm_set_attr(MPI_Comm comm, int keyval, void* value) {
  remove_attribute(comm, keyval);
  of(comm).attributes.emplace_back(keyval, value);
  return MPI_SUCCESS;
}
int MPI_Comm_get_attr(MPI_Comm comm, int keyval, void* value, int* found) {
  static int largest_tag = 0x7fffffff;
  auto& attributes = of(comm).attributes;
  const auto row = attribute_of(attributes, keyval);
  *found = keyval == MPI_TAG_UB || row != attributes.end() ? 1 : 0;
  if (*found != 0) *static_cast<void**>(value) = keyval == MPI_TAG_UB ? &largest_tag : row->second;
  return MPI_SUCCESS;
}
int MPI_Comm_set_errhandler(MPI_Comm, MPI_Errhandler) { return MPI_SUCCESS; }
int MPI_Comm_get_errhandler(MPI_Comm, MPI_Errhandler* handler) {
  *handler = MPI_ERRORS_RETURN;
  return MPI_SUCCESS;
}
int MPI_Errhandler_free(MPI_Errhandler* handler) {
  *handler = MPI_ERRHANDLER_NULL;
  return MPI_SUCCESS;
}
int MPI_Info_create(MPI_Info* info) {
  *info = MPI_INFO_NULL;
  return MPI_SUCCESS;
}
int MPI_Info_set(MPI_Info, const char*, const char*) { return MPI_SUCCESS; }
int MPI_Info_free(MPI_Info*) { return MPI_SUCCESS; }

}  // extern "C"
