// Checkpoints for Fortran: arrays behind descriptors, checked on all processes before anything is moved.
#include "support.hpp"
#include "weft/weft_checkpoint.h"

using namespace weft::fortran;

extern "C" {

int weft_fortran_checkpoint_add(weft_checkpoint_writer* writer, const char* name,
                                const weft_distribution* distribution, Input array, const char* units) {
  return with_array(distribution, array, [&](const void* data) {
    return weft_checkpoint_add(writer, name, distribution, data, units);
  });
}

int weft_fortran_checkpoint_read(const weft_checkpoint* checkpoint, const char* name,
                                 const weft_distribution* distribution, Output array) {
  return with_array(distribution, array,
                    [&](void* data) { return weft_checkpoint_read(checkpoint, name, distribution, data); });
}

}  // extern "C"
