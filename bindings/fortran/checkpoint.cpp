// Checkpoints for Fortran: arrays behind descriptors, checked on all processes before anything is moved.
#include "support.hpp"
#include "weft/weft_checkpoint.h"

using namespace weft::fortran;

namespace {

// WEFT_SUCCESS if `array` is one of the distribution on all processes; else the words are kept.
int agree_on_array(const weft_distribution* distribution, const CFI_cdesc_t* array) {
  Block block;
  const int code = block_of(distribution, block);
  if (code != WEFT_SUCCESS) return code;
  const std::string wrong = complaint(block, array, false);
  const int verdict = wrong.empty() ? WEFT_SUCCESS : WEFT_INVALID_ARGUMENT;
  const int agreed = weft_distribution_agree(distribution, verdict, wrong.c_str());
  return agreed == WEFT_SUCCESS ? agreed : keep(agreed, weft_last_error());
}

void* address_of(const CFI_cdesc_t* array) { return array == nullptr ? nullptr : array->base_addr; }

int n_axes_of(const weft_distribution* distribution) {
  int n_axes = 0;
  weft_distribution_n_axes(distribution, &n_axes);
  return n_axes;
}

}  // namespace

extern "C" {

int weft_fortran_checkpoint_add(weft_checkpoint_writer* writer, const char* name,
                                const weft_distribution* distribution, const CFI_cdesc_t* array,
                                const char* units) {
  const int code = agree_on_array(distribution, array);
  if (code != WEFT_SUCCESS) return code;
  return keep_last(weft_checkpoint_add(writer, name, distribution, address_of(array), units),
                   n_axes_of(distribution));
}

int weft_fortran_checkpoint_read(const weft_checkpoint* checkpoint, const char* name,
                                 const weft_distribution* distribution, const CFI_cdesc_t* array) {
  const int code = agree_on_array(distribution, array);
  if (code != WEFT_SUCCESS) return code;
  return keep_last(weft_checkpoint_read(checkpoint, name, distribution, address_of(array)),
                   n_axes_of(distribution));
}

}  // extern "C"
