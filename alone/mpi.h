/* The part of MPI that weft and small programs call, for one process without an MPI library (WEFT_MPI=alone). Names, arguments and meanings are
   those of MPI 3.1. */
#ifndef WEFT_ALONE_MPI_H
#define WEFT_ALONE_MPI_H

#include <stddef.h>
#include <stdint.h>

#define MPI_VERSION 3
#define MPI_SUBVERSION 1
#define WEFT_MPI_ALONE 1

#ifdef __cplusplus
extern "C" {
#endif

typedef struct WeftAloneComm* MPI_Comm;
typedef struct WeftAloneType* MPI_Datatype;
typedef struct WeftAloneOp* MPI_Op;
typedef struct WeftAloneRequest* MPI_Request;
typedef struct WeftAloneMessage* MPI_Message;
typedef struct WeftAloneInfo* MPI_Info;
typedef struct WeftAloneWin* MPI_Win;
typedef struct WeftAloneFile* MPI_File;
typedef struct WeftAloneErrhandler* MPI_Errhandler;
typedef intptr_t MPI_Aint;
typedef int64_t MPI_Offset;
typedef int MPI_Fint;
typedef struct {
  int MPI_SOURCE, MPI_TAG, MPI_ERROR;
} MPI_Status;
typedef int MPI_Comm_copy_attr_function(MPI_Comm, int, void*, void*, void*, int*);
typedef int MPI_Comm_delete_attr_function(MPI_Comm, int, void*, void*);

#define MPI_COMM_NULL ((MPI_Comm)0)
#define MPI_COMM_WORLD ((MPI_Comm)1)
#define MPI_COMM_SELF ((MPI_Comm)2)
#define MPI_DATATYPE_NULL ((MPI_Datatype)0)
/* Elementary types are their bytes. */
#define MPI_BYTE ((MPI_Datatype)1)
#define MPI_CHAR ((MPI_Datatype)1)
#define MPI_UNSIGNED_CHAR ((MPI_Datatype)1)
#define MPI_INT ((MPI_Datatype)4)
#define MPI_FLOAT ((MPI_Datatype)4)
#define MPI_DOUBLE ((MPI_Datatype)8)
#define MPI_INT64_T ((MPI_Datatype)8)
#define MPI_UINT64_T ((MPI_Datatype)8)
#define MPI_C_DOUBLE_COMPLEX ((MPI_Datatype)16)
#define MPI_MAX ((MPI_Op)1)
#define MPI_MIN ((MPI_Op)2)
#define MPI_SUM ((MPI_Op)3)
#define MPI_REQUEST_NULL ((MPI_Request)0)
#define MPI_MESSAGE_NULL ((MPI_Message)0)
#define MPI_INFO_NULL ((MPI_Info)0)
#define MPI_WIN_NULL ((MPI_Win)0)
#define MPI_FILE_NULL ((MPI_File)0)
#define MPI_ERRHANDLER_NULL ((MPI_Errhandler)0)
#define MPI_ERRORS_RETURN ((MPI_Errhandler)1)
#define MPI_IN_PLACE ((void*)-1)
#define MPI_STATUS_IGNORE ((MPI_Status*)0)
#define MPI_STATUSES_IGNORE ((MPI_Status*)0)
#define MPI_COMM_NULL_COPY_FN ((MPI_Comm_copy_attr_function*)0)
#define MPI_KEYVAL_INVALID (-1)
#define MPI_TAG_UB 0
enum {
  MPI_SUCCESS = 0,
  MPI_ERR_OTHER = 1,
  MPI_ANY_SOURCE = -1,
  MPI_ANY_TAG = -1,
  MPI_UNDEFINED = -32766,
  MPI_IDENT = 0,
  MPI_CONGRUENT = 1,
  MPI_UNEQUAL = 3,
  MPI_COMM_TYPE_SHARED = 1,
  MPI_ORDER_C = 1,
  MPI_THREAD_FUNNELED = 1,
  MPI_MODE_RDONLY = 2,
  MPI_MODE_RDWR = 8,
  MPI_MAX_ERROR_STRING = 256,
  MPI_MAX_LIBRARY_VERSION_STRING = 256
};

int MPI_Init(int*, char***);
int MPI_Init_thread(int*, char***, int required, int* provided);
int MPI_Initialized(int*);
int MPI_Finalized(int*);
int MPI_Finalize(void);
int MPI_Abort(MPI_Comm, int status);
int MPI_Is_thread_main(int*);
int MPI_Get_library_version(char*, int* length);
int MPI_Error_string(int code, char*, int* length);
double MPI_Wtime(void);

int MPI_Comm_rank(MPI_Comm, int*);
int MPI_Comm_size(MPI_Comm, int*);
int MPI_Comm_compare(MPI_Comm, MPI_Comm, int*);
int MPI_Comm_test_inter(MPI_Comm, int*);
int MPI_Comm_dup(MPI_Comm, MPI_Comm*);
int MPI_Comm_split(MPI_Comm, int color, int key, MPI_Comm*);
int MPI_Comm_split_type(MPI_Comm, int type, int key, MPI_Info, MPI_Comm*);
int MPI_Comm_free(MPI_Comm*);
MPI_Comm MPI_Comm_f2c(MPI_Fint);
int MPI_Comm_create_keyval(MPI_Comm_copy_attr_function*, MPI_Comm_delete_attr_function*, int* keyval, void* extra);
int MPI_Comm_free_keyval(int*);
int MPI_Comm_set_attr(MPI_Comm, int keyval, void*);
int MPI_Comm_get_attr(MPI_Comm, int keyval, void* value, int* found);
int MPI_Comm_set_errhandler(MPI_Comm, MPI_Errhandler);
int MPI_Comm_get_errhandler(MPI_Comm, MPI_Errhandler*);
int MPI_Errhandler_free(MPI_Errhandler*);
int MPI_Info_create(MPI_Info*);
int MPI_Info_set(MPI_Info, const char* key, const char* value);
int MPI_Info_free(MPI_Info*);

int MPI_Type_contiguous(int n, MPI_Datatype, MPI_Datatype*);
int MPI_Type_create_hvector(int n, int length, MPI_Aint stride, MPI_Datatype, MPI_Datatype*);
int MPI_Type_create_struct(int n, const int lengths[], const MPI_Aint starts[], const MPI_Datatype[], MPI_Datatype*);
int MPI_Type_create_subarray(int n_axes, const int shape[], const int sizes[], const int starts[], int order,
                             MPI_Datatype, MPI_Datatype*);
int MPI_Type_create_resized(MPI_Datatype, MPI_Aint lower, MPI_Aint extent, MPI_Datatype*);
int MPI_Type_commit(MPI_Datatype*);
int MPI_Type_free(MPI_Datatype*);

int MPI_Send(const void*, int n, MPI_Datatype, int to, int tag, MPI_Comm);
int MPI_Isend(const void*, int n, MPI_Datatype, int to, int tag, MPI_Comm, MPI_Request*);
int MPI_Issend(const void*, int n, MPI_Datatype, int to, int tag, MPI_Comm, MPI_Request*);
int MPI_Send_init(const void*, int n, MPI_Datatype, int to, int tag, MPI_Comm, MPI_Request*);
int MPI_Recv(void*, int n, MPI_Datatype, int from, int tag, MPI_Comm, MPI_Status*);
int MPI_Irecv(void*, int n, MPI_Datatype, int from, int tag, MPI_Comm, MPI_Request*);
int MPI_Recv_init(void*, int n, MPI_Datatype, int from, int tag, MPI_Comm, MPI_Request*);
int MPI_Startall(int n, MPI_Request[]);
int MPI_Iprobe(int from, int tag, MPI_Comm, int* found, MPI_Status*);
int MPI_Improbe(int from, int tag, MPI_Comm, int* found, MPI_Message*, MPI_Status*);
int MPI_Mrecv(void*, int n, MPI_Datatype, MPI_Message*, MPI_Status*);
int MPI_Test(MPI_Request*, int* done, MPI_Status*);
int MPI_Testall(int n, MPI_Request[], int* done, MPI_Status[]);
int MPI_Testsome(int n, MPI_Request[], int* n_done, int which[], MPI_Status[]);
int MPI_Wait(MPI_Request*, MPI_Status*);
int MPI_Waitall(int n, MPI_Request[], MPI_Status[]);
int MPI_Request_get_status(MPI_Request, int* done, MPI_Status*);
int MPI_Request_free(MPI_Request*);

int MPI_Barrier(MPI_Comm);
int MPI_Bcast(void*, int n, MPI_Datatype, int root, MPI_Comm);
int MPI_Gather(const void*, int, MPI_Datatype, void*, int, MPI_Datatype, int root, MPI_Comm);
int MPI_Gatherv(const void*, int, MPI_Datatype, void*, const int[], const int[], MPI_Datatype, int root, MPI_Comm);
int MPI_Allgather(const void*, int, MPI_Datatype, void*, int, MPI_Datatype, MPI_Comm);
int MPI_Allreduce(const void*, void*, int n, MPI_Datatype, MPI_Op, MPI_Comm);
int MPI_Reduce(const void*, void*, int n, MPI_Datatype, MPI_Op, int root, MPI_Comm);
int MPI_Alltoall(const void*, int, MPI_Datatype, void*, int, MPI_Datatype, MPI_Comm);
int MPI_Alltoallv(const void*, const int[], const int[], MPI_Datatype, void*, const int[], const int[], MPI_Datatype,
                  MPI_Comm);
int MPI_Ibarrier(MPI_Comm, MPI_Request*);
int MPI_Iallreduce(const void*, void*, int n, MPI_Datatype, MPI_Op, MPI_Comm, MPI_Request*);
int MPI_Ialltoall(const void*, int, MPI_Datatype, void*, int, MPI_Datatype, MPI_Comm, MPI_Request*);
int MPI_Ialltoallv(const void*, const int[], const int[], MPI_Datatype, void*, const int[], const int[], MPI_Datatype,
                   MPI_Comm, MPI_Request*);
int MPI_Ialltoallw(const void*, const int[], const int[], const MPI_Datatype[], void*, const int[], const int[],
                   const MPI_Datatype[], MPI_Comm, MPI_Request*);

int MPI_Win_allocate_shared(MPI_Aint bytes, int unit, MPI_Info, MPI_Comm, void* address, MPI_Win*);
int MPI_Win_shared_query(MPI_Win, int rank, MPI_Aint* bytes, int* unit, void* address);
int MPI_Win_free(MPI_Win*);

int MPI_File_open(MPI_Comm, const char* path, int mode, MPI_Info, MPI_File*);
int MPI_File_set_view(MPI_File, MPI_Offset, MPI_Datatype element, MPI_Datatype type, const char* format, MPI_Info);
int MPI_File_read_at_all(MPI_File, MPI_Offset, void*, int n, MPI_Datatype, MPI_Status*);
int MPI_File_write_at_all(MPI_File, MPI_Offset, const void*, int n, MPI_Datatype, MPI_Status*);
int MPI_File_sync(MPI_File);
int MPI_File_close(MPI_File*);

#ifdef __cplusplus
}
#endif
#endif
