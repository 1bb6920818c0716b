// Messages of the process to itself, and collectives of one.
#include "state.hpp"

namespace alone {

namespace {

bool fits(MPI_Comm comm, int tag, const WeftAloneMessage& message) {
  return message.comm == comm && (tag == MPI_ANY_TAG || tag == message.tag);
}

void tell(MPI_Status* status, int tag) {
  if (status != MPI_STATUS_IGNORE) *status = {0, tag, MPI_SUCCESS};
}
// Of no message: as that of a request that does nothing.
void tell_nothing(MPI_Status* status) {
  if (status != MPI_STATUS_IGNORE) *status = {MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_SUCCESS};
}

// The message that a receive of this tag gets, taken out of those that are kept; null if there is none.
std::unique_ptr<WeftAloneMessage> taken(MPI_Comm comm, int tag) {
  auto& sent = state().sent;
  const auto found =
      std::find_if(sent.begin(), sent.end(), [&](const auto& m) { return fits(comm, tag, *m); });
  if (found == sent.end()) return nullptr;
  std::unique_ptr<WeftAloneMessage> message = std::move(*found);
  sent.erase(found);
  return message;
}

int receive(const WeftAloneMessage& message, void* memory, int n, const WeftAloneType& type) {
  if (message.sender != nullptr) message.sender->is_complete = true;
  return unpack(message.bytes, memory, n, type);
}
// An error is that of the receive, and told when it ends.
void receive(const WeftAloneMessage& message, WeftAloneRequest& request) {
  request.code = receive(message, request.memory, request.n, request.type);
  request.received_tag = message.tag;
  request.is_complete = true;
}

int send(const void* memory, int n, const WeftAloneType& type, int tag, MPI_Comm comm, MPI_Request sender) {
  auto message =
      std::make_unique<WeftAloneMessage>(WeftAloneMessage{comm, tag, packed(memory, n, type), sender});
  auto& receives = state().receives;
  for (auto i = receives.begin(); i != receives.end(); ++i) {
    if (!fits((*i)->comm, (*i)->tag, *message)) continue;
    MPI_Request request = *i;
    receives.erase(i);
    receive(*message, *request);
    if (request->is_freed) delete request;
    return MPI_SUCCESS;
  }
  state().sent.push_back(std::move(message));
  return MPI_SUCCESS;
}

int start(WeftAloneRequest& request) {
  request.is_active = true;
  request.is_complete = true;
  request.code = MPI_SUCCESS;
  if (request.kind == WeftAloneRequest::Kind::send)
    return send(request.memory, request.n, request.type, request.tag, request.comm, nullptr);
  request.is_complete = false;
  if (const auto message = taken(request.comm, request.tag))
    receive(*message, request);
  else
    state().receives.push_back(&request);
  return MPI_SUCCESS;
}

MPI_Request make_request(WeftAloneRequest::Kind kind, const void* memory, int n, MPI_Datatype type, int tag,
                         MPI_Comm comm, bool is_persistent) {
  return new WeftAloneRequest{kind, const_cast<void*>(memory), n, of(type), tag, comm, is_persistent};
}

int done_already(MPI_Request* request, int code) {
  *request = new WeftAloneRequest;
  return code;
}

void forget(MPI_Request request) {
  for (const auto& message : state().sent)
    if (message->sender == request) message->sender = nullptr;
  delete request;
}

bool is_pending(MPI_Request request) { return request != MPI_REQUEST_NULL && !request->is_complete; }
bool is_asleep(MPI_Request request) {
  return request == MPI_REQUEST_NULL || (request->is_persistent && !request->is_active);
}

int look_at(MPI_Request request, MPI_Status* status) {
  tell_nothing(status);
  if (is_asleep(request)) return MPI_SUCCESS;
  if (request->received_tag != MPI_ANY_TAG) tell(status, request->received_tag);
  if (status != MPI_STATUS_IGNORE) status->MPI_ERROR = request->code;
  return request->code;
}

// Tells the completion; then a persistent request sleeps, and another one is gone.
int finish(MPI_Request* request, MPI_Status* status) {
  const int code = look_at(*request, status);
  if (is_asleep(*request)) return code;
  if ((*request)->is_persistent) {
    (*request)->is_active = false;
  } else {
    forget(*request);
    *request = MPI_REQUEST_NULL;
  }
  return code;
}

// That of number i, where statuses are wanted.
MPI_Status* status_of(MPI_Status statuses[], int i) {
  return statuses == MPI_STATUSES_IGNORE ? MPI_STATUS_IGNORE : statuses + i;
}

}  // namespace

}  // namespace alone

