// Halos for Fortran: arrays behind descriptors, checked and agreed on before anything is sent.
#include <new>
#include <vector>

#include "support.hpp"
#include "weft/weft_halo.h"

using namespace weft::fortran;

// What type(weft_halo) points to.
struct weft_fortran_halo {
  weft_halo* halo = nullptr;
  Block block;
  int n_fields = 1;
  const char* running = nullptr;  // the call that is under way
  std::vector<void*> fields;      // of that call
};

namespace {

// The arrays of a call: one, those of one more dimension, or a list of type(c_ptr). "" or what is wrong.
std::string collect(weft_fortran_halo& with, const CFI_cdesc_t* array) {
  const Block& block = with.block;
  with.fields.clear();
  const bool is_list = array != nullptr && array->type == CFI_type_cptr && array->rank == 1;
  const bool several = is_list || (array != nullptr && array->rank == block.n_axes + 1);
  const CFI_index_t n = several ? array->dim[is_list ? 0 : block.n_axes].extent : 1;
  if (n < 1 || n > with.n_fields)
    return std::to_string(n) + " arrays were given to a halo for 1 to " + std::to_string(with.n_fields) +
           "; set n_fields to the most that one call exchanges";
  const std::string wrong = is_list ? "" : complaint(block, array, several);
  if (!wrong.empty()) return wrong;
  for (CFI_index_t i = 0; i < n; ++i) {
    char* base = array == nullptr ? nullptr : static_cast<char*>(array->base_addr);
    if (several && base != nullptr) base += i * array->dim[is_list ? 0 : block.n_axes].sm;
    with.fields.push_back(is_list ? *reinterpret_cast<void**>(base) : base);
    if (with.fields.back() == nullptr && !block.empty())
      return "one of the arrays is a null pointer, but this process has a block; pass c_loc of an array";
  }
  return "";
}

int agree(weft_fortran_halo& with, const std::string& wrong) {
  return keep_last(
      weft_halo_agree(with.halo, wrong.empty() ? WEFT_SUCCESS : WEFT_INVALID_ARGUMENT, wrong.c_str()),
      with.block.n_axes);
}

}  // namespace

extern "C" {

// `options`: NULL: what the others say.
int weft_fortran_halo_create(weft_fortran_halo** made, const weft_distribution* distribution,
                             const int* periodic, const char* exchange, int n_fields, int corners,
                             double timeout, const weft_options* options) {
  auto* with = new (std::nothrow) weft_fortran_halo;
  if (with == nullptr) return keep(WEFT_RESOURCE, "there is no memory left; use more processes");
  int code = block_of(distribution, with->block);
  if (code == WEFT_SUCCESS) {
    code = options != nullptr
               ? weft_halo_create_with(&with->halo, distribution, options)
               : weft_halo_create(&with->halo, distribution, periodic, exchange, n_fields, corners, timeout);
    if (code == WEFT_SUCCESS) code = weft_halo_n_fields(with->halo, &with->n_fields);
    keep_last(code, with->block.n_axes);
  }
  with->block.owner = "halo";
  with->block.maker = "halo%allocate";
  if (code != WEFT_SUCCESS) {
    delete with;
    with = nullptr;
  }
  *made = with;
  return code;
}

int weft_fortran_halo_close(weft_fortran_halo* with) {
  if (with == nullptr) return WEFT_SUCCESS;
  with->running = nullptr;
  return keep_last(weft_halo_close(with->halo), with->block.n_axes);
}

int weft_fortran_halo_free(weft_fortran_halo** with) {
  if (*with == nullptr) return WEFT_SUCCESS;
  const int code = keep_last(weft_halo_free(&(*with)->halo), (*with)->block.n_axes);
  delete *with;
  *with = nullptr;
  return code;
}

// `accumulate`: 0 or 1.
int weft_fortran_halo_start(weft_fortran_halo* with, int accumulate, LaterOutput array) {
  if (with == nullptr) return keep(WEFT_INVALID_ARGUMENT, no_halo);
  if (with->running != nullptr)
    return keep(WEFT_INVALID_ARGUMENT, std::string("a call ") + with->running +
                                           " of this halo is under way; call " + with->running +
                                           "_finish before you start another call");
  const int code = agree(*with, collect(*with, array));
  if (code != WEFT_SUCCESS) return code;
  const auto start = accumulate != 0 ? weft_halo_accumulate_start : weft_halo_exchange_start;
  const int started = keep_last(start(with->halo, static_cast<int>(with->fields.size()), with->fields.data()),
                                with->block.n_axes);
  if (started == WEFT_SUCCESS) with->running = accumulate != 0 ? "accumulate" : "exchange";
  return started;
}

int weft_fortran_halo_finish(weft_fortran_halo* with, int accumulate) {
  if (with == nullptr) return keep(WEFT_INVALID_ARGUMENT, no_halo);
  const auto finish = accumulate != 0 ? weft_halo_accumulate_finish : weft_halo_exchange_finish;
  const int code = keep_last(finish(with->halo), with->block.n_axes);
  if (code == WEFT_SUCCESS) with->running = nullptr;
  return code;
}

int weft_fortran_halo_progress(weft_fortran_halo* with, int* done) {
  if (with == nullptr) return keep(WEFT_INVALID_ARGUMENT, no_halo);
  return keep_last(weft_halo_progress(with->halo, done), with->block.n_axes);
}

int weft_fortran_halo_point(weft_fortran_halo* with, int global, Pointer array) {
  array->base_addr = nullptr;
  if (with == nullptr) return keep(WEFT_INVALID_ARGUMENT, no_halo);
  int code = agree(*with, pointer_complaint(with->block, array));
  void* memory = nullptr;
  if (code == WEFT_SUCCESS) code = keep_last(weft_halo_allocate(with->halo, &memory), with->block.n_axes);
  if (code == WEFT_SUCCESS) point_to(with->block, memory, global != 0, array);
  return code;
}

// The handle of C; NULL where there is none.
weft_halo* weft_fortran_halo_pointer(const weft_fortran_halo* with) {
  return with == nullptr ? nullptr : with->halo;
}

}  // extern "C"