using namespace alone;

extern "C" {

// --- messages -------------------------------------------------------------------------------------

int MPI_Send(const void* memory, int n, MPI_Datatype type, int, int tag, MPI_Comm comm) {
  return send(memory, n, of(type), tag, comm, nullptr);
}
int MPI_Isend(const void* memory, int n, MPI_Datatype type, int, int tag, MPI_Comm comm,
              MPI_Request* request) {
  return done_already(request, send(memory, n, of(type), tag, comm, nullptr));
}
int MPI_Issend(const void* memory, int n, MPI_Datatype type, int, int tag, MPI_Comm comm,
               MPI_Request* request) {
  *request = new WeftAloneRequest;
  (*request)->is_complete = false;
  return send(memory, n, of(type), tag, comm, *request);
}
int MPI_Send_init(const void* memory, int n, MPI_Datatype type, int, int tag, MPI_Comm comm,
                  MPI_Request* request) {
  *request = make_request(WeftAloneRequest::Kind::send, memory, n, type, tag, comm, true);
  return MPI_SUCCESS;
}
int MPI_Recv(void* memory, int n, MPI_Datatype type, int, int tag, MPI_Comm comm, MPI_Status* status) {
  const auto message = taken(comm, tag);
  if (message == nullptr) return failed;
  tell(status, message->tag);
  return receive(*message, memory, n, of(type));
}
int MPI_Irecv(void* memory, int n, MPI_Datatype type, int, int tag, MPI_Comm comm, MPI_Request* request) {
  *request = make_request(WeftAloneRequest::Kind::receive, memory, n, type, tag, comm, false);
  return start(**request);
}
int MPI_Recv_init(void* memory, int n, MPI_Datatype type, int, int tag, MPI_Comm comm, MPI_Request* request) {
  *request = make_request(WeftAloneRequest::Kind::receive, memory, n, type, tag, comm, true);
  return MPI_SUCCESS;
}
int MPI_Startall(int n, MPI_Request requests[]) {
  int code = MPI_SUCCESS;
  for (int i = 0; i < n; ++i) code = std::max(code, start(*requests[i]));
  return code;
}
int MPI_Iprobe(int, int tag, MPI_Comm comm, int* found, MPI_Status* status) {
  *found = 0;
  for (const auto& message : state().sent)
    if (*found == 0 && fits(comm, tag, *message)) {
      *found = 1;
      tell(status, message->tag);
    }
  return MPI_SUCCESS;
}
int MPI_Improbe(int, int tag, MPI_Comm comm, int* found, MPI_Message* message, MPI_Status* status) {
  auto one = taken(comm, tag);
  *found = one != nullptr ? 1 : 0;
  if (one != nullptr) tell(status, one->tag);
  *message = one.release();
  return MPI_SUCCESS;
}
int MPI_Mrecv(void* memory, int n, MPI_Datatype type, MPI_Message* message, MPI_Status* status) {
  const std::unique_ptr<WeftAloneMessage> one(*message);
  *message = MPI_MESSAGE_NULL;
  tell(status, one->tag);
  return receive(*one, memory, n, of(type));
}
int MPI_Test(MPI_Request* request, int* done, MPI_Status* status) {
  *done = is_pending(*request) ? 0 : 1;
  return *done != 0 ? finish(request, status) : MPI_SUCCESS;
}
int MPI_Testall(int n, MPI_Request requests[], int* done, MPI_Status statuses[]) {
  *done = std::none_of(requests, requests + n, is_pending) ? 1 : 0;
  int code = MPI_SUCCESS;
  for (int i = 0; *done != 0 && i < n; ++i)
    code = std::max(code, finish(&requests[i], status_of(statuses, i)));
  return code;
}
int MPI_Testsome(int n, MPI_Request requests[], int* n_done, int which[], MPI_Status statuses[]) {
  *n_done = std::all_of(requests, requests + n, is_asleep) ? MPI_UNDEFINED : 0;
  int code = MPI_SUCCESS;
  for (int i = 0; i < n; ++i)
    if (!is_asleep(requests[i]) && !is_pending(requests[i])) {
      code = std::max(code, finish(&requests[i], status_of(statuses, *n_done)));
      which[(*n_done)++] = i;
    }
  return code;
}
int MPI_Wait(MPI_Request* request, MPI_Status* status) {
  int done = 0;
  const int code = MPI_Test(request, &done, status);
  return done != 0 ? code : failed;
}
int MPI_Waitall(int n, MPI_Request requests[], MPI_Status statuses[]) {
  int done = 0;
  const int code = MPI_Testall(n, requests, &done, statuses);
  return done != 0 ? code : failed;
}
int MPI_Request_get_status(MPI_Request request, int* done, MPI_Status* status) {
  *done = is_pending(request) ? 0 : 1;
  return *done != 0 ? look_at(request, status) : MPI_SUCCESS;
}
int MPI_Request_free(MPI_Request* request) {
  const auto& receives = state().receives;
  if (std::find(receives.begin(), receives.end(), *request) != receives.end())
    (*request)->is_freed = true;  // its message is received when it comes
  else
    forget(*request);
  *request = MPI_REQUEST_NULL;
  return MPI_SUCCESS;
}

// --- collectives ----------------------------------------------------------------------------------

int MPI_Barrier(MPI_Comm) { return MPI_SUCCESS; }
int MPI_Bcast(void*, int, MPI_Datatype, int, MPI_Comm) { return MPI_SUCCESS; }
int MPI_Gather(const void* in, int n, MPI_Datatype type, void* out, int n_out, MPI_Datatype type_out, int,
               MPI_Comm) {
  return copy(in, n, type, out, n_out, type_out);
}
int MPI_Gatherv(const void* in, int n, MPI_Datatype type, void* out, const int counts[], const int starts[],
                MPI_Datatype type_out, int, MPI_Comm) {
  return copy(in, n, type, at(out, starts[0] * of(type_out).extent()), counts[0], type_out);
}
int MPI_Allgather(const void* in, int n, MPI_Datatype type, void* out, int n_out, MPI_Datatype type_out,
                  MPI_Comm) {
  return copy(in, n, type, out, n_out, type_out);
}
int MPI_Allreduce(const void* in, void* out, int n, MPI_Datatype type, MPI_Op, MPI_Comm) {
  return copy(in, n, type, out, n, type);
}
int MPI_Reduce(const void* in, void* out, int n, MPI_Datatype type, MPI_Op, int, MPI_Comm) {
  return copy(in, n, type, out, n, type);
}
int MPI_Alltoall(const void* in, int n, MPI_Datatype type, void* out, int n_out, MPI_Datatype type_out,
                 MPI_Comm) {
  return copy(in, n, type, out, n_out, type_out);
}
int MPI_Alltoallv(const void* in, const int counts[], const int starts[], MPI_Datatype type, void* out,
                  const int counts_out[], const int starts_out[], MPI_Datatype type_out, MPI_Comm) {
  if (in == MPI_IN_PLACE) return MPI_SUCCESS;
  return copy(at(in, starts[0] * of(type).extent()), counts[0], type,
              at(out, starts_out[0] * of(type_out).extent()), counts_out[0], type_out);
}
int MPI_Ibarrier(MPI_Comm, MPI_Request* request) { return done_already(request, MPI_SUCCESS); }
int MPI_Iallreduce(const void* in, void* out, int n, MPI_Datatype type, MPI_Op op, MPI_Comm comm,
                   MPI_Request* request) {
  return done_already(request, MPI_Allreduce(in, out, n, type, op, comm));
}
int MPI_Ialltoall(const void* in, int n, MPI_Datatype type, void* out, int n_out, MPI_Datatype type_out,
                  MPI_Comm comm, MPI_Request* request) {
  return done_already(request, MPI_Alltoall(in, n, type, out, n_out, type_out, comm));
}
int MPI_Ialltoallv(const void* in, const int counts[], const int starts[], MPI_Datatype type, void* out,
                   const int counts_out[], const int starts_out[], MPI_Datatype type_out, MPI_Comm comm,
                   MPI_Request* request) {
  return done_already(request,
                      MPI_Alltoallv(in, counts, starts, type, out, counts_out, starts_out, type_out, comm));
}
int MPI_Ialltoallw(const void* in, const int counts[], const int starts[], const MPI_Datatype types[],
                   void* out, const int counts_out[], const int starts_out[], const MPI_Datatype types_out[],
                   MPI_Comm, MPI_Request* request) {
  if (in == MPI_IN_PLACE) return done_already(request, MPI_SUCCESS);
  return done_already(request, copy(at(in, starts[0]), counts[0], types[0], at(out, starts_out[0]),
                                    counts_out[0], types_out[0]));
}

}  // extern "C"
